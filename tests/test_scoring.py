"""The points of a round by parts (R6.4 to R6.6, R7.2 to R7.5, R8.1, and the house rules of R10 that score)."""

import pytest

from haggis_cards import RULES, Match, Phase, Result, Round, Rounds, Rules
from haggis_cards.cards import parse_cards
from haggis_cards.scoring import card_points, score
from tests.support import legal, passes, play, refused, start, table

SCORE = RULES["haggis-3"].replace(bet_rule="score")
LAST = RULES["haggis-3"].replace(haggis_to="last_to_play")


def result(rnd: Round, *lines: str) -> Result:
    return score(play(rnd, *lines))


# R8.1: what cards count


@pytest.mark.parametrize(
    ("cards", "printed"),
    [
        ("2r 4r 6r 8r Tr", 0),
        ("3r", 1),
        ("5y", 1),
        ("7g", 1),
        ("9b", 1),
        ("J", 2),
        ("Q", 3),
        ("K", 5),
        ("3r 3r 9b 9b 2o", 4),
        ("2r 3r 4r 5r 6r 7r 8r 9r Tr J Q K", 14),
    ],
)
def test_R8_1_points_on_the_cards(cards: str, printed: int) -> None:
    assert card_points(RULES["haggis-2"], parse_cards(cards)) == printed
    assert card_points(RULES["neeps-4"].replace(points="printed"), parse_cards(cards)) == printed  # R10
    assert card_points(RULES["tatties-3"], parse_cards(cards)) == len(cards.split())
    assert card_points(RULES["haggis-3"].replace(points="flat"), parse_cards(cards)) == len(cards.split())  # R10


def test_R8_1_points_are_cards_and_bonuses_and_bets() -> None:
    """0 takes 9r (1), the last hand 5r K (1 + 5), the haggis 7g (1); 2 cards left: 10; the bet of 30 is made."""
    rnd = table("haggis-2", "9r", "5r K", haggis="7g 2g", bets=(30, None))
    done = result(rnd, "0 play 9r")
    assert (done.cards, done.bonus, done.bets) == ((8, 0), (10, 0), (30, 0))
    assert done.points == (48, 0)


def test_R8_1_totals_add_up() -> None:
    done = result(table("haggis-2", "9r", "5r K", totals=(100, 7)), "0 play 9r")
    assert done.points == (17, 0)
    assert done.totals == (117, 7)


def test_a_round_that_is_not_over_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        score(start("haggis-2"))


# R6.4 to R6.6: the last hand and the haggis


def test_R6_4_the_last_hand_goes_to_the_first_out() -> None:
    """Tatties (R9.11), Neeps; each card counts 1."""
    for preset in ("tatties-3", "tatties-3-2024"):
        done = result(table(preset, "2r", "4r", "6r 8r Tr"), "0 play 2r", "1 play 4r")
        assert done.cards == (3, 2, 0)  # the trick of two cards is seat 1's
    done = result(table("neeps-4", "2r", "4r", "6r", "8r Tr Ty"), "0 play 2r", "1 play 4r", "2 play 6r")
    assert done.cards == (3 + 3, 0)
    done = result(
        table("neeps-4-2024", "2r", "4r", "3r 3b", "8r", out=[]), "0 play 2r", "1 play 4r", "2 pass", "3 play 8r"
    )
    assert done.cards == (2, 3)  # side 0 was out first: it gets the last hand, though side 1 is out with both


def test_R6_4_in_haggis_3_the_last_hand_goes_to_the_last_to_go_out() -> None:
    done = result(table("haggis-3", "3r", "5r", "7r 9r J"), "0 play 3r", "1 play 5r")
    assert done.out == (0, 1)
    assert done.cards == (0, 2 + 4, 0)


def test_R6_4_in_haggis_2_the_last_hand_goes_to_the_first_out() -> None:
    assert result(table("haggis-2", "2r", "7r 9r J"), "0 play 2r").cards == (4, 0)


