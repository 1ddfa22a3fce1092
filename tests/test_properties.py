"""Properties of the engine: plays against a search by brute force, texts, random matches (R5.3 to R5.7, R1 to R10)."""

import copy
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cards import Card, HaggisError, Hand, IllegalAction, Kind, Match, Play, Round, Rounds, Rules
from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.cards import gather, names, parse_card, parse_cards, text
from haggis_cards.scoring import card_points
from tests.support import PRESETS, TABLES, name_of, random_play

GAMES = [Rules.from_spec(preset).replace(sets=sets) for preset in PRESETS for sets in (False, True)]
RANKS = "23456789T"
RANK = {name: rank for rank, name in enumerate(RANKS, 2)} | {"J": 11, "Q": 12, "K": 13}
BOMBS = {"J Q": 2, "J K": 3, "Q K": 4, "J Q K": 5}


class Reading(NamedTuple):
    """A play as the rules describe it: its cards and what they are read as."""

    cards: tuple[str, ...]
    kind: str
    width: int
    length: int
    rank: int


# A search by brute force, written from R5.3 to R5.7 and not from combos.py: all subsets, all grids, all suits of lines.


def suits_of(rules: Rules) -> str:
    return "rygbo"[: rules.deck.suits]


def readings(cards: tuple[str, ...], rules: Rules) -> Iterator[Reading]:
    """All that these cards can be together."""
    numbers = [card for card in cards if card not in "JQK"]
    if len(cards) == 1:
        yield Reading(cards, "SINGLE", 1, 1, RANK[cards[0][0]])  # R5.4: courts rank 11 12 13
        return
    if not numbers:
        if " ".join(cards) in BOMBS:  # R5.7
            yield Reading(cards, "BOMB", 1, 0, BOMBS[" ".join(cards)])
        return
    if "".join(card[0] for card in cards) == "3579":  # R5.7: no wild cards
        colours = {card[1] for card in cards}
        if len(colours) in (1, 4):
            yield Reading(cards, "BOMB", 1, 0, 6 if len(colours) == 1 else 1)
    for width in range(1, len(cards) + 1):
        length, rest = divmod(len(cards), width)
        if rest:
            continue
        for low in range(2, rules.top_rank - length + 2):  # R5.3: all within 2..top_rank
            if length == 1:
                if rules.sets and all(RANK[card[0]] == low for card in numbers):
                    yield Reading(cards, "SET", width, 1, low)
            elif (length >= 3 if width == 1 else length >= 2) and fits(numbers, width, length, low, rules):
                yield Reading(cards, "SEQUENCE" if width == 1 else "STAIR", width, length, low)


def fits(numbers: list[str], width: int, length: int, low: int, rules: Rules) -> bool:
    """Whether some suits of the lines give every number card a cell of its own; courts take the others (R5.4, R5.5)."""
    if not all(low <= RANK[card[0]] < low + length for card in numbers):
        return False
    for lines in combinations_with_replacement(suits_of(rules), width):
        if max(Counter(lines).values()) <= rules.deck.copies:
            cells = Counter((RANKS + "JQK")[rank - 2] + suit for suit in lines for rank in range(low, low + length))
            if Counter(numbers) <= cells:
                return True
    return False


def brute_force(hand: list[str], rules: Rules) -> set[Reading]:
    subsets = {cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size)}
    return {reading for cards in subsets for reading in readings(cards, rules)}


def higher(reading: Reading, over: Reading) -> bool:
    """R5.6, R5.7."""
    if reading.kind == "BOMB":
        return over.kind != "BOMB" or reading.rank > over.rank
    return reading[1:4] == over[1:4] and reading.rank > over.rank


def read(play: Play) -> Reading:
    return Reading(tuple(names(play.cards)), play.kind.name, play.width, play.length, play.rank)


