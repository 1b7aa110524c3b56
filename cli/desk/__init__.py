"""The application: one function for each thing a person can do, whatever door they come through.

Stores, times and values go in, values come out. Nothing in here prints, asks, or knows a terminal or a web page.
"""
