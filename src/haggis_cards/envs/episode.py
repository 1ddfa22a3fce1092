"""An episode of an environment: one round or a whole match, with the observations and rewards of each seat.

The native core plays it. A match of the Python engine follows behind and catches up only when it is needed: for the
view of a bot or a reader, and between the rounds of a match.
"""

from itertools import islice
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.actions import Action, parse
from haggis_cards.encoding import ACTION_FEATURES, PAST
from haggis_cards.envs.shapes import shape_names
from haggis_cards.errors import IllegalAction
from haggis_cards.match import Match
from haggis_cards.match_end import End, Goal, Rounds
from haggis_cards.native import Position, native_rules, pack, unpack
from haggis_cards.rules import Rules
from haggis_cards.view import View

Bits: TypeAlias = NDArray[np.int8]
Observation: TypeAlias = Any  # bits, or with `actions="list"` a dict of them
Reward: TypeAlias = Literal["margin", "points"]
Numbering: TypeAlias = Literal["shapes", "list"]

# How many actions of a list are offered by default, by number of players. Longer lists are shortened: random players
# meet one in 40,000 decisions of haggis-2 and in 2,000 of the other games.
DEFAULT_ACTIONS: Final = {2: 2048, 3: 1024, 4: 2048}
FEWEST_ACTIONS: Final = 64  # pass, bets and singles always have room
MOST_ACTIONS: Final = _native.MAX_LEGAL
INT8: Final = np.dtype(np.int8)
NOBODY: Final = _native.NOBODY


class EpisodeSettings:
    """What all episodes of an environment have in common."""

    def __init__(
        self,
        rules: object,
        end: End | None = None,
        reward: Reward = "margin",
        actions: Numbering = "shapes",
        max_actions: int | None = None,
        past: int = PAST,
    ) -> None:
        self._given = rules, end, reward, actions, max_actions, past
        self.rules: Final = Rules.from_spec(rules)
        self.end: Final = Rounds(1) if end is None else end
        self.is_round: Final = self.end == Rounds(1)  # an episode is one round, not a match
        check_choice("the reward", reward, Reward)
        check_choice("actions", actions, Numbering)
        self.by_list: Final = actions == "list"
        if max_actions is not None and not self.by_list:
            raise ValueError('max_actions is for actions="list"; every shape has its own number')
        most = DEFAULT_ACTIONS[self.rules.players] if max_actions is None else max_actions
        if not FEWEST_ACTIONS <= most <= MOST_ACTIONS:
            raise ValueError(f"max_actions is from {FEWEST_ACTIONS} to {MOST_ACTIONS}, not {max_actions}")
        if not 0 <= past <= PAST:
            raise ValueError(f"past is from 0 to {PAST} actions, not {past}")
        goal = self.end.points if isinstance(self.end, Goal) else 0
        self.native: Final = _native.EnvSettings(
            native_rules(self.rules), not self.by_list, most, past, goal, reward == "margin"
        )
        self.max_actions: Final = self.native.action_count
        self.feature_count: Final = self.native.feature_count
        self.mask_shape: Final = (self.max_actions,)
        self.observation_shape: Final = (self.feature_count,)

    def __reduce__(self) -> tuple[Any, ...]:
        return EpisodeSettings, self._given


def check_choice(what: str, value: object, choices: Any) -> None:
    """Refuses a value that is not one of a Literal's."""
    if value not in get_args(choices):
        raise ValueError(f"{what} is one of {', '.join(get_args(choices))}, not {value!r}")


