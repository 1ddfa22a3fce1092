"""The games, their house rules and the bots: what the form for a new table needs."""

from typing import Final

from haggis_cards.rules import HOUSE_RULES, RULES, Rules
from haggis_cards.table.bots import infos
from haggis_cards.wire import tables as m
from haggis_cards.wire.facts import DAY, LIMITS, REACTIONS

_CLOCKS: Final = [15, 30, 60, 120, DAY, 3 * DAY]
_BANKS: Final = [60, 120, 300]


def games(public_url: str | None = None, network_url: str | None = None, join: str = "") -> m.Games:
    """All that a new table needs; and the addresses of the server, and the code by which others get in."""
    games = [
        m.GameInfo(
            preset=rules.preset,
            title=rules.title,
            edition=rules.edition,
            players=rules.players,
            partners=rules.partners,
            before=rules.opening,
            rounds=list(rules.suggested_rounds) if rules.suggested_rounds else None,
            goal=list(rules.suggested_goal),
            slam=rules.slam,
            house=_house(rules),
        )
        for rules in RULES.values()
    ]
    return m.Games(
        games=games,
        bots=infos(),
        clocks=_CLOCKS,
        banks=_BANKS,
        reactions=list(REACTIONS),
        limits=LIMITS,
        public_url=public_url,
        network_url=network_url,
        join=join,
    )


def _house(rules: Rules) -> list[m.HouseRuleInfo]:
    fitting = {name: rule for name, rule in HOUSE_RULES.items() if rule.fits(rules)}
    return [
        m.HouseRuleInfo(
            name=name,
            about=rule.about,
            values=rule.values_in(rules),
            choices=list(rule.choices_in(rules)) or None,
            default=getattr(rules, name),
        )
        for name, rule in fitting.items()
    ]
