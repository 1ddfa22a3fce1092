"""The score keeper agrees with the engine on random matches of all games and house rules, entered as people enter them.

`HAGGIS_KEEPER_MATCHES=1000 pytest tests/keeper/test_agreement.py` tries more of them.
"""

import os
from random import Random

import pytest

from haggis_cards import Match
from tests.keeper.people import ask, entered, expected, new_sheet, random_match, told
from tests.seed import SEED

MATCHES = int(os.environ.get("HAGGIS_KEEPER_MATCHES", "60"))


@pytest.mark.timeout(3600)
def test_the_keeper_agrees_with_the_engine() -> None:
    for number in range(MATCHES):
        rng = Random(f"{SEED} keeper {number}")
        keep(random_match(rng), rng)


def keep(match: Match, rng: Random) -> None:
    """Keeps the score of a match that was played; now and then a round is entered wrongly and corrected later."""
    opened = ask("open_sheet", new_sheet(match.rules, match.end, match.dealer))
    for number, finished in enumerate(match.finished):
        assert not opened["account"]["over"]
        entry = entered(opened["sheet"], finished.round, rng)
        tried = ask("try_round", opened["sheet"], entry)
        assert tried["refusal"] is None, (tried["refusal"], entry, match.rules.spec)
        opened = ask("add_round", opened["sheet"], entry)
        assert opened["account"]["rounds"][-1] == tried["round"]
        following = opened["account"]["next"]
        want = expected(finished.round, finished.result)
        assert told(tried["round"], following) == {**want, "next": following and want["next"]}, match.rules.spec
        if number + 1 < len(match.finished) and match.rules.open_bets and rng.random() < 0.3:
            wrong = {**entry, "bets": [None] * match.rules.players}
            other = ask("add_round", opened["sheet"], wrong, number)
            assert ask("add_round", other["sheet"], entry, number) == opened
            again = ask("undo_round", opened["sheet"])
            assert ask("add_round", again["sheet"], entry) == opened
    account = opened["account"]
    assert account["over"]
    assert tuple(account["totals"]) == match.totals
    assert tuple(account["winners"]) == match.winners
    assert ask("unpack", ask("pack", opened["sheet"])) == opened