class Episode:
    """A round or match under way. `seat` is to act, None at the end.

    `play` and `act` return the seats' rewards when a round has ended, and otherwise None.
    """

    def __init__(self, settings: EpisodeSettings) -> None:
        self.settings = settings
        self.table: Final = _native.SingleEnv(settings.native)
        self._by_list = settings.by_list
        self.seat: int | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "table": self.table.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        table = _native.SingleEnv(state["settings"].native)
        table.load(state["table"])
        self.__dict__.update(state, table=table)

    def start(self, seed: int) -> None:
        """Deals a new episode."""
        if self.settings.is_round:
            self._match: Match | None = None  # until it is asked for
            self.seat = self.table.deal(seed)
        else:
            self._start_round(Match(self.settings.rules, self.settings.end, seed=seed))

    def _start_round(self, match: Match) -> None:
        self._match = match
        self._seen = 0  # actions of this round that the match has seen
        self.seat = self.table.start(Position.from_round(match.round).native)

    @property
    def position(self) -> Position:
        """A copy of the round in the core."""
        return Position(self.settings.rules, self.table.position)

    @property
    def match(self) -> Match:
        """The match so far, in the Python engine."""
        position = self.position
        if self._match is None:
            start = position.to_round()
            self._match = Match(start.rules, Rounds(1), dealer=start.dealer, deals=[start.deal])
            self._seen = 0
        for seat, action in islice(position.log, self._seen, None):
            self._match = self._match.act(seat, action)
            self._seen += 1
        return self._match

    def view(self, seat: int) -> View:
        """What a seat may see."""
        return self.match.view(seat)

    def action(self, number: int) -> Action:
        """The action with this number."""
        try:
            lo, hi = self.table.action(number)
        except IndexError:
            raise self._refusal(number) from None
        return unpack(lo, hi, self.settings.rules)

    def play(self, number: int) -> list[float] | None:
        """Takes the action with this number."""
        try:
            seat = self.table.step(number)
        except IndexError:
            raise self._refusal(number) from None
        if seat == NOBODY:
            return self._end_round()
        self.seat = seat
        return None

    def act(self, action: Action | str) -> list[float] | None:
        """Takes any legal action of the seat to act, of whatever number."""
        if self.seat is None:
            raise IllegalAction("round-over")
        rules = self.settings.rules
        action = parse(action, rules) if isinstance(action, str) else action
        packed = pack(action, rules)
        try:
            seat = self.table.act(*packed)
        except IndexError:
            refusal = self.match.round.refusal(self.seat, action)
            assert refusal is not None, "the engines differ"
            raise refusal from None
        return self._went_on(seat)

    def act_randomly(self) -> list[float] | None:
        """Takes a random action of the seat to act."""
        return self._went_on(self.table.act_randomly())

    def _went_on(self, seat: int) -> list[float] | None:
        if seat == NOBODY:
            return self._end_round()
        self.seat = seat
        return None

    def _end_round(self) -> list[float]:
        rewards = self.table.rewards()
        if self.settings.is_round or self.match.over:
            self.seat = None
        else:
            self._start_round(self.match)
        return rewards

    def wrap(self, number: int) -> int:
        """The number itself if it is legal, or else the next one that is; after the last one the first."""
        most = self.settings.max_actions
        if not 0 <= number < most:
            raise ValueError(f"there is no action {number}; they are numbered from 0 to {most - 1}")
        return self.table.wrap(number)

    def mask(self) -> Bits:
        """Which numbers are legal for the seat to act."""
        return np.ndarray(self.settings.mask_shape, INT8, self.table.mask())

    def legal_actions(self) -> list[int]:
        """The numbers that are legal for the seat to act, from low to high; none at the end."""
        return self.table.numbers()

    def observe(self, seat: int) -> Observation:
        """What a seat knows, as bits; with `actions="list"` also the rows and the mask of its actions."""
        bits = np.ndarray(self.settings.observation_shape, INT8, self.table.observe(seat))
        if not self._by_list:
            return bits
        most = self.settings.max_actions
        rows, mask = np.zeros((most, len(ACTION_FEATURES)), np.int8), np.zeros(most, np.int8)
        if seat == self.seat:
            self.table.fill_rows(rows)
            mask = self.mask()
        return {"observation": bits, "actions": rows, "action_mask": mask}

    def text(self, seat: int) -> str:
        """The position as a seat sees it, for people."""
        return describe(self.view(seat))

    def _refusal(self, number: int) -> Exception:
        if self.seat is None:
            return IllegalAction("round-over")
        if self.settings.by_list:
            return IllegalAction("no-such-place", place=number, count=self.table.count)
        names = shape_names(self.settings.rules)
        if not 0 <= number < len(names):
            return ValueError(f"there is no action {number}; they are numbered from 0 to {len(names) - 1}")
        return ValueError(f"action {number} ({names[number]}) is not legal now; take one that the mask marks")


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
