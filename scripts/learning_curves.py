"""Draws the curves of a training: python scripts/learning_curves.py OUT.png FIGURES.jsonl ...

Each file is one leg as `haggis train` writes it; legs follow each other.
"""

import json
import sys
from pathlib import Path

import matplotlib.pyplot as plt

OVER = "over the policy, "


def read(paths: list[Path]) -> list[dict[str, float]]:
    """The figures of all legs, with the decisions of earlier legs counted in where a leg starts anew."""
    lines: list[dict[str, float]] = []
    before = last = 0.0
    for path in paths:
        leg = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        if leg[0]["decisions"] < last:
            before += last
        last = leg[-1]["decisions"]
        lines += [line | {"decisions": line["decisions"] + before} for line in leg]
    return lines


def draw(lines: list[dict[str, float]], out: Path) -> None:
    """Points over the rule-based policy on the left, surprise and variety on the right."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6), dpi=110)
    for name in sorted({name for line in lines for name in line if name.startswith(OVER)}):
        points = [(line["decisions"] / 1e6, line[name]) for line in lines if name in line]
        left.plot(*zip(*points, strict=True), marker="o", markersize=3, label=name.removeprefix(OVER))
    left.axhline(0, color="grey", linewidth=0.8)
    left.set(xlabel="million decisions", ylabel="points a round over the rollout policy")
    left.legend()
    for name in ("variety", "critic", "blind"):
        points = [(line["decisions"] / 1e6, line[name]) for line in lines if name in line]
        # The games take turns and differ: each point is the mean of the last few turns.
        smooth = [
            (x, sum(y for _, y in points[max(i - 24, 0) : i + 1]) / min(i + 1, 25)) for i, (x, _) in enumerate(points)
        ]
        right.plot(*zip(*smooth, strict=True), linewidth=1, label=name)
    right.set(xlabel="million decisions", ylim=(0, None))
    right.legend()
    figure.tight_layout()
    figure.savefig(out)


if __name__ == "__main__":
    draw(read([Path(name) for name in sys.argv[2:]]), Path(sys.argv[1]))
