"""The calls, by what they are about. `cli.serve.calls` says what a call is."""
