"""`haggis admin`: what the owner of a server can see and do. It works on the store, and tells servers that run."""

import json
import re
import sys
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer
from typer.core import TyperGroup

from haggis_cards.cli.options import PlainCommand
from haggis_cards.cli.store_options import Config, Data, DatabaseUrl, store_settings
from haggis_cards.errors import HaggisError

if TYPE_CHECKING:
    from haggis_cards.server.process.config import ServerSettings

T = TypeVar("T")
Most = Annotated[int, typer.Option("--limit", min=1, help="How many are shown.")]
Words = Annotated[str, typer.Argument(help="Only those with these words in a name or a title.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table, as in its address.")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="The id of a person, as `haggis admin people` shows it.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]

_DASHED_ID: Final = re.compile(r"-[\w-]{21}", re.ASCII)  # one id in 64 begins like an option
_STORE_OPTIONS: Final = ("--data", "--database-url", "--config")
_HEARD: Final = 2.0  # seconds after which every server that runs has carried an order out

_settings: "ServerSettings"


class OwnerGroup(TyperGroup):
    """The commands of the owner, which also take the options of the store behind their name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        front: list[str] = []
        behind: list[str] = []
        rest = iter(args)
        for one in rest:
            name, given, _ = one.partition("=")
            if name not in _STORE_OPTIONS:
                behind.append(one)
            else:
                front += [one, *([] if given else islice(rest, 1))]
        return super().parse_args(ctx, [*front, *behind])


class OwnerCommand(PlainCommand):
    """A command that takes an id which begins with a dash for an id, not for an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if "--" not in args:
            ids = [one for one in args if _DASHED_ID.fullmatch(one)]
            args = [*(one for one in args if one not in ids), "--", *ids]
        return super().parse_args(ctx, args)


def admin(data: Data = None, database_url: DatabaseUrl = None, config: Config = None) -> None:
    """Manage a server's tables, people and bans.

    Works on the stored data; running servers notice within a second.
    """
    global _settings
    _settings = store_settings(data, database_url, config)


def _run(work: Callable[..., T], *args: Any) -> T:
    from haggis_cards.server.owner.store import OwnerStore

    return OwnerStore(_settings).run(work, *args)


def tables(
    words: Words = "",
    status: Annotated[
        list[str] | None, typer.Option(help="waiting, playing, over or closed; more than once for several.")
    ] = None,
    limit: Most = 50,
) -> None:
    """List tables, the latest first; without --status those that are not closed."""
    from haggis_cards.server.owner.owner import list_tables

    known = ("waiting", "playing", "over", "closed")
    if wrong := [one for one in status or () if one not in known]:
        raise HaggisError(f"--status is one of {', '.join(known)}, not {wrong[0]}")
    found = _run(list_tables, status or known[:3], words, limit)
    _show(
        ("table", "status", "game", "people and bots", "last changed"),
        ((one.id, one.status, _game(one.info), _people(one.info), _time(one.changed)) for one in found),
    )


def people(words: Words = "", limit: Most = 50) -> None:
    """List people with a seat at some table, the most recent players first."""
    from haggis_cards.server.owner.owner import list_people

    found = _run(list_people, words, limit)
    rows = ((one.guest, ", ".join(one.names), str(one.tables), _time(one.seen)) for one in found)
    _show(("person", "names", "tables", "last seen"), rows)


def close(table: TableId) -> None:
    """Close a table; the record of a match under way is kept."""
    from haggis_cards.server.app.projections import PROJECTIONS
    from haggis_cards.server.owner.owner import close_table

    status = _run(close_table, table, PROJECTIONS)
    typer.echo(f"{table}: closed" + (", and the record of its match is kept" if status == "playing" else ""))


def quarantine(
    every: Annotated[bool, typer.Option("--all", help="Look at closed tables, too.")] = False,
) -> None:
    """List tables whose logs cannot be read: servers have set them aside."""
    from haggis_cards.server.owner.owner import find_damaged

    found = _run(find_damaged, every)
    _show(("table", "entry", "what is wrong"), ((name, str(damage.seq), damage.why) for name, damage in found))
    if found:
        typer.echo("`haggis admin repair TABLE` lets a table go on from the entry before.")


def repair(
    table: TableId,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the cut entries go.")] = None,
) -> None:
    """Truncate a damaged log at its first unreadable entry, and keep the rest in a file."""
    from haggis_cards.server.owner.owner import repair

    saved = to or Path(f"{table}.cut.jsonl")
    if saved.exists():
        raise HaggisError(f"{saved} exists; choose another file with --to")
    saved.touch(mode=0o600)

    def save_and_repair(conn: Any) -> int:
        cut = repair(conn, table)
        saved.write_text("".join(json.dumps(entry) + "\n" for entry in cut), encoding="utf-8")
        return len(cut)

    try:
        count = _run(save_and_repair)
    except BaseException:
        saved.unlink()
        raise
    typer.echo(f"{table}: {count} entries were cut off and are in {saved}")


def ban(
    who: Annotated[
        list[str], typer.Argument(metavar="WHO...", help="People's ids, addresses, or networks as 192.0.2.0/24.")
    ],
    reason: Annotated[str, typer.Option(help="What the person is told.")] = "",
    days: Annotated[float | None, typer.Option(min=0, help="For so many days; otherwise for good.")] = None,
) -> None:
    """Ban people or addresses: they get only this refusal, and their connections are closed.

    A person is known by a cookie, so somebody who deletes it comes back as a new person; ban the address too.
    """
    from haggis_cards.server.owner import owner

    for one in _run(owner.ban, who, reason, days):
        typer.echo(f"{one.subject}: banned {'for good' if one.until is None else f'until {_time(one.until)}'}")


def unban(who: Annotated[str, typer.Argument(metavar="WHO", help="As `haggis admin bans` shows it.")]) -> None:
    """Lift a ban."""
    from haggis_cards.server.owner import owner

    typer.echo(f"{_run(owner.unban, who)}: no longer banned")


def invite(person: Person) -> None:
    """Let somebody make tables where the setting table_makers is "invited" or "members"."""
    from haggis_cards.server.owner import owner

    _run(owner.invite, person)
    typer.echo(f"{person}: may make tables")


def uninvite(person: Person) -> None:
    """Take such an invitation back."""
    from haggis_cards.server.owner import owner

    _run(owner.uninvite, person)
    typer.echo(f"{person}: no longer invited to make tables")


def page(
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address of the server, if not public_url.")
    ] = None,
) -> None:
    """Make a link to the owner's page in the browser: good once, for five minutes."""
    from haggis_cards.server.owner import access

    typer.echo(access.address(_run(access.new_link), _settings, url))


