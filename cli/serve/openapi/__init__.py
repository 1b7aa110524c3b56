"""The description of the calls, made from the calls and their forms."""
