"""Why `greedy` chose what it chose, in a few words for a player."""

from haggis_cards.bots.greedy.trick import GOES_OUT, SURE_TO_GO_OUT, Option, Thinker
from haggis_cards.cards import ALL_COURTS, COURT_SHIFT, Cards, text
from haggis_cards.combos import Play


def explain(thinker: Thinker, chosen: Option) -> str:
    """The reason for a play or a pass."""
    if chosen.value >= GOES_OUT:
        return "goes out"
    if chosen.value >= SURE_TO_GO_OUT / 2:
        return "nobody can stop the rest"
    return _pass(thinker) if chosen.play is None else _play(thinker, chosen, chosen.play)


def _pass(thinker: Thinker) -> str:
    s = thinker.s
    if s.partner_leads:
        return "leaves the trick to the partner"
    if s.top is None or not s.rules.grammar.plays(s.hand, s.top):
        return "has nothing higher"
    courts = s.hand & ALL_COURTS
    answers = [play for play in s.rules.grammar.plays(s.hand, s.top) if not play & ALL_COURTS]
    if not answers and courts:
        return f"keeps {_best(courts)} to regain the lead later"
    plays = thinker.planner.plan(s.hand).size
    return f"keeps its {plays} plays together"


def _play(thinker: Thinker, chosen: Option, play: Play) -> str:
    s = thinker.s
    left = min(s.sizes[seat] for seat in s.opponents)
    plays = chosen.plan.size
    keeps = f", keeps {_best(chosen.rest & ALL_COURTS)} to regain the lead" if chosen.rest & ALL_COURTS else ""
    if play.is_bomb:
        return f"bombs to get the lead with {plays} plays to go"
    if s.partner_leads:
        return f"overtakes the partner: {plays} plays to go"
    if s.top is None and thinker.threats.sure(play):
        return "nobody can beat it"
    if left <= 3 and play.count <= left and chosen.holds > 0.5:
        return f"blocks: an opponent has {left} card{'s' * (left > 1)} left"
    if s.top is None and play.count == 1:
        return f"sheds a card that fits no combination{keeps}"
    if s.top is None:
        return f"sheds {play.count} cards at once{keeps}"
    if chosen.holds > 0.75:
        return f"should win the trick, {plays} plays to go"
    return f"sheds cheaply{keeps}"


def _best(courts: Cards) -> str:
    """The highest of these courts."""
    return text(1 << max(courts.bit_length() - 1, COURT_SHIFT))
