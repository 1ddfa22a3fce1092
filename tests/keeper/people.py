"""People at a table with real cards: they play a match, count what lies there, and enter it into the score keeper."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from haggis_cards import Bet, Match, Play, Round, Rules
from haggis_cards.cards import names, parse_card
from haggis_cards.errors import Refusal
from haggis_cards.keeper import surface
from haggis_cards.match_end import End, Goal, Rounds, next_round
from haggis_cards.scoring import CLAUSES, Result, card_points
from tests.side_by_side import random_rules

NAMES = ("Ann", "Bob", "Cat", "Dee")


def ask(name: str, *given: Any) -> Any:
    """Calls the keeper as a page does, through JSON both ways."""
    return json.loads(json.dumps(getattr(surface, name)(*json.loads(json.dumps(given)))))


def refused(name: str, *given: Any) -> str:
    """The sentence with which the keeper refuses that."""
    with pytest.raises(Refusal) as caught:
        ask(name, *given)
    json.dumps(caught.value.params)
    return caught.value.reason


def new_sheet(rules: Rules | str, end: End | None = None, dealer: int = 0, **more: Any) -> dict[str, Any]:
    rules = Rules.from_spec(rules)
    return {
        "haggis_sheet": 1,
        "rules": rules.spec,
        "end": (end or Rounds(6)).as_record,
        "dealer": dealer,
        "players": list(NAMES[: rules.players]),
        **more,
    }


def random_match(rng: Random) -> Match:
    """A match to its end by players who mostly play and sometimes bet."""
    end = Rounds(rng.randint(1, 4)) if rng.random() < 0.6 else Goal(rng.randint(40, 160))
    match = Match(random_rules(rng), end, seed=rng.getrandbits(64))
    while not match.over:
        seat, other = rng.choice(match.to_act), rng.choice(match.rules.seats)
        bets = [action for action in match.legal(other) if isinstance(action, Bet)]
        if bets and rng.random() < 0.08:
            match = match.act(other, rng.choice(bets))
            continue
        options = [action for action in match.legal(seat) if not isinstance(action, Bet)]
        plays = [action for action in options if isinstance(action, Play)]
        match = match.act(seat, rng.choice(plays if plays and rng.random() < 0.7 else options))
    return match


class Watcher:
    """What somebody at the table sees of a round: who goes out, how many cards the others hold, and who takes what."""

    def __init__(self, rnd: Round) -> None:
        self.rules = rules = rnd.rules
        self.sizes = [rules.hand_size + 3] * rules.players
        self.out: list[int] = []
        self.held: list[list[int | None]] = []
        self.won: bool | None = None
        self.piles: list[list[str]] = [[] for _ in range(rules.side_count)]
        for trick in rnd.tricks:
            waiting = False
            for seat, play in trick.entries:
                self.sizes[seat] -= play.count if play else 0
                if play and not self.sizes[seat]:
                    self.out.append(seat)
                    waiting = waiting or (rules.out_bonus == "trick" and len(self.out) == 1)
                    self.held.append(self.seen(seat))
            if waiting:  # the hands are counted when the trick is over, if it is won
                self.won = trick.winner == self.out[0]
                self.held[0] = self.seen(self.out[0]) if self.won else [None] * rules.players
            self.piles[trick.side] += [name for _, play in trick.entries if play for name in names(play.cards)]
        self.last_hands = {seat: names(hand) for seat, hand in enumerate(rnd.hands) if hand}
        self.haggis = names(rnd.haggis)

    def seen(self, out: int) -> list[int | None]:
        counted = set(self.rules.opponents(out)) - set(self.out)
        return [self.sizes[seat] if seat in counted else None for seat in self.rules.seats]

    def lay_on(self, asks: dict[str, Any], haggis_to: int | None) -> list[str]:
        """Puts the last cards and the haggis where the keeper says; where it says nothing, where the last to play did.

        Returns the cards that nobody scores.
        """
        to = asks["haggis_to"] if asks["haggis_to"] is not None else haggis_to
        if to is not None:
            self.piles[to] += self.haggis
        left = [name for hand in self.last_hands.values() for name in hand]
        if asks["hand_to"] is None:
            assert asks["lost"] == list(self.last_hands)
            return left
        self.piles[asks["hand_to"]] += left
        return []


def counted(rules: Rules, cards: list[str], rng: Random) -> Any:
    """A pile as somebody enters it: its sum, or the ranks of its cards."""
    if rng.random() < 0.5:
        return sum(card_points(rules, parse_card(name)) for name in cards)
    return Counter(name[0] for name in cards)


def entered(sheet: dict[str, Any], rnd: Round, rng: Random) -> dict[str, Any]:
    """The round as people enter it, field by field; until it is complete the keeper only asks for the next one."""
    seen = Watcher(rnd)
    entry: dict[str, Any] = {}

    def unfinished(about: str) -> None:
        refusal = ask("try_round", sheet, entry)["refusal"]
        assert refusal["code"] == "unfinished", (refusal, entry, rnd.rules.spec)
        assert refusal["params"]["fault"].startswith(about), refusal

    unfinished("out")
    for place in range(len(seen.out)):
        entry["out"] = seen.out[: place + 1]
        unfinished("out" if place < len(seen.out) - 1 else "held")
    if seen.won is not None:
        entry["won"] = seen.won
        unfinished("held")
    if rnd.rules.open_bets:
        entry["bets"] = list(rnd.bets)
    elif rnd.shepherd is not None:
        entry["shepherd"] = rnd.shepherd
        unfinished("held")
        entry["bid"] = rnd.bid
    entry["held"] = seen.held
    unfinished("pile")
    lost = seen.lay_on(ask("try_round", sheet, entry)["asks"], rnd.haggis_to)
    entry["piles"] = [counted(rnd.rules, pile, rng) for pile in seen.piles]
    if lost and rng.random() < 0.5:
        entry["lost"] = counted(rnd.rules, lost, rng)
    if (not lost or "lost" in entry or rnd.rules.points == "flat") and rng.random() < 0.5:
        entry["piles"][rng.randrange(len(entry["piles"]))] = None  # the rest of the deck
    return entry


def expected(rnd: Round, result: Result) -> dict[str, Any]:
    """What the keeper must say of the round; card by card it knows only the piles."""
    dealer, lead = next_round(rnd, result)
    outs = [source for source in result.sources if source["part"] != "cards"]
    keys = ("rule", "side", "points", "seat", "hand", "count")
    return {
        **result.data,
        "slam": result.slam,
        "dealer": rnd.dealer,
        "lead": rnd.lead,
        "next": (dealer, lead),
        "lines": [
            {"clause": CLAUSES[source["rule"]], **{key: value for key, value in source.items() if key in keys}}
            for source in outs
        ],
    }


def told(scored: dict[str, Any], following: dict[str, Any] | None) -> dict[str, Any]:
    """The same of a round that the keeper has scored."""
    keys = ("out", "points", "parts", "totals", "slam", "lead")
    return {
        **{key: scored[key] for key in keys},
        "dealer": scored["start"]["dealer"],
        "next": following and (following["dealer"], following["lead"]),
        "lines": [line for line in scored["lines"] if line["rule"] != "pile"],
    }
