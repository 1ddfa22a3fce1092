"""What can go wrong, as one small tree, and the English of every refusal.

HaggisError
├── Refusal              refused for a reason that is data: `code`, `params`, and the sentence made of them
│   ├── NotationError    a text that is not a card, play or action
│   ├── RulesError       an unknown preset, a house rule that does not fit it, a deal of another game
│   └── IllegalAction    well written, but refused by the rules now
└── RecordError          a record that does not follow from the rules
    └── UnreadableRecord     a record that cannot even be replayed

A code is stable and made for programs; params are ready for JSON. Sentences stand in `REFUSALS` and nowhere else: by
code, or by `code.fault` where the params name a fault. A slot `{name}` shows that param. Lists are joined by "or", in
a slot `{name:and}` by "and". A param called `seat` or `seats` is shown as "seat 2"; a client that knows the players
puts their names there. "You" is the player who tried.
"""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar, Final

REFUSALS: Final[Mapping[str, str]] = {
    # The state of the round
    "match-over": "the match is over",
    "round-over": "the round is over",
    "no-such-seat": "there is no seat {number}; seats are 0 to {last}",
    "no-such-place": "there is no action {place}; you have {count}, counted from 0",
    "wrong-phase.exchange": "you cannot {verb} now; everybody is choosing a card for their partner",
    "wrong-phase.auction": "you cannot {verb} during the auction; bid or pass",
    "wrong-phase.bury": "you cannot {verb} now; the Shepherd is burying cards",
    "wrong-phase.play": "you cannot {verb} during a trick; play or pass",
    "wrong-phase.award": "you cannot {verb} now; the winner by bomb is deciding who gets the cards",
    "wrong-phase.lead": "you cannot {verb} now; the winner by bomb is deciding who leads",
    "not-your-turn": "it is {seat}'s turn",
    "already-picked": "you have already picked a card; wait for the others",
    # Plays
    "must-lead": "you are leading, so you must play",
    "not-held": "you do not hold {cards}",
    "not-higher": "{play} is not higher than {top}",
    "bomb-needed": "only a higher bomb beats {top}",
    "wrong-shape": "only another {shape} or a bomb can follow a {shape}",
    "no-combination.foreign": "these cards are not a combination of this game",
    "no-combination.courts": (
        "{cards}: a Sequence or Stair needs a number card; courts alone are a Single or a bomb of two or three"
    ),
    "no-combination.lone-court": "{cards}: a court on its own is a Single at its own rank and stands for nothing else",
    "no-combination.sets-off": (
        "{cards}: cards of one rank are not a combination at this table (the house rule sets is off)"
    ),
    "no-combination.set": "{cards}: this is not a Set",
    "no-combination.court-suit": (
        "{cards}: in a Sequence or Stair, name the suit of the card that a court stands for, as in J=6b"
    ),
    "no-combination.wild": "{cards} are not a combination, whatever the courts stand for",
    "no-combination.bomb": "{cards}: 3 5 7 9 are a bomb in one suit or in four; these are {count} suits",
    "no-combination.gap": "{cards}: the ranks must be consecutive; you also need {ranks:and}",
    "no-combination.suits": "{cards}: a Sequence is in one suit; these are {count} suits",
    "no-combination.short": "{cards}: a Sequence needs 3 or more cards of one suit",
    "no-combination.copies": (
        "{cards}: the deck has {copies}× each card, and a wild court counts as the card it stands for"
    ),
    "no-combination.stair": "{cards}: a Stair needs the same ranks in each of its suits",
    # Cards to give and bury, choices after a bomb
    "no-courts": "you can only {verb} number cards; your courts stay with you",
    "wrong-count": "the number of cards to {verb} is {count}, not {found}",
    "award-target.trick": "the trick can go to {seats}",
    "award-target.haggis": "the haggis can go to {seats}",
    "lead-target": "the next trick can be led by {seats}",
    # Bids and bets
    "no-such-bet.bid": "a bid is {values}, not {value}",
    "no-such-bet.bet": "a bet is {values}, not {value}",
    "too-low.bid": "a bid must be higher than {bid}, or equal to it if your total is lower than the bidder's",
    "too-low.bet": "your bet must be higher than your partner's bet of {bet}",
    "no-open-bets": "in this game, bets are made in the auction only",
    "bets-closed": "bets closed when the first player went out",
    "already-bet": "you have already bet {value}; you can bet once a round",
    "has-played": "you have already played a card this round, so you can no longer bet",
    # Texts that cannot be read
    "bad-notation.card": (
        "{text} is not a card; a card is a rank 2 to 9 or T and a suit r y g b o, as in 7g, or a court J, Q, K"
    ),
    "bad-notation.too-often": "{card} is listed too often; a hand never has more of it",
    "bad-notation.not-among": "{cards} cannot be taken from {held}",
    "bad-notation.value-of-card": "{text} is not one card; write it, as in Card('7g')",
    "bad-notation.value-of-cards": "{text} is not a hand; write it, as in Hand('7g Tb J')",
    "bad-notation.two-courts": "{card} is there twice; every player has one {card}",
    "bad-notation.copies": "{card} is there too often; the deck has it {copies}×",
    "bad-notation.not-a-court": "{text}: only courts stand for other cards",
    "bad-notation.no-cards": "a play names its cards, as in play 5b J=6b 7b",
    "bad-notation.bare-court": "say what each court stands for, as in 5b J=6b 7b",
    "bad-notation.cell": "{text}: a court stands for a number card, as in J=6b, or in a Set for a rank, as in J=6",
    "bad-notation.cell-above": "{text}: in this game Sequences and Stairs end at {top}",
    "bad-notation.court-above": "{text}: above the ten, a court stands for its own rank or a lower one",
    "bad-notation.suit": "{text}: this game has no {suit} cards; its suits are {suits:and}",
    "bad-notation.action": "{text} is not an action; actions start with {verbs}",
    "bad-notation.value-of-action": "{text} is not an action; take one of legal(seat), or write it, as in 'pass'",
    "bad-notation.position": ("a position has {count} fields, separated by spaces ({fields:and}), not {found}"),
    "bad-notation.position-field": "{field} of the position: {reason}",
    "bad-notation.position-hidden": "this line hides cards; analyse takes it, but a position needs all of them",
    "bad-notation.position-view": "the line of a view shows one hand of {count}, and ? for each of the others",
    "bad-notation.position-rules": "the rules of a position are a preset or an object, not {text}",
    "bad-notation.number": "{text} is not a whole number",
    "bad-notation.seated": "an entry starts with the number of a seat, as in 1 pass, not with {text}",
    "bad-notation.pass": "pass stands alone, without {text}",
    "bad-notation.bury": "bury names number cards, as in bury 2r 4g",
    "bad-notation.value": "{verb} names a value, as in {verb} 15, not {text}",
    "bad-notation.target": "{verb} names a seat, as in {verb} 2, not {text}",
    # Rules, matches and deals
    "bad-rules.spec": "rules are the name of a preset, or an object with a preset and house rules, not {text}",
    "bad-rules.preset": "there is no preset {text}; the games are {games:and}",
    "bad-rules.house-rule": "there is no house rule {text}; the house rules are {names:and}",
    "bad-rules.value": "{name} cannot be {text} in {preset}; it takes {values}",
    "bad-rules.game": "{name} does not fit {preset}; it is for {games:and}",
    "bad-rules.field": "{name} cannot be {text}; it takes {values}",
    "bad-rules.need": "{name}={text} needs {need}",
    "bad-rules.deck-size": (
        "the deck has {cards} number cards, but {players} hands of {hand} and a haggis of {haggis} are {found}"
    ),
    "bad-rules.custom": "here you can only use the presets and their house rules, not a custom game",
    "bad-rules.field-name": "a custom game has no field {text}; its fields are {names:and}",
    "bad-rules.field-missing": "a custom game also needs {names:and}",
    "bad-rules.end": "a match ends after Rounds(n) or at Goal(n), not {text}",
    "bad-rules.end-range": 'a match ends with {{"rounds": 1 to {rounds}}} or {{"goal": 1 to {goal}}}, not {text}',
    "bad-rules.rounds": "the number of rounds must be a positive whole number, not {text}",
    "bad-rules.goal": "a point goal must be a positive whole number, not {text}",
    "bad-rules.players": "{preset} has {count} players, not {found}",
    "bad-rules.totals": "{preset} has {count} totals, not {found}",
    "bad-rules.note": "{text} is part of the game; a note needs another name",
    "bad-rules.player": "the players are named by a list of strings, one for each seat, not {text}",
    "bad-rules.seed": "a seed is a whole number, not {text}",
    "bad-rules.total": "totals are whole numbers, not {text}",
    "bad-rules.deal": "a deal is a Deal with the cards of each hand and of the haggis, not {text}",
    "bad-rules.lead": "the lead is a seat from 0 to {last}, not {text}",
    "bad-rules.dealer": "the dealer is a seat from 0 to {last}, not {text}",
    "bad-rules.hands": "{preset} deals {count} hands, not {found}",
    "bad-rules.hand-size": "{seat} should have {count} number cards, but has {found}",
    "bad-rules.haggis-size": "the haggis should have {count} cards, but has {found}",
    "bad-rules.deck": "the deal is not the deck of {preset}: {card} is there {found}×, not {count}×",
    "bad-rules.no-options": "{seat} has nothing to decide now",
    "bad-rules.edit-card": "{card} was not dealt to {where}",
    "bad-rules.edit-log": "action {number} of the position, {entry}, is refused: {reason}",
    "bad-rules.match-over": "the match is over",
    "bad-rules.round-open": "the round is not over",
    # The native core
    "bad-rules.core-size": "the native core takes a {name} from {low} to {high}, not {found}",
    "bad-rules.core-auction": "the native core plays auctions for a haggis of {count} cards, not {found}",
    "bad-rules.core-totals": "the native core takes totals up to {most}, not {found}",
    "bad-rules.view": "this is not a seat's view of a round that is under way ({why})",
    "bad-rules.log": "the round does not follow from its log: {entry} is not legal there",
    "bad-rules.log-end": "the round does not follow from its log: it has other cards or waits for something else",
}