def list_bans() -> None:
    """List the bans."""
    from haggis_cards.server.owner import owner

    rows = ((one.subject, "over" if one.over else _until(one.until), one.reason) for one in _run(owner.list_bans))
    _show(("person or address", "until", "reason"), rows)


def export(
    person: Person,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file.")] = None,
) -> None:
    """Export all that is stored about a person as JSON: tables, lines of chat, records, reviews, mistakes."""
    from haggis_cards.server.identity import personal_data

    text = _run(personal_data.export, person).decode()
    if to is None:
        typer.echo(text)
    else:
        with to.open("x", encoding="utf-8") as file:
            file.write(text + "\n")
        typer.echo(f"{person}: exported to {to}")


def forget(person: Person, yes: Yes = False) -> None:
    """Delete a person: passkeys, name, chat, seats, figures. The matches stay, without the name."""
    from haggis_cards.server.identity import personal_data
    from haggis_cards.server.people import store as identity_store

    _ask(f"Delete what is stored about {person}? This cannot be undone.", yes)

    found = _run(personal_data.delete, person)
    time.sleep(_HEARD)
    _run(personal_data.delete, person, found.tables)  # what servers have written that had not heard of it yet
    _run(identity_store.closed, person)
    typer.echo(
        f"{person}: deleted from {len(found.tables)} tables and {found.records} records, {found.lines} lines of chat"
    )


