"""The score piles of a round: entered as sums or by ranks, checked against the deck and the cards that were left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from haggis_cards.cards import COURTS, RANKS, clip, parse_card
from haggis_cards.keeper.errors import SheetError, Unfinished
from haggis_cards.keeper.sheet import Entry
from haggis_cards.keeper.told import Told
from haggis_cards.rules import Rules
from haggis_cards.scoring import card_points, last_hand_side

RANK_NAMES: Final = (*RANKS, *COURTS)


class Pile(NamedTuple):
    """What a pile counts, and its cards by rank where they are known."""

    points: int
    ranks: Mapping[str, int] | None = None

    @property
    def cards(self) -> int:
        """How many cards it has, 0 if that is not known."""
        return sum((self.ranks or {}).values())


def card_values(rules: Rules) -> dict[str, tuple[int, int]]:
    """For each rank, how many cards of it the game has and what one counts (R8.1)."""
    copies = rules.deck.suits * rules.deck.copies
    numbers = {rank: (copies, card_points(rules, parse_card(f"{rank}r"))) for rank in RANKS}
    return numbers | {rank: (rules.players, card_points(rules, parse_card(rank))) for rank in COURTS}


def deck_points(rules: Rules) -> int:
    """What all cards of a round count together."""
    return sum(many * each for many, each in card_values(rules).values())


def _least(rules: Rules, count: int) -> int:
    """The fewest points that so many cards can count."""
    return sum(sorted(each for many, each in card_values(rules).values() for _ in range(many))[:count])


def _most_of_hand(rules: Rules, count: int) -> int:
    """The most points that so many cards in one hand can count: it has one of each court."""
    values = card_values(rules)
    numbers = [each for rank in RANKS for many, each in [values[rank]] for _ in range(many)]
    return sum(sorted([*numbers, *(values[rank][1] for rank in COURTS)], reverse=True)[:count])


def read_piles(told: Told, entry: Entry) -> list[Pile]:
    """Each side's pile; together they are the deck, less what nobody scores. One that is missing is the rest."""
    rules, sheet = told.rules, told.sheet
    given = entry.get("piles") or [None] * rules.side_count
    if not isinstance(given, list) or len(given) != rules.side_count:
        raise SheetError("pile-count", count=rules.side_count, found=len(given) if isinstance(given, list) else 0)
    piles = [_read_pile(rules, sheet.side_name(side), pile) for side, pile in enumerate(given)]
    lost = _read_pile(rules, "nobody", entry.get("lost"))
    if lost and not told.lost:
        raise SheetError("pile-no-lost")
    _check_ranks(told, piles, lost)
    deck, found = deck_points(rules), sum(pile.points for pile in piles if pile)
    if found > deck:
        raise SheetError("pile-sum", found=found, deck=deck)
    missing = [side for side, pile in enumerate(piles) if pile is None]
    if len(missing) > 1:
        raise Unfinished("pile-count", name=sheet.side_name(missing[0]))
    nobody = _points_for_nobody(told, lost, None if missing else deck - found)
    rest = deck - nobody - found
    if rest < 0 or (rest and not missing):
        if nobody:
            raise SheetError("pile-sum-lost", found=found, deck=deck, lost=nobody)
        raise SheetError("pile-sum", found=found, deck=deck)
    counted = [pile or Pile(rest) for pile in piles]
    _check_least(told, counted)
    return counted


def _read_pile(rules: Rules, name: str, given: Any) -> Pile | None:
    """A pile that was entered as a sum or by ranks; None if it was not entered."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        return Pile(_whole(name, given))
    values = card_values(rules)
    for rank, count in given.items():
        if rank not in values:
            raise SheetError("pile-rank", text=clip(rank), ranks=list(RANK_NAMES))
        _whole(name, count)
    return Pile(sum(count * values[rank][1] for rank, count in given.items()), given)


def _whole(name: str, number: Any) -> int:
    if type(number) is not int or number < 0:
        raise SheetError("pile-number", name=name, text=clip(number))
    return number


def _check_ranks(told: Told, piles: Sequence[Pile | None], lost: Pile | None) -> None:
    """No rank is there more often than the game has it; where all cards are known by ranks, none is missing."""
    values = card_values(told.rules)
    by_rank = [pile.ranks for pile in (*piles, lost) if pile and pile.ranks is not None]
    found: Counter[str] = Counter()
    for ranks in by_rank:
        found.update(ranks)
    for rank, (most, _) in values.items():
        if found[rank] > most:
            raise SheetError("pile-often", card=rank, found=found[rank], most=most)
    due = sum(many for many, _ in values.values())
    if told.lost and not (lost and lost.ranks is not None):
        due -= told.left
    if all(pile and pile.ranks is not None for pile in piles) and found.total() != due:
        raise SheetError("pile-cards", found=found.total(), count=due)


def _points_for_nobody(told: Told, lost: Pile | None, rest: int | None) -> int:
    """What nobody scores: as the rules say, as it was entered, or what the piles leave of the deck."""
    if not told.lost:
        return 0
    sizes = [told.held[-1][seat] for seat in told.lost]
    least, most = _least(told.rules, sum(sizes)), sum(_most_of_hand(told.rules, size) for size in sizes)
    if least == most and lost is None:
        return least
    found = lost.points if lost else rest
    if found is None:
        raise Unfinished("pile-lost")
    if not least <= found <= most:
        raise SheetError("pile-lost", cards=sum(sizes), least=least, most=most, found=found)
    return found


def _check_least(told: Told, piles: Sequence[Pile]) -> None:
    """A pile counts at least what the haggis and the last hand on it count."""
    for side, pile in enumerate(piles):
        cards = told.left if last_hand_side(told) == side else 0
        cards += told.rules.haggis_size if told.haggis_to == side else 0
        if pile.points < (least := _least(told.rules, cards)):
            raise SheetError("pile-low", name=told.sheet.side_name(side), least=least)
