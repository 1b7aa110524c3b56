"""Answers over all records: tables that can be thrown away and made again from the log."""
