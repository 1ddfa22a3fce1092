"""Tests of the rules lab."""
