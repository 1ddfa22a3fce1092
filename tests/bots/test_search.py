"""`search`: legal everywhere, blind to hidden cards, the same for the same seed; `clairvoyant`: for the arena alone."""

from random import Random

import pytest

from haggis_cards import Match, Rounds
from haggis_cards.arena.table import play_round
from haggis_cards.bots import LEVELS, BotError, Guarded, make_bot
from haggis_cards.bots.machine import cores
from haggis_cards.bots.search import DESIGNS, Design, Effort
from tests.bots.helpers import first_view, play
from tests.support import TABLES, name_of, random_play
from tests.worlds import other_world


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_whole_rounds_in_every_game(table: str) -> None:
    """Every kind of decision, with legal actions only; an illegal one would raise."""
    rules = Match(table, seed=0).rules
    match = play(table, [make_bot("search:12it", seat) for seat in rules.seats], rounds=2)
    assert match.over


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_hidden_cards_do_not_matter(table: str) -> None:
    """In another world that looks the same to this seat, the same bot answers the same, and for the same reason."""
    rng = Random(4)
    for match in list(random_play(table, Rounds(1), seed=4))[::6]:
        if match.over:
            continue
        seat = match.to_act[0]
        if len(match.view(seat)["legal"]) > 1:
            answer = make_bot("search:40it", 7).decide(match.view(seat))
            for _ in range(2):
                world = other_world(match, seat, rng)
                assert world.view(seat) == match.view(seat)
                assert make_bot("search:40it", 7).decide(world.view(seat)) == answer


def test_reproducible() -> None:
    view = first_view("haggis-3")
    answers = {make_bot(f"search:100it:{threads}", 1).decide(view) for threads in (1, 2, 3)}
    assert len(answers) == 1
    bot = make_bot("search:100it", 1)
    assert {bot.decide(view), bot.decide(view)} == answers


def test_designs_are_different_players() -> None:
    """Beyond the first action, after others have played: each part that is left out changes what is found."""
    *_, match = (match for match in random_play("haggis-3", Rounds(1), seed=6) if len(match.round.log) <= 9)
    view = match.view(match.to_act[0])
    found = {
        make_bot(f"search:400it{design}", 1).decide(view).why for design in ("", *(f"/{name}" for name in DESIGNS))
    }
    assert len(found) == 1 + len(DESIGNS)


def test_says_why() -> None:
    decision = make_bot("search:2000it", 1).decide(first_view("tatties-3"))
    assert decision.why.startswith("best of 4 over ")
    assert " deals: " in decision.why
    assert ", next " in decision.why


def test_a_forced_action_takes_no_time() -> None:
    match = Match("tatties-3", seed=3)
    for bid in ("pass", "pass"):
        match = match.act(match.to_act[0], bid)
    match = match.act(match.to_act[0], "bid 45")
    view = match.view(match.to_act[0])
    view["legal"] = view["legal"][:1]
    assert make_bot("search:100it").decide(view).why == "there is nothing else to do"


def test_a_callers_budget_is_kept_to() -> None:
    """An endless search ends when its caller says so."""
    assert make_bot("search:3600s").decide(first_view(), budget=0.05).action
    assert make_bot("search:999999999it").decide(first_view(), budget=0.05).action


class TestEffort:
    def test_parsing(self) -> None:
        assert Effort.parse("200ms") == Effort(0.2, 0, cores(), Design(tree=True, belief=True))
        assert Effort.parse("2s:3") == Effort(2.0, 0, 3)
        assert Effort.parse("1000it:1") == Effort(0.0, 1000, 1)
        assert Effort.parse("20it:1/flat") == Effort(0.0, 20, 1, Design(tree=False))
        assert Effort.parse("5ms/unweighted").design == Design(belief=False)
        assert Effort.parse("") == Effort.parse("500ms")

    def test_within_a_callers_budget(self) -> None:
        assert Effort.parse("200ms").within(None).seconds == 0.2
        assert Effort.parse("200ms").within(10).seconds == 0.2
        assert Effort.parse("200ms").within(0.1).seconds == pytest.approx(0.09)
        assert Effort.parse("200ms").within(0).seconds == 0.001
        assert Effort.parse("100it:1/flat").within(2)._replace(seconds=0) == Effort.parse("100it:1/flat")
        assert Effort.parse("100it").within(2).seconds == pytest.approx(1.99)

    @pytest.mark.parametrize(
        "argument", ["0ms", "5", "ms", "-5ms", "3601s", "2000000000it", "5it:0", "5it:x", "٣s", "5it/", "5it/fast"]
    )
    def test_bad_specs(self, argument: str) -> None:
        with pytest.raises(BotError, match="search"):
            make_bot(f"search:{argument}")

    def test_a_design_that_is_not_there(self) -> None:
        with pytest.raises(BotError, match=r"search has no design 'fast'; there are: flat, unweighted, plain"):
            make_bot("search:200ms/fast")


class TestClairvoyant:
    def test_is_no_level(self) -> None:
        assert not any("clairvoyant" in spec for spec in (*LEVELS, *LEVELS.values()))

    def test_does_not_play_from_views(self) -> None:
        with pytest.raises(BotError, match="arena only"):
            make_bot("clairvoyant:20it").decide(first_view())

    def test_its_guard_plays_safe_in_a_match(self) -> None:
        """At a table it does not see the cards of others."""
        incidents: list[object] = []
        view = first_view()
        decision = Guarded(make_bot("clairvoyant:20it"), report=incidents.append).decide(view)
        assert decision.action in view["legal"]
        assert len(incidents) == 1

    def test_plays_in_the_arena(self) -> None:
        for preset in ("haggis-2", "tatties-3", "neeps-4"):
            match = Match(preset, Rounds(1), seed=1)
            bots = [make_bot("clairvoyant:20it", seat) for seat in match.rules.seats]
            after, tallies = play_round(match, bots)
            assert after.over
            assert not any(tally.incidents for tally in tallies)

    def test_bad_specs_name_it(self) -> None:
        with pytest.raises(BotError, match="clairvoyant:200ms"):
            make_bot("clairvoyant:fast")
