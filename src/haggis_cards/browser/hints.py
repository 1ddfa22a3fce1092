"""Why a hint names what it names: a module of its own, as it brings much along and the first hint may come late."""

from haggis_cards.review.core import Core
from haggis_cards.review.explanation import explain_by
from haggis_cards.table.bots import advice_of
from haggis_cards.view import View
from haggis_cards.wire.tables import Advice


async def advise(core: Core, seed: int, seen: View) -> Advice:
    """What strong play does here, and why."""
    return advice_of(await explain_by(core, seen, seed=seed))
