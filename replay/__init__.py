"""Meaning: states, steps, findings and views, made from a log alone. Pure: no clock, file, network or randomness."""
