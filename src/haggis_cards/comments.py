"""Comments on the actions of a record: words, a verdict, a value, or what could have been done instead.

They are the key `comments` of a round, which every reader keeps (docs/records.md).

>>> from haggis_cards import Match
>>> record = Match("haggis-2", seed=1).act(1, "play 2r").record()
>>> record = with_comments(record, Comment(1, 0, "Why so low?"), Comment(1, 0, line=("1 play Tb",), value=1.5))
>>> comments_of(record)[1].line, comments_of(record.replay().record()) == comments_of(record)
(('1 play Tb',), True)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from haggis_cards.actions import parse_seated
from haggis_cards.cards import clip
from haggis_cards.errors import HaggisError, RecordError, UnreadableRecord
from haggis_cards.match import Match, Record
from haggis_cards.replay import typed

KEY: Final = "comments"


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody says of one action of a match."""

    round: int  # from 1
    action: int  # its place among the actions of the round, from 0; assertions do not count
    text: str = ""
    line: tuple[str, ...] = ()  # what could have been done from there on, with seats, as in a record
    value: float | None = (
        None  # of the line, or of the action itself: points ahead for the seat, by the end of the round
    )
    error: float | None = None  # the standard error of that
    verdict: str = ""  # good, inaccuracy, mistake or blunder, or a word of your own
    by: str = ""  # who says so

    @property
    def data(self) -> dict[str, Any]:
        """The entry of a round, without the number of the round and without what is not said."""
        said = {"text": self.text, "line": list(self.line), "verdict": self.verdict, "by": self.by}
        numbers = {"value": self.value, "error": self.error}
        return (
            {"action": self.action}
            | {name: value for name, value in said.items() if value}
            | {name: value for name, value in numbers.items() if value is not None}
        )

    @classmethod
    def read(cls, number: int, data: Any) -> "Comment":
        """The comment that an entry of a round makes; what it has beside that is left aside."""
        try:
            entry = typed(data, dict, "a comment")
            said = {
                name: typed(entry.get(name, ""), str, f"{name!r} of a comment") for name in ("text", "verdict", "by")
            }
            line = [typed(one, str, "an action") for one in typed(entry.get("line", []), list, "'line' of a comment")]
            value, error = (_number(entry.get(name), name) for name in ("value", "error"))
            place = typed(entry.get("action"), int, "'action' of a comment")
            return cls(number, place, line=tuple(line), value=value, error=error, **said)
        except UnreadableRecord as fault:
            raise UnreadableRecord(fault.reason, number) from None


def _number(value: Any, name: str) -> float | None:
    if value is None or type(value) in (int, float):
        return None if value is None else float(value)
    raise UnreadableRecord(f"{name!r} of a comment must be a number, not {clip(value)}")


def comments_of(record: Record) -> tuple[Comment, ...]:
    """The comments of a record, round by round."""
    rounds = typed(record.data.get("rounds", []), list, "'rounds'")
    return tuple(
        Comment.read(number, entry)
        for number, item in enumerate(rounds, 1)
        for entry in typed(typed(item, dict, "a round").get(KEY, []), list, f"{KEY!r} of the round")
    )


def with_comments(record: Record, *comments: Comment) -> Record:
    """The record with more comments: each on an action that it has, with a line that can be played from there."""
    rounds = [dict(item) for item in record.data["rounds"]]
    before = dict(_before_each(record))
    for comment in comments:
        match = before.get((comment.round, comment.action))
        if match is None:
            raise RecordError(f"there is no action {comment.action} to comment on", comment.round)
        for entry in comment.line:
            try:
                match = match.act(*parse_seated(entry, match.rules))
            except HaggisError as error:
                raise RecordError(f"the line of a comment: {clip(entry)} is refused: {error}", comment.round) from None
        item = rounds[comment.round - 1]
        item[KEY] = [*item.get(KEY, ()), comment.data]
    return Record({**record.data, "rounds": rounds})


def _before_each(record: Record) -> Iterator[tuple[tuple[int, int], Match]]:
    """The match before each action, by round and place."""
    positions = record.positions()
    before = next(positions, None)
    for after in positions:
        assert before is not None
        if not before.round.over:
            yield (len(before.finished) + 1, len(before.round.log)), before
        before = after
