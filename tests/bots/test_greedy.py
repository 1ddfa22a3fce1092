"""`greedy`: legal everywhere, better than chance everywhere, and sensible where what is sensible is clear."""

from random import Random
from typing import Any

import pytest

from haggis_cards import Match, Phase, Round, Rounds, Rules
from haggis_cards.bots import Decision, make_bot
from haggis_cards.bots.greedy.bets import worth
from haggis_cards.bots.greedy.move_scorer import MoveScorer
from haggis_cards.bots.greedy.parsed_view import ParsedView
from haggis_cards.bots.greedy.plan import Planner
from haggis_cards.bots.greedy.threats import Threats
from haggis_cards.cards import ALL_COURTS, COURT_SHIFT, NUMBERS, gather, parse_cards, text
from haggis_cards.encoding import margins
from haggis_cards.view import View
from tests.bots.helpers import play as play_match
from tests.support import PRESETS, TABLES, name_of, play, random_play, table
from tests.worlds import other_world


def seen(rnd: Round, seat: int) -> View:
    """What a seat sees of a position."""
    return Match(rnd.rules, seed=0)._with(round=rnd).view(seat)


def decides(rnd: Round, seat: int = 0) -> Decision:
    return make_bot("greedy").decide(seen(rnd, seat))


@pytest.mark.parametrize("rules", TABLES, ids=name_of)
def test_it_plays_every_game_legally_and_says_why(rules: str | dict[str, Any]) -> None:
    """An illegal action would raise; every kind of decision comes up."""
    greedy = make_bot("greedy")
    phases = set()
    for seed in (1, 2):
        match = Match(rules, Rounds(1), seed=seed)
        while not match.over:
            seat = match.to_act[0]
            view = match.view(seat)
            decision = greedy.decide(view)
            assert decision.action in view["legal"]
            assert decision.why
            phases.add(match.round.phase)
            match = match.act(seat, decision.action)
    before = {"": set(), "exchange": {Phase.EXCHANGE}, "auction": {Phase.AUCTION}}[Rules.from_spec(rules).opening]
    assert {Phase.PLAY, *before} <= phases


@pytest.mark.parametrize("rules", PRESETS)
def test_its_answers_do_not_depend_on_hidden_cards(rules: str) -> None:
    """Views whose hidden cards are permuted, the same seed: the same answers, from every bot."""
    rng = Random(3)
    for match in random_play(rules, Rounds(1), seed=8):
        if match.over or rng.random() > 0.2:
            continue
        for seat in match.to_act:
            world = other_world(match, seat, rng)
            for spec in ("random", "greedy", "novice"):
                assert make_bot(spec, 5).decide(world.view(seat)) == make_bot(spec, 5).decide(match.view(seat))


@pytest.mark.parametrize("rules", PRESETS)
def test_it_beats_random_on_duplicate_deals(rules: str) -> None:
    """Each deal is played with every rotation of the seats; the margins are far from zero, so few deals are enough."""
    game = Rules.from_spec(rules)
    margin = 0.0
    for seed in range(5):
        for shift in range(game.side_count):
            greedy = [game.sides[seat] == shift for seat in game.seats]
            match = play_match(rules, [make_bot("greedy" if own else "random", seed) for own in greedy], seed=seed)
            margin += margins(match.totals)[shift]
    assert margin / (5 * game.side_count) > 20


# What is sensible


def test_it_goes_out_when_it_can() -> None:
    assert decides(table("haggis-2", "4b 5b 6b", "2r 3r 9g K")) == ("play 4b 5b 6b", "goes out")
    rnd = play(table("haggis-2", "4b 5b 6b", "2r 3r 4r 9g K", turn=1), "1 play 2r 3r 4r")
    assert decides(rnd).action == "play 4b 5b 6b"


def test_it_plays_what_nobody_can_beat_before_its_weak_last_card() -> None:
    """The other holds two numbers: no Sequence of three, no bomb; then the 2 goes out."""
    decision = decides(table("haggis-2", "2r 4b 5b 6b", "3r 9g"))
    assert decision == ("play 4b 5b 6b", "nobody can stop the rest")


def test_it_blocks_a_player_with_one_card_left() -> None:
    """The other's last card may be anything but a court: the ten wins, then the six goes out."""
    rnd = play(table("haggis-2", "6y Tb", "2r 8g", turn=1), "1 play 2r")
    assert decides(rnd) == ("play Tb", "nobody can stop the rest")


def test_it_leads_no_low_single_to_a_player_with_one_card_left() -> None:
    decision = decides(table("haggis-2", "2g 3b 4b 5b 9y", "8g"))
    assert decision.action == "play 3b 4b 5b"


def test_it_leaves_the_trick_to_its_partner() -> None:
    """The partner's ten holds against all but courts; there is no reason to spend the Jack on it."""
    rnd = table("neeps-4", "4b 6g 8r 9y J", "2r 3r 4r 5y 6y", "Tb 8g", "3g 4g 5g 9b 9g", turn=2)
    assert decides(play(rnd, "2 play Tb", "3 pass")) == ("pass", "leaves the trick to the partner")


def test_it_gives_a_bombed_trick_to_the_side_that_it_helps_least() -> None:
    """R5.9: in haggis-3 anybody else, in neeps-4-2024 the partner, too."""
    view = seen(play(table("haggis-3", "J Q 2r", "3r 4r", "5r 6r"), "0 play J Q", "1 pass", "2 pass"), 0)
    view["totals"] = [50, 40, 30]
    assert make_bot("greedy").decide(view).action == "award 2"
    bombed = table("neeps-4-2024", "J Q 2r", "3r 4r", "5r 6r", "7r 8r")
    assert decides(play(bombed, "0 play J Q", "1 pass", "2 pass", "3 pass")).action == "award 2"


