"""`haggis serve`: tables for browsers and programs."""

import logging
import os
from typing import Annotated

import typer

from haggis_cards.errors import HaggisError


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 for all interfaces.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 for any free one.")] = None,
    data: Annotated[str | None, typer.Option(metavar="FOLDER", help="The folder for the tables and the key.")] = None,
    database_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Use this PostgreSQL database instead of SQLite.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="The number of server processes; more than one needs PostgreSQL.")
    ] = None,
    bot_pause: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="How long bots seem to think; 0 turns it off.")
    ] = None,
    log_level: Annotated[str | None, typer.Option(help="What is logged: debug, info, warning or error.")] = None,
    log_format: Annotated[str | None, typer.Option(help="How the log is written: text or json.")] = None,
    config: Annotated[str | None, typer.Option(metavar="FILE", help="A TOML file with any of the settings.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser when the server is ready.")] = False,
) -> None:
    """Serve tables for browsers and programs.

    docs/hosting.md lists all settings; each can also be set in the environment as HAGGIS_ and its name in capitals.
    """
    from haggis_cards.server.config import load_settings, misspelt
    from haggis_cards.server.logs import set_up_logging
    from haggis_cards.server.supervisor import serve as run

    flags = {
        "host": host,
        "port": port,
        "data": data,
        "database_url": database_url,
        "workers": workers,
        "bot_pause": bot_pause,
        "log_level": log_level,
        "log_format": log_format,
    }
    settings = load_settings(flags, os.environ, config or os.environ.get("HAGGIS_CONFIG"))
    if open_browser:
        if not settings.port:
            raise HaggisError("--open needs to know the port: choose one other than 0 with --port")
        _open_when_ready(settings.host, settings.port)
    set_up_logging(settings)
    for warning in misspelt(os.environ):
        logging.getLogger("haggis.server").warning("%s", warning)
    if not run(settings):
        raise typer.Exit(1)


def _open_when_ready(host: str, port: int) -> None:
    """Opens the browser as soon as the server answers."""
    import threading
    import time
    import urllib.request
    import webbrowser

    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - a browser needs a real one
    address = f"http://{shown}:{port}/"

    def wait() -> None:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"{address}health", timeout=2).close()  # noqa: S310 - our own address
            except OSError:
                time.sleep(0.1)
            else:
                webbrowser.open(address)
                return

    threading.Thread(target=wait, daemon=True).start()
