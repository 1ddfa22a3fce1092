"""What happened in a round, as numbers: the lines of a lab's results file, from which all its figures come."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypedDict

from haggis_cards.arena.contest import BetLine, bets_of
from haggis_cards.combos import Kind, Play
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.scoring import score

LONGEST: Final = {Kind.SEQUENCE: 6, Kind.SET: 4}  # longer ones are counted together
LARGEST_STAIR: Final = 6  # cards


class RoundFacts(TypedDict):
    """A round that is over."""

    dealer: int
    lead: int  # who led the first trick
    out: list[int]
    points: list[int]  # by side
    sources: dict[str, int]  # the points of all sides by the rule that gave them (`scoring.Source`)
    plays: int
    passes: int
    tricks: int
    left: int  # cards in hands at the end
    shapes: dict[str, int]  # plays by what they are
    bets: list[BetLine]
    behind: bool  # when the first player out had half a hand left, an opponent had fewer cards
    slam: bool


def facts_of(rnd: Round) -> RoundFacts:
    """The facts of a round that is over."""
    result = score(rnd)
    entries = [entry for trick in rnd.tricks for entry in trick.entries]
    plays = [play for _, play in entries if play]
    left = [hand.bit_count() for hand in rnd.hands]
    sources: Counter[str] = Counter()
    for source in result.sources:
        sources[source["rule"]] += source["points"]
    return {
        "dealer": rnd.dealer,
        "lead": entries[0][0],
        "out": list(rnd.out),
        "points": list(result.points),
        "sources": {rule: points for rule, points in sources.items() if points},
        "plays": len(plays),
        "passes": len(entries) - len(plays),
        "tricks": len(rnd.tricks),
        "left": sum(left),
        "shapes": dict(Counter(map(shape_of, plays))),
        "bets": bets_of(rnd, result),
        "behind": is_behind(rnd.rules, left, [(seat, play.count) for seat, play in entries if play], rnd.out[0]),
        "slam": result.slam is not None,
    }


def shape_of(play: Play) -> str:
    """What a play is, in words; what is rare because it is long has one name together."""
    if play.kind is Kind.BOMB:
        return play.name
    if play.kind is Kind.STAIR and play.width * play.length > LARGEST_STAIR:
        return "larger Stair"
    size = max(play.width, play.length)
    most = LONGEST.get(play.kind)
    return f"{play.kind.name.capitalize()} of {most} or more" if most and size >= most else play.shape_name


def is_behind(rules: Rules, left: Sequence[int], played: Sequence[tuple[int, int]], first: int) -> bool:
    """Whether the first player out came from behind: half its cards left, and an opponent with fewer.

    `left` is what the seats hold at the end, `played` what they put on the table, as seats and numbers of cards.
    """
    sizes = list(left)
    for seat, cards in played:
        sizes[seat] += cards
    half = sizes[first] // 2
    for seat, cards in played:
        sizes[seat] -= cards
        if seat == first and sizes[first] <= half:
            break
    return any(sizes[other] < sizes[first] for other in rules.opponents(first))
