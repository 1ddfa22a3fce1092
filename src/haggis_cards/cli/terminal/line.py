"""Asks a person for a line, which can be corrected with the arrow keys where Python has an editor for lines."""

import importlib.util
import sys
from functools import cache

from rich.console import Console
from rich.text import Text


def at_terminal() -> bool:
    """Whether a person answers; a script answers only what it expects to be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


@cache
def _load_editor() -> bool:
    """Whether `input` edits lines from now on; not every Python can."""
    if importlib.util.find_spec("readline") is None:
        return False
    importlib.import_module("readline")
    return True


def ask_line(console: Console, question: str) -> str:
    """The answer to a question."""
    if not at_terminal() or not _load_editor():
        console.print(Text(f"{question}: ", "bold"), end="")
        return input()
    # The editor has to know where the line begins; what stands between \001 and \002 takes no room.
    bold, plain = ("\001\033[1m\002", "\001\033[0m\002") if console.color_system else ("", "")
    return input(f"{bold}{question}: {plain}")
