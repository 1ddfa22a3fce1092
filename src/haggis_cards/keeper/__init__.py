"""A score keeper for tables with real cards: people enter rounds, and `scoring` does the arithmetic.

It needs only the engine and the standard library, so it also runs in a browser (docs/keeper.md).
"""