@st.composite
def hands(draw: st.DrawFn, rules: Rules) -> list[str]:
    """Up to seven number cards and three courts, mostly close to each other, as text in its order."""
    low = draw(st.integers(0, 6))
    ranks = draw(st.sampled_from([RANKS, RANKS[low : low + 3], RANKS[low : low + 4], "3579"]))
    suits = draw(st.sampled_from([suits_of(rules), suits_of(rules)[:2], suits_of(rules)[-2:]]))
    pool = [rank + suit for rank in ranks for suit in suits for _ in range(rules.deck.copies)]
    places = draw(st.sets(st.integers(0, len(pool) - 1), max_size=7))
    courts = draw(st.sampled_from(["", "J", "K", "J Q", "Q K", "J Q K", "J Q K"]))
    return names(parse_cards(" ".join([*(pool[place] for place in places), courts])))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: name_of(rules.spec))
def test_R5_3_to_R5_7_plays_are_those_of_a_search_by_brute_force(rules: Rules) -> None:
    @settings(max_examples=25)
    @given(hands(rules))
    def check(hand: list[str]) -> None:
        plays = rules.grammar.plays(parse_cards(" ".join(hand)))
        assert len(set(plays)) == len(plays)
        assert {read(play) for play in plays} == brute_force(hand, rules)
        assert all(rules.grammar.accepts(play) for play in plays)

    check()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: name_of(rules.spec))
def test_R5_6_R5_7_plays_over_another_are_those_of_a_search_by_brute_force(rules: Rules) -> None:
    @settings(max_examples=15)
    @given(hands(rules), hands(rules), st.randoms(use_true_random=False))
    def check(hand: list[str], other: list[str], rng: Any) -> None:
        cards = parse_cards(" ".join(hand))
        mine = brute_force(hand, rules)
        theirs = sorted(rules.grammar.plays(parse_cards(" ".join(other))), key=str)
        for over in rng.sample(theirs, min(len(theirs), 12)):
            plays = rules.grammar.plays(cards, over)
            assert {read(play) for play in plays} == {reading for reading in mine if higher(reading, read(over))}
            assert all(play.beats(over) for play in plays)

    check()


# Texts


def variants(play: Play, rules: Rules, rng: Random) -> tuple[str, list[str]]:
    """The play in other words that a reader must accept, and in words that it must not (RECORD, cards and plays)."""
    cells = [token.partition("=") for token in play.text.split()]
    numbers = Counter(name for name, wild, _ in cells if not wild)
    courts = [name for name, wild, _ in cells if wild]
    rng.shuffle(courts)
    if play.kind in (Kind.SINGLE, Kind.BOMB):
        return " ".join(rng.sample([name for name, _, _ in cells], len(cells))), []
    if play.kind is Kind.SET:
        rank = RANKS[play.rank - 2]
        said = [*numbers.elements(), *(f"{court}={rank}{rng.choice(['', *suits_of(rules)])}" for court in courts)]
        return " ".join(rng.sample(said, len(said))), []
    ranks = (RANKS + "JQK")[play.rank - 2 :][: play.length]
    needed = {suit: max(numbers[rank + suit] for rank in ranks) for suit in suits_of(rules)}
    free = play.width - sum(needed.values())

    def words(lines: dict[str, int]) -> str:
        missing = [
            cell for suit in lines for rank in ranks for cell in [rank + suit] * (lines[suit] - numbers[rank + suit])
        ]
        said = [*numbers.elements(), *(f"{court}={cell}" for court, cell in zip(courts, missing, strict=True))]
        return " ".join(rng.sample(said, len(said)))

    grids = [Counter(needed) + Counter(more) for more in combinations_with_replacement(suits_of(rules), free)]
    fitting = [words(lines) for lines in grids if max(lines.values()) <= rules.deck.copies]
    return rng.choice(fitting), [words(lines) for lines in grids if max(lines.values()) > rules.deck.copies]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: name_of(rules.spec))
