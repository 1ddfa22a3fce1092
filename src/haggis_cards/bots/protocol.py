"""The protocol of bots: a bot sees a view and answers with one of its legal actions."""

from typing import NamedTuple, Protocol, runtime_checkable

from haggis_cards.view import View


class Decision(NamedTuple):
    """A bot's answer: the text of a legal action, and why, in a few words for a player."""

    action: str
    why: str = ""


class Bot(Protocol):
    """A player that sees only what its seat may know.

    `decide` gets a view whose `legal` is not empty, and answers within `budget` seconds (None: no limit). The view has
    all that a bot needs, so a bot keeps no state between decisions except its random numbers: two bots made with the
    same seed give the same answers to the same views.
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
    """A bot that can be kept from round to round, so that its program starts only once."""

    def reseed(self, seed: int) -> None:
        """From now on it answers like a bot that was made with this seed."""
        ...
