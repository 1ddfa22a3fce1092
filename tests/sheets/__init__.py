"""Tests of the sheets to print."""
