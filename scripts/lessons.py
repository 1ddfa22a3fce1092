"""The positions of the lessons: real matches of the engine, brought to the decision that a lesson is about.

`scripts/web_data.py` writes them for the client with the view and the legal actions of the learner, seat 0. Hands are
smaller than in the game, so that a beginner sees what matters; everything else is the game's.
"""

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from haggis_cards.cards import ALL_COURTS, gather, parse_card, parse_cards, text
from haggis_cards.deal import Deal
from haggis_cards.match import Match
from haggis_cards.match_end import Rounds
from haggis_cards.round import Phase
from haggis_cards.rules import RULES, Rules
from haggis_cards.scoring import card_points
from haggis_cards.view import legal, view

NAMES: Final = ("You", "Ann", "Bob", "Cat")
COURTS: Final = "J Q K"


class Step(NamedTuple):
    """One decision. Its words are in the client's catalogue, by the names of the lesson and of the step."""

    name: str
    hands: tuple[str, ...]  # number cards by seat, the learner's first
    before: tuple[str, ...] = ()  # what is played first, as in a log: "1 play 6y"
    want: tuple[str, ...] = ()  # what the lesson asks for; () if every legal action will do
    after: tuple[str, ...] = ()  # what follows the answer
    preset: str = "haggis-2"
    courts: tuple[str, ...] | None = ("", "")  # the courts that are left by seat; None: all, as dealt
    leader: int = 1  # who leads when the courts that are too many have been played
    dealer: int = 0
    haggis: str = ""  # the top of the haggis
    bets: bool = False  # whether the learner may bet here


