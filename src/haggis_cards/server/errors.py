"""What the server refuses: one error with a stable code, a reason for people, and the HTTP status that goes with it."""

from collections.abc import Mapping
from typing import Final

from haggis_cards.errors import HaggisError, IllegalAction, NotationError, RulesError

# The statuses of the codes; the engine's own codes (an action that the rules refuse) are 409.
STATUS: Final[Mapping[str, int]] = {
    "bad-message": 400,
    "bad-notation": 400,
    "bad-rules": 400,
    "bad-seats": 400,
    "bad-name": 400,
    "no-session": 401,
    "bad-origin": 403,
    "not-seated": 403,
    "no-table": 404,
    "no-record": 404,
    "not-found": 404,
    "not-allowed": 405,
    "too-large": 413,
    "too-many": 429,
    "internal": 500,
    "busy": 503,
    "storage": 503,
}


class Refused(HaggisError):
    """A request or command that is not done; nothing has changed."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return STATUS.get(self.code, 409)

    @classmethod
    def of(cls, error: HaggisError) -> "Refused":
        """The engine's errors as the server tells them."""
        match error:
            case Refused():
                return error
            case IllegalAction():
                return cls(error.code, error.reason)
            case NotationError():
                return cls("bad-notation", str(error))
            case RulesError():
                return cls("bad-rules", str(error))
        return cls("bad-message", str(error))


class StorageError(Refused):
    """The store could not be written or read; whether an entry got in is unknown until it is read again."""

    def __init__(self) -> None:
        super().__init__("storage", "the store cannot be written just now; nothing was lost, please try again")


class ConfigError(HaggisError):
    """An option that does not exist or does not fit."""
