"""Bytes, order and integrity of a record. Nothing in here knows a game."""
