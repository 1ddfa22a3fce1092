"""Draws the curves of a training: python lab/learning_curves.py OUT.png FIGURES.jsonl ...

Each file holds the metrics of one stage as `haggis train` writes them; give the stages in their order.
"""

import json
import sys
from pathlib import Path

import matplotlib.pyplot as plt

OVER = "over the policy, "
RENAMED = {"variety": "entropy", "critic": "critic_loss", "blind": "public_value_loss"}  # in files of older trainings
WINDOW = 25  # turns that are averaged: the games take turns and differ

Metrics = dict[str, float]


def read(paths: list[Path]) -> list[Metrics]:
    """The metrics of all stages; decisions add up over stages that count from zero."""
    lines: list[Metrics] = []
    before = last = 0.0
    for path in paths:
        stage = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        if stage[0]["decisions"] < last:
            before += last
        last = stage[-1]["decisions"]
        for line in stage:
            line["decisions"] += before
            lines.append({RENAMED.get(name, name): value for name, value in line.items()})
    return lines


def curve(lines: list[Metrics], name: str) -> list[tuple[float, float]]:
    """One metric by millions of decisions."""
    return [(line["decisions"] / 1e6, line[name]) for line in lines if name in line]


def smooth(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Each point as the mean of the last turns."""
    recent = [[y for _, y in points[max(i + 1 - WINDOW, 0) : i + 1]] for i in range(len(points))]
    return [(x, sum(ys) / len(ys)) for (x, _), ys in zip(points, recent, strict=True)]


def draw(lines: list[Metrics], out: Path) -> None:
    """Margins over the rule-based policy on the left; entropy and value losses on the right."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6), dpi=110)
    for name in sorted({name for line in lines for name in line if name.startswith(OVER)}):
        left.plot(*zip(*curve(lines, name), strict=True), marker="o", markersize=3, label=name.removeprefix(OVER))
    left.axhline(0, color="grey", linewidth=0.8)
    left.set(xlabel="million decisions", ylabel="points a round over the rule-based policy")
    left.legend()
    for name in RENAMED.values():
        if points := smooth(curve(lines, name)):
            right.plot(*zip(*points, strict=True), linewidth=1, label=name)
    right.set(xlabel="million decisions", ylim=(0, None))
    right.legend()
    figure.tight_layout()
    figure.savefig(out)


if __name__ == "__main__":
    draw(read([Path(name) for name in sys.argv[2:]]), Path(sys.argv[1]))
