"""The options by which the owner's commands find the store: the same as those of `haggis serve`."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from haggis_cards.server.process.config import ServerSettings

Data = Annotated[str | None, typer.Option(metavar="FOLDER", help="The server's data folder.")]
DatabaseUrl = Annotated[str | None, typer.Option(metavar="URL", help="The server's PostgreSQL database.")]
Config = Annotated[str | None, typer.Option(metavar="FILE", help="The server's TOML file.")]


def store_settings(data: str | None, database_url: str | None, config: str | None) -> "ServerSettings":
    """The settings of the server whose store is meant."""
    from haggis_cards.server.process.config import load_settings

    flags = {"data": data, "database_url": database_url}
    return load_settings(flags, os.environ, config or os.environ.get("HAGGIS_CONFIG"))
