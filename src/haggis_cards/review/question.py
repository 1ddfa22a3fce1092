"""A decision as a seat sees it."""

from random import Random

from haggis_cards.actions import parse
from haggis_cards.cards import NUMBERS, Cards, gather, parse_cards
from haggis_cards.review.answers import answer_key
from haggis_cards.review.core import Core
from haggis_cards.rules import Rules
from haggis_cards.view import View, known_gifts


class Question:
    """A position that the seat cannot rule out, the answers to it, and seeds of its own."""

    def __init__(self, view: View, seed: int, core: Core) -> None:
        assert view["seat"] is not None
        self.view, self.seat, self.rules, self._core = view, view["seat"], Rules.from_spec(view["rules"]), core
        self.position = core.allowed(view)
        listed = [(place, text) for place, text in enumerate(view["legal"]) if not text.startswith("bet ")]
        self.places = [place for place, _ in listed]
        self.legal = [text for _, text in listed]
        self.at = {place: at for at, place in enumerate(self.places)}
        self._key = answer_key(view, self.rules)
        rng = Random(f"{seed} {view['round']} {len(view['log'])} {self.seat}")
        self.search_seed, self.world_seed, self.bet_seed, self.seen_seed = (rng.getrandbits(64) for _ in range(4))

    def key(self, place: int) -> object:
        """The same for actions that are one answer."""
        return self._key(parse(self.legal[self.at[place]], self.rules))

    def distinct(self) -> list[int]:
        """The places of the answers, one for each key."""
        return list({self.key(place): place for place in reversed(self.places)}.values())[::-1]

    async def solved(self) -> list[float] | None:
        """The values of all actions, where the seat knows all hands and they can be worked out."""
        if not are_hands_known(self.view, self.rules):
            return None
        return await self._core.solve(self.position, self.seat, self.places)


def are_hands_known(view: View, rules: Rules) -> bool:
    """Whether the seat knows who holds which card: all that it has not seen is in one place."""
    seat = view["seat"]
    assert seat is not None
    auction = view["auction"]
    hidden = [view["haggis"] - parse_cards((auction and auction["buried"]) or "").bit_count()]
    for other in rules.others(seat):
        shown = view["seats"][other]
        unknown = shown["cards"] - len(shown["courts"].split())
        if other == rules.partner(seat):
            unknown -= known_gifts(view["exchange"], _played(view, other)).bit_count()
        hidden.append(unknown)
    return sum(count > 0 for count in hidden) <= 1


def _played(view: View, seat: int) -> Cards:
    """The number cards that a seat has played."""
    entries = [entry for trick in view["tricks"] for entry in trick["entries"]] + view["trick"]
    cells = [cell for entry in entries if entry["seat"] == seat for cell in (entry["play"] or "").split()]
    return gather(parse_cards(cell) & NUMBERS for cell in cells if "=" not in cell)
