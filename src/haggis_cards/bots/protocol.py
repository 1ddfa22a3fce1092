"""What a bot is: something that sees a view and answers with one of its legal actions."""

from typing import NamedTuple, Protocol, runtime_checkable

from haggis_cards.view import View


class Decision(NamedTuple):
    """A bot's answer: the text of a legal action, and why, in a few words for a player."""

    action: str
    why: str = ""


class Bot(Protocol):
    """A player that sees only what its seat may know.

    `decide` is called with a view whose `legal` is not empty. It answers within `budget` seconds (None: as it likes).
    All that a bot needs is in the view, so it keeps no state between decisions but its random numbers: a bot made with
    the same seed gives the same answers to the same views.
    """

    name: str

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """One of the view's legal actions; open bets are among them."""
        ...

    def close(self) -> None:
        """Frees what the bot holds, such as a process."""
        ...


@runtime_checkable
class Reseedable(Bot, Protocol):
    """A bot that can be kept from round to round, which saves the start of its program."""

    def reseed(self, seed: int) -> None:
        """From now on it answers like a bot that was made with this seed."""
        ...
