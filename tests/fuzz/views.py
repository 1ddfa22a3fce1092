"""Fuzzes what programs say: views for the core and for bots, and the answers of bots that are programs.

A view that is no seat's view is refused in words, and whatever the core accepts can be searched. A bot under guard
answers legally whatever it is shown, and whatever its program answers.
"""

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from haggis_cards import Match, Rounds
from haggis_cards.bots import Bot, Guarded, make_bot
from haggis_cards.bots.process import ProcessBot
from haggis_cards.bots.protocol import is_answer
from haggis_cards.errors import HaggisError
from haggis_cards.native import Position
from tests.fuzz.driver import Bytes, mutate_bytes, mutate_json, run
from tests.side_by_side import random_rules

SPECS = ("random", "greedy", "search:4it:1", "neural")


@cache
def good_views(seed: int) -> list[Any]:
    """Views of a random match as JSON: of every seat that may do something, now and then."""
    rng, found = Random(seed), []
    match = Match(random_rules(rng), Rounds(2), seed=seed)
    for _ in range(rng.randint(8, 60)):
        if not match.over:
            seat = rng.choice(match.to_act)
            match = match.act(seat, rng.choice(match.legal(seat)))
            if rng.random() < 0.2 and not match.over:
                views = [match.view(seat) for seat in match.rules.seats]
                found += [json.loads(json.dumps(view)) for view in views if view["legal"]]
    return found or good_views(seed + 1000)


@cache
def bot(spec: str) -> Bot:
    return make_bot(spec, 1)


@cache
def script() -> Path:
    return Path(tempfile.mkdtemp(prefix="haggis-fuzz-")) / "answers"


def one(data: bytes) -> None:
    """One view, or one program, out of bytes."""
    source = Bytes(data)
    view = source.pick(good_views(source.number(64)))
    if source.number(8) == 0:
        answers_of_a_program(view, source)
        return
    asked = view
    for _ in range(source.number(4)):
        view = mutate_json(view, source)
    try:
        position = Position.from_view(view, Random(source.number(256)))
    except HaggisError as error:
        if not str(error):
            raise
    else:
        if not position.over and position.turn is not None:
            position.search(position.turn, 1, iterations=2)
            position.to_round()
    if isinstance(view, dict):
        shown: Any = view | {key: asked[key] for key in ("legal", "seat", "to_act")}  # by these the guard judges
        guarded = Guarded(bot(source.pick(SPECS)), report=lambda _: None)
        assert is_answer(shown, guarded.decide(shown, 0.01).action)


def answers_of_a_program(view: Any, source: Bytes) -> None:
    """A program that says what is in a file, whatever it is asked."""
    lines: Any = [
        {"type": "hello", "protocol": 1, "name": "x", "again": True},
        {"type": "decision", "id": 1, "action": source.pick(view["legal"]), "why": "so"},
    ]
    for _ in range(source.number(3)):
        lines = mutate_json(lines, source)
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines) if isinstance(lines, list) else b""
    for _ in range(source.number(3)):
        text = mutate_bytes(text, source)
    script().write_bytes(text)
    guarded = Guarded(ProcessBot(["cat", str(script())], "program", grace=0.2), report=lambda _: None)
    assert is_answer(view, guarded.decide(view, 0.5).action)
    guarded.close()


if __name__ == "__main__":
    run(one, __doc__)
