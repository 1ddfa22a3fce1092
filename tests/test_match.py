"""Rounds into a match (R8.2, R8.3): the end, the winners, who deals and leads next."""

from dataclasses import replace

import pytest

from haggis_cards import RULES, Goal, IllegalAction, Match, Result, Rounds, Rules, RulesError
from haggis_cards.match_end import End, has_ended, next_round
from tests.support import PRESETS, deal, random_play, start

# A round of two that is over with two plays: seat 1 leads its fourteen cards, then the bomb.
QUICK = ("1 play 2r 2y 3r 3y 4r 4y 5r 5y 6r 6y 7r 7y 8r 8y", "0 pass", "1 play J Q K")


def quick_match(end: Rounds | Goal, seed: int | None = None) -> Match:
    hand = QUICK[0].removeprefix("1 play ")
    return Match("haggis-2", end, dealer=0, deals=[deal("haggis-2", "", hand, haggis="2g 2b")] * 3, seed=seed)


def quick_round(match: Match) -> Match:
    for line in QUICK:
        seat, _, action = line.partition(" ")
        match = match.act(int(seat), action)
    return match


def test_R8_2_the_match_ends_after_the_agreed_rounds() -> None:
    match = quick_round(quick_match(Rounds(1)))
    assert match.over
    assert match.winners == (1,)
    with pytest.raises(IllegalAction, match="the match is over"):
        match.act(0, "pass")
    assert match.legal(0) == match.legal(1) == ()
    match = quick_round(quick_match(Rounds(2)))
    assert not match.over
    assert match.winners is None
    assert len(match.finished) == 1
    assert match.round.totals == match.totals == match.finished[0].result.totals


@pytest.mark.parametrize("short", [0, 1])
def test_R8_2_the_match_ends_when_a_total_reaches_the_goal(short: int) -> None:
    total = max(quick_round(quick_match(Rounds(1))).totals)
    match = quick_round(quick_match(Goal(total + short)))
    assert match.over == (not short)  # reaching is enough, one point less is not


def test_R8_2_equal_highest_totals_share_the_win() -> None:
    """R8.2, R9.16."""
    match = quick_round(quick_match(Rounds(1)))
    for totals, winners in [((50, 50), (0, 1)), ((50, 49), (0,)), ((0, 0), (0, 1))]:
        done = match.finished[-1]
        changed = done._replace(result=done.result._replace(totals=totals))
        assert match._with(finished=(changed,)).winners == winners


@pytest.mark.parametrize("number", [1, 3, 1000000])
def test_R8_2_any_positive_whole_number_is_accepted(number: int) -> None:
    assert Match("haggis-2", Rounds(number), seed=1).end == Rounds(number)
    assert Match("neeps-4", Goal(number), seed=1).end == Goal(number)


@pytest.mark.parametrize("number", [0, -1, 1.5, True, None, "6"])
def test_R8_2_other_ends_are_refused(number: int) -> None:
    for end in (Rounds, Goal):
        with pytest.raises(RulesError, match="positive whole number"):
            end(number)


@pytest.mark.parametrize(("preset", "rounds"), [*zip(PRESETS, (6, 6, 6, 4, 6, 4, None, None), strict=True)])
def test_R8_2_the_shortest_match_that_the_rules_suggest_is_the_default(preset: str, rounds: int | None) -> None:
    """R8.2: the games of 2010 name no number of rounds, so they go to a goal."""
    assert Match(preset).end == (Goal(250) if rounds is None else Rounds(rounds))


@pytest.mark.parametrize("end", [Rounds(2), Goal(250)])
@pytest.mark.parametrize(
    ("totals", "tie", "over"),
    [
        ((260, 260, 10), "shared", True),
        ((260, 260, 10), "play_on", False),
        ((261, 260, 10), "play_on", True),
        ((260, 30, 30), "play_on", True),  # who is behind may be level
        ((0, 0, 0), "shared", False),
    ],
)
def test_R8_2_a_tie_is_shared_or_played_on(end: End, totals: tuple[int, ...], tie: str, over: bool) -> None:
    """R8.2, R9.16, R10 tie."""
    rounds = 2 if max(totals) else 1
    assert has_ended(RULES["haggis-3"].replace(tie=tie), end, rounds, totals) == over


