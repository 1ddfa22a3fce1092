"""Perft files: positions with the number of action sequences from them, read by the tests of both engines.

A file is text, one `key value` a line, `#` starts a comment, a blank line ends a position:

    rules {"preset": "haggis-3", "sets": true}     as in a record: JSON, a preset's name or an object
    dealer 0
    lead 1                                         not in Tatties
    totals 30 0 15                                 by side, before the round
    hand 2r 4r 5r ...                              the number cards dealt to seat 0; then those of the others
    haggis 4b 7o 2y                                top card first; missing if there is none
    act 1 play 2r                                  what was done so far, an action a line
    perft 3 15213                                  the number of sequences of 3 actions from here

The sequences: at each point one seat acts, the first that the round waits for, with any of its legal actions, open bets
included. A round that ends sooner has no sequence of that length. `make.py` writes the files.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from haggis_cards import Deal, Round, Rules
from haggis_cards.actions import parse_seated
from haggis_cards.cards import parse_card, parse_cards, text

FOLDER = Path(__file__).parent


class PerftCase(NamedTuple):
    """A round, and how many action sequences there are from it by their length."""

    round: Round
    counts: dict[int, int]


def perft(rnd: Round, depth: int) -> int:
    """The number of action sequences, by the Python engine."""
    if depth == 0:
        return 1
    if rnd.over:
        return 0
    seat = rnd.to_act[0]
    actions = rnd.legal(seat)
    return len(actions) if depth == 1 else sum(perft(rnd.act(seat, action), depth - 1) for action in actions)


def read(path: Path) -> Iterator[PerftCase]:
    """The positions of a file."""
    for block in path.read_text().split("\n\n"):
        lines = [line.partition(" ") for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            yield _position([(key, value) for key, _, value in lines])


def _position(lines: list[tuple[str, str]]) -> PerftCase:
    one = dict(lines)
    rules = Rules.from_spec(json.loads(one["rules"]))
    hands = tuple(parse_cards(value) for key, value in lines if key == "hand")
    rnd = Round.start(
        rules,
        Deal(hands, tuple(map(parse_card, one.get("haggis", "").split()))),
        dealer=int(one["dealer"]),
        lead=int(one["lead"]) if "lead" in one else None,
        totals=[int(total) for total in one["totals"].split()],
    )
    for key, value in lines:
        if key == "act":
            rnd = rnd.act(*parse_seated(value, rules))
    counts = [value.split() for key, value in lines if key == "perft"]
    return PerftCase(rnd, {int(depth): int(count) for depth, count in counts})


def write(path: Path, positions: list[PerftCase]) -> None:
    """Writes a file that `read` reads."""
    blocks = [f"# {path.stem}: see tests/perft/__init__.py for the format, make.py for the maker"]
    for rnd, counts in positions:
        rules = rnd.rules
        lines = [f"rules {json.dumps(rules.spec)}", f"dealer {rnd.dealer}"]
        if rules.opening != "auction":
            lines.append(f"lead {rnd.lead}")
        lines.append(f"totals {' '.join(map(str, rnd.totals))}")
        lines += [f"hand {text(hand)}" for hand in rnd.deal.hands]
        if rnd.deal.haggis:
            lines.append(f"haggis {' '.join(map(text, rnd.deal.haggis))}")
        lines += [f"act {seat} {action}" for seat, action in rnd.log]
        lines += [f"perft {depth} {count}" for depth, count in counts.items()]
        blocks.append("\n".join(lines))
    path.write_text("\n\n".join(blocks) + "\n")