def _sources(done: Result, part: str) -> list[tuple[str, int, int, int | None, int | None, int]]:
    found = [source for source in done.sources if source["part"] == part]
    return [tuple(one[key] for key in ("rule", "side", "points", "seat", "hand", "count")) for one in found]  # type: ignore[misc]


def test_the_sources_of_a_result_name_rule_seat_and_hand() -> None:
    rnd = table("haggis-2", "9r", "5r K", haggis="7g 2g", bets=(30, 15))
    done = result(rnd, "0 play 9r")
    assert _sources(done, "cards") == [
        ("tricks", 0, 1, None, None, 1),
        ("hand", 0, 6, None, 1, 2),
        ("haggis", 0, 1, None, None, 2),
    ]
    assert _sources(done, "out") == [("out", 0, 10, 0, 1, 2)]
    assert _sources(done, "bets") == [("bet", 0, 30, 0, None, 30), ("bet-failed", 0, 15, 1, None, 15)]
    assert [source["cards"] for source in done.sources] == ["9r", "5r K", "2g 7g", "", "", ""]


def test_R6_2_a_source_says_why_the_first_out_gets_nothing() -> None:
    """Tatties: the points for going out come with the trick, and not if another wins it or the round ends with it."""
    won = result(
        table("tatties-3", "9r", "4r 2r", "6r 8r Tr"),
        "0 play 9r",
        "1 pass",
        "2 pass",
        "1 play 2r",
        "2 pass",
        "1 play 4r",
    )
    assert _sources(won, "out") == [("out-trick", 0, 15, 0, 2, 3), ("out", 1, 15, 1, 2, 3)]
    lost = result(table("tatties-3", "9r", "Tr 2r", "6r 8r 7r"), "0 play 9r", "1 play Tr", "2 pass", "1 play 2r")
    assert _sources(lost, "out") == [("out-overplayed", 0, 0, 0, None, 0), ("out", 1, 15, 1, 2, 3)]
    over = result(table("tatties-3", "2r", "4r", "6r 8r Tr"), "0 play 2r", "1 play 4r")
    assert _sources(over, "out") == [("out-overplayed", 0, 0, 0, None, 0), ("out", 1, 15, 1, 2, 3)]


def test_R6_5_slam() -> None:
    """R6.5: with `slam` all cards left in the other two hands go onto the pile of the two who are out."""
    hands, lines = ("2r", "9r Tr", "3r", "8r 7r J"), ("0 play 2r", "1 pass", "2 play 3r")
    assert result(table("neeps-4", *hands), *lines).cards == (2 + 5, 0)
    assert result(table("neeps-4-2024", *hands), *lines).cards == (2, 0)  # R9.12: they score for nobody


@pytest.mark.parametrize(("preset", "side"), [("neeps-4", 1), ("neeps-4-2024", None)])
def test_R6_5_the_result_and_the_view_name_the_side_that_made_a_slam(preset: str, side: int | None) -> None:
    """R6.5, R9.12: in the edition of 2024 there is no slam, however the round ends."""
    rnd = table(preset, "9r Tr", "2r", "8r 7r J", "3r", turn=1)
    match = Match(preset, Rounds(2), seed=1)._with(round=rnd)
    match = match.act(1, "play 2r").act(2, "pass").act(3, "play 3r")
    assert match.finished[0].result.slam == side
    assert match.view(None)["results"][0]["slam"] == side


def test_R6_5_first_and_second_make_the_slam_not_first_and_third() -> None:
    hands = ("2r", "4r", "6r", "8r Tr")
    done = result(table("neeps-4-2024", *hands), "0 play 2r", "1 play 4r", "2 play 6r")
    assert done.cards == (3 + 2, 0)  # the last hand goes to the first out, slam or not
    assert result(table("neeps-4", *hands), "0 play 2r", "1 play 4r", "2 play 6r").slam is None


