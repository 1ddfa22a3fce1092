"""Reviews inside of records: saved there with comments for other readers, and opened again without computing."""

from collections.abc import Collection, Iterator
from typing import Any, Final

from haggis_cards.comments import KEY, Comment, with_comments
from haggis_cards.match import Match, Record
from haggis_cards.review.judge import NO_BET
from haggis_cards.review.model import VERSION, ReviewData
from haggis_cards.review.sentences import SENTENCES, sentence

REVIEW: Final = "review"  # the key of the record
BY: Final = "haggis review"  # who makes its comments


def with_review(record: Record, review: ReviewData) -> Record:
    """The record with a review, and with a comment on each action that was not good; those of an earlier one go."""
    rounds: list[dict[str, Any]] = [dict(item) for item in record.data["rounds"]]
    for item in rounds:
        if kept := [one for one in item.pop(KEY, []) if one.get("by") != BY]:
            item[KEY] = kept
    return with_comments(Record({**record.data, "rounds": rounds, REVIEW: review}), *_comments(review))


def saved_review(
    record: Record, match: Match, *, effort: str, seed: int, seats: Collection[int] | None, network: bool
) -> ReviewData | None:
    """The review that a record holds, if it is what a reviewer would find with these options."""
    review = held_review(record, match)
    seats = sorted(match.rules.seats if seats is None else seats)
    wanted = {"effort": effort, "seed": seed, "network": network, "seats": seats}
    return review if review and {**review, **wanted} == {**review} else None


def held_review(record: Record, match: Match) -> ReviewData | None:
    """The review that a record holds, if it is complete and of this match, whatever its options were."""
    import msgspec

    try:
        review = msgspec.convert(record.data.get(REVIEW), ReviewData)
    except msgspec.ValidationError:
        return None
    return review if review["review"] == VERSION and review["complete"] and _is_of(review, match) else None


def _is_of(review: ReviewData, match: Match) -> bool:
    """Whether a review is of this match: its actions are what was done, and its reasons have words."""
    if [one["number"] for one in review["rounds"]] != list(range(1, len(match.finished) + 1)):
        return False
    for done, found in zip(match.finished, review["rounds"], strict=True):
        log = done.round.log
        for decision in found["decisions"]:
            if not 0 <= decision["index"] < len(log) or any(one["code"] not in SENTENCES for one in decision["reason"]):
                return False
            seat, action = log[decision["index"]]
            if decision["seat"] != seat or decision["made"] not in (str(action), NO_BET):
                return False
    return True


def _comments(review: ReviewData) -> Iterator[Comment]:
    for found in review["rounds"]:
        for one in found["decisions"]:
            if one["verdict"] != "good":
                place, best = (one["round"], one["index"]), one["best"]
                value, error, why = one["value"], one["error"], sentence(one["reason"])
                lost = round(value - one["loss"], 2)
                yield Comment(*place, why, value=lost, error=error, verdict=one["verdict"], by=BY)
                if best != NO_BET:
                    yield Comment(*place, line=(f"{one['seat']} {best}",), value=value, by=BY)
