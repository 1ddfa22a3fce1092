"""Combinations (R5.3 to R5.7): what is one, how its text is written and read, what beats what.

Longer than other files: the tables of combinations go clause by clause and share their grammars.
"""

import pytest

from haggis_cards import RULES, HaggisError, IllegalAction, Kind, NotationError
from haggis_cards.cards import parse_cards
from haggis_cards.combos import as_play
from haggis_cards.grammar import Grammar

SINGLE_DECK = RULES["haggis-3"].grammar
FOUR_SUITS = RULES["haggis-2"].grammar
DOUBLE_DECK = RULES["neeps-4"].grammar
SETS = RULES["haggis-3"].replace(sets=True).grammar
DOUBLE_SETS = RULES["neeps-4"].replace(sets=True).grammar


def texts(grammar: Grammar, hand: str, over: str | None = None) -> set[str]:
    plays = grammar.plays(parse_cards(hand), grammar.read(over) if over else None)
    assert len(set(plays)) == len(plays)
    return {play.text for play in plays}


def grids(grammar: Grammar, hand: str) -> set[str]:
    return {play.text for play in grammar.plays(parse_cards(hand)) if play.kind not in (Kind.SINGLE, Kind.BOMB)}


def no_combination(grammar: Grammar, line: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        grammar.read(line)
    assert caught.value.code == "no-combination"
    return caught.value.reason


# R5.3: the kinds


@pytest.mark.parametrize(
    ("line", "kind", "width", "length", "rank"),
    [
        ("7g", Kind.SINGLE, 1, 1, 7),
        ("Tb", Kind.SINGLE, 1, 1, 10),
        ("J", Kind.SINGLE, 1, 1, 11),
        ("Q", Kind.SINGLE, 1, 1, 12),
        ("K", Kind.SINGLE, 1, 1, 13),
        ("2r 3r 4r", Kind.SEQUENCE, 1, 3, 2),
        ("2o 3o 4o 5o 6o 7o 8o 9o To", Kind.SEQUENCE, 1, 9, 2),
        ("6r 6b 7r 7b", Kind.STAIR, 2, 2, 6),
        ("9r 9y 9g Tr Ty Tg", Kind.STAIR, 3, 2, 9),
        ("4r 4b 5r 5b 6r 6b", Kind.STAIR, 2, 3, 4),
        ("8r 8y 8g 8b 8o 9r 9y 9g 9b 9o", Kind.STAIR, 5, 2, 8),
    ],
)
def test_R5_3_the_kinds(line: str, kind: Kind, width: int, length: int, rank: int) -> None:
    play = SINGLE_DECK.read(line)
    assert (play.kind, play.width, play.length, play.rank) == (kind, width, length, rank)
    assert play.text == line
    assert play.count == len(line.split())
    assert play in SINGLE_DECK.plays(parse_cards(line))


@pytest.mark.parametrize(
    "line",
    [
        "6r 7r",  # a Sequence has 3 or more (R9.3)
        "2r 3r 4y",  # one suit
        "2r 3r 5r",  # consecutive
        "2r 4r 6r",
        "6r 6b",  # no Sets by default (R9.2)
        "6r 6b 6g",
        "6r 6b 7r 7g",  # the same suits on each rank
        "6r 6b 7r 7b 7g",
        "6r 6b 7r",
        "6r 6b 8r 8b",
        "6r 6b 7r 7b 8r",
        "9r Tr 2r",  # no way round
        "Tr 2r 3r",
        "3r 5r 7r",  # bombs have four cards
        "3r 5y 7g 9g",
        "3r 5r 7y 9y",
    ],
)
def test_R5_3_no_combination(line: str) -> None:
    """R5.3, R9.2, R9.3, R9.5: what is not in the table is neither read nor generated."""
    no_combination(SINGLE_DECK, line)
    assert not any(play.cards == parse_cards(line) for play in SINGLE_DECK.plays(parse_cards(line)))


def test_R5_3_sets_are_a_house_rule() -> None:
    """R5.3, R9.2: with `sets` two or more of one rank, and still no Stair of another shape."""
    play = SETS.read("6o 6r 6b")
    assert (play.kind, play.width, play.length, play.rank, play.text) == (Kind.SET, 3, 1, 6, "6r 6b 6o")
    assert SETS.read("6r 6b").kind is Kind.SET
    assert "house rule sets is off" in no_combination(SINGLE_DECK, "6r 6b")
    no_combination(SETS, "6r 7b")
    assert grids(SETS, "6r 6b 6o") == {"6r 6b", "6r 6o", "6b 6o", "6r 6b 6o"}
    assert grids(SINGLE_DECK, "6r 6b 6o") == set()


def test_R5_3_a_stair_is_not_two_sets() -> None:
    """R5.3: with `sets` a grid of width 2 and length 2 is a Stair: matching suits are still needed."""
    assert SETS.read("6r 6b 7r 7b").kind is Kind.STAIR
    no_combination(SETS, "6r 6b 7r 7g")


# R5.4: courts


def test_R5_4_a_court_alone_has_its_own_rank_and_stands_for_nothing() -> None:
    assert texts(SINGLE_DECK, "J") == {"J"}
    no_combination(SINGLE_DECK, "J=6b")
    no_combination(SETS, "J=6b")
    no_combination(SETS, "J=6")


def test_R5_4_courts_are_wild_in_a_sequence() -> None:
    assert grids(SINGLE_DECK, "5b 7b J") == {"5b J=6b 7b"}
    assert grids(SINGLE_DECK, "5b 6b J") == {"J=4b 5b 6b", "5b 6b J=7b"}
    assert grids(SINGLE_DECK, "5b 6y J") == set()


def test_R5_4_one_number_card_and_courts() -> None:
    """R5.4: at least one number card; the player says which of the readings it is."""
    assert grids(SINGLE_DECK, "6b J Q") == {"J=4b Q=5b 6b", "J=5b 6b Q=7b", "6b J=7b Q=8b"}
    assert grids(SINGLE_DECK, "2b J Q") == {"2b J=3b Q=4b"}
    assert grids(SINGLE_DECK, "Tb J Q") == {"J=8b Q=9b Tb"}
    assert grids(SETS, "Tb J Q") == {"J=8b Q=9b Tb", "Tb J=T", "Tb Q=T", "Tb J=T Q=T"}


@pytest.mark.parametrize("line", ["J=5b Q=6b K=7b", "J=6r Q=6b", "J=6 Q=6", "J=6r Q=6b K=6g"])
def test_R5_4_courts_alone_are_no_grid(line: str) -> None:
    for grammar in (SINGLE_DECK, SETS):
        assert "needs a number card" in no_combination(grammar, line)


def test_R9_4_wild_cards_stay_within_2_and_10() -> None:
    """R5.3, R9.4: no court stands for a rank below 2 or above T, nor for itself in a grid."""
    assert grids(SINGLE_DECK, "9b Tb J") == {"J=8b 9b Tb"}
    assert grids(SINGLE_DECK, "2b 3b J") == {"2b 3b J=4b"}
    for line in ("9b Tb J=Jb", "9b Tb J=1b", "9b Tb J=11b", "2b 3b J=Ab"):
        with pytest.raises(NotationError):
            SINGLE_DECK.read(line)
    with pytest.raises(HaggisError):
        SINGLE_DECK.read("9b Tb J")


def test_R5_4_a_court_may_stand_for_a_card_that_the_player_holds() -> None:
    """R5.4: only the cards of the play cover cells; the rest of the hand does not matter."""
    assert "5b J=6b 7b" in texts(SINGLE_DECK, "5b 6b 7b J")
    assert "J=5b 6b 7b" in texts(SINGLE_DECK, "5b 6b 7b J")


def test_R5_4_a_court_cannot_stand_for_a_cell_that_is_covered() -> None:
    for line in ("5b 6b J=6b 7b", "6r 6b J=6b 7r 7b Q=7r"):
        assert "a wild court counts as the card it stands for" in no_combination(SINGLE_DECK, line)


def test_R5_4_other_ranks_width_or_length_are_other_plays() -> None:
    """R5.4: six cards as Sequence of 6, Stair of 2 × 3 or of 3 × 2: the player says which."""
    assert {line for line in grids(SINGLE_DECK, "6b 7b 8b J Q K") if len(line.split()) == 6} == {
        "J=3b Q=4b K=5b 6b 7b 8b",
        "J=4b Q=5b 6b 7b 8b K=9b",
        "J=5b 6b 7b 8b Q=9b K=Tb",
        "J=6r 6b Q=7r 7b K=8r 8b",
    }
    six = {line for line in grids(SINGLE_DECK, "6r 6y 7b J Q K") if len(line.split()) == 6}
    assert six == {"6r 6y J=6b Q=7r K=7y 7b"}


def test_R5_4_readings_that_differ_in_the_suits_of_wild_cells_are_one_play() -> None:
    """R5.4: a line of courts alone is the same play in whatever suit it is said."""
    said = ["6b 7b J=6r Q=7r", "6b 7b J=6o Q=7o", "6b 7b Q=6y J=7y", "Q=7g J=6g 7b 6b"]
    assert {SINGLE_DECK.read(line) for line in said} == {SINGLE_DECK.read("J=6r 6b Q=7r 7b")}


def test_R5_4_in_a_set_courts_have_no_limit_of_suits_or_copies() -> None:
    assert SETS.read("6r 6y 6g 6b 6o J=6 Q=6 K=6").width == 8
    assert RULES["haggis-2"].replace(sets=True).grammar.read("6r 6y 6g 6b J=6 Q=6 K=6").width == 7
    assert "6r 6y 6g 6b 6o J=6 Q=6 K=6" in texts(SETS, "6r 6y 6g 6b 6o J Q K")
    nine = "6r 6r 6y 6y 6g 6g 6b 6b J=6"
    assert DOUBLE_SETS.read(nine).text == nine
    eleven = nine + " Q=6 K=6"
    assert eleven in texts(DOUBLE_SETS, "6r 6r 6y 6y 6g 6g 6b 6b J Q K")


# R5.5: the double deck


def test_R5_5_a_stair_may_hold_a_suit_twice_in_the_double_deck() -> None:
    """R5.5, R9.15."""
    play = DOUBLE_DECK.read("6b 6b 7b 7b")
    assert (play.kind, play.width, play.length) == (Kind.STAIR, 2, 2)
    assert "6b 6b 7b 7b" in texts(DOUBLE_DECK, "6b 6b 7b 7b")
    with pytest.raises(HaggisError):
        SINGLE_DECK.read("6b 6b 7b 7b")


def test_R5_5_never_more_often_than_the_deck_has_copies_wild_cards_counted() -> None:
    assert "a wild court counts as the card it stands for" in no_combination(DOUBLE_DECK, "6b 6b 7b 7b J=6b Q=7b")
    no_combination(SINGLE_DECK, "6b 7b J=6b Q=7b")
    assert DOUBLE_DECK.read("6b 6b 7b 7b J=6y Q=7y").text == "J=6r 6b 6b Q=7r 7b 7b"
    # Eight lines are all that the double deck has room for, five in the single deck.
    full = "6r 6r 6y 6y 6g 6g 6b 6b 7r 7r 7y 7y 7g 7g 7b 7b"
    assert full in texts(DOUBLE_DECK, full + " J Q K")
    assert not any(play.width > 8 for play in DOUBLE_DECK.plays(parse_cards(full + " J Q K")))
    five = "6r 6y 6g 6b 6o 7r 7y 7g 7b 7o"
    assert not any(play.width > 5 for play in SINGLE_DECK.plays(parse_cards(five + " J Q K")))
    four = "6r 6y 6g 6b 7r 7y 7g 7b"
    assert not any(play.width > 4 for play in FOUR_SUITS.plays(parse_cards(four + " J Q K")))


def test_R5_5_a_sequence_holds_no_card_twice() -> None:
    no_combination(DOUBLE_DECK, "6b 6b 7b 8b")
    assert grids(DOUBLE_DECK, "6b 6b 7b 8b") == {"6b 7b 8b"}


# R5.6: higher


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("8r", "7b"),
        ("J", "Tr"),
        ("K", "Q"),
        ("3b 4b 5b", "2r 3r 4r"),
        ("J=8b 9b Tb", "7r 8r 9r"),
        ("7r 7y 8r 8y", "6g 6b 7g 7b"),
        ("J=7r 7y Q=8r 8y", "6g 6b 7g 7b"),
    ],
)
def test_R5_6_higher(higher: str, lower: str) -> None:
    assert SINGLE_DECK.read(higher).beats(SINGLE_DECK.read(lower))
    assert not SINGLE_DECK.read(lower).beats(SINGLE_DECK.read(higher))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("7r", "7b"),  # suits do not matter
        ("2r 3r 4r", "2y 3y 4y"),
        ("6r 6y 7r 7y", "6g 6b 7g 7b"),
        ("3r 4r 5r 6r", "2r 3r 4r"),  # another length
        ("6r 6y 6g 7r 7y 7g", "4r 4y 5r 5y 6r 6y"),  # the same number of cards, another width (R9.6)
        ("4r 5r 6r 7r", "2r 2y 3r 3y"),
        ("K", "2r 3r 4r"),
        ("J=8b 9b Tb", "8r 9r Tr"),
    ],
)
def test_R5_6_neither_is_higher(one: str, other: str) -> None:
    """R5.6, R9.6: same kind, same width, same length; equal ranks are not higher."""
    assert not SINGLE_DECK.read(one).beats(SINGLE_DECK.read(other))
    assert not SINGLE_DECK.read(other).beats(SINGLE_DECK.read(one))


