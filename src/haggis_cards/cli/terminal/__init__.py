"""Matches in the terminal: played, saved and shown."""
