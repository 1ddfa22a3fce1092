"""The command `haggis`: its list of commands, and the one place where errors become messages and exit statuses.

A command is a function in its own module, listed in `COMMANDS`. All modules are imported at every start, so whatever
is slow to import (rich, numpy, the server) is imported inside the function.

    exit status  0  success
                 1  a record breaks the rules
                 2  bad input: an unreadable file, an unknown game, a wrong option
               130  interrupted
"""

import errno
import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final

import typer

import haggis_cards
from haggis_cards.cli import (
    admin,
    arena,
    backup,
    bank,
    bench,
    deal,
    lab,
    ladder,
    pick,
    play,
    puzzles,
    review,
    rules,
    serve,
    sheet,
    show,
    site,
    train,
    verify,
)
from haggis_cards.cli.options import PlainCommand
from haggis_cards.cli.records import Fault
from haggis_cards.cli.solver import par, solve
from haggis_cards.errors import HaggisError

COMMANDS: Final[list[Callable[..., None]]] = [
    play.play,
    serve.serve,
    backup.backup,
    backup.restore,
    verify.verify,
    show.show,
    pick.pick,
    review.review,
    review.analyse,
    solve.solve,
    par.par,
    rules.rules,
    sheet.sheet,
    site.site,
    deal.deal,
    arena.arena,
    ladder.ladder,
    lab.lab,
    bank.loss,
    bank.bank,
    bench.bench,
    train.train,
]

# The first library of each extra that a command imports without it; commands that name their extra are not here.
EXTRAS: Final = {
    "asyncpg": "postgres",
    "litestar": "play",
    "msgspec": "play",
    "prometheus_client": "play",
    "rich": "play",
    "uvicorn": "play",
}

CORE: Final = "haggis_cards._native"
POSIX: Final = ("fcntl", "resource", "termios")  # modules that Windows does not have

app = typer.Typer(
    help="The Haggis family of climbing card games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The entry point."""
    # Characters that the terminal's encoding lacks are written as escapes, which are valid in JSON too.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    app(prog_name="haggis")


def _lacking(error: ImportError) -> str:
    """What this installation or this system lacks for a command, in words."""
    extra = EXTRAS.get(str(error.name).partition(".")[0])
    if extra is not None:
        return f"{error.name} is missing: pip install 'haggis-cards[{extra}]'"
    if error.name in POSIX:
        return "this command needs Linux, macOS or WSL (on Windows: wsl --install, and install Haggis there)"
    if error.name == CORE:
        return str(error)
    raise error


def _guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, with every expected error reported in one line and without a traceback."""

    @wraps(command)
    def guarded(*args: Any, **options: Any) -> None:
        try:
            command(*args, **options)
            sys.stdout.flush()  # raises here if the pipe is closed, not at exit
        except Fault as fault:
            _fail(str(fault), 2 if fault.unreadable else 1)
        except HaggisError as error:
            _fail(f"haggis: {error}", 2)
        except ImportError as error:
            _fail(f"haggis: {_lacking(error)}", 2)
        except KeyboardInterrupt:
            _fail("haggis: interrupted", 130)
        except OSError as error:
            # The output cannot be written, for example because the pipe is closed: discard the rest.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if error.errno == errno.EPIPE:
                raise typer.Exit(1) from None
            where = f"{error.filename}: " if error.filename is not None else ""
            _fail(f"haggis: {where}{error.strerror or error}", 2)

    return guarded


def _fail(message: str, status: int) -> None:
    typer.echo(message, err=True)
    raise typer.Exit(status) from None


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"haggis {haggis_cards.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """The Haggis family of climbing card games."""


for _command in COMMANDS:
    app.command(cls=PlainCommand)(_guarded(_command))

_owner = typer.Typer(cls=admin.OwnerGroup, no_args_is_help=True, callback=_guarded(admin.admin))
for _name, _command in admin.COMMANDS.items():
    _owner.command(_name, cls=admin.OwnerCommand)(_guarded(_command))
app.add_typer(_owner, name="admin")

_puzzles = typer.Typer(no_args_is_help=True, help="Find, verify and show puzzles.")
for _name, _command in puzzles.COMMANDS.items():
    _puzzles.command(_name, cls=PlainCommand)(_guarded(_command))
app.add_typer(_puzzles, name="puzzles")
