"""`haggis backup` and `haggis restore`: everything that a server keeps, in one file."""

from pathlib import Path
from typing import Annotated

import typer

from haggis_cards.cli.store_options import Config, Data, DatabaseUrl, store_settings
from haggis_cards.errors import HaggisError


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    damaged: Annotated[
        bool, typer.Option("--salvage", help="Read what can be read of a damaged SQLite file; stop the server first.")
    ] = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
    config: Config = None,
) -> None:
    """Back up a server's tables, records and keys into one file, while it runs.

    The file is the same for SQLite and PostgreSQL. It holds the key that signs the cookies: keep it secret.
    """
    from haggis_cards.server.owner import backup, salvage

    settings = store_settings(data, database_url, config)
    contents = (salvage.salvage if damaged else backup.back_up)(settings, file)
    typer.echo(f"{file}: {contents}")
    _tell_damaged(contents.damaged)


def restore(
    file: Annotated[Path, typer.Argument(help="The backup.")],
    check: Annotated[
        bool, typer.Option("--check", help="Only check the backup: every log in it is played again.")
    ] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of a store that is there.")] = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
    config: Config = None,
) -> None:
    """Restore a backup, after a check; stop the servers first."""
    from haggis_cards.server.owner import backup

    if check:
        contents = backup.check(file, deep=True)
    else:
        contents = backup.restore(store_settings(data, database_url, config), file, replace)
    typer.echo(f"{file}: {contents}{'' if check else ': restored'}")
    _tell_damaged(contents.damaged)
    if check and contents.damaged:
        raise HaggisError("the backup can be restored, but these tables cannot be played on")


def _tell_damaged(damaged: list[tuple[str, int, str]]) -> None:
    for table, seq, why in damaged:
        typer.echo(f"  {table}: entry {seq}: {why}", err=True)
