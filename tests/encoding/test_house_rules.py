"""A network sees the house rules that it plays under, or the rule is on the list of those that it does not see."""

import pytest

from haggis_cards import RULES, Match
from haggis_cards.encoding import encode_view
from haggis_cards.rules import HOUSE_RULES, HouseRule

# Rules that came after the layout was fixed: a new input would make all trained weights useless.
UNSEEN: frozenset[str] = frozenset({"bets_until", "failed_bet_to", "bomb_to", "last_hand", "top_rank", "tie"})


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.name)
def test_R10_every_value_of_a_house_rule_is_encoded(rule: HouseRule) -> None:
    """R10: the same deal under another value is another row, unless the rule is on the list."""
    for preset in rule.games:
        rules = RULES[preset]
        values = rule.choices_in(rules) or ((3, 6, 9), (30, 60, 90))
        views = [Match(rules.replace(**{rule.name: value}), seed=1).view(0) for value in values]
        rows = {encode_view(view)[0].tobytes() for view in views}
        assert len(rows) == len(values) or rule.name in UNSEEN, preset
