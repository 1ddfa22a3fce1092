"""A program that uses every public part of cards, hands, plays, positions, analysis and records.

mypy checks it as it checks all tests, strictly; here it runs, and the last test sees that it leaves nothing out.
"""

import ast
import copy
import json
import pickle
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from haggis_cards import Card, Deck, Hand, Kind, Match, Play, Record, Rounds, Rules, comments, parse_play, positions
from haggis_cards.cards import Cards
from haggis_cards.comments import Comment, comments_of, with_comments
from haggis_cards.deal import Deal
from haggis_cards.match import describe, read_lines
from haggis_cards.positions import (
    parse_position,
    parse_view,
    position_line,
    set_hand,
    swap_cards,
    take_back,
    view_line,
)
from haggis_cards.review import Analysis, Option, analyse, judge
from tests.review.helpers import TINY
from tests.support import random_play


def cards() -> tuple[list[str], list[int]]:
    """What cards and hands can do."""
    hand: Hand = Hand("7g, 10b, J") + Card("7♣")
    more: Hand = hand - "J" | Hand("8g")
    both: Hand = more & "7g 7g 8g"
    first: Card = hand[0]
    some: Hand = hand[1:]
    ordered: list[Card] = sorted([*hand], reverse=True)
    chosen: Card = Random(1).choice(hand)
    bits: Cards = int(hand)
    assert first in hand
    assert chosen in [*some, first]
    assert "7x" not in hand
    assert Hand(bits) == Hand([first, "7g", Card("Tb"), "J"]) == copy.deepcopy(hand) == pickle.loads(pickle.dumps(hand))
    assert first < Card("Tb") <= Card("J") > Card("Tb") >= first
    words = [
        str(hand),
        f"{both:>12}",
        repr(some),
        first.name,
        first.suit,
        hand._repr_svg_()[:4],
        first._repr_svg_()[:4],
    ]
    return [*words, json.dumps([str(card) for card in ordered])], [len(hand), first.rank, len(more)]


def plays(match: Match) -> list[Play]:
    """What plays say of themselves."""
    deck: Deck = match.rules.deck
    assert len(deck.cards()) == 9 * deck.suits * deck.copies
    found = [action for action in match.legal(match.to_act[0]) if isinstance(action, Play)]
    for play in found:
        kind: Kind = play.kind
        hand: Hand = play.cards
        assert (len(hand), play.is_bomb, play.verb) == (play.count, kind is Kind.BOMB, "play")
        assert play.parts == {"kind": kind.name.lower(), "width": play.width, "length": play.length, "rank": play.rank}
        assert play.shape_name in play.name or play.is_bomb
        assert str(play) == f"play {play.text}"
    assert not found[0].beats(found[0])
    read: Sequence[Play] = parse_play(found[0].text, match)
    assert read[0] == found[0]
    return found


def moves_on(match: Match) -> tuple[str, Match]:
    """A position as a line and from a line, with changes; and what a seat sees as a line."""
    line: str = position_line(match)
    again = Match.from_position(line, Rounds(2), players=["Ann", "Bob"])
    assert parse_position(line) == again.round
    seat = match.to_act[0]
    seen: str = view_line(match.view(seat))
    assert parse_view(seen) == match.view(seat)
    before = take_back(match, 1)
    hands: tuple[Hand, ...] = before.hands
    first, second = (next(card for card in hand if card.suit) for hand in hands[:2])
    other = swap_cards(Match.from_position(before), 0, first.name, 1, second.name)
    assert second in other.hand(0)
    assert set_hand(match, 1, str(match.round.deal.hands[1])) == match.round
    return seen, again


def values(position: str | Match | Record) -> tuple[str, list[float]]:
    """What the options of a position are worth."""
    found: Analysis = analyse(position, effort="quick", every=True, seed=3, network=False)
    best: Option = found.best
    options: tuple[Option, ...] = (*found.options, *found.bets)
    for one in options:
        assert one.data["action"] == str(one.action or "no bet")
        assert one.behind >= 0 <= one.behind_error
        assert 0 <= one.first_out <= 1
        assert one.worlds > 0
    text = f"{found.seat} {best.action} {found.data['seat']} {len(found._repr_html_())}"
    return f"{text}\n{found}", [best.value, best.error]


def records(match: Match, folder: Path) -> Record:
    """Records written, read, verified and commented."""
    record: Record = Record.from_match(describe(match, [None, "random"]), notes=True)
    record = with_comments(
        record, Comment(round=1, action=0, text="hm", verdict="good", value=1.0, error=0.5, by="Ann")
    )
    comment: Comment = comments_of(record)[0]
    assert Comment.read(comment.round, comment.data) == comment
    told = (comment.action, comment.text, comment.line, comment.value, comment.error, comment.verdict, comment.by)
    assert told == (0, "hm", (), 1.0, 0.5, "good", "Ann")
    one, many = folder / "one.json", folder / "many.jsonl.gz"
    record.save(one)
    Record.save_all(many, [record, record.canonical()])
    assert Record.load(one) == Record.parse(record.dump()) == record
    assert [numbers for numbers, _ in read_lines(many)] == [1, 2]
    assert Record.load_all(many) == list(Record.stream(many))
    assert hash(record) == hash(Record.load(one))
    assert record.verify().rounds == 1
    assert record.data["rules"] == match.rules.spec
    assert list(record.positions())[-1].round == record.replay(match.seed).round == match.round
    assert record._repr_svg_().startswith("<svg")
    return record


def test_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(judge.EFFORTS, "quick", TINY)
    words, numbers = cards()
    assert words[:6] == ["7g 7g Tb J", "    7g 7g 8g", "Hand('7g Tb J')", "7g", "g", "<svg"]
    assert numbers == [4, 7, 4]
    *matches, over = random_play("haggis-2", Rounds(1), 5)
    late = next(match for match in matches if sum(map(len, map(match.hand, (0, 1)))) < 18 and match.round.top is None)
    assert plays(late)
    seen, again = moves_on(late)
    assert values(seen) == values(late) == values(late.record())
    assert again.round == late.round
    records(over, tmp_path)
    deal: Deal = Deal.shuffled("haggis-2", Random(1))
    rules: Rules = Rules.from_spec("haggis-2")
    assert len(deal.hands) == rules.players


def public_names(owner: type | ModuleType) -> set[str]:
    found = {name for name, value in vars(owner).items() if not name.startswith("_")}
    if isinstance(owner, type):
        return found
    return {name for name in found if getattr(vars(owner)[name], "__module__", None) == owner.__name__}


def test_it_leaves_nothing_out() -> None:
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    owners: list[type | ModuleType] = [Card, Hand, Deck, Play, Kind, Option, Analysis, Comment, Record]
    for owner in [*owners, positions, comments]:
        missing = public_names(owner) - used - {kind.name for kind in Kind}
        assert not missing, (owner, missing)
