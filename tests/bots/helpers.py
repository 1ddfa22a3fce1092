"""Helpers of the bots' tests: whole matches of bots, programs written on the spot."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from haggis_cards import Match, Rounds, Rules, View
from haggis_cards.bots import Bot

# The good half of a bot; what it does with a question, its test says.
GREETING = """
import json, os, sys, time

def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

seed = json.loads(sys.stdin.readline())["seed"]
say(type="hello", protocol=1, name="test")
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "quit":
        break
    view, id = question["view"], question["id"]
    legal = view["legal"]
"""


def program(folder: Path, answer: str, start: str = GREETING) -> str:
    """The spec of a program that greets and then answers every question by these lines."""
    path = folder / "bot.py"
    path.write_text(start + "".join(f"    {line}\n" for line in answer.splitlines()), encoding="utf-8")
    return "process:" + shlex.join([sys.executable, str(path)])


def first_view(rules: str | dict[str, Any] = "haggis-2", seed: int = 1) -> View:
    """What the first to act sees of a fresh match."""
    match = Match(rules, seed=seed)
    return match.view(match.to_act[0])


def play(rules: Rules | str | dict[str, Any], bots: Sequence[Bot], rounds: int = 1, seed: int = 1) -> Match:
    """A match of bots; an illegal action raises."""
    match = Match(rules, Rounds(rounds), seed=seed)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, bots[seat].decide(match.view(seat)).action)
    return match