PARTS: Final[dict[str, tuple[str, ...]]] = {
    "first": ("climb", "courts", "pass", "bombs", "worth", "bet", "out"),
    "second": ("auction", "sheep", "exchange", "lead"),
}
LESSONS: Final[dict[str, tuple[Step, ...]]] = {
    "climb": (
        Step("single", ("3r 4g 9b", "6y 2b 2g"), ("1 play 6y",), after=("1 pass",)),
        Step("run", ("2r 5g 6g 7g 8g Tr", "4b 5b 6b 2y 8y 3g"), ("1 play 4b 5b 6b",), after=("1 pass",)),
        Step("stair", ("6y 6g 7y 7g 9r Tb", "4r 4b 5r 5b 2y 9g"), ("1 play 4r 4b 5r 5b",), after=("1 pass",)),
    ),
    "courts": (
        Step("alone", ("2b 3g 5r", "Ty 4y 2g"), ("1 play Ty",), ("play J",), ("1 pass",), courts=(COURTS, "")),
        Step(
            "gap",
            ("2b 7g 9g 4g", "4r 5r 6r 2y"),
            ("1 play 4r 5r 6r",),
            ("play 7g J=8g 9g",),
            courts=("J", ""),
        ),
    ),
    "pass": (Step("must", ("2r 3g 4b", "Ty 8y 2g"), ("1 play Ty",), ("pass",)),),
    "bombs": (
        Step(
            "boom",
            ("3r 4g 5y 7g 9b", "8y 9y Ty 2r 2g"),
            ("1 play 8y 9y Ty",),
            ("play 3r 5y 7g 9b", "play J Q", "play J K", "play Q K", "play J Q K"),
            ("1 pass",),
            courts=(COURTS, ""),
        ),
        Step("higher", ("5r 6g", "2b 3g"), ("1 play J Q",), ("play Q K",), ("1 pass",), courts=("Q K", "J Q")),
        Step("keep", ("3r 5y 7g 9b 2r", "6b 8y 8g Tr 2g"), ("1 play 6b",), ("pass",)),
    ),
    "worth": (
        Step(
            "take",
            ("7g 8g 9g 2r", "5r 6r 7r 4b"),
            ("1 play 5r 6r 7r",),
            ("play 7g 8g 9g",),
            ("1 pass",),
        ),
        Step("bombed", ("2r 4g 6b", "8y 8g 2b"), ("1 play K",), ("pass",), courts=(COURTS, "K")),
    ),
    "bet": (
        Step(
            "first",
            ("7r 8r 9r Tr 8g", "2y 4b 5g 6y 9b"),
            want=("bet 15", "bet 30", "bet 45"),
            courts=None,
            dealer=1,
            bets=True,
        ),
    ),
    "out": (
        Step("lead", ("4y 5y 6y 9b", "2r 3g 8b Tg"), want=("play 4y 5y 6y",), after=("1 pass",), leader=0),
        Step("last", ("9b", "2r"), want=("play 9b",), leader=0, courts=("", COURTS), haggis="3b 5b 7b 9g"),
    ),
    "auction": (
        Step(
            "bid",
            ("4r 5r 6r 7r 8r", "2y 3b 6g 9y Tg", "2o 4b 7y 9g To"),
            preset="tatties-3",
            courts=None,
            want=("bid 15", "bid 30", "bid 45"),
        ),
        Step(
            "bury",
            ("4r 5r 6r 7r 2g", "2y 3b 6g 9y Tg", "2o 4b 7y 9g To"),
            ("0 bid 30", "1 pass", "2 pass"),
            ("bury 2g 3o",),
            preset="tatties-3",
            courts=None,
            haggis="8r 3o",
        ),
    ),
    "sheep": (
        Step(
            "partner",
            ("7g 9b 2y", "3b 4r 6o", "8y 2g Tb"),
            ("0 pass", "1 bid 15", "2 pass", "1 bury 3y 4y 6y", "1 play 4r", "2 play 8y"),
            ("pass",),
            preset="tatties-3",
            courts=None,
            haggis="3y 4y 6y",
        ),
    ),
    "exchange": (
        Step(
            "give",
            ("4r 5r 6r 2g 9y", "3b 5g 8y Tr 2r", "2b 4g 7y 9g 3y", "6b 6g 8r Tb 4y"),
            preset="neeps-4",
            courts=None,
        ),
    ),
    "lead": (
        Step(
            "partner",
            ("2g 4r 4y 6b", "8y 9b Tb 2r", "3y 4y 5y 9g", "2y 3b 6g 8r"),
            (
                *("0 give 2g", "1 give 2r", "2 give 9g", "3 give 2y"),
                *("0 give 9g", "1 give 2y", "2 give 2g", "3 give 2r"),
                *("2 play 3y 4y 5y", "3 pass", "0 pass", "1 pass"),
                *("2 play K", "3 pass", "0 pass", "1 pass"),
                *("2 play Q", "3 pass", "0 pass", "1 pass"),
                *("2 play J", "3 play Q", "0 play Q K", "1 pass", "2 pass", "3 pass"),
            ),
            ("lead 2",),
            preset="neeps-4",
            courts=None,
            dealer=1,
        ),
    ),
}


def _rules(step: Step) -> Rules:
    """The game with hands of this size; what nobody holds lies in the haggis."""
    rules = RULES[step.preset]
    size = len(step.hands[0].split())
    spare = len(rules.deck.cards()) - size * rules.players
    return dataclasses.replace(rules, hand_size=size, haggis_size=spare)


def _deal(step: Step, rules: Rules) -> Deal:
    left = rules.deck.cards()
    for card in " ".join((*step.hands, step.haggis)).split():
        left.remove(parse_card(card))
    top = tuple(map(parse_card, step.haggis.split()))
    return Deal(tuple(parse_cards(hand) for hand in step.hands), (*top, *left))


def _shed(match: Match, step: Step) -> Match:
    """Both players play the courts that the lesson has no use for, as Singles; a search finds in which order."""
    if step.courts is None:
        return match
    keep = [parse_cards(courts) if courts else 0 for courts in step.courts]

    def go_on(now: Match, depth: int) -> Iterator[Match]:
        rnd = now.round
        if not rnd.trick and rnd.turn == step.leader and [hand & ALL_COURTS for hand in rnd.hands] == keep:
            yield now
        elif depth:
            seat = rnd.to_act[0]
            for action in legal(rnd, seat):
                court = action.removeprefix("play ")
                spare = court in COURTS.split() and not parse_card(court) & keep[seat]
                if spare or (action == "pass" and rnd.trick):
                    yield from go_on(now.act(seat, action), depth - 1)

    return next(go_on(match, 16))


