"""How likely opponents are to beat a play: with number cards they may hold, courts they do hold, or bombs.

Each unseen number card lies in an opponent's hand with the chance `number cards of that hand / unseen cards`; cards are
taken as independent of each other. Courts are public. A chance of 0 is exact: nobody can do it.
"""

from functools import cached_property
from math import prod
from typing import Final, NamedTuple

from haggis_cards.bots.greedy.parsed_view import ParsedView
from haggis_cards.cards import COURT_SHIFT, LINE, LINE_MASK, LOW, PLANE, SUITS, TOP, Cards
from haggis_cards.combos import Play

_FILLS: Final = 0.45  # how readily an opponent fills a gap with a court
_SPENDS: Final = 0.5  # how readily an opponent spends a court on a single
_MIXED: Final = 0.35  # how often a 3, 5, 7 and 9 at hand are in four suits
_SUITED: Final = 1 / 8  # how much rarer the 3-5-7-9 in one suit is

OF_RANK: Final = [sum(1 << suit * LINE + rank for suit in range(len(SUITS))) for rank in range(LINE)]
_ABOVE: Final = {
    rank: sum(cards | cards << PLANE for cards in OF_RANK[rank - LOW + 1 :]) for rank in range(LOW, TOP + 4)
}
COURT_BOMBS: Final = {0b011: 2, 0b101: 3, 0b110: 4, 0b111: 5}  # courts held, rank of their best bomb (R5.7)


class Opponent(NamedTuple):
    """What is known of an opposing hand."""

    size: int
    courts: int  # bits 1, 2, 4 for J, Q, K
    chance: float  # that a given unseen number card is there

    @property
    def best_bomb(self) -> int:
        """The rank of the best bomb of courts, 0 for none."""
        return COURT_BOMBS.get(self.courts, 0)


class Threats:
    """What the opponents of a seat can do."""

    def __init__(self, seen: ParsedView) -> None:
        self.unseen: Cards = seen.unseen
        count = max(seen.unseen.bit_count(), 1)
        self.opponents = [
            Opponent(size, courts >> COURT_SHIFT, min((size - courts.bit_count()) / count, 1.0))
            for size, courts in ((seen.sizes[seat], seen.courts[seat]) for seat in seen.opponents)
        ]
        self._top = seen.rules.top_rank
        self._lines = [
            (seen.unseen >> shift & LINE_MASK, seen.unseen >> shift + PLANE & LINE_MASK)
            for shift in range(0, seen.rules.deck.suits * LINE, LINE)
        ]
        self._known: dict[tuple[int, int, int], float] = {}

    def beaten(self, play: Play) -> float:
        """The chance that somebody beats the play with something other than a bomb."""
        return 0.0 if play.is_bomb else self.grid_beaten(play.width, play.length, play.rank)

    def grid_beaten(self, width: int, length: int, rank: int) -> float:
        """The same for a grid; a single is one of 1 × 1."""
        key = width, length, rank
        known = self._known.get(key)
        if known is None:
            single = width == length == 1
            known = self._known[key] = 1 - prod(
                self._spares_single(rank, opponent) if single else self._spares_grid(width, length, rank, opponent)
                for opponent in self.opponents
            )
        return known

    def _spares_single(self, rank: int, opponent: Opponent) -> float:
        """The chance that this opponent does not beat a single."""
        above = (self.unseen & _ABOVE[rank]).bit_count()
        lower: float = (1 - opponent.chance) ** above
        return lower * (1 - _SPENDS) if opponent.courts >> max(rank - TOP, 0) else lower

    def _spares_grid(self, width: int, length: int, rank: int, opponent: Opponent) -> float:
        """The chance that this opponent does not beat a grid, one window of ranks above it after the other."""
        if opponent.size < width * length:
            return 1.0
        wild, chance = opponent.courts.bit_count(), opponent.chance
        either = chance * (2 - chance)  # to hold at least one of two copies
        spares = 1.0
        for low in range(rank + 1 - LOW, self._top - length + 2 - LOW):
            window = (1 << length) - 1 << low
            lines = []  # the chance of each line, and the courts that it takes
            for first, second in self._lines:
                held, twice = (first & window).bit_count(), (second & window).bit_count()
                if length - held <= wild:
                    lines.append((chance ** (held - twice) * either**twice * _FILLS ** (length - held), length - held))
                if twice and width > 1 and length - twice <= wild:
                    lines.append((chance ** (2 * twice) * _FILLS ** (length - twice), length - twice))
            if length == 1:
                lines += [(_FILLS, 1)] * wild  # in a Set courts stand for any suit
            if width == 1:
                spares *= prod(1 - likely for likely, gaps in lines if gaps < length)
            elif len(lines) >= width:
                best = sorted(lines, key=lambda line: (line[1], -line[0]))[:width]
                gaps = sum(gaps for _, gaps in best)
                if gaps <= wild and gaps < width * length:
                    spares *= 1 - prod(likely for likely, _ in best)
        return spares

    @cached_property
    def odd_bombs(self) -> float:
        """The chance that an opponent holds a 3-5-7-9."""
        counts = [
            (self.unseen & cards).bit_count() + (self.unseen >> PLANE & cards).bit_count()
            for cards in (OF_RANK[rank - LOW] for rank in (3, 5, 7, 9))
        ]
        return 1 - prod(
            1 - _MIXED * prod(1 - (1 - opponent.chance) ** count for count in counts)
            for opponent in self.opponents
            if opponent.size >= len(counts)
        )

    def higher_bomb(self, rank: int = 0) -> float:
        """The chance that somebody has a bomb higher than that of this rank (0: any)."""
        if any(opponent.best_bomb > rank for opponent in self.opponents):
            return 1.0
        return 0.0 if rank == 6 else self.odd_bombs * (_SUITED if rank else 1)

    def bombed(self, play: Play) -> float:
        """The chance that somebody can bomb this play, or beat this bomb."""
        return self.higher_bomb(play.rank if play.is_bomb else 0)

    def sure(self, play: Play) -> bool:
        """Whether nobody can beat the play, bombs included."""
        return self.sure_grid(play.width, play.length, play.rank)

    def sure_grid(self, width: int, length: int, rank: int) -> bool:
        """The same for a grid; length 0 is a bomb."""
        if not length:
            return self.higher_bomb(rank) == 0
        return self.higher_bomb() == 0 and self.grid_beaten(width, length, rank) == 0
