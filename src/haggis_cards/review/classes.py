"""How decisions are called: by the points that they lose, and only if that is certain."""

from typing import Final

from haggis_cards.actions import Action, Bet, Pass
from haggis_cards.cards import ALL_COURTS
from haggis_cards.combos import Play
from haggis_cards.review.model import Class, Kind, Theme
from haggis_cards.round import Phase

CLASSES: Final[tuple[tuple[Class, float], ...]] = (("blunder", 15.0), ("mistake", 8.0), ("inaccuracy", 3.0))
CERTAINTY: Final = 2.0  # standard errors behind the best, to be called anything but good


def classify(loss: float, error: float) -> Class:
    """The class of a decision that is so far behind the best; all but the lowest need a standard error to spare."""
    lowest, least = CLASSES[-1]
    if loss < max(least, CERTAINTY * error):
        return "good"
    return next((name for name, points in CLASSES if loss - error >= points), lowest)


_KINDS: Final[dict[Phase, Kind]] = {
    Phase.EXCHANGE: "give",
    Phase.AUCTION: "bid",
    Phase.BURY: "bury",
    Phase.PLAY: "play",
    Phase.AWARD: "award",
    Phase.LEAD: "lead",
}


def kind_of(phase: Phase, made: Action) -> Kind:
    """What a decision is about."""
    return "bet" if isinstance(made, Bet) else _KINDS[phase]


_THEMES: Final[dict[Kind, Theme]] = {
    "bet": "bets",
    "bid": "bids",
    "give": "exchange",
    "bury": "burial",
    "award": "after-bombs",
    "lead": "after-bombs",
}


def theme_of(kind: Kind, made: Action | None, best: Action | None, leads: bool) -> Theme:
    """What a mistake is about; the actions matter in tricks alone."""
    if kind != "play":
        return _THEMES[kind]
    match made, best:
        case (Pass(), _):
            return "passes"
        case (_, Pass()):
            return "holds"
        case (Play(), Play()) if made.is_bomb != best.is_bomb:
            return "bombs"
        case (Play(), Play()) if made & ALL_COURTS & ~best:
            return "courts"
    return "leads" if leads else "follows"