@pytest.mark.parametrize("preset", ["haggis-2", "haggis-3", "tatties-3", "tatties-3-2024"])
def test_R6_6_the_haggis_goes_to_the_first_out(preset: str) -> None:
    """R6.6: whoever plays last."""
    hands = ("2r", "4r", "6r 8r")[: RULES[preset].players] if preset != "haggis-2" else ("2r", "4r 6r")
    lines = ("0 play 2r", "1 play 4r")[: len(hands) - 1]
    rules = RULES[preset].replace(points="printed")
    assert result(table(rules, *hands, haggis="3b 5b"), *lines).cards == ((2, 0, 0)[: len(hands)])


# R7: bets


def test_R7_2_a_bet_says_first_out() -> None:
    """R7.2, R7.4: made by the first out alone; a failed one scores its value for the first out."""
    hands, lines = ("2r", "4r", "6r 8r"), ("0 play 2r", "1 play 4r")
    for bets, points in [
        ((15, None, None), (15, 0, 0)),
        ((None, 30, None), (30, 0, 0)),
        ((None, None, 45), (45, 0, 0)),
        ((15, 30, 45), (90, 0, 0)),
        ((None, 15, 15), (30, 0, 0)),
        ((None, None, None), (0, 0, 0)),
    ]:
        assert result(table("haggis-3", *hands, bets=bets), *lines).bets == points


def test_R7_4_two_players() -> None:
    assert result(table("haggis-2", "2r", "4r", bets=(30, 45)), "0 play 2r").bets == (75, 0)
    assert result(table("haggis-2", "2r", "4r", bets=(30, 45), turn=1), "1 play 4r").bets == (0, 75)


@pytest.mark.parametrize(
    ("bets", "points"),
    [
        ((30, None, None, None), (60, 0)),  # made: twice
        ((None, None, 30, None), (0, 30)),  # the partner was first out: failed, once, for the other side
        ((None, 45, None, None), (45, 0)),
        ((30, 15, None, None), (60 + 15, 0)),
        ((15, None, 30, None), (0, 30)),  # superseded: void, though seat 0 is first out (R7.3)
        ((30, None, 15, None), (60, 0)),  # seat 2's was superseded by seat 0's
        ((None, 15, None, 45), (45, 0)),  # one bet of the side, not two
        ((None, 45, None, 15), (45, 0)),
    ],
)
@pytest.mark.parametrize("preset", ["neeps-4", "neeps-4-2024"])
def test_R7_3_R7_4_in_neeps(preset: str, bets: tuple[int | None, ...], points: tuple[int, ...]) -> None:
    rnd = table(preset, "2r", "4r", "6r", "8r Tr", bets=bets)
    assert result(rnd, "0 play 2r", "1 play 4r", "2 play 6r").bets == points


@pytest.mark.parametrize(("first", "points"), [(0, (30, 0, 0)), (1, (0, 20, 10)), (2, (0, 10, 20))])
@pytest.mark.parametrize("preset", ["tatties-3", "tatties-3-2024"])
def test_R7_5_shepherd_and_sheep(preset: str, first: int, points: tuple[int, ...]) -> None:
    """R7.5: the bid for the Shepherd; two thirds for the Sheep who is out first, one third for the other."""
    second = (first + 1) % 3
    hands = [""] * 3
    hands[first], hands[second], hands[3 - first - second] = "2r", "4r", "6r 8r"
    rnd = table(preset, *hands, turn=first, bids=((0, 30), (1, None), (2, None)))
    done = result(rnd, f"{first} play 2r", f"{second} play 4r")
    assert done.bets == points
    assert done.shepherd == 0


def test_R7_5_thirds_of_other_bids() -> None:
    rules = RULES["tatties-3"].replace(bets=[3, 9, 45])
    for bid, shares in ((3, (2, 1)), (9, (6, 3)), (45, (30, 15))):
        rnd = table(rules, "2r", "4r", "6r 8r", bids=((2, bid), (0, None), (1, None)))
        assert result(rnd, "0 play 2r", "1 play 4r").bets == (*shares, 0)


