"""Both engines on the same random matches: equal lists, states and scores at every decision.

`tests/test_native_differential.py` does it for a short while, `make soak` (tests/soak.py) for a long one.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np

from haggis_cards import RULES, Action, Bet, Match, Phase, Play, Round, Rounds, Rules
from haggis_cards.actions import PASS
from haggis_cards.cards import ALL_COURTS, COURT_SHIFT, FIRST, PLANE, Cards, each
from haggis_cards.native import PHASES, STATE, Position, pack, views
from haggis_cards.rules import HOUSE_RULES, HouseRule
from haggis_cards.scoring import captured, card_points, score

NOBODY = 255

BETS = ((1,), (5, 10), (3, 6, 9), (15, 30, 45), (30, 60, 300), (1, 2, 3, 4, 5, 6, 7, 8))


def house_values(rules: Rules, rule: HouseRule) -> list[Any]:
    """Values that a house rule takes in this game; one that is neither a choice nor bets needs some here."""
    values = rule.choices_in(rules) if rule.choices else BETS
    return [value for value in values if rule.fits(rules) and rule.takes(rules, value)]


def random_rules(rng: Random) -> Rules:
    """A preset, or one with some of the house rules that fit it."""
    rules = rng.choice(list(RULES.values()))
    if rng.random() < 0.4:
        return rules
    for name, rule in HOUSE_RULES.items():
        values = house_values(rules, rule)
        if values and rng.random() < 0.5:
            rules = rules.replace(**{name: rng.choice(values)})
    return rules


def play(rng: Random) -> Iterator[int]:
    """A random match on both engines; yields once for every decision, in which everything was equal."""
    yield from play_match(Match(random_rules(rng), Rounds(rng.randint(1, 4)), seed=rng.getrandbits(64)), rng)


def play_match(match: Match, rng: Random) -> Iterator[int]:
    """The same for a given match."""
    temper = rng.choice([0.0, 0.3, 0.7])  # how often a player plays something rather than anything
    # Random players have bet or played a card before somebody is out. One who waits may still bet then (`bets_until`).
    waits = rng.choice([None, *match.rules.seats])
    while not match.over:
        rounds, native = len(match.finished), Position.from_round(match.round)
        while len(match.finished) == rounds:
            seat, action = _compare(match.round, native, rng, temper, waits)
            match, native = match.act(seat, action), native.act(action, seat)
            yield 1
        _compare_end(match.finished[-1].round, native)


def _compare(rnd: Round, native: Position, rng: Random, temper: float, waits: int | None) -> tuple[int, Action]:
    """Sees that both are the same, and chooses what to do next; one seat waits: it passes if it can."""
    assert native.native.raw == _expected(rnd), _difference(rnd, native)
    seat = rng.choice(rnd.to_act)
    other = rng.choice(rnd.rules.seats)
    lists = {asked: rnd.legal(asked) for asked in {seat, other, rnd.to_act[0]}}
    for asked, actions in lists.items():
        packed = [list(pack(action, rnd.rules)) for action in actions]
        assert native.packed(asked).tolist() == packed, (rnd.rules.spec, rnd.log, asked)
        assert views.legal(rnd, asked) == list(map(str, actions)), (rnd.rules.spec, rnd.log, asked)
    if rng.random() < 0.02:
        assert native.to_round() == rnd
        assert Position.from_round(rnd) == native
    bets = [action for action in lists[other] if isinstance(action, Bet)]
    if bets and rng.random() < 0.1 and (other != waits or rnd.out):
        return other, rng.choice(bets)
    options = [action for action in lists[seat] if not isinstance(action, Bet)] or lists[seat]
    if seat == waits and PASS in options:
        return seat, PASS
    plays = [action for action in options if isinstance(action, Play)] if rng.random() < temper else []
    return seat, rng.choice(plays or options)


def _compare_end(rnd: Round, native: Position) -> None:
    result = score(rnd)
    assert native.native.raw == _expected(rnd), _difference(rnd, native)
    assert native.score() == (result.cards, result.bonus, result.bets), (rnd.rules.spec, rnd.log)
    assert native.to_round() == rnd
    assert native.packed().shape == (0, 2)


def _difference(rnd: Round, native: Position) -> str:
    expected = np.frombuffer(_expected(rnd), STATE)[0]
    names = STATE.names or ()
    wrong = {name: (native.fields[name].tolist(), expected[name].tolist()) for name in names}
    return f"{rnd.rules.spec} {rnd.log}: " + str({name: pair for name, pair in wrong.items() if pair[0] != pair[1]})


def _expected(rnd: Round) -> bytes:
    """The bytes that the native state must have: the definition of its fields in terms of the round's."""
    rules, seats = rnd.rules, rnd.rules.seats
    record = np.zeros((), STATE)
    plays = [(seat, play) for trick in (*rnd.tricks, rnd) for seat, play in _entries(trick) if play]
    record["hands"][: len(seats)] = [_planes(hand) for hand in rnd.hands]
    shown = [[0, 0] for _ in seats]
    for seat, play in plays:
        first, second = _planes(play.cards)
        shown[seat] = [shown[seat][0] | first, shown[seat][1] | second | shown[seat][0] & first & FIRST]
    record["played"][: len(seats)] = shown
    record["haggis"] = _planes(rnd.haggis)
    record["totals"][: len(rnd.totals)] = rnd.totals
    record["pile"][: len(rnd.totals)] = captured(rnd)
    record["bonus"][: len(rnd.totals)] = rnd.bonus
    record["trick_points"] = sum(card_points(rules, play.cards) for _, play in rnd.trick if play)
    record["top"] = 0 if rnd.top is None else rnd.top >> 94
    record["phase"] = PHASES.index(rnd.phase)
    record["turn"] = rnd.to_act[0] if rnd.to_act else NOBODY
    record["dealer"] = rnd.dealer
    record["lead"] = _or_nobody(rnd.lead)
    record["winner"] = _or_nobody(rnd.winner)
    bid_passed = [seat for seat, value in rnd.bids if value is None]
    record["passed"] = _bits(bid_passed if rnd.phase is Phase.AUCTION else rnd.passed)
    record["holders"] = _bits(seat for seat in seats if rnd.hands[seat])
    record["out_count"] = len(rnd.out)
    record["out"][: len(rnd.out)] = rnd.out
    record["bets"][: len(seats)] = [_place(rules, bet) for bet in rnd.bets]
    bids = [bid for bid in rnd.bids if bid[1] is not None]
    record["bidder"], record["bid"] = (bids[-1][0], _place(rules, bids[-1][1])) if bids else (NOBODY, 0)
    record["haggis_to"] = _or_nobody(rnd.haggis_to)
    in_trick = [seat for seat, play in rnd.trick if play]
    record["below"] = in_trick[-2] + 1 if len(in_trick) > 1 else 0
    if rules.opening == "exchange":
        record["swaps"] = len(rnd.given[0])
        record["picks"][: len(seats)] = [card.bit_length() for card in rnd.picks]
        for seat in seats:
            record["given"][seat][: len(rnd.given[seat])] = [card.bit_length() for card in rnd.given[seat]]
    record["deck"][: len(rnd.deal.haggis)] = [card.bit_length() for card in rnd.deal.haggis]
    buried = [card.bit_length() for card in each(rnd.buried)]
    record["buried"][: len(buried)] = buried
    return record.tobytes()


def _entries(trick: Any) -> Any:
    return trick.trick if isinstance(trick, Round) else trick.entries


@cache
def _planes(cards: Cards) -> tuple[int, int]:
    courts = (cards & ALL_COURTS) >> COURT_SHIFT
    return cards & FIRST | courts << PLANE, cards >> PLANE & FIRST


def _or_nobody(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _bits(seats: Any) -> int:
    return sum(1 << seat for seat in seats)


def _place(rules: Rules, value: int | None) -> int:
    return 0 if value is None else rules.bets.index(value) + 1
