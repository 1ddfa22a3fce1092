"""Printed duplicate: a slip for each seat has exactly the cards that the seed deals."""

import re

import pytest

from haggis_cards import RULES, Match, Rules
from haggis_cards.cards import SUIT_NAMES, SUITS, parse_cards
from haggis_cards.sheets import MOST_DEALS, PAPER_NAMES, print_deals
from tests.sheets.support import page_texts, ranks, squeezed
from tests.support import PRESETS

SEED = 7


def read_slip(rules: Rules, text: str) -> int:
    """The cards that a slip lists: after the name of each suit its ranks."""
    names = [SUIT_NAMES[suit] for suit in SUITS[: rules.deck.suits]]
    found = re.search("".join(f"{name}([0-9]+|–)" for name in names), text)
    assert found
    listed = [
        f"{'T' if rank == '10' else rank}{suit}"
        for suit, run in zip(SUITS, found.groups(), strict=False)
        for rank in re.findall(r"10|[2-9]", run)
    ]
    return parse_cards(" ".join(listed))


@pytest.mark.parametrize("preset", PRESETS)
def test_R2_the_slips_deal_what_the_seed_deals(preset: str) -> None:
    rules = RULES[preset]
    cover, *pages = page_texts(print_deals(rules, SEED, 3))
    assert len(pages) == 3
    for number, text in enumerate(pages):
        rnd = Match(rules, seed=SEED + number).round
        slips = re.split(r"(?=Seat\d)|(?=Haggisdeal)", text)[1:]
        assert [read_slip(rules, slip) for slip in slips[: rules.players]] == list(rnd.deal.hands)
        for seat, slip in enumerate(slips[: rules.players]):
            assert slip.startswith(f"Seat{seat}deal{number + 1}")
            assert f"seed{SEED + number}" in slip
            assert ("deals" in slip) == (seat == rnd.dealer)
            assert ("leads" in slip) == (seat == rnd.lead)
        if rules.haggis_size:
            haggis = squeezed(ranks(rnd.deal.as_record["haggis"]))
            assert f"thetopcardfirst{haggis}" in slips[-1]
        lead = "auction" if rnd.lead is None else f"seat{rnd.lead}"
        assert f"{number + 1}{SEED + number}seat{rnd.dealer}{lead}" in cover


def test_many_deals_have_all_their_results() -> None:
    for paper in PAPER_NAMES:
        covers = "".join(page_texts(print_deals(RULES["haggis-2"], 100, MOST_DEALS, paper), last=-MOST_DEALS))
        assert all(f"{number + 1}{100 + number}seat" in covers for number in range(MOST_DEALS))


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert print_deals(RULES["neeps-4"], 1, 2) == print_deals(RULES["neeps-4"], 1, 2)
    assert print_deals(RULES["neeps-4"], 1, 2) != print_deals(RULES["neeps-4"], 2, 2)