def test_texts_round_trip_and_other_words_come_back_canonical(rules: Rules) -> None:
    @settings(max_examples=25)
    @given(hands(rules), st.randoms(use_true_random=False))
    def check(hand: list[str], rng: Any) -> None:
        plays = sorted(rules.grammar.plays(parse_cards(" ".join(hand))), key=str)
        assert len({play.text for play in plays}) == len(plays)  # one play, one text; one text, one play
        for play in rng.sample(plays, min(len(plays), 25)):
            assert rules.grammar.read(play.text) == play
            good, bad = variants(play, rules, rng)
            assert rules.grammar.read(good) == play
            assert rules.grammar.read(good).text == play.text
            for line in bad:
                with pytest.raises(HaggisError):
                    rules.grammar.read(line)

    check()


@pytest.mark.parametrize("rules", GAMES[::2], ids=lambda rules: name_of(rules.spec))
def test_cells_are_listed_by_rank_then_suit_number_cards_first(rules: Rules) -> None:
    """RECORD: and the missing cells, in order, take the courts in the order J, Q, K."""

    @settings(max_examples=15)
    @given(hands(rules))
    def check(hand: list[str]) -> None:
        for play in rules.grammar.plays(parse_cards(" ".join(hand))):
            if play.kind in (Kind.SEQUENCE, Kind.STAIR):
                tokens = play.text.split()
                cells = [(token[-2:], "=" in token) for token in tokens]
                assert cells == sorted(
                    cells, key=lambda cell: ((RANKS + "JQK").index(cell[0][0]), "rygbo".index(cell[0][1]), cell[1])
                )
                courts = [token[0] for token in tokens if "=" in token]
                assert courts == sorted(courts, key="JQK".index)

    check()


# Random matches

SEEDS = st.integers(0, 10**6)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_cards_are_conserved(table: str | dict[str, Any]) -> None:
    """R1, R2: hands, trick, tricks and haggis are the deck and everybody's courts, at every step."""
    rules = Rules.from_spec(table)
    everything = Counter(text(card) for card in rules.deck.cards()) + Counter(dict.fromkeys("JQK", rules.players))

    @settings(max_examples=4)
    @given(SEEDS)
    def check(seed: int) -> None:
        for match in random_play(table, Rounds(2), seed):
            rnd = match.round
            played = [play for trick in rnd.tricks for _, play in trick.entries if play]
            played += [play for _, play in rnd.trick if play]
            piles = [*rnd.hands, rnd.haggis, *(play.cards for play in played)]
            assert Counter(name for pile in piles for name in names(pile)) == everything

    check()


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_points_are_those_of_all_cards(table: str | dict[str, Any]) -> None:
    """R6.4 to R6.6, R8.1: every card counts once for somebody, but not after a slam without `slam` (R6.5), nor the last
    hand with `last_hand` nobody (R10)."""
    rules = Rules.from_spec(table)
    whole = [text(card) for card in rules.deck.cards()] + list("JQK") * rules.players
    printed = {"3": 1, "5": 1, "7": 1, "9": 1, "J": 2, "Q": 3, "K": 5}
    total = len(whole) if rules.points == "flat" else sum(printed.get(name[0], 0) for name in whole)

    @settings(max_examples=8)
    @given(SEEDS)
    def check(seed: int) -> None:
        *_, match = random_play(table, Rounds(1), seed)
        done = match.finished[0].result
        slammed = rules.partners and rules.sides[done.out[0]] == rules.sides[done.out[1]] and not rules.slam
        left = sum(card_points(rules, hand) for hand in match.finished[0].round.hands)
        assert sum(done.cards) == (total - left if slammed or rules.last_hand == "nobody" else total)
        assert min(done.cards + done.bonus + done.bets) >= 0
        assert done.points == tuple(map(sum, zip(done.cards, done.bonus, done.bets, strict=True)))

    check()


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_part_of_a_result_is_the_sum_of_its_sources(table: str | dict[str, Any]) -> None:
    """R6.2 to R8.1; and the cards that score are named, each once."""
    rules = Rules.from_spec(table)

    @settings(max_examples=8)
    @given(SEEDS)
    def check(seed: int) -> None:
        *_, match = random_play(table, Rounds(1), seed)
        rnd, done = match.finished[0].round, match.finished[0].result
        for part, points in (("cards", done.cards), ("out", done.bonus), ("bets", done.bets)):
            found = [0] * rules.side_count
            for source in done.sources:
                found[source["side"]] += source["points"] if source["part"] == part else 0
            assert tuple(found) == points, part
        for source in done.sources:
            cards = source["cards"].split()
            assert source["part"] != "cards" or len(cards) == source["count"]
            assert sum(card_points(rules, parse_card(card)) for card in cards) == (source["points"] if cards else 0)
        played = [name for trick in rnd.tricks for _, play in trick.entries if play for name in names(play.cards)]
        captured = [card for source in done.sources if source["rule"] == "tricks" for card in source["cards"].split()]
        assert Counter(captured) == Counter(played)
        assert [source["seat"] for source in done.sources if source["part"] == "out"] == list(done.out)

    check()


