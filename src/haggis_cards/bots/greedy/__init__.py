"""`greedy`: plays by rules of thumb from its own hand and the cards that are gone."""

from haggis_cards.bots.greedy.bot import Greedy, make_greedy

__all__ = ["Greedy", "make_greedy"]
