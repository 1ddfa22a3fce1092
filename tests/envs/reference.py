"""The environments' numbering of actions once more, in the Python engine: what the native one must agree with."""

from collections.abc import Sequence

from haggis_cards import Action, Hand, Match, Rules
from haggis_cards.actions import Award, Bury, Lead
from haggis_cards.cards import ALL_COURTS, NUMBERS, each, remove
from haggis_cards.combos import Play
from haggis_cards.encoding import split_hand
from haggis_cards.encoding.layout import SEAT_NAMES


def shape_name(action: Action, seat: int, rules: Rules) -> str:
    """What the table hears of an action."""
    if isinstance(action, Play):
        return action.name
    if isinstance(action, Award | Lead):
        return f"{action.verb} {SEAT_NAMES[(action.seat - seat) % rules.players]}"
    return "bury" if isinstance(action, Bury) else str(action)


def pick(match: Match, seat: int, name: str) -> Action:
    """The action that stands for a shape: few courts, few plays left, few low cards left, the first of the list."""
    rules, hand = match.rules, match.round.hands[seat]
    alike = [action for action in match.legal(seat) if shape_name(action, seat, rules) == name]
    if name == "bury":
        assert isinstance(alike[0], Bury)
        return _burial(rules, hand, alike[0].cards.bit_count())
    plays = [action for action in alike if isinstance(action, Play)]
    if not plays:
        (only,) = alike
        return only
    return min(
        plays,
        key=lambda play: ((play.cards & ALL_COURTS).bit_count(), split_hand(rules.deck, remove(hand, play.cards))),
    )


def _burial(rules: Rules, hand: int, count: int) -> Bury:
    buried = 0
    for _ in range(count):
        card = min(each(hand & NUMBERS), key=lambda card: split_hand(rules.deck, remove(hand, card)))
        hand, buried = remove(hand, card), buried | card  # Tatties has one copy of each card
    return Bury(Hand(buried))


def rewards(points: Sequence[int], rules: Rules) -> list[float]:
    """The margins of the seats' sides."""
    others = len(points) - 1
    return [points[side] - (sum(points) - points[side]) / others for side in rules.sides]