def test_R7_5_no_shepherd_no_points() -> None:
    done = result(
        table("tatties-3", "2r", "4r", "6r 8r", bids=((0, None), (1, None), (2, None))), "0 play 2r", "1 play 4r"
    )
    assert (done.bets, done.shepherd) == ((0, 0, 0), None)


# R10: bet_rule score


def finish(bets: tuple[int | None, ...], rules: Rules = SCORE, haggis: str = "") -> Result:
    """0 is out first, bonus 10; 1 second, bonus 10, and gets the trick 3r 5r (2) and the last hand K 2r (5)."""
    return result(table(rules, "3r", "5r", "K 2r", bets=bets, haggis=haggis), "0 play 3r", "1 play 5r")


def test_R10_a_bet_on_points() -> None:
    """R10 bet_rule: made with points from cards and bonuses at least the bet: 0 has 10, 1 has 7 + 10 = 17, 2 has 0."""
    plain = finish((None, None, None))
    assert (plain.cards, plain.bonus) == ((0, 7, 0), (10, 10, 0))
    assert finish((None, 15, None)).bets == (0, 15, 0)  # it scores its value, first out or not
    assert finish((None, 30, None)).bets == (30, 0, 30)  # failed: for the first out and all who have not bet
    assert finish((15, None, None)).bets == (0, 15, 15)  # the bettor, though first out, never
    assert finish((15, 15, 15)).bets == (15, 15, 0)  # 0's failed for nobody: it is first out, all have bet; 2's for 0
    assert finish((None, None, 15)).bets == (15, 15, 0)  # the first out, who has not bet, gets it once
    assert finish((45, 30, None)).bets == (30, 0, 45 + 30)


def test_R10_a_bet_on_points_is_made_with_exactly_as_many() -> None:
    rules = SCORE.replace(bets=[10, 17, 18])
    assert finish((None, 17, None), rules).bets == (0, 17, 0)
    assert finish((None, 18, None), rules).bets == (18, 0, 18)
    assert finish((10, None, None), rules).bets == (10, 0, 0)


def test_R10_a_bet_on_points_counts_the_haggis_and_no_bets() -> None:
    """The haggis 7b counts for 0: 11 points; what bets bring does not help."""
    rules = SCORE.replace(bets=[11, 12, 100])
    assert finish((11, None, None), rules, haggis="7b").bets == (11, 0, 0)
    assert finish((12, None, None), rules, haggis="7b").bets == (0, 12, 12)
    # 1's failed 100 scores for 0, the first out, but does not make 0's own bet of 12.
    assert finish((12, 100, None), rules, haggis="7b").bets == (100, 0, 112)


def test_R10_a_bet_on_points_of_two() -> None:
    rules = RULES["haggis-2"].replace(bet_rule="score")
    rnd = table(rules, "3r", "K 2r", bets=(15, 15))
    done = result(rnd, "0 play 3r")
    assert (done.cards, done.bonus) == ((1 + 5, 0), (10, 0))
    assert done.bets == (15 + 15, 0)


# R10: haggis_to last_to_play


def test_R10_the_haggis_for_the_last_to_play() -> None:
    """R10 haggis_to: 0 is out first, but 1 plays last and gets 7b 9b."""
    hands, lines = ("2r", "4r", "6r 8r"), ("0 play 2r", "1 play 4r")
    assert result(table(LAST, *hands, haggis="7b 9b"), *lines).cards == (0, 2, 0)
    assert result(table("haggis-3", *hands, haggis="7b 9b"), *lines).cards == (2, 0, 0)
    two = RULES["haggis-2"].replace(haggis_to="last_to_play")
    assert result(table(two, "2r", "4r", haggis="7b 9b"), "0 play 2r").cards == (2, 0)