def _play(match: Match, log: Sequence[str]) -> Match:
    for line in log:
        seat, _, action = line.partition(" ")
        match = match.act(int(seat), action)
    return match


def position(step: Step) -> Match:
    """The match at the learner's decision."""
    rules = _rules(step)
    players = NAMES[: rules.players]
    # Whoever leads, the search for the courts' order finds the rest.
    for dealer in (step.dealer, *(seat for seat in rules.seats if seat != step.dealer)):
        match = Match(rules, Rounds(1), dealer=dealer, players=players, deals=[_deal(step, rules)])
        try:
            return _play(_shed(match, step), step.before)
        except StopIteration:
            continue
    raise SystemExit(f"{step.name}: the courts cannot be played so")


def _facts(before: Match, after: Match) -> dict[str, int]:
    """What the answer was worth, by the engine: points of the trick on the table, and of the round if it is over."""
    played = [play for _, play in before.round.trick if play]
    trick = gather([card for play in played for card in _cards(str(play))])
    facts = {"trick": card_points(before.rules, trick), "held": max(map(len, _hands(before)[1:]))}
    if len(after.round.tricks) > len(before.round.tricks):
        won = [play for _, play in after.round.tricks[-1].entries if play]
        facts["trick"] = card_points(before.rules, gather([card for play in won for card in _cards(str(play))]))
    if after.finished:
        result = view(after, 0)["results"][-1]
        facts |= {"out": result["parts"]["out"][0], "cards": result["parts"]["cards"][0], "points": result["points"][0]}
    return facts


def _cards(action: str) -> list[int]:
    return [parse_card(cell.split("=")[0]) for cell in action.removeprefix("play ").split()]


def _hands(match: Match) -> list[list[str]]:
    return [text(hand).split() for hand in match.round.hands]


def _data(lesson: str, step: Step) -> dict[str, Any]:
    match = position(step)
    seen: dict[str, Any] = dict(view(match, 0))
    choices = [one for one in seen["legal"] if step.bets or not one.startswith("bet ")]
    name = f"{lesson}.{step.name}"
    if 0 not in match.round.to_act or not set(step.want) <= set(choices):
        raise SystemExit(f"{name}: {step.want} is not among {choices}")
    answer = (step.want or [one for one in choices if one != "pass"])[0]
    after = _play(match, (f"0 {answer}", *step.after)) if match.round.phase is Phase.PLAY else match
    # What went before is of no use to the learner.
    seen |= {"legal": choices, "log": [], "tricks": [], "rules": step.preset}
    return {"name": name, "lesson": lesson, "want": step.want, "facts": _facts(match, after), "view": seen}


def lessons() -> list[dict[str, Any]]:
    """All decisions of all lessons, in order."""
    return [_data(lesson, step) for part in PARTS.values() for lesson in part for step in LESSONS[lesson]]


def module() -> str:
    """The TypeScript module."""
    lines = ",\n  ".join(json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in lessons())
    made = "// Made by scripts/web_data.py out of scripts/lessons.py; do not edit.\n"
    names = " | ".join(json.dumps(f"{lesson}.{step.name}") for lesson, steps in LESSONS.items() for step in steps)
    titles = " | ".join(json.dumps(lesson) for lesson in LESSONS)
    return (
        f"{made}import type {{ View }} from './messages'\n\n"
        f"export const PARTS = {json.dumps(PARTS)} as const\n"
        f"export type Lesson = {titles}\nexport type StepName = {names}\n"
        "export interface Step {\n  name: StepName\n  lesson: Lesson\n"
        "  want: string[]\n  facts: Record<string, number>\n  view: View\n}\n"
        f"export const STEPS: Step[] = [\n  {lines}\n]\n"
    )


FILES: Final = {Path(__file__).parent.parent / "web" / "src" / "protocol" / "steps.ts": module}
