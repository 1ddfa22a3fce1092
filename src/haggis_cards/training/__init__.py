"""Training the neural player (`pip install haggis-cards[train]`).

- `rollout`: many rounds played at once by policies, and the experience that comes out of them.
- `ppo`, `values`, `distil`: the three ways to learn from experience; `batch` holds what they share.
- `network`: the network and the critic; `widen` makes them twice as wide.
- `trainer`: the loop; `evaluator`: matches in the arena beside it.
"""
