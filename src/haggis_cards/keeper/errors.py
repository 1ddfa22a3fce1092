"""What the score keeper refuses, and the sentence for each refusal.

`SheetError` is for what cannot be right, `Unfinished` for what is not entered yet. The first word of a fault says what
it is about: `sheet`, `round`, `out`, `held`, `bet`, `bid` or `pile`. Players are shown by their names.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from haggis_cards.errors import Refusal

REFUSALS: Final[Mapping[str, str]] = {
    # The sheet
    "bad-sheet.sheet-shape": "this is not a score sheet: {text} is not what belongs at {key}",
    "bad-sheet.sheet-text": "this is not a score sheet; the link or the file is broken or not complete",
    "bad-sheet.sheet-version": "this sheet was made by a newer version of the score keeper ({found}); reload the page",
    "bad-sheet.sheet-names": "{preset} needs {count} names, one for each seat, not {found}",
    "bad-sheet.sheet-blank": "every player needs a name; seat {place} has none",
    "bad-sheet.sheet-same": "two players are called {name}; give one of them another name",
    "bad-sheet.sheet-end": "a match ends after a number of rounds or at a number of points, not {text}",
    "bad-sheet.sheet-custom": "the score keeper knows the games with their house rules, not a custom game",
    "bad-sheet.sheet-deals": "the last printed deals have the seeds up to {most}, so they cannot start at {found}",
    "bad-sheet.round-over": "the match is over after round {number}; correct a round, or start a new sheet",
    "bad-sheet.round-none": "there is no round {number}; the sheet has {count}",
    "bad-sheet.round-undo": "there is no round to take back",
    # The order of going out
    "bad-sheet.out-seat": "there is no seat {text}; seats are 0 to {last}",
    "bad-sheet.out-twice": "{name} cannot go out twice in a round",
    "bad-sheet.out-after": "the round ended when {name} went out, so nobody can go out after that",
    "unfinished.out-first": "who went out first?",
    "unfinished.out-next": "who went out next, after {name}?",
    # Cards in hands
    "bad-sheet.held-number": "{name} cannot hold {text} cards; that is not a whole number from 0 up",
    "bad-sheet.held-none": "{name} still had cards when {out} went out, so at least 1, not 0",
    "bad-sheet.held-dealt": "{name} cannot hold {found} cards; everybody starts with {most}",
    "bad-sheet.held-more": "{name} cannot hold {found} cards after holding {before}: hands do not grow",
    "bad-sheet.held-out": "{name} was out and cannot hold {found} cards",
    "bad-sheet.held-moments": "hands are counted once for each player who goes out: {count} times, not {found}",
    "bad-sheet.held-overplayed": "{name} did not win that trick, so no hand is counted for it",
    "bad-sheet.held-won": "only in a game with an auction it matters who won the trick in which {name} went out",
    "bad-sheet.held-trick": "did {name} win the trick or not: that is true or false, not {text}",
    "unfinished.held-count": "how many cards did {name} hold when {out} went out?",
    "unfinished.held-trick": "did {name} win the trick with the last cards?",
    # Bets and bids
    "bad-sheet.bet-auction": "in this game, bets are made in the auction only",
    "bad-sheet.bet-count": "bets are noted for {count} players, not {found}",
    "bad-sheet.bet-value": "{name} cannot bet {text}; a bet is {values}",
    "bad-sheet.bet-partner": "{name} and {partner} cannot both bet {value}; a bet must be higher than the partner's",
    "bad-sheet.bid-none": "there is no auction in this game, so nobody is the Shepherd",
    "bad-sheet.bid-seat": "there is no seat {text}; seats are 0 to {last}",
    "bad-sheet.bid-value": "the Shepherd cannot bid {text}; a bid is {values}",
    "bad-sheet.bid-alone": "somebody bid {value}, so somebody is the Shepherd",
    "unfinished.bid-value": "how much did {name} bid?",
    # Captured cards
    "bad-sheet.pile-count": "there are {count} score piles, not {found}",
    "bad-sheet.pile-number": "the pile of {name} cannot count {text}; that is not a whole number from 0 up",
    "bad-sheet.pile-rank": "there is no card {text}; the ranks are {ranks:and}",
    "bad-sheet.pile-often": "{card} is there {found} times, but the game has it {most} times",
    "bad-sheet.pile-cards": "the piles have {found} cards, but there must be {count}",
    "bad-sheet.pile-sum": "the cards of this round add up to {found}, there are {deck} points in the deck",
    "bad-sheet.pile-sum-lost": (
        "the cards of this round add up to {found}, but of the {deck} points in the deck {lost} score for nobody"
    ),
    "bad-sheet.pile-low": "the pile of {name} counts at least {least}: the haggis or the last hand is on it",
    "bad-sheet.pile-lost": "{cards} cards that nobody scores count {least} to {most} points, not {found}",
    "bad-sheet.pile-no-lost": "all cards of this round score for somebody, so none can be left over",
    "unfinished.pile-count": "what does the pile of {name} count?",
    "unfinished.pile-lost": "what do the cards count that nobody scores?",
    # Several sheets together
    "bad-sheet.sheets-one": "a comparison needs the sheets of two or more tables",
    "bad-sheet.sheets-deals": "{name} played other deals; the game, its house rules and the first seed must be alike",
    "bad-sheet.sheets-plain": "{name} did not play printed deals; a new sheet asks for their first seed",
}


class SheetError(Refusal, ValueError):
    """Something that a sheet cannot say, or not any more."""

    sentences: ClassVar[Mapping[str, str]] = REFUSALS

    def __init__(self, fault: str, /, **params: Any) -> None:
        super().__init__("bad-sheet", fault=fault, **params)


class Unfinished(Refusal, ValueError):
    """A round that is not yet entered to its end: what to enter next."""

    sentences: ClassVar[Mapping[str, str]] = REFUSALS

    def __init__(self, fault: str, /, **params: Any) -> None:
        super().__init__("unfinished", fault=fault, **params)