def test_R8_2_played_on_a_round_at_a_time() -> None:
    """R8.2, R10 tie: one more round after a tie, and another after another tie."""
    rules = RULES["haggis-3"].replace(tie="play_on")
    ends = [has_ended(rules, Rounds(2), rounds, totals) for rounds, totals in enumerate([(9, 9, 0)] * 4 + [(9, 8, 0)])]
    assert ends == [False, False, False, False, True]


def following(
    preset: str, totals: tuple[int, ...], *, dealer: int = 0, lead: int = 0, first: int = 0
) -> tuple[int, int | None]:
    """Dealer and lead after a round with this dealer, lead and first player out that left these totals."""
    rules = Rules.from_spec(preset)
    rnd = replace(start(rules), dealer=dealer, lead=lead)
    nothing = (0,) * rules.side_count
    return next_round(rnd, Result((first,), nothing, nothing, nothing, nothing, totals, None))


@pytest.mark.parametrize(
    ("preset", "totals", "lead", "following_lead"),
    [
        ("haggis-2", (10, 5), 0, 1),
        ("haggis-2", (10, 5), 1, 1),  # the loser leads again if it led before (R9.8)
        ("haggis-2", (5, 10), 0, 0),
        ("haggis-2", (5, 5), 0, 1),  # a tie of all goes to the next player
        ("haggis-2", (5, 5), 1, 0),
        ("haggis-3", (9, 5, 7), 1, 1),
        ("haggis-3", (9, 5, 5), 1, 2),  # of two tied the first left of the last lead (R9.15)
        ("haggis-3", (9, 5, 5), 2, 1),
        ("haggis-3", (9, 5, 5), 0, 1),
        ("haggis-3", (5, 5, 9), 1, 0),
        ("haggis-3", (5, 5, 5), 2, 0),
        ("neeps-4", (9, 5), 0, 1),  # the first seat on the trailing side
        ("neeps-4", (9, 5), 1, 3),
        ("neeps-4", (9, 5), 2, 3),
        ("neeps-4", (9, 5), 3, 1),
        ("neeps-4", (5, 9), 0, 2),
        ("neeps-4", (5, 9), 3, 0),
        ("neeps-4", (5, 5), 1, 2),
        ("neeps-4", (5, 5), 3, 0),
    ],
)
def test_R8_3_trailing_leads(preset: str, totals: tuple[int, ...], lead: int, following_lead: int) -> None:
    """R8.3, R9.8, R9.15: counted from the seat that was to lead, whoever dealt; the dealer is on the leader's right."""
    players = RULES[preset].players
    for dealer in range(players):
        found = following(preset, totals, dealer=dealer, lead=lead)
        assert found == ((following_lead - 1) % players, following_lead)


@pytest.mark.parametrize(
    ("totals", "dealer", "first", "following_dealer"),
    [
        ((9, 5, 7), 2, 1, 0),  # the highest total deals
        ((5, 9, 7), 0, 2, 1),
        ((9, 9, 7), 0, 1, 1),  # a tie: the first out, if among the tied (R9.14)
        ((9, 9, 7), 0, 0, 0),
        ((9, 9, 7), 0, 2, 1),  # else the first of them left of the last dealer
        ((9, 9, 7), 1, 2, 0),
        ((9, 7, 9), 0, 1, 2),
        ((9, 7, 9), 2, 1, 0),
        ((9, 9, 9), 1, 0, 0),
        ((9, 9, 9), 1, 1, 1),
    ],
)
@pytest.mark.parametrize("preset", ["tatties-3", "tatties-3-2024"])
def test_R8_3_leader_deals_in_tatties(
    preset: str, totals: tuple[int, ...], dealer: int, first: int, following_dealer: int
) -> None:
    """R8.3, R9.14: the auction decides who leads."""
    assert following(preset, totals, dealer=dealer, first=first) == (following_dealer, None)


@pytest.mark.parametrize(
    ("totals", "dealer", "first", "expected"),
    [
        # Partners always tie: the first out deals if on the leading side, else the first of that side left of the
        # last dealer. The lead goes to the first of the trailing side left of the new dealer.
        ((9, 5), 0, 0, (0, 1)),
        ((9, 5), 0, 2, (2, 3)),
        ((9, 5), 0, 1, (2, 3)),
        ((9, 5), 1, 1, (2, 3)),
        ((9, 5), 2, 3, (0, 1)),
        ((9, 5), 3, 3, (0, 1)),
        ((5, 9), 0, 0, (1, 2)),
        ((5, 9), 1, 0, (3, 0)),
        ((5, 9), 1, 1, (1, 2)),
        ((5, 5), 0, 2, (2, 3)),  # all tie: the first out deals, the next player leads
        ((5, 5), 0, 3, (3, 0)),
    ],
)
def test_R8_3_leader_deals_in_neeps_2024(
    totals: tuple[int, ...], dealer: int, first: int, expected: tuple[int, int]
) -> None:
    assert following("neeps-4-2024", totals, dealer=dealer, first=first) == expected


