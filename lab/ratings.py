"""What attackers of the ratings gain, and whether honest matches still order the bots.

    python lab/ratings.py [--runs 20] [--matches 2000]

Matches are not played: a player of known strength wins by the odds of the scale (400 points are ten to one). Ratings
come from the server's own code, with its rule on those who have met. Each attacker of strength 1500 does what the
attack is, and then plays honestly until the rating is ranked; beside them somebody of the same strength plays as many
matches honestly, against bots and settled people at random. That a rated match needs everybody's consent and presence,
and that leaving does not help, is not simulated: tests/server/test_ratings.py plays it. The status is 1 if an attacker
gains 100 points or more on average, if honest matches order the bots differently, or if the rating of somebody who
always wins does not settle.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from statistics import mean
from typing import Final

from haggis_cards.server.ratings.model import Rating, rate
from haggis_cards.server.ratings.store import History
from haggis_cards.table.results import ANCHORS

STRENGTH: Final = 1500
MOST: Final = 100  # points that an attacker may gain
HOUR: Final = 3_600_000
MINUTE: Final = 60_000


class World:
    """A server's ratings of one game; everybody has a true strength, and plays as well as that."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.known: dict[str, Rating] = {}
        self.strength: dict[str, float] = {f"bot:{level}": rating for level, rating in ANCHORS.items()}
        self.history = History()
        self.at = 0

    def wins(self, one: str, other: str) -> bool:
        """Whether one beats the other, if both try to win."""
        return self.rng.random() < 1 / (1 + 10 ** ((self.strength[other] - self.strength[one]) / 400))

    def count(self, winners: Sequence[str], losers: Sequence[str], left: Sequence[str] = ()) -> None:
        """A rated match."""
        sides = [list(winners), list(losers)]
        self.known |= rate(self.known, sides, [0, 1], left, self.history.met_before(self.at))
        self.history.add(sides, self.at)

    def match(self, one: str, other: str, pause: int = HOUR) -> None:
        """An honest match."""
        self.at += pause
        self.count(*(([one], [other]) if self.wins(one, other) else ([other], [one])))

    def person(self, name: str, strength: float = STRENGTH) -> str:
        self.strength[name] = strength
        return name

    def guest(self) -> str:
        """A new identity of the attacker."""
        return self.person(f"guest {len(self.strength)}")

    def settle(self, name: str, strength: float = STRENGTH) -> str:
        """Somebody who has played against bots until the rating was settled."""
        self.person(name, strength)
        while name not in self.known or not self.known[name].settled:
            self.match(name, self.rng.choice(["bot:novice", "bot:club", "bot:expert", "bot:master"]))
        return name

    def club(self, people: int = 12) -> list[str]:
        """Settled people of all strengths."""
        return [self.settle(f"member {number}", self.rng.gauss(1450, 200)) for number in range(people)]

    def honest(self, name: str, matches: int, pause: int = HOUR) -> None:
        """Matches against bots and members at random."""
        others = ["bot:novice", "bot:club", "bot:expert", "bot:master", *(one for one in self.known if "member" in one)]
        for _ in range(matches):
            self.match(name, self.rng.choice(others), pause)


# The attacks: each does its worst for "attacker", and returns how many of the attacker's matches have counted.


def guests(world: World) -> int:
    """Guests of a click, who sit down, act once and leave."""
    for _ in range(100):
        world.at += MINUTE
        world.count(["attacker"], [world.guest()])
    return 100


def weakest_bot(world: World) -> int:
    """The weakest bot, again and again."""
    for _ in range(100):
        world.match("attacker", "bot:random", MINUTE)
    return 100


def best_bot_to_beat(world: World) -> int:
    """Only the bot at which the rating gains most on average."""
    for _ in range(300):
        world.match("attacker", "bot:club", MINUTE)
    return 300


def raised_pair(world: World) -> int:
    """Two identities, each raised by 30 guests, that then beat each other in turn, the attacker at the end."""
    other = world.person("other")
    for one in ("attacker", other):
        for _ in range(30):
            world.at += MINUTE
            world.count([one], [world.guest()])
    for number in range(78):
        world.at += MINUTE
        world.count(*(([other], ["attacker"]) if number < 39 else (["attacker"], [other])))
    return 108


def settled_helper(world: World) -> int:
    """A second identity that is settled by honest play, and then loses 100 times."""
    helper = world.settle("helper")
    for _ in range(100):
        world.at += MINUTE
        world.count(["attacker"], [helper])
    return 100


def settled_helpers(world: World) -> int:
    """Five of them, 20 matches each."""
    for helper in [world.settle(f"helper {number}") for number in range(5)]:
        for _ in range(20):
            world.at += MINUTE
            world.count(["attacker"], [helper])
    return 100


