"""Helpers of the review's tests: a small effort, matches of bots and of random players, decisions on the way."""

from collections.abc import Iterator
from random import Random
from typing import Any

from haggis_cards import Match, Rounds
from haggis_cards.actions import Bet
from haggis_cards.bots import make_bot
from haggis_cards.cards import ALL_COURTS
from haggis_cards.combos import Play
from haggis_cards.native import Position
from haggis_cards.review.core import at_once
from haggis_cards.review.judge import Effort, Judge, Judgement
from haggis_cards.review.model import SeenData
from haggis_cards.review.native_core import NativeCore
from haggis_cards.review.question import are_hands_known
from haggis_cards.rules import Rules
from tests.bots.helpers import play
from tests.support import random_play

TINY = Effort(worlds=8, doubt=12, iterations=48, seen=2)


def bot_match(rules: str, spec: str = "greedy", rounds: int = 1, seed: int = 1) -> Match:
    """A match of one bot against itself."""
    players = Match(rules).rules.players
    return play(rules, [make_bot(spec, seat) for seat in range(players)], rounds, seed)


def random_match(rules: str | dict[str, Any], rounds: int = 1, seed: int = 4) -> Match:
    """A finished match of random players."""
    *_, match = random_play(rules, Rounds(rounds), seed)
    return match


def decisions(rules: str | dict[str, Any], every: int, seed: int = 4) -> Iterator[tuple[Match, int]]:
    """Some positions of a random round in which there is something to decide, with a seat that may act."""
    for match in list(random_play(rules, Rounds(1), seed))[::every]:
        if not match.over and len(match.view(match.to_act[0])["legal"]) > 1:
            yield match, match.to_act[0]


def thrifty_play(game: str, seed: int) -> Iterator[Match]:
    """A round of players who keep their courts as long as they can: at the end, courts are all that the hands hide."""
    rng, match = Random(seed), Match(game, Rounds(1), seed=seed)
    while not match.over:
        yield match
        seat = match.to_act[0]
        legal = [action for action in match.legal(seat) if not isinstance(action, Bet)]
        cheap = [action for action in legal if isinstance(action, Play) and not action & ALL_COURTS]
        match = match.act(seat, rng.choice(cheap) if cheap else legal[0])


def endings(game: str, seeds: range) -> Iterator[tuple[Match, int]]:
    """Positions in which the seat knows all hands and the core can solve them."""
    for match in (match for seed in seeds for match in thrifty_play(game, seed)):
        seat = match.to_act[0]
        if match.round.phase != "play" or sum(map(int.bit_count, match.round.hands)) > 9:
            continue
        view = match.view(seat)
        if len(view["legal"]) > 1 and are_hands_known(view, match.rules):
            if solve(Position.from_view(view, Random(0)), seat) is not None:
                yield match, seat


def solve(position: Position, seat: int) -> list[float] | None:
    return at_once(NativeCore().solve(position, seat, range(len(position.legal(seat)))))


class Judging:
    """The judge that asks the native core, which answers at once."""

    def __init__(self, rules: Rules, effort: Effort, seed: int = 0, *, network: bool = True) -> None:
        self._judge = Judge(rules, effort, NativeCore(network), seed)

    def judge(self, *asked: Any) -> Judgement:
        return at_once(self._judge.judge(*asked))

    def judge_bet(self, *asked: Any) -> Judgement:
        return at_once(self._judge.judge_bet(*asked))

    def see(self, *asked: Any) -> SeenData:
        return at_once(self._judge.see(*asked))
