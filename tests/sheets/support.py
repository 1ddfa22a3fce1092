"""Games for the tests of the sheets, and the text of a PDF."""

import io
import re
from dataclasses import replace
from random import Random
from typing import Any

import pypdf

from haggis_cards import RULES, Rules
from haggis_cards.cards import Deck
from haggis_cards.envelope import MAX_BET, MAX_BETS
from haggis_cards.rules import HOUSE_RULES
from tests.custom import random_custom
from tests.seed import SEED
from tests.side_by_side import BETS
from tests.support import PRESETS

MIXES = 20
CUSTOM = 8


def _mix(rng: Random) -> Rules:
    """A preset with each of its house rules at any value."""
    plain = RULES[rng.choice(PRESETS)]
    fitting = {name: rule for name, rule in HOUSE_RULES.items() if rule.fits(plain)}
    house: dict[str, Any] = {name: rng.choice(rule.choices_in(plain)) for name, rule in fitting.items() if rule.choices}
    bets = (3, 6, 99) if plain.opening == "auction" else rng.choice([*BETS, (1,), (7, 8, 9, 100_000_000)])
    return plain.replace(**house, **({"bets": bets} if rng.random() < 0.7 else {}))


# Games at the edges of what can be played: the most cards, bets and letters, and the fewest suits and ranks.
LARGE = replace(
    RULES["haggis-2"],
    preset="attic",
    title="A game with a very long title that somebody has made up in the attic",
    bets=tuple(range(MAX_BET - MAX_BETS + 1, MAX_BET + 1)),
    players=4,
    reenter=True,
    deck=Deck(suits=5, copies=2),
    hand_size=20,
    haggis_size=10,
    sets=True,
)
SMALL = replace(RULES["haggis-2"], preset="low", title="Low", deck=Deck(suits=2, copies=2), top_rank=4, sets=True)


def games() -> list[Rules]:
    """All presets, random mixes of house rules, and games of one's own."""
    rng = Random(f"sheets {SEED}")
    mixes, custom = [_mix(rng) for _ in range(MIXES)], [random_custom(rng) for _ in range(CUSTOM)]
    return [*RULES.values(), *mixes, *custom, LARGE, SMALL]


GAMES = games()
IDS = [f"{place}-{rules.preset}" for place, rules in enumerate(GAMES)]


def squeezed(text: str) -> str:
    """A text without spaces: where words and cards stand on a page is no part of what they say."""
    return re.sub(r"\s+", "", text)


def page_texts(data: bytes, last: int | None = None) -> list[str]:
    """The text of each page, or of those before `last`, as a reader of the PDF finds it, without spaces."""
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    return [squeezed(page.extract_text()) for page in pages[:last]]


def ranks(cards: str) -> str:
    """Cards as text has them, where the suits are signs: `5b J=6b Tb` is `5 J=6 10`."""
    return re.sub(r"([2-9T])[rygbo]\b", lambda found: "10" if found[1] == "T" else found[1], cards)