def test_out_by_a_bomb_it_lets_the_partner_lead() -> None:
    rnd = play(table("neeps-4", "J Q", "3r 4r", "5r 6r", "7r 8r"), "0 play J Q", "1 pass", "2 pass", "3 pass")
    assert rnd.phase is Phase.LEAD
    assert decides(rnd).action == "lead 2"


def test_a_strong_hand_bets_and_a_weak_one_does_not() -> None:
    """R7.1, R7.4: a bet costs what it brings, so only a good chance is worth it."""
    strong = "3r 4r 5r 6r 7r 8r 9r Tr 7y 8y 9y Ty 9g Tg J Q K"
    weak = "2r 2y 2g 2b 4r 4y 4g 4b 6r 6y 6g 6b 8r 8y J Q K"
    other = "3g 3b 3y 5y 5g 5b 7g 7b 8g 8b 9b Tb 5r 3r J Q K"
    assert decides(table("haggis-2", strong, other.replace("3r", "6y"), played=frozenset())).action.startswith("bet ")
    assert not decides(table("haggis-2", weak, other, played=frozenset())).action.startswith("bet ")


@pytest.mark.parametrize(("rules", "even"), [("haggis-2", 1 / 2), ("haggis-3", 1 / 3), ("neeps-4", 1 / 3)])
def test_a_bet_is_worth_nothing_at_even_odds(rules: str, even: float) -> None:
    """R7.4: one other gets a lost bet; of two others only the first out; in Neeps a made bet counts twice."""
    parsed = ParsedView.from_view(seen(table(rules, *["2r 3r"] * Rules.from_spec(rules).players), 0))
    assert worth(parsed, 30, even) == pytest.approx(0)
    assert worth(parsed, 45, even + 0.1) > worth(parsed, 15, even + 0.1) > 0


def test_it_slips_but_never_into_a_bet() -> None:
    slipping, sure = make_bot("greedy:100", 1), make_bot("greedy")
    view = seen(Match("haggis-2", seed=3).round, Match("haggis-2", seed=3).to_act[0])
    slips = {slipping.decide(view) for _ in range(60)}
    assert len(slips) > 20
    assert not any(slip.action.startswith("bet") for slip in slips)
    assert sure.decide(view) == sure.decide(view)


# What it stands on


@pytest.mark.parametrize("rules", TABLES, ids=name_of)
def test_a_plan_covers_the_hand_exactly(rules: str | dict[str, Any]) -> None:
    """Every card once; the courts that fill gaps and those that stand free are the courts of the hand."""
    for match in random_play(rules, Rounds(1), seed=5):
        rnd = match.round
        for seat in rnd.rules.seats:
            if not rnd.hands[seat] or rnd.over or not ParsedView.from_view(match.view(seat)).opponents:
                continue
            scorer = MoveScorer(ParsedView.from_view(match.view(seat)))
            melds = list(scorer.planner.plan(rnd.hands[seat]).melds())
            cards = gather(meld.cards for meld in melds)
            assert cards & NUMBERS == rnd.hands[seat] & NUMBERS
            wild = sum(meld.wild for meld in melds)
            assert (cards >> COURT_SHIFT).bit_count() + wild == (rnd.hands[seat] & ALL_COURTS).bit_count()
            for meld in melds:
                if meld.length and meld.cards & NUMBERS:
                    assert meld.cards.bit_count() + meld.wild == meld.width * meld.length
                    courts = text(rnd.hands[seat] & ALL_COURTS).split()[: meld.wild]
                    whole = meld.cards | parse_cards(" ".join(courts))
                    plays = rnd.rules.grammar.plays(whole)
                    assert any(play.cards == whole and play.rank == meld.rank for play in plays)


def test_a_plan_prefers_few_plays() -> None:
    rnd = table("haggis-2", "4b 5b 6b 4r 5r 6r 9g", "2r 3r 8g K Q")
    parsed = ParsedView.from_view(seen(rnd, 0))
    melds = list(MoveScorer(parsed).planner.plan(parsed.hand).melds())
    assert sorted(text(meld.cards) for meld in melds) == ["4r 4b 5r 5b 6r 6b", "9g"]


@pytest.mark.parametrize("rules", [*TABLES[:4], *TABLES[6:8], TABLES[-1]], ids=name_of)
def test_what_is_sure_to_hold_is_beaten_by_nobody(rules: str | dict[str, Any]) -> None:
    """In real positions: if the bot is sure of a play, no opponent's hand has an answer."""
    sure = 0
    for seed in range(6):
        for match in random_play(rules, Rounds(1), seed=seed):
            rnd = match.round
            if match.over or rnd.phase is not Phase.PLAY or rnd.top is not None:
                continue
            seat = rnd.to_act[0]
            parsed = ParsedView.from_view(match.view(seat))
            threats = Threats(parsed)
            for lead in rnd.legal(seat)[:200]:
                if lead.verb == "play" and threats.sure(lead):  # type: ignore[arg-type]
                    sure += 1
                    for other in parsed.opponents:
                        assert not rnd.rules.grammar.plays(rnd.hands[other], lead), (lead, text(rnd.hands[other]))  # type: ignore[arg-type]
    assert sure > 20


def test_the_planner_is_quick_enough_to_be_used_everywhere() -> None:
    """No clock: the number of hands that it looks at for the worst of first leads stays small."""
    match = Match("neeps-4", seed=1)
    hand = match.round.hands[0]
    parsed = ParsedView.from_view(match.view(0))
    planner = Planner(parsed.rules, Threats(parsed), {"beaten": 1.0, "bomb": 0.3, "court": 0.2, "size": 0.03})
    planner.plan(hand)
    assert len(planner._plans) < 5000
