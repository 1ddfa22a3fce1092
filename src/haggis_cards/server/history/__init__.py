"""Matches that somebody played, and their statistics."""
