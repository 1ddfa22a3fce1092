"""Random games of one's own: `Rules` that are not a preset, inside the envelope (`haggis_cards.envelope`)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from haggis_cards import RULES, Rules, RulesError
from haggis_cards.cards import LINE, LOW, TOP, Deck
from haggis_cards.native import native_rules
from haggis_cards.rules import HOUSE_RULES, choices
from tests.side_by_side import BETS

_OTHERS: dict[str, Sequence[Any]] = {"bets": BETS, "top_rank": range(LOW + 2, TOP + 4)}
_CHOSEN = ("partners", "bomb_to", "name_lead", "out_bonus", "slam", "next_round", "failed_bet_to")


def sizes() -> list[dict[str, Any]]:
    """Every deck and table that can be dealt, with hands and haggis that the core takes."""
    return [
        {"players": players, "deck": Deck(suits, copies), "hand_size": hand, "haggis_size": haggis}
        for players in (2, 3, 4)
        for suits in (2, 3, 4, 5)
        for copies in (1, 2)
        for hand in range(1, 19)
        if 0 <= (haggis := LINE * suits * copies - players * hand) <= 8
    ]


def random_custom(rng: Random, opening: str | None = None) -> Rules:
    """A game that both engines play, perhaps with this opening; drawn again until the parts fit together."""
    opening = rng.choice(choices("opening")) if opening is None else opening
    while True:
        fields = {**rng.choice(sizes()), **{name: rng.choice(choices(name)) for name in _CHOSEN}, "opening": opening}
        fields |= {"open_bets": fields["opening"] != "auction", "bet_multiplier": rng.choice((1, 2))}
        fields |= {"reenter": None if fields["players"] == 2 else rng.choice((True, False))}
        try:
            rules = replace(RULES["haggis-2"], preset="attic", title="Attic", **fields)
            for name in HOUSE_RULES:
                if rng.random() < 0.5:
                    values = choices(name) or _OTHERS[name]
                    rules = replace(rules, **{name: rng.choice(values)})
            native_rules(rules)
        except RulesError:
            continue
        return rules


MINI = Rules(
    preset="mini",
    title="A small game",
    edition="1",
    players=2,
    deck=Deck(suits=2, copies=1),
    haggis_size=4,
    hand_size=7,
    bomb_to="chosen",
    reenter=None,
    points="printed",
    next_round="trailing_leads",
    suggested_rounds=(2, 4),
    suggested_goal=(50, 100),
)