def prune(
    days: Annotated[float, typer.Option(min=0, help="How long closed tables are kept.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many there are.")] = False,
    yes: Yes = False,
) -> None:
    """Delete closed tables with their logs, records and reviews after some days; `keep_days` does so by itself."""
    from haggis_cards.server.store.old_tables import delete_tables, old_tables

    found = _run(old_tables, days)
    if not dry_run and found:
        _ask(f"Delete {len(found)} tables with all their matches? This cannot be undone.", yes)
        _run(delete_tables, found)
    typer.echo(f"{len(found)} tables {'would be' if dry_run else 'were'} deleted")


def rotate_key(yes: Yes = False) -> None:
    """Sign cookies with a new key; those of the old one stay good until the next rotation, and a visit renews them."""
    from haggis_cards.server.people import tokens as auth
    from haggis_cards.server.process.config import key_path
    from haggis_cards.server.store import orders

    path = key_path(_settings)
    if auth.old_key(path).exists():
        last = _age(auth.old_key(path))
        _ask(f"People who have not been here since the last rotation ({last}) lose their seats. Go on?", yes)
    auth.rotate_key(path)
    _run(orders.give, "key")
    typer.echo(f"{path}: a new key; the one before is {auth.old_key(path).name}")


def rotate_push_key() -> None:
    """Send notifications with a new key; older keys stay as long as subscriptions need them, and visits renew these."""
    from haggis_cards.server.push import keys as push_keys

    kept = _run(push_keys.rotate)
    typer.echo(f"a new key for notifications; {kept} older {'key is' if kept == 1 else 'keys are'} still needed")


def ratings(
    preset: Annotated[str, typer.Argument(metavar="GAME", help="A preset.")] = "haggis-2",
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Make all ratings of all games anew from the rated matches.")
    ] = False,
    limit: Most = 50,
) -> None:
    """List the ratings of a game, the best first; those with a ? are provisional."""
    from haggis_cards.server.ratings import store as ratings

    if recompute:
        matches, changed = _run(ratings.recompute)
        typer.echo(f"{matches} rated matches; {changed} ratings differed and were corrected")
        return
    rows = (
        (line.player, line.name, f"{line.rating.shown} ± {line.rating.within}{'' if line.rating.settled else ' ?'}")
        for programs in (False, True)
        for line in _run(ratings.leaders, preset, limit, programs)
    )
    _show(("person", "name", "rating"), rows)


COMMANDS: Final[dict[str, Callable[..., None]]] = {
    "tables": tables,
    "people": people,
    "close": close,
    "page": page,
    "quarantine": quarantine,
    "repair": repair,
    "ban": ban,
    "unban": unban,
    "bans": list_bans,
    "invite": invite,
    "uninvite": uninvite,
    "export": export,
    "forget": forget,
    "prune": prune,
    "ratings": ratings,
    "rotate-key": rotate_key,
    "rotate-push-key": rotate_push_key,
}


# Words


def _show(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """A table for people; for a pipe, lines with tabs."""
    from rich.console import Console
    from rich.table import Table

    found = list(rows)
    if not sys.stdout.isatty():
        for row in found:
            typer.echo("\t".join(row))
        return
    shown = Table(*head, box=None, header_style="bold")
    shown.columns[0].no_wrap = True
    for row in found:
        shown.add_row(*row)
    Console().print(shown if found else "none")


def _game(info: dict[str, Any]) -> str:
    rules = info.get("rules", "?")
    return str(rules if isinstance(rules, str) else rules.get("preset", "?"))


def _people(info: dict[str, Any]) -> str:
    return ", ".join(seat["name"] or "(open)" for seat in info.get("seats", ()))


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _until(milliseconds: int | None) -> str:
    return "for good" if milliseconds is None else _time(milliseconds)


def _age(path: Path) -> str:
    return _time(int(path.stat().st_mtime * 1000))


def _ask(question: str, yes: bool) -> None:
    try:
        agreed = yes or typer.confirm(question)
    except typer.Abort:  # nobody is there to answer
        agreed = False
    if not agreed:
        raise HaggisError("nothing was done; confirm with --yes")