def test_R5_6_sets_of_one_size() -> None:
    assert SETS.read("7r 7b").beats(SETS.read("6r 6b"))
    assert not SETS.read("7r 7b 7g").beats(SETS.read("6r 6b"))
    assert not SETS.read("K").beats(SETS.read("6r 6b"))
    assert texts(SETS, "7r 7b 5r 5g J", over="6r 6b") == {"7r 7b", "7r J=7", "7b J=7"}


def test_plays_over_a_sequence_in_all_readings() -> None:
    over = texts(SINGLE_DECK, "5b 6b 7b J 9g", over="4r 5r 6r")
    assert over == {"5b 6b 7b", "5b 6b J=7b", "5b J=6b 7b", "J=5b 6b 7b", "6b 7b J=8b"}


# R5.7: bombs

BOMBS = ["3r 5y 7g 9b", "J Q", "J K", "Q K", "J Q K", "3g 5g 7g 9g"]


def test_R5_7_bombs_low_to_high() -> None:
    for low, lower in enumerate(BOMBS):
        for high, higher in enumerate(BOMBS):
            assert SINGLE_DECK.read(higher).beats(SINGLE_DECK.read(lower)) == (high > low)


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("other", ["K", "8b 9b Tb", "9r 9y Tr Ty", "2r 3r 4r 5r 6r 7r 8r 9r Tr"])
def test_R5_7_a_bomb_beats_anything_but_bombs(bomb: str, other: str) -> None:
    assert SINGLE_DECK.read(bomb).is_bomb
    assert SINGLE_DECK.read(bomb).beats(SINGLE_DECK.read(other))
    assert not SINGLE_DECK.read(other).beats(SINGLE_DECK.read(bomb))


