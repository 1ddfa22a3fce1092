"""`random`: any legal action, each as likely as the others."""

from random import Random

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.protocol import NO_BET, Decision, out_of_turn
from haggis_cards.view import View


class RandomBot:
    """Uniform over the legal actions."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def decide(self, view: View, budget: float | None = None) -> Decision:  # noqa: ARG002 - it needs no time
        """One of the view's legal actions; out of turn perhaps none."""
        choices = [NO_BET, *view["legal"]] if out_of_turn(view) else view["legal"]
        return Decision(self._random.choice(choices), "chance")

    def reseed(self, seed: int) -> None:
        """Its random numbers, from this seed."""
        self._random.seed(seed)

    def close(self) -> None:
        """Nothing to free."""


def make_random(argument: str, seed: int) -> RandomBot:
    """The bot `random`, which takes no argument."""
    if argument:
        raise BotError(f"random takes no argument, so not random:{argument}")
    return RandomBot(seed)
