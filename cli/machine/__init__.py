"""This machine: its folders, clock, files, keys and stores."""