def test_R10_after_a_bomb_the_haggis_goes_to_an_opponent_of_choice() -> None:
    """R10 haggis_to, R6.1: first the trick is awarded, then the haggis, both by 1; they may go to different players."""
    rnd = play(table(LAST, "2r", "J Q", "6r 8r", haggis="7b 9b"), "0 play 2r", "1 play J Q")
    assert (rnd.phase, rnd.to_act, rnd.awarding) == (Phase.AWARD, (1,), "trick")
    rnd = play(rnd, "1 award 2")
    assert (rnd.phase, rnd.to_act, rnd.awarding) == (Phase.AWARD, (1,), "haggis")
    assert legal(rnd, 1) == ["award 0", "award 2"]
    refused(rnd, "1 award 1", "award-target")
    refused(rnd, "0 award 2", "not-your-turn")
    assert result(rnd, "1 award 0").cards == (2, 0, 5)
    assert result(rnd, "1 award 2").cards == (0, 0, 7)


def test_R10_after_a_bomb_the_haggis_of_two_goes_to_the_other() -> None:
    rules = RULES["haggis-2"].replace(haggis_to="last_to_play")
    done = result(table(rules, "J Q", "6r 8r", haggis="7b 9b"), "0 play J Q")
    assert done.cards == (0, 5 + 2)  # the bombed trick and the haggis; the last hand counts nothing


def test_R10_a_bomb_that_is_not_last_does_not_matter() -> None:
    """The last combination decides, not a bomb in an earlier trick."""
    rnd = play(table(LAST, "J Q 2r", "4r", "6r 8r", haggis="7b"), "0 play J Q", *passes(1, 2), "0 award 2")
    done = result(rnd, "0 play 2r", "1 play 4r")
    assert done.cards == (0, 1, 5)


def test_R10_the_haggis_for_the_last_to_play_in_the_tatties_of_2024() -> None:
    """R10 haggis_to, R9.12: 0 is out first, but 1 plays last; after a bomb 1 chooses, if need be the other Sheep."""
    rules = RULES["tatties-3-2024"].replace(haggis_to="last_to_play")
    assert result(table(rules, "2r", "4r", "6r 8r", haggis="7b 9b"), "0 play 2r", "1 play 4r").cards == (2, 4, 0)
    bombed = play(table(rules, "2r", "J Q", "6r 8r", haggis="7b 9b", bids=((2, 15),)), "0 play 2r", "1 play J Q")
    assert (bombed.phase, bombed.to_act, bombed.awarding) == (Phase.AWARD, (1,), "haggis")
    assert legal(bombed, 1) == ["award 0", "award 2"]
    refused(bombed, "1 award 1", "award-target")
    assert result(bombed, "1 award 2").cards == (2, 3, 2)
    assert result(bombed, "1 award 0").cards == (2 + 2, 3, 0)


# R10: last_hand nobody


def test_R10_the_last_hand_for_nobody() -> None:
    """R10 last_hand, R9.11: the three cards left score for nobody; the second out's bonus for them stands (R6.2)."""
    for preset in ("tatties-3", "tatties-3-2024"):
        rules = RULES[preset].replace(last_hand="nobody")
        done = result(table(rules, "2r", "4r", "6r 8r Tr", haggis="7b"), "0 play 2r", "1 play 4r")
        assert done.cards == (1, 2, 0)
        assert done.bonus == (0, 15, 0)
        assert _sources(done, "cards") == [("tricks", 1, 2, None, None, 2), ("haggis", 0, 1, None, None, 1)]


def test_R10_score_bets_are_judged_after_the_haggis() -> None:
    """7b 9b make 1's bet: 10 for the bonus, and 2."""
    rules = LAST.replace(bet_rule="score", bets=[12])
    done = result(table(rules, "2r", "4r", "6r 8r", haggis="7b 9b", bets=(None, 12, None)), "0 play 2r", "1 play 4r")
    assert done.bets == (0, 12, 0)