def test_R5_7_equal_bombs_do_not_beat_each_other() -> None:
    read = SINGLE_DECK.read
    assert not read("3r 5y 7g 9b").beats(read("3o 5b 7y 9r"))
    assert not read("3r 5r 7r 9r").beats(read("3g 5g 7g 9g"))
    assert not read("J Q").beats(read("J Q"))


def test_R5_7_four_different_suits() -> None:
    """R5.7, R9.5: 'mixed' means four different suits; all such choices of five suits are bombs: 5·4·3·2."""
    odd = " ".join(rank + suit for rank in "3579" for suit in "rygbo")
    plays = SINGLE_DECK.plays(parse_cards(odd))
    assert sum(play.is_bomb and play.rank == 1 for play in plays) == 120
    assert sum(play.is_bomb and play.rank == 6 for play in plays) == 5
    for line in ("3r 5r 7g 9b", "3r 5y 7r 9b", "3r 5r 7r 9b", "3r 5y 7y 9r"):
        no_combination(SINGLE_DECK, line)


@pytest.mark.parametrize("line", ["3r 5y J=7g 9b", "3r 5r J=7r 9r", "J=3r 5r 7r 9r"])
def test_R9_5_no_wild_cards_in_a_number_bomb(line: str) -> None:
    no_combination(SINGLE_DECK, line)
    no_combination(SETS, line)
    assert not any("3r" in text and "9r" in text for text in texts(SINGLE_DECK, "3r 5r 9r J Q K"))


