"""OpenSpiel's interface: importing this registers `python_haggis`, a round of any of the games.

>>> game = pyspiel.load_game("python_haggis(rules=haggis-3)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():  # the dealer, then the deck card by card
...     state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(1, 'bet 15')

Actions are numbers of shapes (`haggis_cards.envs.shapes`). Returns are margins, which add up to zero. House rules stand
behind the preset: `python_haggis(rules=haggis-3 points:flat bets:10/20/30)`.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.actions import Bury, Give
from haggis_cards.cards import LINE, PLANE, gather, text
from haggis_cards.deal import Deal
from haggis_cards.envs.episode import EpisodeSettings
from haggis_cards.envs.shapes import shape_names
from haggis_cards.native import Position
from haggis_cards.round import Round
from haggis_cards.rulebook import read_value
from haggis_cards.rules import RULES, Rules

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error.name} is missing: pip install haggis-cards[openspiel]", name=error.name
    ) from None

DEFAULT: Final = "haggis-2"
# Features of what the seat alone sees, its hand, and of what everybody sees: plays, the trick, seats and points.
HAND: Final = slice(0, 128)
PUBLIC: Final = (slice(4 * 64, 12 * 64), slice(17 * 64, 23 * 64))

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_haggis",
    long_name="Haggis",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(rules.players for rules in RULES.values()),
    min_num_players=min(rules.players for rules in RULES.values()),
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": DEFAULT},
)


@lru_cache(maxsize=16)
def _settings(rules: Rules) -> EpisodeSettings:
    return EpisodeSettings(rules)


def read_rules(text: str) -> Rules:
    """The rules that a parameter names. OpenSpiel keeps `=` and commas for itself."""
    preset, *house = text.split() or [""]
    pairs = [(name, value.replace("/", ",")) for name, _, value in (rule.partition(":") for rule in house)]
    return Rules.from_spec(preset).replace(**{name: read_value(name, value) for name, value in pairs})


def _most_points(rules: Rules) -> int:
    """More than any margin: all bets, all bonuses and all cards."""
    bets = (rules.bet_multiplier + rules.players) * max(rules.bets)
    return bets + 5 * (rules.hand_size + 3) * rules.players + 2 * len(rules.deck.cards()) + 10 * rules.players


class HaggisGame(pyspiel.Game):  # type: ignore[misc]
    """One round; `rules` is the name of a preset, with house rules behind it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules: Final = read_rules((params or {}).get("rules", DEFAULT))
        bound = _most_points(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=_settings(self.rules).max_actions,
            max_chance_outcomes=self.rules.deck.suits * LINE,
            num_players=self.rules.players,
            min_utility=-float(bound),
            max_utility=float(bound),
            utility_sum=0.0,
            max_game_length=_native.MAX_ACTIONS,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "HaggisState":
        return HaggisState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "HaggisObserver":
        """What a player is shown; by default what it knows now."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        return HaggisObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Table(_native.SingleEnv):
    """A round that OpenSpiel can copy and save."""

    def __init__(self, position: Position) -> None:
        super().__init__(_settings(position.rules).native)
        self.rules = position.rules
        self.start(position.native)

    @property
    def round(self) -> Position:
        """A copy of the round, hidden cards included."""
        return Position(self.rules, self.position)

    def __deepcopy__(self, memo: object) -> "Table":
        return Table(self.round)

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.round,)


class HaggisState(pyspiel.State):  # type: ignore[misc]
    """A round: chance chooses the dealer and deals the deck card by card, the haggis first, then hand by hand."""

    def __init__(self, game: HaggisGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self._dealer: int | None = None
        self._dealt: list[int] = []  # the cards' bits
        self.table: Table | None = None  # until the deck is dealt

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.table.seat

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.seat == _native.NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        if self.table is None or player != self.table.seat:
            return []
        return np.flatnonzero(np.frombuffer(self.table.mask(), np.int8)).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dealer, then cards as often as they are left."""
        if self._dealer is None:
            return [(seat, 1 / self.rules.players) for seat in self.rules.seats]
        deck = self.rules.deck
        left = [deck.copies - self._dealt.count(bit) for bit in range(deck.suits * LINE)]
        return [(bit, copies / sum(left)) for bit, copies in enumerate(left) if copies]

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            self.table.step(action)
        elif self._dealer is None:
            self._dealer = action
        else:
            self._dealt.append(action)
            if len(self._dealt) == len(self.rules.deck.cards()):
                self.table = self._start(self._dealer)

    def _start(self, dealer: int) -> Table:
        rules, cards = self.rules, [1 << bit for bit in self._dealt]
        haggis, rest = cards[: rules.haggis_size], cards[rules.haggis_size :]
        hands = tuple(gather(rest[place : place + rules.hand_size]) for place in range(0, len(rest), rules.hand_size))
        return Table(Position.from_round(Round.start(rules, Deal(hands, tuple(haggis)), dealer=dealer)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return shape_names(self.rules)[action]
        return f"dealer {action}" if self._dealer is None else f"deal {text(1 << action)}"

    def returns(self) -> list[float]:
        if self.table is None or not self.is_terminal():
            return [0.0] * self.rules.players
        return self.table.rewards()

    def __str__(self) -> str:
        if self.table is None:
            return f"{len(self._dealt)} cards dealt"
        now = self.table.round
        hands = ", ".join(text(hand) for hand in now.hands)
        return f"{hands}; {'; '.join(f'{seat} {action}' for seat, action in now.log)}"


class HaggisObserver:
    """What a player is shown, as `open_spiel.python.observation` wants it."""

    def __init__(self, rules: Rules, shows: Any) -> None:
        self._shows = shows
        self._private = shows.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        features = _settings(rules).feature_count
        chosen = np.zeros(features, np.bool_)
        if self._private:
            chosen[: features if shows.public_info else HAND.stop] = True
        elif shows.public_info:
            for part in PUBLIC:
                chosen[part] = True
        self._chosen = np.flatnonzero(chosen)
        self.tensor: NDArray[np.float32] = np.zeros(rules.players + len(self._chosen), np.float32)
        self.dict = {"player": self.tensor[: rules.players], "known": self.tensor[rules.players :]}

    def set_from(self, state: HaggisState, player: int) -> None:
        """Fills the tensor with what the player is shown."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.table is not None:
            bits = np.frombuffer(state.table.observe(player), np.int8)
            self.dict["known"][:] = bits[self._chosen]

    def string_from(self, state: HaggisState, player: int) -> str:
        """The same as text; with perfect recall everything that the player has seen."""
        parts = [f"seat {player}"]
        if state.table is None:
            return parts[0]
        position = state.table.round
        if self._private:
            recalls = self._shows.perfect_recall
            parts += dealt_to(position, player) if recalls else [text(position.hands[player])]
        if self._shows.public_info:
            parts.append("; ".join(seen_log(position, player if self._private else None)))
        return " | ".join(parts)


def dealt_to(position: Position, player: int) -> list[str]:
    """The player's cards at first, and if it is the Shepherd what it has drawn (R4.4)."""
    first, second = position.native.deal()[0][player]
    parts = [text(first | second << PLANE)]
    if position.rules.opening == "auction":
        rnd = position.to_round()
        parts += [f"drew {text(rnd.drawn)}"] * (rnd.shepherd == player)
    return parts


def seen_log(position: Position, player: int | None) -> list[str]:
    """The log as a player sees it, or everybody: gifts and burials only of its own, and the partner's after a swap."""
    rules, lines, gifts = position.rules, list[str](), 0
    log = [*position.log]
    swapped = sum(isinstance(action, Give) for _, action in log) // rules.players * rules.players
    partner = None if player is None else rules.partner(player)
    for seat, action in log:
        gifts += isinstance(action, Give)
        is_known = seat == player or (seat == partner and isinstance(action, Give) and gifts <= swapped)
        is_secret = isinstance(action, Give | Bury) and not is_known
        lines.append(f"{seat} {action.verb if is_secret else action}")
    return lines


def _register() -> None:
    if GAME_TYPE.short_name not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, HaggisGame)


_register()
