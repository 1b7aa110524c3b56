"""The terminal: what a person sees and types there. It shows what the desk answers."""