def test_R5_7_bombs_in_the_double_deck_are_single_cards() -> None:
    assert texts(DOUBLE_DECK, "3r 3r 5r 5r 7r 7r 9r 9r") >= {"3r 5r 7r 9r"}
    assert sum(play.is_bomb for play in DOUBLE_DECK.plays(parse_cards("3r 3r 5r 5r 7r 7r 9r 9r"))) == 1


def test_R5_7_over_a_bomb_only_higher_bombs() -> None:
    hand = "3r 5r 7r 9r 5y 7g 9b Tr J Q K"
    assert texts(SINGLE_DECK, hand, over="J K") == {"Q K", "J Q K", "3r 5r 7r 9r"}
    assert texts(SINGLE_DECK, hand, over="3o 5b 7y 9r") == {"J Q", "J K", "Q K", "J Q K", "3r 5r 7r 9r"}
    assert texts(SINGLE_DECK, hand, over="3y 5y 7y 9y") == set()
    assert texts(SINGLE_DECK, hand, over="K") == {"J Q", "J K", "Q K", "J Q K", "3r 5r 7r 9r", "3r 5y 7g 9b"}


# RECORD: the one text of a play


@pytest.mark.parametrize(
    ("grammar", "line", "canonical"),
    [
        (SINGLE_DECK, "7b J=6b 5b", "5b J=6b 7b"),
        (SINGLE_DECK, "6b K=4b J=5b", "J=4b K=5b 6b"),  # the missing cells take J, Q, K in order
        (SINGLE_DECK, "K=8b J=7b 6b Q=5b", "J=5b 6b Q=7b K=8b"),
        (SINGLE_DECK, "Q=6o 6b J=7o 7b", "J=6r 6b Q=7r 7b"),  # a free line takes the first suit with room
        (SINGLE_DECK, "6r 7r J=6o Q=7o", "6r J=6y 7r Q=7y"),
        (SINGLE_DECK, "6r 6y 7r 7y J=6g Q=7g", "6r 6y J=6g 7r 7y Q=7g"),
        (SINGLE_DECK, "6r 7y J=7r K=6y", "6r J=6y K=7r 7y"),
        (DOUBLE_DECK, "6y 7y J=6y Q=7y", "J=6r 6y Q=7r 7y"),  # not two yellow lines
        (DOUBLE_DECK, "6b 7b J=6b Q=7b", "J=6r 6b Q=7r 7b"),
        (DOUBLE_DECK, "6r 7r J=6b Q=7b", "6r J=6r 7r Q=7r"),  # red has room for a second line
        (DOUBLE_DECK, "6r 7r J=6r Q=7r", "6r J=6r 7r Q=7r"),
        (DOUBLE_DECK, "6r 6r 7r 7r J=6b Q=7b", "6r 6r J=6y 7r 7r Q=7y"),
        (DOUBLE_DECK, "6y 6y 7y J=7y", "6y 6y 7y J=7y"),  # number cards before courts on equal cells
        (DOUBLE_DECK, "J=7y 6y 6y Q=7y", "6y 6y J=7y Q=7y"),
        (DOUBLE_DECK, "6y 6b Q=7b J=7y", "6y 6b J=7y Q=7b"),
        (DOUBLE_DECK, "6r 6y 7y J=7r", "6r 6y J=7r 7y"),
        (SETS, "6o J=6g 6b", "6b 6o J=6"),  # a Set's court written with a suit
        (SETS, "K=6 6o J=6r 6b", "6b 6o J=6 K=6"),
        (DOUBLE_SETS, "J=6b 6b 6b", "6b 6b J=6"),
        (SINGLE_DECK, "9b 7g 5y 3r", "3r 5y 7g 9b"),
        (SINGLE_DECK, "K J", "J K"),
        (SINGLE_DECK, "K Q J", "J Q K"),
        (SINGLE_DECK, "  4r   2r 3r ", "2r 3r 4r"),
    ],
)
def test_the_one_text_of_a_play(grammar: Grammar, line: str, canonical: str) -> None:
    """RECORD, cards and plays; R5.4."""
    play = grammar.read(line)
    assert play.text == canonical
    assert grammar.read(canonical) == play
    assert play in grammar.plays(play.cards)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "J=",
        "=6b",
        "J=6x",
        "J=6bb",
        "5b=6b",
        "J J",
        "J=5b J=6b 7b",
        "5b J 7b",
        "5b J=6 7b=",
        "x",
        "5o=",
        "J==5b",
        "K=K",
    ],
)
def test_texts_that_mean_nothing(line: str) -> None:
    with pytest.raises(NotationError):
        SINGLE_DECK.read(line)


