"""Why `greedy` chose what it chose, in a few words for a player."""

from haggis_cards.bots.greedy.move_scorer import GOES_OUT, SURE_TO_GO_OUT, MoveScorer, Option
from haggis_cards.cards import ALL_COURTS, COURT_SHIFT, Cards, text
from haggis_cards.combos import Play


def explain(scorer: MoveScorer, chosen: Option) -> str:
    """The reason for a play or a pass."""
    if chosen.value >= GOES_OUT:
        return "goes out"
    if chosen.value >= SURE_TO_GO_OUT / 2:
        return "nobody can stop the rest"
    return _pass(scorer) if chosen.play is None else _play(scorer, chosen, chosen.play)


def _pass(scorer: MoveScorer) -> str:
    seen = scorer.seen
    if seen.partner_leads:
        return "leaves the trick to the partner"
    if seen.top is None or not seen.rules.grammar.plays(seen.hand, seen.top):
        return "has nothing higher"
    courts = seen.hand & ALL_COURTS
    answers = [play for play in seen.rules.grammar.plays(seen.hand, seen.top) if not play & ALL_COURTS]
    if not answers and courts:
        return f"keeps {_best(courts)} to regain the lead later"
    plays = scorer.planner.plan(seen.hand).size
    return f"keeps its {plays} plays together"


def _play(scorer: MoveScorer, chosen: Option, play: Play) -> str:
    seen = scorer.seen
    left = min(seen.sizes[seat] for seat in seen.opponents)
    plays = chosen.plan.size
    keeps = f", keeps {_best(chosen.rest & ALL_COURTS)} to regain the lead" if chosen.rest & ALL_COURTS else ""
    if play.is_bomb:
        return f"bombs to get the lead with {plays} plays to go"
    if seen.partner_leads:
        return f"overtakes the partner: {plays} plays to go"
    if seen.top is None and scorer.threats.sure(play):
        return "nobody can beat it"
    if left <= 3 and play.count <= left and chosen.win_probability > 0.5:
        return f"blocks: an opponent has {left} card{'s' * (left > 1)} left"
    if seen.top is None and play.count == 1:
        return f"sheds a card that fits no combination{keeps}"
    if seen.top is None:
        return f"sheds {play.count} cards at once{keeps}"
    if chosen.win_probability > 0.75:
        return f"should win the trick, {plays} plays to go"
    return f"sheds cheaply{keeps}"


def _best(courts: Cards) -> str:
    """The highest of these courts."""
    return text(1 << max(courts.bit_length() - 1, COURT_SHIFT))
