"""Decisions of the browser's core and of the native one, side by side.

The same seed and the same number of iterations must give the same action, for every bot and preset, however many
workers think together.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from haggis_cards import RULES, Goal, Rounds
from haggis_cards.bots import make_bot
from haggis_cards.bots.asked import ask
from haggis_cards.bots.protocol import NO_BET
from haggis_cards.view import View
from tests.seed import SEED
from tests.support import random_play
from tests.wasm import answers

EFFORTS = {"search": 256, "neural": 0, "foresight": 16}  # iterations
BOT_SEED = 7


class Case(NamedTuple):
    """A decision, who decides, and how many workers think together."""

    game: str
    view: View
    bot: str
    team: int


ENDS = (Rounds(1), Rounds(3), Goal(120))  # a round by itself, and matches near their ends


def cases(count: int, seed: int = SEED) -> Iterator[Case]:
    """That many decisions at least, as many of each preset and bot."""
    each = -(-count // (len(RULES) * len(EFFORTS)))
    for game in RULES:
        views: list[View] = []
        for deal in range(max(len(ENDS), each // 8)):
            for match in random_play(game, ENDS[deal % len(ENDS)], seed=seed + deal):
                views += [view for seat in match.rules.seats if len((view := match.view(seat))["legal"]) > 1]
        chosen = Random(f"{seed} {game}").sample(views, each * len(EFFORTS))
        for number, view in enumerate(chosen):
            bot = list(EFFORTS)[number % len(EFFORTS)]
            yield Case(game, view, bot, 1 if bot == "neural" else 1 + number // len(EFFORTS) % 4)


def differences(chosen: list[Case], core: Path) -> list[str]:
    """What the two do not agree on."""
    asked = [ask(case.view, case.bot, BOT_SEED) for case in chosen]
    questions = [
        {**question._asdict(), "bot": case.bot, "iterations": EFFORTS[case.bot], "seconds": 0, "team": case.team}
        for case, question in zip(chosen, asked, strict=True)
    ]
    bots = {name: make_bot(f"{name}:{effort}it" if effort else name, BOT_SEED) for name, effort in EFFORTS.items()}
    found = []
    for case, answer in zip(chosen, answers(questions, core, networks=True), strict=True):
        native = bots[case.bot].decide(case.view)
        place = answer.get("place")
        action = answer if place is None else NO_BET if place < 0 else case.view["legal"][place]
        if action != native.action:
            found.append(
                f"{case.game}, {case.bot}, team of {case.team}: {action}, native {native.action} ({native.why})"
            )
    return found
