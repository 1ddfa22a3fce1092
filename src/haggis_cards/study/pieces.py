"""What travels between the server and its processes for reviews."""

from typing import NamedTuple

from msgspec import Struct


class Job(NamedTuple):
    """Which review, and how it is made."""

    record: str  # its id
    text: str
    only: int | None  # the one round to review
    effort: str
    threads: int
    scale: float


class Found(Struct, frozen=True):
    """A finding as it is stored; without a seat it is about the round."""

    number: int
    round: int
    seat: int | None
    index: int | None
    verdict: str | None
    loss: float  # of a decision that is not good
    data: str


class Piece(NamedTuple):
    """Some findings in the order of the match, and how far the review is with them."""

    found: list[Found]
    done: int  # actions that have been looked at,
    total: int  # and those that there are
    complete: bool
