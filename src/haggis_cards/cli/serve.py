"""`haggis serve`: tables for browsers and programs."""

import errno
import logging
import os
from typing import Annotated, Final

import typer

from haggis_cards.errors import HaggisError

PORTS_TRIED: Final = 20
TEXT_BROWSERS: Final = ("www-browser", "links", "links2", "elinks", "lynx", "w3m", "browsh")


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 for all interfaces.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 for any free one.")] = None,
    data: Annotated[str | None, typer.Option(metavar="FOLDER", help="The folder for the tables and the key.")] = None,
    database_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Use this PostgreSQL database instead of SQLite.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address that friends open, behind a proxy or tunnel.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="What the server is called, on its pages.")] = None,
    imprint: Annotated[
        str | None, typer.Option(metavar="URL", help="The page that says who runs it, linked on the home page.")
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
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the browser; use the next free port if 8000 is taken.")
    ] = False,
) -> None:
    """Serve tables for browsers and programs.

    docs/hosting.md lists all settings; each can also be set in the environment as HAGGIS_ and its name in capitals.
    """
    import msgspec

    from haggis_cards.server.app.supervisor import serve as run
    from haggis_cards.server.process.config import load_settings, misspelt
    from haggis_cards.server.process.logs import set_up_logging

    flags = {
        "host": host,
        "port": port,
        "data": data,
        "database_url": database_url,
        "public_url": public_url,
        "name": name,
        "imprint": imprint,
        "workers": workers,
        "bot_pause": bot_pause,
        "log_level": log_level,
        "log_format": log_format,
    }
    settings = load_settings(flags, os.environ, config or os.environ.get("HAGGIS_CONFIG"))
    if open_browser:
        if not settings.port:
            raise HaggisError("--open needs to know the port: choose one other than 0 with --port")
        if port is None and "HAGGIS_PORT" not in os.environ:
            settings = msgspec.structs.replace(settings, port=_free_port(settings.host, settings.port))
        _open_when_ready(settings.host, settings.port, settings.public_url)
    set_up_logging(settings)
    for warning in misspelt(os.environ):
        logging.getLogger("haggis.server").warning("%s", warning)
    if not run(settings):
        raise typer.Exit(1)


def _free_port(host: str, port: int) -> int:
    """The first free port from this one on; if none can be had, the server says why."""
    import socket

    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        try:
            socket.create_server((host, candidate), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            return port
        if candidate != port:
            typer.echo(f"Port {port} is taken, so this server uses {candidate}.")
        return candidate
    return port


def _open_when_ready(host: str, port: int, public_url: str) -> None:
    """Says where the game is and opens the browser, as soon as the server answers."""
    import threading
    import time
    import urllib.request

    from haggis_cards.server.process.addresses import http_url, network_address, network_url

    address = http_url(host, port)

    def wait() -> None:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/health", timeout=2).close()  # noqa: S310 - our own address
            except OSError:
                time.sleep(0.1)
            else:
                break
        else:
            return
        typer.echo(f"Haggis is ready: {address}")
        if others := public_url or network_url(host, port):
            typer.echo(f"Your friends open: {others}")
        elif found := network_address():
            typer.echo(
                f"Only this computer can open it. With --host 0.0.0.0 others in the house can too: http://{found}:{port}"
            )
        typer.echo("Stop it with Ctrl-C.")
        open_page(address)

    threading.Thread(target=wait, daemon=True).start()


def open_page(address: str) -> None:
    """Opens the browser, but not one that would take over this terminal."""
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    name = os.path.basename(getattr(browser, "name", "")).lower()
    if name not in TEXT_BROWSERS:
        browser.open(address)
