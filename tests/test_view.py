"""Views: what a seat may know, and that nothing else can be inferred from them."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from haggis_cards import RULES, IllegalAction, Match, Phase, Rounds, Rules
from haggis_cards.cards import parse_cards, text
from haggis_cards.view import ExchangeView, known_gifts
from tests.support import PRESETS, TABLES, deal, first_out, name_of, random_play
from tests.worlds import other_world


def as_json(match: Match, seat: int | None) -> str:
    return json.dumps(match.view(seat), allow_nan=False)


def acted(match: Match, *lines: str) -> Match:
    for line in lines:
        seat, _, action = line.partition(" ")
        match = match.act(int(seat), action)
    return match


def samples(table: str | dict[str, Any], seed: int) -> list[Match]:
    """Positions of a random match of two rounds: all of the rarer phases, some of the tricks, the end."""
    rng = Random(seed)
    rare = (Phase.AUCTION, Phase.BURY, Phase.AWARD, Phase.LEAD, Phase.OVER)
    chance = {Phase.EXCHANGE: 0.4, Phase.PLAY: 0.06} | dict.fromkeys(rare, 1.0)
    return [match for match in random_play(table, Rounds(2), seed) if rng.random() < chance[match.round.phase]]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_view_does_not_change_when_hidden_cards_are_permuted(table: str | dict[str, Any]) -> None:
    """The important one: byte for byte, for every seat and a spectator, in every phase."""
    rng = Random(7)
    seen: Counter[Phase] = Counter()
    moved: Counter[Phase] = Counter()
    for seed in (1, 2):
        for match in samples(table, seed):
            for seat in (None, *match.rules.seats):
                world = other_world(match, seat, rng)
                assert as_json(world, seat) == as_json(match, seat)
                seen[match.round.phase] += 1
                moved[match.round.phase] += (world.round.deal, world.round.log) != (match.round.deal, match.round.log)
    rules = Rules.from_spec(table)
    expected = {Phase.PLAY, Phase.OVER}
    expected |= {"exchange": {Phase.EXCHANGE}, "auction": {Phase.AUCTION, Phase.BURY}, "": set()}[rules.opening]
    expected |= {Phase.AWARD} if rules.bomb_to == "chosen" and rules.players > 2 else set()
    expected |= {Phase.LEAD} if rules.name_lead else set()
    assert set(seen) == expected
    # The worlds are really others: hidden cards have moved in nearly all of them.
    assert all(moved[phase] >= 0.9 * seen[phase] for phase in seen if phase is not Phase.OVER)


@pytest.mark.parametrize("table", [table for table in TABLES if Rules.from_spec(table).deck.copies == 1], ids=name_of)
def test_a_view_holds_no_card_that_the_seat_cannot_know(table: str | dict[str, Any]) -> None:
    """In single decks a card's name stands nowhere before it is seen, results of earlier rounds apart."""
    for match in samples(table, 3):
        rnd = match.round
        if rnd.over:
            continue
        seen = {name for _, play in rnd.log if play.verb == "play" for name in str(play).replace("=", " = ").split()}
        for seat in (None, *match.rules.seats):
            own = set() if seat is None else set(text(rnd.hands[seat]).split())
            if seat is not None and seat == rnd.shepherd:
                own |= set(text(rnd.drawn).split()) | set(text(rnd.buried).split())
            view: dict[str, Any] = {**match.view(seat), "results": None, "legal": None}
            shown = json.dumps(view).replace('"', " ").replace("=", " = ").replace(",", " ").split()
            deck = {text(card) for card in match.rules.deck.cards()}
            wild = {words[2] for words in zip(shown, shown[1:], shown[2:], strict=False) if words[1] == "="}
            assert set(shown) & deck - own - seen - wild == set()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_is_ready_for_json(preset: str) -> None:
    for match in samples(preset, 4):
        for seat in (None, *match.rules.seats):
            view = match.view(seat)
            assert json.loads(json.dumps(view, allow_nan=False)) == view


def test_what_a_view_shows() -> None:
    hand = "2r 2y 2g 2b 3r 3y 3g 3b 4r 4y 4g 4b 5r 5y"
    match = Match("haggis-2", Rounds(2), dealer=1, deals=[deal("haggis-2", hand)], players=["Ann", "Bob"])
    match = acted(match, "1 bet 30", "0 play J=2r 3r 4r", "1 pass")
    view = match.view(0)
    assert view["view"] == 1
    assert (view["rules"], view["end"], view["players"], view["seat"]) == ("haggis-2", {"rounds": 2}, ["Ann", "Bob"], 0)
    assert (view["round"], view["dealer"], view["lead"], view["phase"], view["to_act"]) == (1, 1, 0, "play", [0])
    assert view["hand"] == "2r 2y 2g 2b 3y 3g 3b 4y 4g 4b 5r 5y Q K"
    assert view["haggis"] == 8
    assert [seat["cards"] for seat in view["seats"]] == [14, 17]
    assert [seat["courts"] for seat in view["seats"]] == ["Q K", "J Q K"]
    assert [seat["bet"] for seat in view["seats"]] == [None, 30]
    assert [seat["bet_stands"] for seat in view["seats"]] == [False, True]
    assert view["trick"] == []
    assert view["tricks"] == [
        {"entries": [{"seat": 0, "play": "J=2r 3r 4r"}, {"seat": 1, "play": None}], "winner": 0, "side": 0}
    ]
    assert view["piles"] == [{"cards": 3, "points": 3, "bonus": 0}, {"cards": 0, "points": 0, "bonus": 0}]
    assert view["log"] == ["1 bet 30", "0 play J=2r 3r 4r", "1 pass"]
    assert view["legal"] == [str(action) for action in match.legal(0)]
    assert match.view(1)["legal"] == []
    spectator = match.view(None)
    assert (spectator["seat"], spectator["hand"], spectator["legal"]) == (None, None, [])