def dodger(world: World) -> int:
    """Matches with bad cards are given up before the first action, and count for nothing."""
    others = [one for one in world.known if "member" in one]
    for _ in range(100):
        luck = max(world.rng.gauss(0, 100) for _ in range(2))  # the better of two deals, in points
        world.strength["attacker"] = STRENGTH + luck
        world.match("attacker", world.rng.choice(others))
    return 100


def carried(world: World) -> int:
    """In pairs: a guest who plays as well as `master` is the partner, a new one each time."""
    for _ in range(100):
        world.at += MINUTE
        partner, mine = world.guest(), (STRENGTH + ANCHORS["master"]) / 2
        world.strength[partner] = mine
        pair, bots = ["attacker", partner], ["bot:club", "bot:club"]
        world.count(*((pair, bots) if world.wins(partner, bots[0]) else (bots, pair)))
    return 100


def partner_leaves(world: World) -> int:
    """In pairs: a guest as the partner leaves whenever the side is behind."""
    for _ in range(100):
        world.at += MINUTE
        partner, bots = world.guest(), ["bot:club", "bot:club"]
        pair = ["attacker", partner]
        world.count(*((pair, bots) if world.wins("attacker", bots[0]) else (bots, pair)))  # it counts as it ends
    return 100


ATTACKS: Final[Iterable[Callable[[World], int]]] = (
    guests,
    weakest_bot,
    best_bot_to_beat,
    raised_pair,
    settled_helper,
    settled_helpers,
    dodger,
    carried,
    partner_leaves,
)


def gain(attack: Callable[[World], int], run: int, settled: bool) -> tuple[float, float, float]:
    """The attacker's rating once it is ranked, that of somebody who has played as much honestly, and the difference.

    `settled`: both have played honestly until they were ranked, and 50 matches more, before the attack.
    """
    world, fair = (World(f"{attack.__name__} {run} {settled} {side}") for side in ("attack", "fair"))
    for one in (world, fair):
        one.club()
        one.person("attacker")
        if settled:
            one.settle("attacker")
            one.honest("attacker", 50)
    fair.honest("attacker", attack(world))
    for one in (world, fair):
        one.settle("attacker")
    rated, honest = world.known["attacker"].mu, fair.known["attacker"].mu
    return rated, honest, rated - honest


def show_attacks(runs: int) -> bool:
    """A line for each attack; whether all of them gain little."""
    print(f"mean of {runs:2} runs       new: rating  honest  gain   settled: rating  honest  gain")
    right = True
    for attack in ATTACKS:
        new = [mean(column) for column in zip(*(gain(attack, run, False) for run in range(runs)), strict=True)]
        old = [mean(column) for column in zip(*(gain(attack, run, True) for run in range(runs)), strict=True)]
        shown = " ".join(f"{one[0]:17.0f} {one[1]:7.0f} {one[2]:+5.0f}" for one in (new, old))
        print(f"{attack.__name__:18} {shown}")
        right &= new[2] < MOST and old[2] < MOST
    return right


def show_order(matches: int) -> bool:
    """Players as strong as the bots, in honest matches at random; whether they are ordered as the bots are."""
    world = World("order")
    players = [world.person(level, strength) for level, strength in ANCHORS.items()]
    for _ in range(matches):
        one = world.rng.choice(players)
        bots = [f"bot:{level}" for level in ANCHORS]
        world.match(one, world.rng.choice([*(other for other in players if other != one), *bots]))
    lines = [f"{one} {world.known[one].shown} ± {world.known[one].within}" for one in players]
    print(f"{matches:,} honest matches: {', '.join(lines)}")
    return players == sorted(players, key=lambda player: world.known[player].mu)


def always_wins(level: str, matches: int = 200) -> bool:
    """Somebody who never loses against a bot; whether the rating settles."""
    world = World("always")
    first = 0
    for number in range(1, matches + 1):
        world.at += HOUR
        world.count(["winner"], [f"bot:{level}"])
        if not first and world.known["winner"].settled:
            first = number
    rating = world.known["winner"]
    print(f"always wins against {level}: {rating.shown} ± {rating.within}, settled after {first or 'no'} matches")
    return bool(first)


def main() -> None:
    """Attacks, orders, shows."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=20)
    options.add_argument("--matches", type=int, default=2000)
    asked = options.parse_args()
    right = show_attacks(asked.runs)
    right &= show_order(asked.matches)
    right &= all([always_wins("club"), always_wins("master")])
    sys.exit(not right)


if __name__ == "__main__":
    main()