def test_a_rank_without_suit_is_for_sets_only() -> None:
    assert "name the suit" in no_combination(SINGLE_DECK, "5b J=6 7b")
    assert "name the suit" in no_combination(SETS, "5b J=6 7b")


def test_cards_that_the_deck_does_not_have() -> None:
    """R1.1: no orange in four suits; no card twice in the single deck."""
    with pytest.raises(NotationError, match="no o cards"):
        FOUR_SUITS.read("6o")
    with pytest.raises(NotationError, match="no o cards"):
        FOUR_SUITS.read("6b 7b J=6o Q=7o")
    with pytest.raises(NotationError, match="the deck has it 1×"):
        SINGLE_DECK.read("6b 6b 7b 7b")
    with pytest.raises(NotationError, match="the deck has it 2×"):
        DOUBLE_DECK.read("6b 6b 6b 7b 7b 7b")


def test_the_names_of_plays() -> None:
    assert [SINGLE_DECK.read(line).name for line in ("J", "5b J=6b 7b", "6r 6b 7r 7b", "J K")] == [
        "Single J",
        "Sequence of 3, top 7",
        "Stair of 2 × 2, top 7",
        "Bomb J K",
    ]
    assert SETS.read("6r 6b J=6").name == "Set of 3, rank 6"


def test_R1_1_an_orange_single_is_no_play_of_four_suits() -> None:
    assert not FOUR_SUITS.accepts(SINGLE_DECK.read("6o"))


def test_only_combinations_of_the_game_are_accepted() -> None:
    """A play of another game, or one made up bit by bit, is not accepted."""
    assert not SINGLE_DECK.accepts(SETS.read("6r 6b"))
    assert not SINGLE_DECK.accepts(DOUBLE_DECK.read("6b 6b 7b 7b"))
    assert not FOUR_SUITS.accepts(SINGLE_DECK.read("3r 5y 7g 9o"))
    sequence = SINGLE_DECK.read("4b 5b 6b")
    for bit in range(109):
        other = as_play(int(sequence) ^ 1 << bit)
        assert SINGLE_DECK.accepts(other) == (other in SINGLE_DECK.plays(other.cards) and other.cards.bit_count() == 3)
