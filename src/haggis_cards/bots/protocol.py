"""The protocol of bots: a bot sees a view and answers with one of its legal actions."""

from typing import Final, NamedTuple, Protocol, runtime_checkable

from haggis_cards.view import View

NO_BET: Final = "no bet"  # the answer to a view out of turn, where only bets are legal, and none is worth it


def out_of_turn(view: View) -> bool:
    """Whether the table waits for other seats; then a seat may bet, and need not."""
    return view["seat"] not in view["to_act"]


def is_answer(view: View, action: str) -> bool:
    """Whether a bot may answer so: with a legal action, or out of turn with no bet."""
    return action in view["legal"] or (action == NO_BET and out_of_turn(view))


class Decision(NamedTuple):
    """A bot's answer: the text of a legal action, and why, in a few words for a player."""

    action: str
    why: str = ""


def nothing_else(view: View) -> Decision | None:
    """The one thing that a seat can do, if there is only one and it is its turn."""
    forced = len(view["legal"]) == 1 and not out_of_turn(view)
    return Decision(view["legal"][0], "there is nothing else to do") if forced else None


class Bot(Protocol):
    """A player that sees only what its seat may know.

    `decide` gets a view whose `legal` is not empty, and answers within `budget` seconds (None: no limit). The view has
    all that a bot needs, so a bot keeps no state between decisions except its random numbers: two bots made with the
    same seed give the same answers to the same views.
    """

    name: str

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """One of the view's legal actions, open bets among them; out of turn a bet or `NO_BET`."""
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
