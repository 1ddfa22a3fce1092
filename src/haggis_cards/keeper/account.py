"""What a sheet comes to: the result of each round, totals, who deals and leads, and who has won."""

from collections.abc import Sequence
from typing import TypedDict

from haggis_cards.keeper.entry import Line, read_round
from haggis_cards.keeper.errors import SheetError
from haggis_cards.keeper.sheet import Entry, Sheet
from haggis_cards.match import Match
from haggis_cards.match_end import has_ended, leaders, next_seats
from haggis_cards.round import lead_without_shepherd
from haggis_cards.scoring import Parts


class Start(TypedDict):
    """Who begins a round."""

    dealer: int
    lead: int | None  # None in Tatties, where the Shepherd leads
    without_shepherd: int | None  # who leads there if nobody bids


class ScoredRound(TypedDict):
    """A round that was entered, scored."""

    start: Start
    lead: int  # who led in the end
    out: list[int]
    points: list[int]
    parts: Parts
    totals: list[int]
    slam: int | None
    lines: list[Line]


class Account(TypedDict):
    """The whole sheet, scored."""

    rounds: list[ScoredRound]
    totals: list[int]
    over: bool
    winners: list[int] | None
    next: Start | None  # None when the match is over
    late: int  # rounds that were entered after the end: a correction has ended the match before them


def account(sheet: Sheet) -> Account:
    """Scores a sheet; a round that cannot be right is refused."""
    rounds: list[ScoredRound] = []
    for entry in sheet.rounds:
        if _is_over(sheet, rounds):
            break
        rounds.append(_score(sheet, rounds, entry))
    totals, over = _totals(sheet, rounds), _is_over(sheet, rounds)
    return {
        "rounds": rounds,
        "totals": list(totals),
        "over": over,
        "winners": list(leaders(totals)) if over else None,
        "next": None if over else _start(sheet, rounds),
        "late": len(sheet.rounds) - len(rounds),
    }


def try_round(sheet: Sheet, entry: Entry, at: int | None = None) -> ScoredRound:
    """The round as it would be scored: after the last one, or in the place of round `at`, counted from 0."""
    before = account(sheet.with_rounds(*sheet.rounds[: _place(sheet, at)]))
    if before["over"]:
        raise SheetError("round-over", number=len(before["rounds"]))
    return _score(sheet, before["rounds"], entry)


def add(sheet: Sheet, entry: Entry, at: int | None = None) -> Sheet:
    """The sheet with one more round, or with another round `at`; everything after it is computed again."""
    try_round(sheet, entry, at)
    place = _place(sheet, at)
    return sheet.with_rounds(*sheet.rounds[:place], entry, *sheet.rounds[place + 1 :])


def undo(sheet: Sheet) -> Sheet:
    """The sheet without its last round."""
    if not sheet.rounds:
        raise SheetError("round-undo")
    return sheet.with_rounds(*sheet.rounds[:-1])


def _place(sheet: Sheet, at: int | None) -> int:
    if at is None:
        return len(sheet.rounds)
    if type(at) is not int or not 0 <= at < len(sheet.rounds):
        number = at + 1 if type(at) is int else str(at)
        raise SheetError("round-none", number=number, count=len(sheet.rounds))
    return at


def _totals(sheet: Sheet, rounds: Sequence[ScoredRound]) -> tuple[int, ...]:
    return tuple(rounds[-1]["totals"]) if rounds else (0,) * sheet.rules.side_count


def _is_over(sheet: Sheet, rounds: Sequence[ScoredRound]) -> bool:
    return has_ended(sheet.rules, sheet.end, len(rounds), _totals(sheet, rounds))


def _start(sheet: Sheet, rounds: Sequence[ScoredRound]) -> Start:
    """Who deals and leads the next round: as the last one went (R8.3), or as a printed deal says."""
    rules, totals = sheet.rules, _totals(sheet, rounds)
    lead: int | None
    if sheet.deals is not None:  # each is a round of its own, from a score of nothing
        dealt = Match(rules, seed=sheet.deals + len(rounds)).round
        dealer, lead, totals = dealt.dealer, dealt.lead, dealt.totals
    elif rounds:
        last = rounds[-1]
        dealer, lead = next_seats(
            rules, totals, dealer=last["start"]["dealer"], lead=last["lead"], first_out=last["out"][0]
        )
    else:
        dealer = sheet.dealer
        lead = None if rules.opening == "auction" else (dealer + 1) % rules.players
    otherwise = lead_without_shepherd(rules, dealer, totals) if lead is None else None
    return {"dealer": dealer, "lead": lead, "without_shepherd": otherwise}


def _score(sheet: Sheet, before: Sequence[ScoredRound], entry: Entry) -> ScoredRound:
    start = _start(sheet, before)
    result, lines = read_round(sheet, _totals(sheet, before), entry)
    leads = (start["lead"], result.shepherd, start["without_shepherd"])
    return {
        "start": start,
        "lead": next(seat for seat in leads if seat is not None),
        **result.data,
        "slam": result.slam,
        "lines": lines,
    }
