"""The score keeper for a page: functions that take and give plain JSON values, and keep nothing in between."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from haggis_cards.cards import COURTS, clip
from haggis_cards.errors import Refusal
from haggis_cards.keeper import account, duplicate, season, share
from haggis_cards.keeper.account import Account, ScoredRound
from haggis_cards.keeper.duplicate import Comparison
from haggis_cards.keeper.entry import Asks, asks
from haggis_cards.keeper.errors import SheetError
from haggis_cards.keeper.piles import card_values, deck_points
from haggis_cards.keeper.season import Season
from haggis_cards.keeper.sheet import Sheet


class Opened(TypedDict):
    """A sheet with everything that a page shows of it."""

    sheet: dict[str, Any]
    account: Account
    sides: list[int]  # by seat
    side_names: list[str]
    bets: list[int]
    open_bets: bool
    auction: bool
    haggis: int
    hand: int  # cards that everybody starts with
    ranks: dict[str, list[int]]  # for each rank, how many cards the game has and what one counts
    deck: int  # what all cards count


class Told(TypedDict):
    """A refusal as data."""

    code: str
    reason: str
    params: dict[str, Any]


class Tried(TypedDict):
    """What a round comes to as far as it was entered: what to ask, what is wrong or missing, or the whole round."""

    asks: Asks | None
    round: ScoredRound | None
    refusal: Told | None


def open_sheet(sheet: Any) -> Opened:
    """A sheet as a page shows it."""
    return _opened(Sheet.from_json(sheet))


def add_round(sheet: Any, entry: Any, at: int | None = None) -> Opened:
    """The sheet with one more round, or with another round `at`, counted from 0."""
    return _opened(account.add(Sheet.from_json(sheet), _entry(entry), at))


def undo_round(sheet: Any) -> Opened:
    """The sheet without its last round."""
    return _opened(account.undo(Sheet.from_json(sheet)))


def try_round(sheet: Any, entry: Any, at: int | None = None) -> Tried:
    """What to ask next, what cannot be right or is missing, and, when all is there, the round."""
    read = Sheet.from_json(sheet)
    answer: Tried = {"asks": None, "round": None, "refusal": None}
    try:
        answer["asks"] = asks(read, _entry(entry))
        answer["round"] = account.try_round(read, entry, at)
    except Refusal as refusal:
        answer["refusal"] = {"code": refusal.code, "reason": refusal.reason, "params": refusal.params}
    return answer


def pack(sheet: Any) -> str:
    """The sheet as the end of a link."""
    return share.pack(Sheet.from_json(sheet))


def unpack(text: str) -> Opened:
    """The sheet of a link, opened."""
    return _opened(share.unpack(text))


def to_csv(sheet: Any) -> str:
    """The sheet for a spreadsheet."""
    return share.to_csv(Sheet.from_json(sheet))


def season_of(sheets: Sequence[Any]) -> Season:
    """Table, records and partners of a group."""
    return season.season(map(Sheet.from_json, sheets))


def compare(sheets: Sequence[Any]) -> Comparison:
    """Tables that played the same printed deals."""
    return duplicate.compare([*map(Sheet.from_json, sheets)])


def _opened(sheet: Sheet) -> Opened:
    rules = sheet.rules
    return {
        "sheet": sheet.as_json,
        "account": account.account(sheet),
        "sides": list(rules.sides),
        "side_names": [sheet.side_name(side) for side in range(rules.side_count)],
        "bets": list(rules.bets),
        "open_bets": rules.open_bets,
        "auction": rules.opening == "auction",
        "haggis": rules.haggis_size,
        "hand": rules.hand_size + len(COURTS),
        "ranks": {rank: list(pair) for rank, pair in card_values(rules).items()},
        "deck": deck_points(rules),
    }


def _entry(entry: Any) -> Mapping[str, Any]:
    if not isinstance(entry, Mapping):
        raise SheetError("sheet-shape", key="entry", text=clip(entry))
    return entry
