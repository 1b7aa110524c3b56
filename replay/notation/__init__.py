"""Notation: a line typed at the table becomes one event, and an event becomes the shortest line that says the same."""
