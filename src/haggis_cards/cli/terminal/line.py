"""Asks a person for a line, which can be corrected and completed where Python has an editor for lines."""

import importlib.util
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial

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
    import readline

    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    return True


def complete(words: Sequence[str], begun: str, number: int) -> str | None:
    """The word at a place among those that begin so, for the editor; None behind the last one."""
    fitting = [word for word in words if word.lower().startswith(begun.lower())]
    return f"{fitting[number]} " if number < len(fitting) else None


def paged(console: Console) -> AbstractContextManager[object]:
    """Shows what is printed page by page to a person, and at once to a script."""
    return console.pager() if at_terminal() else nullcontext()


def ask_line(console: Console, question: str, words: Sequence[str] = ()) -> str:
    """The answer to a question; the tab key completes these words."""
    if not at_terminal() or not _load_editor():
        console.print(Text(f"{question}: ", "bold"), end="")
        return input()
    import readline

    readline.set_completer(partial(complete, words))
    # The editor has to know where the line begins; what stands between \001 and \002 takes no room.
    bold, plain = ("\001\033[1m\002", "\001\033[0m\002") if console.color_system else ("", "")
    return input(f"{bold}{question}: {plain}")
