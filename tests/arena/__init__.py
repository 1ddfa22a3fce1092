"""Tests of `haggis_cards.arena`."""