def test_R7_1_open_bets_are_offered_out_of_turn() -> None:
    """R7.1, and R10 bets_until: with `first-card` also after somebody is out, to those who have played no card."""
    for value, offered in (("first-out", []), ("first-card", ["bet 15", "bet 30", "bet 45"])):
        rnd = first_out(RULES["haggis-3"].replace(bets_until=value))
        match = Match(rnd.rules, seed=0)._with(round=rnd)
        assert match.view(1)["to_act"] == [1]
        assert match.view(2)["legal"] == offered
        assert match.view(0)["legal"] == []


def test_the_trick_to_beat() -> None:
    match = Match("haggis-2", dealer=1, deals=[deal("haggis-2", "3r 5r")])
    assert match.view(1)["to_beat"] is None
    view = acted(match, "0 play 3r J=4r 5r").view(1)
    assert view["to_beat"] == {
        "seat": 0,
        "play": "3r J=4r 5r",
        "name": "Sequence of 3, top 5",
        "kind": "sequence",
        "width": 1,
        "length": 3,
        "rank": 3,
    }


def test_R3_1_a_pick_is_secret_until_all_four_are_in() -> None:
    """R3.1: others see that a seat has picked, not what; afterwards giver and receiver know the card."""
    fresh = Match("neeps-4", Rounds(1), dealer=3, deals=[deal("neeps-4", "2r 2r", "3r 3r", "4r 4r", "5r 5r")])
    match = acted(fresh, "0 give 2r")
    exchanges = [match.view(seat)["exchange"] for seat in (0, 1, 2, 3, None)]
    assert [exchange and exchange["pick"] for exchange in exchanges] == ["2r", None, None, None, None]
    assert all(exchange and exchange["picked"] == [0] for exchange in exchanges)
    assert [match.view(seat)["log"] for seat in (0, 2, None)] == [["0 give 2r"], ["0 give"], ["0 give"]]
    assert match.view(2)["hand"] == fresh.view(2)["hand"]
    match = acted(match, "1 give 3r", "2 give 4r", "3 give 5r")
    exchanges = [match.view(seat)["exchange"] for seat in (0, 1, 2, 3, None)]
    assert [exchange and exchange["gave"] for exchange in exchanges] == [["2r"], ["3r"], ["4r"], ["5r"], []]
    assert [exchange and exchange["received"] for exchange in exchanges] == [["4r"], ["5r"], ["2r"], ["3r"], []]
    assert match.view(2)["log"] == ["0 give", "1 give", "2 give 4r", "3 give"]


@pytest.mark.parametrize(
    ("gave", "received", "played", "known"),
    [
        ([], [], "", ""),
        (["5r"], ["7g"], "", "5r"),
        (["5r", "6b"], ["7g", "8g"], "", "5r 6b"),
        (["5r", "6b"], ["7g", "5r"], "", "6b"),  # given back, or its double: nobody can tell
        (["5r", "6b"], ["7g", "8g"], "6b 7b", "5r"),
        (["5r", "5r"], ["7g", "5r"], "", "5r"),
        (["5r", "5r"], ["7g", "8g"], "5r", "5r"),
        (["5r", "5r"], ["7g", "5r"], "5r", ""),
    ],
)
def test_R3_1_the_gifts_that_a_partner_must_still_hold(
    gave: list[str], received: list[str], played: str, known: str
) -> None:
    exchange: ExchangeView = {"swap": 2, "picked": [], "pick": None, "gave": gave, "received": received}
    assert known_gifts(exchange, parse_cards(played)) == parse_cards(known)


def test_without_an_exchange_nothing_is_known_of_gifts() -> None:
    assert known_gifts(None, parse_cards("5r")) == 0


def test_R4_4_drawn_and_buried_cards_are_the_shepherds_secret() -> None:
    match = Match("tatties-3", Rounds(1), dealer=0, deals=[deal("tatties-3", "2r 3r", haggis="9o 8o 7o")])
    match = acted(match, "0 bid 30", "1 pass", "2 pass")
    assert [match.view(seat)["auction"]["drawn"] for seat in (0, 1, 2, None)] == ["8o 9o", None, None, None]  # type: ignore[index]
    assert match.view(1)["haggis"] == 1
    match = acted(match, "0 bury 2r 9o")
    assert [match.view(seat)["auction"]["buried"] for seat in (0, 1, 2, None)] == ["2r 9o", None, None, None]  # type: ignore[index]
    assert [match.view(seat)["log"][-1] for seat in (0, 1, None)] == ["0 bury 2r 9o", "0 bury", "0 bury"]
    auction = match.view(2)["auction"]
    assert auction is not None
    assert auction["bids"] == [{"seat": 0, "bid": 30}, {"seat": 1, "bid": None}, {"seat": 2, "bid": None}]
    assert (auction["shepherd"], auction["draws"]) == (0, 2)


def test_the_end_of_a_match() -> None:
    match = list(random_play("haggis-3", Rounds(1), 5))[-1]
    for seat in (None, 0, 1, 2):
        view = match.view(seat)
        assert (view["phase"], view["to_act"], view["legal"]) == ("over", [], [])
        assert match.winners is not None
        assert view["winners"] == list(match.winners)
        (result,) = view["results"]
        done = match.finished[0].result
        assert (result["points"], result["totals"]) == (list(done.points), list(done.totals))
        assert result["parts"] == {"cards": list(done.cards), "out": list(done.bonus), "bets": list(done.bets)}


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    with pytest.raises(IllegalAction, match="there is no seat"):
        Match("haggis-3", seed=1).view(seat)
