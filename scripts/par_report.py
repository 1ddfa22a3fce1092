"""The figures and the picture of docs/lab/par.md: `python scripts/par_report.py FILE OUT.svg`, FILE by par_study.py."""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from numpy.typing import NDArray

Line = dict[str, Any]
Values = NDArray[np.float64]
BOMB, SUITS, Z = "3579", "rygb", 1.96
MEAN_HAGGIS = 8 * 4 / 9  # points: 8 cards, of which 4 in 9 are odd


def four_suits(hand: list[str]) -> int:
    """Whether the hand has a 3-5-7-9 in four suits."""
    return int(any({*map("".join, zip(BOMB, suits, strict=True))} <= {*hand} for suits in permutations(SUITS)))


def one_suit(hand: list[str]) -> int:
    """Whether the hand has a 3-5-7-9 in one suit."""
    return int(any({rank + suit for rank in BOMB} <= {*hand} for suit in SUITS))


TRAITS: dict[str, Callable[[list[str]], int]] = {
    "one card fewer": lambda hand: -len(hand),
    "J": lambda hand: int("J" in hand),
    "Q": lambda hand: int("Q" in hand),
    "K": lambda hand: int("K" in hand),
    "3-5-7-9, four suits": four_suits,
    "3-5-7-9, one suit": one_suit,
    "each 8, 9 or 10": lambda hand: sum(card[0] in "89T" for card in hand),
}

NAMES = ["the lead", *TRAITS, "each point in the haggis"]


def names(weights: Values) -> list[str]:
    """Of the weights; lines without their haggis have none for it."""
    return NAMES[: len(weights)]


def points(cards: list[str]) -> int:
    """Of number cards: 1 for each odd one."""
    return sum(card[0] in BOMB for card in cards)


def traits(line: Line) -> list[float]:
    """One for the lead, and each trait of the leader less that of the other side; the haggis, if the line has it."""
    hands = [line["hands"][seat].split() for seat in (line["leader"], 1 - line["leader"])]
    differences = [trait(hands[0]) - trait(hands[1]) for trait in TRAITS.values()]
    return [1, *differences, *([points(line["haggis"]) - MEAN_HAGGIS] if "haggis" in line else [])]


def fit(lines: list[Line], values: Values) -> tuple[Values, Values, float]:
    """Least squares: the weights, half of their (robust) 95% intervals, and the share of variance explained."""
    inputs = np.array([traits(line) for line in lines])
    inverse = np.linalg.inv(inputs.T @ inputs)
    weights = inverse @ inputs.T @ values
    rest = values - inputs @ weights
    spread = inverse @ (inputs.T * rest**2) @ inputs @ inverse
    return weights, Z * np.sqrt(np.diag(spread)), 1 - rest.var() / values.var()


def half(values: Values) -> float:
    """Half of the 95% interval of the mean."""
    return float(Z * values.std(ddof=1) / len(values) ** 0.5)


def by_cards(lines: list[Line], values: Values) -> dict[str, Values]:
    """The values by how many cards the leader has more or fewer than the other side."""
    fewer = np.array([traits(line)[1] for line in lines])
    chosen = {"3+ fewer": fewer >= 3, "2 fewer": fewer == 2, "1 fewer": fewer == 1, "equal": fewer == 0}
    chosen |= {"1 more": fewer == -1, "2+ more": fewer <= -2}
    return {name: values[which] for name, which in chosen.items()}


def figures(lines: list[Line], exact: list[Line], values: Values) -> Iterator[str]:
    """The lines of the report."""
    ended = np.array([line["ended"] for line in exact])
    lost, middle = values - ended, np.array([sum(line["value"]) / 2 for line in lines])
    seconds = np.percentile([line["seconds"] for line in lines], [50, 90, 100])
    yield f"{len(lines)} positions, {len(exact)} exact; seconds (median, 90%, most): {seconds}"
    yield f"value: mean {values.mean():.1f} ± {half(values):.1f}, deviation {values.std():.1f}"
    yield f"  quartiles {np.percentile(values, [25, 50, 75])}; with the middles of intervals: mean {middle.mean():.1f}"
    yield f"  the leader ahead in {np.mean(values > 0):.1%}; more than 50 either way in {np.mean(abs(values) > 50):.1%}"
    for name, some in by_cards(exact, values).items():
        yield f"{name}: {some.mean():.1f} ± {half(some):.1f} ({len(some)})"
    weights, halves, share = fit(exact, values)
    differ = np.count_nonzero([traits(line) for line in exact], axis=0)
    for name, weight, width, count in zip(names(weights), weights, halves, differ, strict=True):
        yield f"{name}: {weight:.1f} ± {width:.1f} ({count} positions)"
    yield f"share explained: {share:.2f}"
    yield f"ended: mean {ended.mean():.1f} ± {half(ended):.1f}, deviation {ended.std():.1f}"
    yield f"value less ended: mean {lost.mean():.1f} ± {half(lost):.1f}, mean size {abs(lost).mean():.1f}"
    yield f"  correlation {np.corrcoef(values, ended)[0, 1]:.2f}; within 10 points in {np.mean(abs(lost) <= 10):.1%}"
    yield f"  the same side ahead in {np.mean(values * ended > 0):.1%}"


def draw(exact: list[Line], values: Values, picture: Path) -> None:
    """How values are spread, their means by cards, and the weights."""
    plt.rcParams["svg.fonttype"] = "none"
    figure, (spread, cards, parts) = plt.subplots(1, 3, figsize=(12, 3.4))
    spread.hist(values, bins=np.arange(-180, 181, 10).tolist())
    spread.set(xlabel="value for the leader, points", ylabel="positions")
    groups = by_cards(exact, values)
    cards.errorbar(
        list(groups), [some.mean() for some in groups.values()], [half(some) for some in groups.values()], fmt="o"
    )
    cards.axhline(0, color="grey", linewidth=0.8)
    cards.tick_params(axis="x", labelsize=8, rotation=30)
    cards.set(xlabel="cards of the leader", ylabel="mean value for the leader")
    weights, halves, _ = fit(exact, values)
    parts.errorbar(weights, names(weights), xerr=halves, fmt="o")
    parts.axvline(0, color="grey", linewidth=0.8)
    parts.set(xlabel="points, the rest being equal")
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None})


def main(source: Path, picture: Path) -> None:
    """Write the figures to the terminal, and the picture."""
    lines = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    exact = [line for line in lines if line["value"][0] == line["value"][1]]
    values = np.array([line["value"][0] for line in exact])
    sys.stdout.writelines(f"{line}\n" for line in figures(lines, exact, values))
    draw(exact, values, picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
