"""Challenges: the same cards for others."""