def attempts(rnd: Round, seat: int, rng: Random) -> list[Action]:
    """All sorts of actions, legal or not: of other phases, with cards of others, too low, too many, to nobody."""
    rules, hand = rnd.rules, rnd.hands[seat]
    others = gather(parse_card(name) for name in rng.sample([text(card) for card in rules.deck.cards()], 6))
    plays = rules.grammar.plays(hand) + rules.grammar.plays(others | parse_cards("J Q K"))
    numbers = [parse_card(name) for name in sorted(set(names(hand | others)))]
    buries = [gather(rng.sample(numbers, min(size, len(numbers)))) for size in (1, 2, 3, 4) for _ in range(3)]
    seats = range(-1, rules.players + 2)
    return [
        Pass(),
        *rng.sample(plays, min(len(plays), 40)),
        *(kind(value) for kind in (Bet, Bid) for value in (-15, 0, 1, 9, 15, 18, 30, 45, 60)),
        *(Give(Card(card)) for card in numbers),
        *(Bury(Hand(cards)) for cards in buries if cards),
        *(kind(target) for kind in (Award, Lead) for target in seats),
    ]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_legal_is_accepted_and_nothing_else_and_a_refusal_changes_nothing(table: str | dict[str, Any]) -> None:
    @settings(max_examples=3)
    @given(SEEDS)
    def check(seed: int) -> None:
        rng = Random(seed)
        for match in random_play(table, Rounds(1), seed):
            if rng.random() > 0.25:
                continue
            rnd, before = match.round, copy.deepcopy(match)
            for seat in rnd.rules.seats:
                legal = rnd.legal(seat)
                known = set(legal)
                assert len(known) == len(legal)
                assert bool(known - {action for action in known if isinstance(action, Bet)}) == (seat in rnd.to_act)
                for action in [*rng.sample(legal, min(len(legal), 25)), *attempts(rnd, seat, rng)]:
                    if action in known:
                        match.act(seat, action)
                        assert match.round.act(seat, str(action)) == match.round.act(seat, action)
                    else:
                        with pytest.raises(IllegalAction) as caught:
                            match.act(seat, action)
                        assert caught.value.reason != caught.value.code  # the table has a sentence for it
            assert match == before
            assert match.round == rnd

    check()


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_somebody_can_always_act_until_the_end(table: str | dict[str, Any]) -> None:
    @settings(max_examples=3)
    @given(SEEDS)
    def check(seed: int) -> None:
        last: Match | None = None
        for match in random_play(table, Rounds(1), seed):
            last = match
            assert match.over == (match.to_act == ())
        assert last is not None
        assert last.winners

    check()


def test_every_grid_of_the_deck_is_found() -> None:
    """R5.3: with the whole deck in hand every shape that the deck has room for is there, and no other."""
    for preset, widths in (("haggis-2", 4), ("haggis-3", 5), ("neeps-4", 8)):
        rules = Rules.from_spec(preset)
        whole = gather(rules.deck.cards())
        shapes = {(play.width, play.length) for play in rules.grammar.plays(whole) if not play.is_bomb}
        lengths = range(1, 10)
        allowed = {(1, 1)} | {(1, length) for length in lengths if length > 2}
        assert shapes == allowed | set(product(range(2, widths + 1), [length for length in lengths if length > 1]))
