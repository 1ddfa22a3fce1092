"""Puzzles and who solved them."""
