"""An episode of an environment: one round or a whole match, with the observations and rewards of each seat.

The native core plays it. A match of the Python engine follows behind and catches up only when it is needed: for the
view of a bot or a reader, and between the rounds of a match.
"""

from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.actions import Action, parse
from haggis_cards.cards import PLANE
from haggis_cards.combos import Kind
from haggis_cards.encoding import ACTION_FEATURES, STATE_FEATURES, margins, unpack
from haggis_cards.errors import IllegalAction
from haggis_cards.match import End, Goal, Match, Rounds
from haggis_cards.native import Position
from haggis_cards.native import unpack as unpack_action
from haggis_cards.rules import Rules
from haggis_cards.view import View

Observation: TypeAlias = dict[str, NDArray[Any]]
Reward: TypeAlias = Literal["margin", "points"]

# How many actions are offered by default, by number of players. Longer lists are shortened (`offered_actions`): random
# players meet one in 40,000 decisions of haggis-2 and in 2,000 of the other games.
DEFAULT_ACTIONS: Final = {2: 2048, 3: 1024, 4: 2048}
FEWEST_ACTIONS: Final = 64  # pass, bets and singles always have room
MOST_ACTIONS: Final = _native.MAX_LEGAL

# The bits of a packed action (`native/action.hpp`) by which lists are shortened.
VERB_SHIFT: Final = 60
COURTS_SPENT: Final = np.array([held.bit_count() for held in range(8)])  # by the three bits of J, Q and K
SINGLE, LAST_KIND, BURY = 0, len(Kind) - 1, 9  # verbs: kinds of plays come first


class EpisodeSettings:
    """What all episodes of an environment have in common."""

    def __init__(self, rules: object, end: End | None, reward: Reward, max_actions: int | None) -> None:
        self.rules: Final = Rules.from_spec(rules)
        self.end: Final = Rounds(1) if end is None else end
        if reward not in get_args(Reward):
            raise ValueError(f"the reward is one of {', '.join(get_args(Reward))}, not {reward!r}")
        self.reward: Final[Reward] = reward
        self.max_actions: Final = DEFAULT_ACTIONS[self.rules.players] if max_actions is None else max_actions
        if not FEWEST_ACTIONS <= self.max_actions <= MOST_ACTIONS:
            raise ValueError(f"max_actions is from {FEWEST_ACTIONS} to {MOST_ACTIONS}, not {max_actions}")

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The arrays of an observation, which hold bits."""
        return {
            "observation": (len(STATE_FEATURES),),
            "actions": (self.max_actions, len(ACTION_FEATURES)),
            "action_mask": (self.max_actions,),
        }

    def rewards(self, points: tuple[int, ...]) -> list[float]:
        """The reward of each seat for the points of a round by side."""
        by_side = margins(points).tolist() if self.reward == "margin" else [float(own) for own in points]
        return [by_side[side] for side in self.rules.sides]


class Episode:
    """A round or match under way. `seat` is to act, None at the end; `act` and `play` return the seats' rewards."""

    def __init__(self, settings: EpisodeSettings, seed: int) -> None:
        self.settings = settings
        self._match = Match(settings.rules, settings.end, seed=seed)
        self._pending: list[tuple[int, Action]] = []  # actions that the match has not seen yet
        self._goal = settings.end.points if isinstance(settings.end, Goal) else 0
        self._start()

    def _start(self) -> None:
        self.state = Position.from_round(self._match.round)
        self._refresh()

    def _refresh(self) -> None:
        """Reads from the state who is to act, and the legal actions."""
        self.seat = self.state.turn
        self.packed = self.state.packed()
        self.offered = offered_actions(self.packed, self.settings.max_actions)

    @property
    def count(self) -> int:
        """How many actions are offered."""
        return len(self.offered)

    @property
    def match(self) -> Match:
        """The match so far, in the Python engine."""
        for seat, action in self._pending:
            self._match = self._match.act(seat, action)
        self._pending.clear()
        return self._match

    def view(self, seat: int) -> View:
        """What a seat may see."""
        return self.match.view(seat)

    def action(self, index: int) -> Action:
        """The offered action at this index."""
        if not 0 <= index < self.count:
            raise IllegalAction("no-such-place", place=index, count=self.count)
        return self.legal_action(int(self.offered[index]))

    def legal_action(self, index: int) -> Action:
        """The action at this index of the whole list, which may be longer than what is offered."""
        lo, hi = self.packed[index].tolist()
        return unpack_action(lo, hi, self.settings.rules)

    def play(self, index: int) -> list[float]:
        """Takes the offered action at this index."""
        return self.act(self.action(index))

    def act(self, action: Action | str) -> list[float]:
        """Takes any legal action of the seat to act."""
        if self.seat is None:
            raise IllegalAction("round-over")
        rules = self.settings.rules
        action = parse(action, rules) if isinstance(action, str) else action
        self.state = self.state.act(action)
        self._pending.append((self.seat, action))
        if not self.state.over:
            self._refresh()
            return [0.0] * rules.players
        rewards = self.settings.rewards(tuple(map(sum, zip(*self.state.score(), strict=True))))
        if self.settings.end == Rounds(1) or self.match.over:
            self._refresh()
        else:
            self._start()
        return rewards

    def observe(self, seat: int) -> Observation:
        """What a seat knows, as bits, with its actions if it is to act."""
        words, rows = self.state.encode(seat, self._goal)
        rows = rows[self.offered] if seat == self.seat else rows[:0]
        shapes, count = self.settings.shapes, len(rows)
        actions, mask = np.zeros(shapes["actions"], np.int8), np.zeros(shapes["action_mask"], np.int8)
        actions[:count], mask[:count] = unpack(rows, np.int8), 1
        return {"observation": unpack(words, np.int8), "actions": actions, "action_mask": mask}

    def text(self, seat: int) -> str:
        """The position as a seat sees it, for people."""
        return describe(self.view(seat))


def offered_actions(packed: NDArray[np.uint64], most: int) -> NDArray[np.int64]:
    """The indices of the legal actions that environments offer: all, or if they are too many, those with few courts.

    Wild courts make lists long. Actions without cards and all singles stay, then come plays without courts, with one,
    and so on, each in the order of the list.
    """
    if len(packed) <= most:
        return np.arange(len(packed))
    lo = packed[:, 0]
    verb, courts = lo >> np.uint64(VERB_SHIFT), lo >> np.uint64(PLANE) & np.uint64(7)
    always = (verb == SINGLE) | ((verb > LAST_KIND) & (verb != BURY))
    spent = np.where(always, -1, COURTS_SPENT[courts.astype(np.int64)])
    return np.sort(np.argsort(spent, kind="stable")[:most])


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
        notes = ", ".join(filter(None, marks))
        lines.append(f"  seat {seat}: {shown['cards']:2} cards  {shown['courts']:5}  {notes}".rstrip())
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
