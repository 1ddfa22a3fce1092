"""What a solver of puzzles and a reader of reviews see, without a store."""
