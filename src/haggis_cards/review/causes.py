"""Why one answer is better than another, as the position shows it: what both leave of the hand, and who threatens."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from haggis_cards.actions import Action, Bury, Give, Pass, parse
from haggis_cards.cards import ALL_COURTS, NUMBERS, TOP, Cards, each, parse_cards, rank_of, remove, text
from haggis_cards.combos import Kind, Play
from haggis_cards.grammar import Grammar
from haggis_cards.review.model import FactData
from haggis_cards.rules import Rules
from haggis_cards.view import View

FEW: Final = 3  # cards that are few
HIGH: Final = 8  # the least rank, with the cards beyond the first, of number cards that are worth keeping
# What a cause is worth, in points, to say the important ones.
GOES_OUT_WEIGHT: Final = 60.0
BOMB_WEIGHT: Final = 11.0
BOMB_GIVES_WEIGHT: Final = 6.0
FEW_WEIGHT: Final = 7.0
KEPT_WEIGHT: Final = 5.0
COURT_WEIGHT: Final = 1.5  # for each rank above 10 that is kept
WHOLE_WEIGHT: Final = 1.5  # for each card
PLAYS_WEIGHT: Final = 3.0
SHED_WEIGHT: Final = 2.5
LOOSE_WEIGHT: Final = 2.0
PARTNER_WEIGHT: Final = 8.0
THREAT_WEIGHT: Final = 6.0
LOW_WEIGHT: Final = 2.5  # of keeping number cards
LOWER_WEIGHT: Final = 1.5


class Weighted(NamedTuple):
    """A fact with its weight; of a group only the weightiest one is said."""

    weight: float
    group: str
    fact: FactData


def fact(code: str, **params: Any) -> FactData:
    """A fact by its code."""
    return {"code": code, "params": params}


class _Pair(NamedTuple):
    """Two answers to a position, and what they leave of the hand."""

    view: View
    rules: Rules
    hand: Cards
    best: Action
    other: Action
    rest: Cards  # after the best answer,
    broken: Cards  # and after the other one

    @property
    def plays(self) -> tuple[Play, Play] | None:
        """Both answers, if both are plays."""
        return (self.best, self.other) if isinstance(self.best, Play) and isinstance(self.other, Play) else None


def causes(view: View, rules: Rules, best: str, other: str) -> Iterator[Weighted]:
    """What speaks for the better of two actions by the cards in sight."""
    hand = parse_cards(view["hand"] or "")
    actions = parse(best, rules), parse(other, rules)
    rest, broken = (rest_of(hand, action) for action in actions)
    if rest is None or broken is None:
        return
    pair = _Pair(view, rules, hand, *actions, rest, broken)
    yield from _left(pair)
    yield from _bombs(pair)
    yield from _whole(pair)
    yield from _kept(pair)
    yield from _shed(pair)
    yield from _threat(pair)
    if isinstance(pair.best, Pass) and view["to_beat"] and view["to_beat"]["seat"] == rules.partner(_seat(view)):
        yield Weighted(PARTNER_WEIGHT, "partner", fact("partner-wins"))


def kept_bomb(best: str, other: str, hand: str, rules: Rules) -> str | None:
    """The highest bomb of a hand that the best action of a trick keeps, and the other one breaks or plays."""
    held, actions = parse_cards(hand), (parse(best, rules), parse(other, rules))
    if not all(isinstance(action, Play | Pass) for action in actions):
        return None
    rest, broken = (rest_of(held, action) for action in actions)
    assert rest is not None
    assert broken is not None
    bomb = _kept_bomb(held, rest, broken, rules.grammar)
    return None if bomb is None else bomb.text


def rest_of(hand: Cards, action: Action) -> Cards | None:
    """What an action leaves of a hand; None for actions without cards."""
    match action:
        case Pass():
            return hand
        case Play() | Bury():
            return remove(hand, action.cards)
        case Give():
            return remove(hand, action.card)
    return None


@lru_cache(maxsize=1 << 14)
def fewest(grammar: Grammar, numbers: Cards) -> int:
    """Into how few combinations number cards can be split."""
    if not numbers:
        return 0
    lowest = numbers & -numbers
    covers = {play.cards for play in grammar.plays(numbers) if play & lowest}
    return 1 + min(fewest(grammar, remove(numbers, cards)) for cards in covers)


def _seat(view: View) -> int:
    assert view["seat"] is not None
    return view["seat"]


def _left(pair: _Pair) -> Iterator[Weighted]:
    """Few cards are left, or none."""
    count, more = pair.rest.bit_count(), pair.broken.bit_count()
    if not count and more:
        yield Weighted(GOES_OUT_WEIGHT, "left", fact("goes-out"))
    elif count <= FEW and more >= count + 2:
        yield Weighted(FEW_WEIGHT + more - count, "left", fact("few-left", count=count))


def _bombs(pair: _Pair) -> Iterator[Weighted]:
    """A bomb that is kept, and one that would give the trick away (R5.9)."""
    if isinstance(pair.best, Play) and pair.best.is_bomb:
        return
    bomb = _kept_bomb(pair.hand, pair.rest, pair.broken, pair.rules.grammar)
    thrown = isinstance(pair.other, Play) and pair.other.is_bomb
    if isinstance(pair.other, Play) and thrown and not pair.other.cards & ~pair.rest:
        yield Weighted(BOMB_WEIGHT + FEW, "kept", fact("bomb-kept", bomb=pair.other.text))
    elif bomb is not None and bomb & NUMBERS:
        count = pair.rest.bit_count() - bomb.count
        last = fact("bomb-last", bomb=bomb.text, count=count)
        yield Weighted(BOMB_WEIGHT + FEW, "kept", last if count <= FEW else fact("bomb", bomb=bomb.text))
    gives = pair.rules.bomb_to != "winner" and not (pair.rules.bomb_to == "chosen" and pair.rules.partners)
    if gives and thrown:
        yield Weighted(BOMB_GIVES_WEIGHT, "gives", fact("bomb-gives"))


def _kept_bomb(hand: Cards, rest: Cards, broken: Cards, grammar: Grammar) -> Play | None:
    """The highest bomb that one answer leaves and the other one does not; nothing else beats a single K."""
    bombs = grammar.plays(hand, grammar.read("K"))
    kept = [play for play in bombs if not play.cards & ~rest and play.cards & ~broken]
    return max(kept, key=lambda play: play.rank, default=None)


def _whole(pair: _Pair) -> Iterator[Weighted]:
    """What the other answer tears, if the rest of the hand then needs more plays."""
    grammar = pair.rules.grammar
    mine, yours = (fewest(grammar, rest & NUMBERS) for rest in (pair.rest, pair.broken))
    torn = yours - mine + isinstance(pair.best, Pass)  # a play may leave one play less than a pass
    used = pair.hand & ~pair.broken & NUMBERS
    if torn <= 0 or not used:
        return
    wholes = [
        play
        for play in grammar.plays(pair.rest & NUMBERS)
        if play.kind in _WHOLE and play & used and play.cards & ~used
    ]
    if wholes:
        play = max(wholes, key=lambda one: one.count)
        yield Weighted(WHOLE_WEIGHT * play.count, "plays", fact(_WHOLE[play.kind], cards=play.text))
    elif pair.plays:
        yield Weighted(PLAYS_WEIGHT * torn, "plays", fact("plays", best=mine, other=yours))


_WHOLE: Final = {Kind.SEQUENCE: "sequence", Kind.STAIR: "stair", Kind.SET: "set"}


def _kept(pair: _Pair) -> Iterator[Weighted]:
    """Courts and higher cards that stay in the hand."""
    if isinstance(pair.other, Play) and pair.other.is_bomb:
        return
    mine, yours = remove(pair.hand, pair.rest), remove(pair.hand, pair.broken)
    single = isinstance(pair.best, Play) and pair.best.kind is Kind.SINGLE and bool(mine & NUMBERS)
    courts = yours & pair.rest & ALL_COURTS
    if courts:
        weight = KEPT_WEIGHT + sum(COURT_WEIGHT * (rank_of(card) - TOP) for card in each(courts))
        yield Weighted(weight, "kept", fact("kept", cards=text(courts), count=courts.bit_count()))
        if single:
            highest = text(courts).split()[-1]
            yield Weighted(LOW_WEIGHT, "kept", fact("answer", court=highest))
        return
    higher = bool(yours) and not yours & ~pair.rest and _least(yours) > _highest(mine)
    if not higher or (isinstance(pair.best, Pass) and yours.bit_count() > 1):
        return
    if _highest(yours) + yours.bit_count() > HIGH or _highest(yours) == _highest(pair.hand & NUMBERS):
        yield Weighted(LOW_WEIGHT, "kept", fact("kept", cards=text(yours), count=yours.bit_count()))
    elif mine.bit_count() == yours.bit_count() == 1:
        yield Weighted(LOWER_WEIGHT, "kept", fact("lower", cards=text(yours), lower=text(mine)))


def _highest(cards: Cards) -> int:
    """The highest rank of cards; 0 of none."""
    return max(map(rank_of, each(cards)), default=0)


def _least(cards: Cards) -> int:
    """The lowest rank of cards."""
    return min(map(rank_of, each(cards)))


def _shed(pair: _Pair) -> Iterator[Weighted]:
    """More cards go at once, or one that fits nothing."""
    if pair.plays is None or any(play.is_bomb for play in pair.plays):
        return
    best, other = pair.plays
    if best.count > other.count:
        weight = SHED_WEIGHT * (best.count - other.count)
        yield Weighted(weight, "shed", fact("shed", best=best.count, other=other.count))
    joined = [play.cards for play in pair.rules.grammar.plays(pair.hand & NUMBERS) if play.kind is not Kind.SINGLE]
    loose = [best.count == 1 and not any(cards & one for cards in joined) for one in (best.cards, other.cards)]
    if loose == [True, False] and best & NUMBERS:
        yield Weighted(LOOSE_WEIGHT, "shed", fact("loose", cards=best.text))


def _threat(pair: _Pair) -> Iterator[Weighted]:
    """An opponent who is nearly out scores for the cards in the largest hand on the other side (R6.2)."""
    view, rules, me = pair.view, pair.rules, _seat(pair.view)
    sizes = [seat["cards"] for seat in view["seats"]]
    count = pair.rest.bit_count()
    if count >= pair.broken.bit_count():
        return
    near = [
        sizes[seat]
        for seat in rules.opponents(me)
        if 0 < sizes[seat] <= FEW and all(sizes[one] < count for one in rules.opponents(seat) if one != me)
    ]
    if near:
        yield Weighted(THREAT_WEIGHT, "threat", fact("threat", count=min(near)))
