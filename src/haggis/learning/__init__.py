"""Learning to play: what learners see (`encoding`), environments (`aec`, `gym`), and the training of the neural player.

The environments need `pip install haggis-cards[rl]`. The fast path needs nothing more than NumPy: `haggis.native.Batch`
plays thousands of rounds at once, and its `encode` gives their rows. See `docs/environments.md`.
"""
