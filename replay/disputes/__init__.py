"""Disputes: from a claim at the table to a final ruling, as a pure reduction of the log.

Everything here reads the recorded timeline: a rewind takes back play, never a claim, a ruling or a signature.
"""
