"""An episode of an environment: one round, or a whole match, with what each seat observes and is rewarded.

It is played by the native core. A Python match follows behind and catches up only when it is asked: for the view of a
bot or a reader, and between the rounds of a match.
"""

from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.actions import Action, parse
from haggis_cards.encoding import ACTION_FEATURES, STATE_FEATURES, margins, unpack
from haggis_cards.errors import IllegalAction
from haggis_cards.match import End, Goal, Match, Rounds
from haggis_cards.native import State
from haggis_cards.native import unpack as unpack_action
from haggis_cards.rules import Rules
from haggis_cards.view import View

Observation: TypeAlias = dict[str, NDArray[Any]]
Reward: TypeAlias = Literal["margin", "points"]

# So many places for actions the environments have by default; longer lists are shortened (`kept_places`). Random
# players meet one in 40,000 decisions of haggis-2, in 2,000 of the games for three, and in 2,000 of Neeps.
MAX_ACTIONS: Final = {2: 2048, 3: 1024, 4: 2048}  # by number of players
FEWEST: Final = 64  # pass, bets and singles always have room
MOST: Final = _native.MAX_LEGAL


class Settings:
    """What all episodes of an environment have in common, checked once."""

    def __init__(self, rules: object, end: End | None, reward: Reward, max_actions: int | None) -> None:
        self.rules: Final = Rules.of(rules)
        self.end: Final = Rounds(1) if end is None else end
        if reward not in get_args(Reward):
            raise ValueError(f"the reward is one of {', '.join(get_args(Reward))}, not {reward!r}")
        self.reward: Final[Reward] = reward
        self.max_actions: Final = MAX_ACTIONS[self.rules.players] if max_actions is None else max_actions
        if not FEWEST <= self.max_actions <= MOST:
            raise ValueError(f"max_actions is from {FEWEST} to {MOST}, not {max_actions}")

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The arrays of an observation, all of them bits."""
        return {
            "observation": (len(STATE_FEATURES),),
            "actions": (self.max_actions, len(ACTION_FEATURES)),
            "action_mask": (self.max_actions,),
        }

    def rewards(self, points: tuple[int, ...]) -> list[float]:
        """What the points of a round, by side, are worth to each seat."""
        by_side = margins(points).tolist() if self.reward == "margin" else [float(own) for own in points]
        return [by_side[side] for side in self.rules.sides]


class Episode:
    """A round or match under way. `seat` is to act, None at the end; `act` and `play` return the seats' rewards."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self._match = Match(settings.rules, settings.end, seed=seed)
        self._ahead: list[tuple[int, Action]] = []  # what the match has not yet been told
        self._goal = settings.end.points if isinstance(settings.end, Goal) else 0
        self._start()

    def _start(self) -> None:
        self.state = State.from_round(self._match.round)
        self._look()

    def _look(self) -> None:
        """Who is to act, and what it may do."""
        self.seat = self.state.turn
        self.packed = self.state.packed()
        self.kept = kept_places(self.packed, self.settings.max_actions)

    @property
    def count(self) -> int:
        """How many places have an action."""
        return len(self.kept)

    @property
    def match(self) -> Match:
        """The match so far, in Python."""
        for seat, action in self._ahead:
            self._match = self._match.act(seat, action)
        self._ahead.clear()
        return self._match

    def view(self, seat: int) -> View:
        """What a seat may see."""
        return self.match.view(seat)

    def action(self, place: int) -> Action:
        """The action at a place."""
        if not 0 <= place < self.count:
            raise IllegalAction("no-such-place", place=place, count=self.count)
        return self.listed(int(self.kept[place]))

    def listed(self, index: int) -> Action:
        """An action of the whole list of legal ones, which may be longer than what the places hold."""
        lo, hi = self.packed[index].tolist()
        return unpack_action(lo, hi, self.settings.rules)

    def play(self, place: int) -> list[float]:
        """Takes the action at a place."""
        return self.act(self.action(place))

    def act(self, action: Action | str) -> list[float]:
        """Takes any legal action of the seat to act."""
        if self.seat is None:
            raise IllegalAction("round-over")
        rules = self.settings.rules
        action = parse(action, rules) if isinstance(action, str) else action
        self.state = self.state.act(action)
        self._ahead.append((self.seat, action))
        if not self.state.over:
            self._look()
            return [0.0] * rules.players
        rewards = self.settings.rewards(tuple(map(sum, zip(*self.state.score(), strict=True))))
        if self.settings.end == Rounds(1) or self.match.over:
            self._look()
        else:
            self._start()
        return rewards

    def observe(self, seat: int) -> Observation:
        """What a seat knows, as bits, and its actions if it is to act."""
        words, rows = self.state.encode(seat, self._goal)
        rows = rows[self.kept] if seat == self.seat else rows[:0]
        shapes, count = self.settings.shapes, len(rows)
        actions, mask = np.zeros(shapes["actions"], np.int8), np.zeros(shapes["action_mask"], np.int8)
        actions[:count], mask[:count] = unpack(rows, np.int8), 1
        return {"observation": unpack(words, np.int8), "actions": actions, "action_mask": mask}

    def text(self, seat: int) -> str:
        """The position as a seat sees it, for people."""
        return describe(self.view(seat))


def kept_places(packed: NDArray[np.uint64], most: int) -> NDArray[np.int64]:
    """The places of a list that environments offer: all, or of too long a list those that spend few courts.

    Lists get long by wild courts. Everything without cards and all singles stay, then come plays without courts, with
    one, and so on, each in the order of the list.
    """
    if len(packed) <= most:
        return np.arange(len(packed))
    lo = packed[:, 0]
    verb, courts = lo >> np.uint64(60), lo >> np.uint64(45) & np.uint64(7)
    spent = np.array([0, 1, 1, 2, 1, 2, 2, 3])[courts.astype(np.int64)]
    bury = 9
    plain = (verb == 0) | ((verb > 4) & (verb != bury))
    return np.sort(np.argsort(np.where(plain, -1, spent), kind="stable")[:most])


def describe(view: View) -> str:
    """A view in a few lines of text."""
    lines = [f"{view['rules']}, round {view['round']}: {view['phase']}"]
    for seat, shown in enumerate(view["seats"]):
        marks = [
            "you" if seat == view["seat"] else "",
            "to act" if seat in view["to_act"] else "",
            f"bet {shown['bet']}" if shown["bet"] is not None else "",
            "out" if shown["out"] else "",
        ]
        told = ", ".join(filter(None, marks))
        lines.append(f"  seat {seat}: {shown['cards']:2} cards  {shown['courts']:5}  {told}".rstrip())
    lines += [
        f"  seat {entry['seat']} {'passes' if entry['play'] is None else 'plays ' + entry['play']}"
        for entry in view["trick"]
    ]
    points = [pile["points"] + pile["bonus"] for pile in view["piles"]]
    lines.append(f"points {points}, totals {view['totals']}")
    lines.append(f"hand   {view['hand']}")
    if view["seat"] in view["to_act"]:
        legal = view["legal"]
        more = f", ... ({len(legal)})" if len(legal) > 8 else ""
        lines.append(f"legal  {', '.join(legal[:8])}{more}")
    return "\n".join(lines)
