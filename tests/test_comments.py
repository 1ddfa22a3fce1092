"""Comments on the actions of records: written, kept by every reader, and refused where they fit nothing."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from haggis_cards import Record, RecordError, Rounds, UnreadableRecord
from haggis_cards.comments import Comment, comments_of, with_comments
from tests.support import PRESETS, random_play

SCHEMA = Path(__file__).parents[1] / "docs" / "record.schema.json"
SAID = Comment(1, 0, "Why so low? <b>", verdict="mistake", value=-3.25, error=0.5, by="Ann")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_reader_keeps_comments(preset: str) -> None:
    positions = list(random_play(preset, Rounds(2), 3))
    record = positions[-1].record()
    first = positions[0]
    seat = first.to_act[0]
    other = str(first.legal(seat)[-1])
    second = Comment(2, len(record.data["rounds"][1]["actions"]) - 1, "The end.")
    record = with_comments(record, SAID, Comment(1, 0, line=(f"{seat} {other}",), value=1.0), second)
    for again in (record, Record.parse(record.dump()), record.canonical(), record.replay().record()):
        assert comments_of(again) == comments_of(record)
        assert comments_of(again)[0] == SAID
        again.verify()
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert jsonschema.Draft202012Validator(schema).is_valid(dict(record.data))
    more = with_comments(record, Comment(1, 1, "And now?"))
    assert len(comments_of(more)) == 4
    assert len(comments_of(record)) == 3


def test_assertions_are_no_actions_and_foreign_keys_stay() -> None:
    record = list(random_play("haggis-2", Rounds(1), 1))[-1].record()
    data = json.loads(record.dump())
    data["rounds"][0]["actions"].insert(0, {"illegal": "0 give 2r"})
    data["rounds"][0]["comments"] = [{"action": 1, "text": "hm", "x-mine": 7}]
    record = with_comments(Record(data), SAID)
    assert record.data["rounds"][0]["comments"][0]["x-mine"] == 7
    assert [one.action for one in comments_of(record)] == [1, 0]


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        (Comment(1, 999, "x"), "there is no action 999 to comment on"),
        (Comment(9, 0, "x"), "there is no action 0 to comment on"),
        (Comment(1, -1, "x"), "there is no action -1"),
        (Comment(1, 0, line=("0 play 2r 9b",)), "the line of a comment: '0 play 2r 9b' is refused"),
        (Comment(1, 0, line=("nonsense",)), "is refused"),
    ],
)
def test_what_fits_nothing_is_refused(comment: Comment, words: str) -> None:
    record = list(random_play("haggis-2", Rounds(1), 1))[-1].record()
    with pytest.raises(RecordError, match=words):
        with_comments(record, comment)


@pytest.mark.parametrize(
    ("comments", "words"),
    [
        ({}, "'comments' of the round must be a list"),
        ([7], "a comment must be an object"),
        ([{}], "'action' of a comment must be a whole number"),
        ([{"action": True}], "must be a whole number"),
        ([{"action": 0, "text": 3}], "'text' of a comment must be a string"),
        ([{"action": 0, "line": [3]}], "an action must be a string"),
        ([{"action": 0, "value": "much"}], "'value' of a comment must be a number"),
    ],
)
def test_comments_that_cannot_be_read(comments: Any, words: str) -> None:
    record = list(random_play("haggis-2", Rounds(1), 1))[-1].record()
    rounds = [{**record.data["rounds"][0], "comments": comments}]
    broken = Record({**record.data, "rounds": rounds})
    broken.verify()  # of what a reader does not know nothing is claimed
    with pytest.raises(UnreadableRecord, match=words):
        comments_of(broken)
