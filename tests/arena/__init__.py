"""Tests of `haggis.arena`."""
