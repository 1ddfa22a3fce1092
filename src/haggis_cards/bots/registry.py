"""Bots by name: `make_bot("greedy")`, `make_bot("search:200ms")`, `make_bot("process:./mybot --fast")`.

A spec is `name[:argument]`. The name is a built-in of the table below, a level for people, `process` with a command
line, or a third-party bot that an installed package offers through the entry-point group `haggis.bots`.
"""

import shlex
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final, TypeAlias

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.protocol import Bot
from haggis_cards.cards import clip

GROUP: Final = "haggis.bots"

Factory: TypeAlias = Callable[[str, int], Bot]
"""Makes a bot from the spec's argument ("" if there is none) and a seed; what an entry point must be."""

# Built-in bots: the module and the factory, imported when first asked for.
BUILT_IN: Final[Mapping[str, tuple[str, str]]] = {
    "random": ("haggis_cards.bots.random", "make_random"),
    "greedy": ("haggis_cards.bots.greedy", "make_greedy"),
    "search": ("haggis_cards.bots.search", "make_search"),
    "neural": ("haggis_cards.bots.neural", "make_neural"),
    "foresight": ("haggis_cards.bots.foresight", "make_foresight"),
    "person": ("haggis_cards.bots.person", "make_person"),
    "clairvoyant": ("haggis_cards.bots.search", "make_clairvoyant"),
}

# Only for measurements in the arena: it sees all cards.
ARENA_ONLY: Final = frozenset({"clairvoyant"})

# The levels that people choose from, from the weakest to the strongest.
LEVELS: Final[Mapping[str, str]] = {
    "beginner": "person:beginner",
    "novice": "person:novice",
    "club": "person:club",
    "expert": "person:expert",
    "master": "foresight:800ms",
}

PROCESS: Final = "process"


def make_bot(spec: str, seed: int = 0) -> Bot:
    """The bot that a spec names; the same spec and seed give the same answers to the same views.

    A program is started at once: one that cannot be started, or does not greet, is refused like an unknown name.
    """
    name, _, argument = LEVELS.get(spec, spec).partition(":")
    if name in BUILT_IN:
        bot = load_bot(LEVELS.get(spec, spec), seed)
    elif name == PROCESS:
        bot = _process(_words(argument), spec, seed)
    elif name in third_party():
        bot = _process([sys.executable, "-m", "haggis_cards.bots.host", spec], spec, seed)
    else:
        hint = "a level takes no argument" if name in LEVELS else f"there are: {', '.join(names())}"
        raise BotError(f"there is no bot {clip(spec)}; {hint}")
    bot.name = spec
    return bot


def names() -> list[str]:
    """What a spec may start with."""
    return [*LEVELS, *(name for name in BUILT_IN if name not in ARENA_ONLY), *third_party(), f"{PROCESS}:COMMAND"]


def third_party() -> list[str]:
    """The bots of installed packages; they run in their own process, so that a bot that hangs can be stopped."""
    return sorted({entry.name for entry in entry_points(group=GROUP)} - {*BUILT_IN, *LEVELS, PROCESS})


def load_bot(spec: str, seed: int) -> Bot:
    """A built-in or third-party bot in this process."""
    name, _, argument = spec.partition(":")
    if name in BUILT_IN:
        module, attribute = BUILT_IN[name]
        factory: Factory = getattr(import_module(module), attribute)
        return factory(argument, seed)
    for entry in entry_points(group=GROUP, name=name):
        factory = entry.load()
        return factory(argument, seed)
    raise BotError(f"no installed package offers the bot {clip(name)}")


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise BotError(f"the command line {clip(line)} cannot be read: {str(error).lower()}") from None


def _process(command: list[str], name: str, seed: int) -> Bot:
    from haggis_cards.bots.process import ProcessBot

    bot = ProcessBot(command, name, seed)
    try:
        bot.start()
    except BotError as error:
        raise BotError(f"the bot {clip(name, 80)} cannot play: {error}") from None
    return bot
