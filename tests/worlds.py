"""Other worlds: matches that one seat cannot tell from a given one, though the cards that it can't see lie elsewhere.

What a seat can't see is dealt again backwards: first the cards that others still hold and the haggis, then what the
Shepherd buried and drew, then what others gave each other, which leads to another deal. From that the same public
actions are played, so that the other world is a real match and not a state patched together.
"""

from collections import Counter
from random import Random

from haggis_cards import Action, Bury, Card, Deal, Give, Hand, Match, Phase, Round, Rounds
from haggis_cards.cards import gather, names, parse_card
from haggis_cards.view import View

Pile = Counter[str]
Log = list[tuple[int, Action]]


def other_world(match: Match, seat: int | None, rng: Random) -> Match:
    """A random match that looks the same to this seat (None: to a spectator)."""
    rounds = [done.round for done in match.finished]
    if not match.round.over:
        rounds.append(match.round)
    worlds = [_other_round(rnd, seat, rng) for rnd in rounds]
    deals = [deal for deal, _ in worlds]
    world = Match(match.rules, match.end, dealer=match.dealer, players=match.players, deals=deals)
    for _, log in worlds:
        for actor, action in log:
            world = world.act(actor, action)
    return world


def _other_round(rnd: Round, seat: int | None, rng: Random) -> tuple[Deal, Log]:
    """Another deal, and the same actions with other cards where this seat did not see them."""
    left, haggis = _deal_again(rnd, seat, rng)
    held = [_played(rnd, other) + left[other] for other in rnd.rules.seats]  # number cards at the start of play
    log = list(rnd.log)
    top = _shuffled(haggis, rng) if rnd.shepherd is None else _before_burying(rnd, seat, rng, held, haggis, log)
    if rnd.rules.opening == "exchange":
        _before_exchange(rnd, seat, rng, held, log)
    return Deal(tuple(map(_packed, held)), tuple(map(parse_card, top))), log


def _deal_again(rnd: Round, seat: int | None, rng: Random) -> tuple[list[Pile], Pile]:
    """The cards left in hand and in the haggis, those that the seat can't see shuffled among each other."""
    piles = [_numbers(hand) for hand in rnd.hands] + [_numbers(rnd.haggis)]
    known = [_known(rnd, seat, place, pile) for place, pile in enumerate(piles)]
    unseen = _shuffled(sum((pile - seen for pile, seen in zip(piles, known, strict=True)), Pile()), rng)
    again = []
    for pile, seen in zip(piles, known, strict=True):
        count = pile.total() - seen.total()
        again.append(seen + Pile(unseen[:count]))
        unseen = unseen[count:]
    return again[:-1], again[-1]


def _known(rnd: Round, seat: int | None, place: int, pile: Pile) -> Pile:
    """What a seat knows of a hand, or (the last place) of the haggis."""
    if rnd.over or place == seat:
        return pile  # at the end of a round all cards that were left are shown
    if seat is None:
        return Pile()
    if place == rnd.rules.players:
        return _numbers(rnd.buried) if seat == rnd.shepherd else Pile()
    if rnd.rules.opening == "exchange" and place == rnd.rules.partner(seat):
        # The partner holds what this seat gave, unless it was played or came back.
        there = Pile()
        for given, received in zip(rnd.given[seat], rnd.given[place], strict=True):
            there = there - _numbers(received) + _numbers(given)
        return there - _played(rnd, place)
    return Pile()


def _before_burying(rnd: Round, seat: int | None, rng: Random, held: list[Pile], haggis: Pile, log: Log) -> list[str]:
    """The Shepherd's hand before drawing; the haggis as it was dealt, top card first."""
    shepherd, count = rnd.shepherd, rnd.draw_count
    assert shepherd is not None
    drawn, buried = _numbers(rnd.drawn), _numbers(rnd.buried)
    if rnd.phase is not Phase.BURY:
        if seat != shepherd:
            buried = Pile(_shuffled(haggis, rng)[:count])
        haggis = haggis - buried
        held[shepherd] += buried
        bury = next(index for index, (_, action) in enumerate(log) if isinstance(action, Bury))
        log[bury] = (shepherd, Bury(Hand(_packed(buried))))
    if seat != shepherd:
        drawn = Pile(_shuffled(held[shepherd], rng)[:count])
    held[shepherd] = held[shepherd] - drawn
    return _shuffled(drawn, rng) + _shuffled(haggis, rng)


def _before_exchange(rnd: Round, seat: int | None, rng: Random, held: list[Pile], log: Log) -> None:
    """The hands before the exchange, swap by swap backwards; hidden gifts are any cards of whom they went to."""
    gifts: dict[int, list[str]] = {other: [] for other in rnd.rules.seats}  # latest first
    for other in rnd.rules.seats:
        if rnd.picks[other]:
            pick = names(rnd.picks[other])[0] if other == seat else _shuffled(held[other], rng)[0]
            gifts[other].append(pick)
    for swap in reversed(range(len(rnd.given[0]))):
        for other in (0, 1):
            pair = (other, other + 2)
            if seat in pair:
                gave = [names(rnd.given[giver][swap])[0] for giver in pair]
            else:
                gave = [_shuffled(held[taker], rng)[0] for taker in reversed(pair)]
            for giver, taker, card in zip(pair, reversed(pair), gave, strict=True):
                held[taker] = held[taker] - Pile([card])
                held[giver] += Pile([card])
                gifts[giver].append(card)
    for index, (actor, action) in enumerate(log):
        if isinstance(action, Give):
            log[index] = (actor, Give(Card(gifts[actor].pop())))


def _played(rnd: Round, seat: int) -> Pile:
    """The number cards that a seat has played."""
    entries = [entry for trick in rnd.tricks for entry in trick.entries] + list(rnd.trick)
    return sum((_numbers(play.cards) for player, play in entries if play and player == seat), Pile())


def _numbers(cards: int) -> Pile:
    return Pile(name for name in names(cards) if name not in "JQK")


def _packed(pile: Pile) -> int:
    return gather(map(parse_card, pile.elements()))


def _shuffled(pile: Pile, rng: Random) -> list[str]:
    return rng.sample(sorted(pile.elements()), pile.total())


def view_of(rnd: Round, seat: int) -> View:
    """What the seat sees if this is the first round of a match."""
    match = Match(rnd.rules, Rounds(1), deals=[rnd.deal], dealer=rnd.dealer)
    for actor, action in rnd.log:
        match = match.act(actor, action)
    return match.view(seat)
