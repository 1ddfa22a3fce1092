"""Environments for learners: PettingZoo (`aec`) and Gymnasium (`gym`). They need `pip install haggis-cards[rl]`.

The fast path needs only NumPy: `haggis_cards.native.Batch` plays thousands of rounds at once, and its `encode` gives
their rows. See `docs/environments.md`.
"""