def test_R8_3_the_next_round_starts_so() -> None:
    match = quick_round(quick_match(Rounds(2), seed=5))
    done = match.finished[0]
    assert done.result.totals[1] > done.result.totals[0]
    assert (done.dealer, done.lead) == (1, 0)
    assert (match.round.dealer, match.round.lead, match.to_act) == (1, 0, (0,))


@pytest.mark.parametrize("preset", ["tatties-3", "neeps-4-2024"])
def test_R8_3_through_whole_matches(preset: str) -> None:
    """The given seat deals; in Tatties the dealer starts the auction (R4.1)."""
    last = None
    for match in random_play(preset, Rounds(3), 11):
        last = match
    assert last is not None
    for before, after in zip(last.finished, last.finished[1:], strict=False):
        assert after.round.dealer == before.dealer
        assert max(before.result.totals) == before.result.totals[last.rules.sides[before.dealer]]
        if preset == "tatties-3":
            assert after.round.log[0][0] == before.dealer
        else:
            assert after.round.lead == before.lead


# Making a match


def test_R9_15_the_first_dealer_is_random() -> None:
    assert {Match("haggis-3", seed=seed).dealer for seed in range(40)} == {0, 1, 2}


def test_a_seed_makes_a_match_again() -> None:
    assert Match("haggis-3", seed=7) == Match("haggis-3", seed=7)
    assert Match("haggis-3", seed=7).round.deal != Match("haggis-3", seed=8).round.deal
    first, second = quick_round(quick_match(Rounds(5), seed=7)), quick_round(quick_match(Rounds(5), seed=7))
    assert first == second


def test_without_seed_every_match_is_another() -> None:
    assert Match("haggis-3").round.deal != Match("haggis-3").round.deal


def test_given_deals_come_first_and_then_the_match_waits() -> None:
    match = quick_match(Rounds(5))._with(deals=(deal("haggis-2", "", QUICK[0].removeprefix("1 play ")),))
    match = quick_round(match)
    assert match.round.over
    assert (match.over, match.to_act, match.legal(0)) == (False, (), ())
    with pytest.raises(IllegalAction):
        match.act(0, "pass")
    onward = match.start_round(deal("haggis-2"))
    assert onward.to_act == (0,)
    assert match.seeded(3).to_act == (0,)
    with pytest.raises(RulesError, match="not over"):
        onward.start_round(deal("haggis-2"))


def test_a_match_that_is_over_starts_no_round() -> None:
    with pytest.raises(RulesError, match="match is over"):
        quick_round(quick_match(Rounds(1))).start_round(deal("haggis-2"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dealer": 3}, "the dealer is a seat from 0 to 2, not 3"),
        ({"dealer": -1}, "the dealer is a seat"),
        ({"players": ["Ann", "Bob"]}, "haggis-3 has 3 players, not 2"),
        ({"deals": [deal("haggis-2")]}, "haggis-3 deals 3 hands, not 2"),
        ({"deals": [deal("haggis-3")._replace(haggis=())]}, "the haggis should have 3 cards, but has 0"),
    ],
)
def test_a_match_that_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Match("haggis-3", **options)  # type: ignore[arg-type]


def test_a_deal_that_is_not_the_deck() -> None:
    good = deal("haggis-2", "2r 3r", "2y 3y")
    doubled = good._replace(hands=(good.hands[0], deal("haggis-2", "2r 3r").hands[0]))
    with pytest.raises(RulesError, match="is there 2×, not 1×"):
        start("haggis-2").start(RULES["haggis-2"], doubled, dealer=0)
    swapped = deal("haggis-3", "2o").hands[0]
    foreign = good._replace(hands=(swapped, good.hands[1]))
    with pytest.raises(RulesError, match="not the deck of haggis-2"):
        start("haggis-2").start(RULES["haggis-2"], foreign, dealer=0)
    short = good._replace(hands=(good.hands[0] & good.hands[0] - 1, good.hands[1]))
    with pytest.raises(RulesError, match="seat 0 should have 14 number cards, but has 13"):
        start("haggis-2").start(RULES["haggis-2"], short, dealer=0)
