"""What a request passes before it is a call, and the pages that need none."""