class HaggisError(Exception):
    """Anything that this package refuses."""


class Refusal(HaggisError):
    """A refusal as data; the message is formatted from a table of sentences when somebody asks for it."""

    sentences: ClassVar[Mapping[str, str]] = REFUSALS

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    @property
    def reason(self) -> str:
        """The sentence for people."""
        fault = self.params.get("fault")
        template = self.sentences.get(f"{self.code}.{fault}" if fault else self.code)
        return self.code if template is None else fill(template, self.params)

    def __str__(self) -> str:
        return self.reason


class NotationError(Refusal, ValueError):
    """A text that cannot be read as a card, a play or an action."""

    def __init__(self, fault: str, /, **params: Any) -> None:
        super().__init__("bad-notation", fault=fault, **params)


class RulesError(Refusal, ValueError):
    """An unknown preset, a house rule that does not fit, or a match or deal that the game does not allow."""

    def __init__(self, fault: str, /, **params: Any) -> None:
        super().__init__("bad-rules", fault=fault, **params)


class IllegalAction(Refusal):
    """An action that the rules refuse; the state it was tried on is unchanged."""


class RecordError(HaggisError):
    """A record that does not follow from the rules; says where, rounds and actions counted from 1."""

    def __init__(self, reason: str, round: int | None = None, action: int | None = None) -> None:
        places = [f"{name} {number}" for name, number in (("round", round), ("action", action)) if number is not None]
        super().__init__(f"{', '.join(places)}: {reason}" if places else reason)
        self.reason = reason
        self.round = round
        self.action = action


class UnreadableRecord(RecordError):
    """Not a record at all: not JSON, a key missing, a value of the wrong type."""


class _Sentence(Formatter):
    """Fills a template's slots: seats and lists in words, everything else as it is."""

    def get_value(self, key: int | str, _: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        value = kwargs[str(key)]
        match key:
            case "seat":
                return f"seat {value}"
            case "seats":
                return [f"seat {seat}" for seat in value]
        return value

    def format_field(self, value: Any, format_spec: str) -> str:
        if not isinstance(value, list):
            return str(value)
        words = [str(item) for item in value]
        return f" {format_spec or 'or'} ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])


_SENTENCE: Final = _Sentence()


def fill(template: str, params: Mapping[str, Any]) -> str:
    """A sentence with its slots filled."""
    return _SENTENCE.vformat(template, (), params)
