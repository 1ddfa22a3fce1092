"""The server's settings. Each has a default, and comes from a flag, else from `HAGGIS_...`, else from the TOML file.

`docs/hosting.md` lists them; a test compares the two.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin
from urllib.parse import urlsplit

import msgspec
import platformdirs
from msgspec import Meta, Struct

from haggis_cards.cards import clip
from haggis_cards.table.bots import levels
from haggis_cards.table.guests import clean_text
from haggis_cards.wire.refusals import ConfigError

PREFIX: Final = "HAGGIS_"

# Our variables that are not settings: one from a parent process to its workers, the others for developers.
OTHERS: Final = frozenset(
    {
        "HAGGIS__SETTINGS",
        "HAGGIS_SERVER",
        "HAGGIS_WEB_OUT",
        "HAGGIS_PURE",
        "HAGGIS_PYTHON",
        "HAGGIS_EXAMPLES",
        "HAGGIS_CORE",
        "HAGGIS_KEEPER_MATCHES",
        "HAGGIS_HINTS",
        "HAGGIS_KILLS",
        "HAGGIS_TEST_SEED",
    }
)

# An address as browsers name the origin of a page: without a path.
_ORIGIN: Final = re.compile(r"https?://(\[[0-9a-fA-F:]+\]|[\w.-]+)(:\d{1,5})?", re.ASCII)

# The groups of the TOML file, each with its first setting. Every setting has one name, so groups may be left out.
GROUPS: Final[Mapping[str, str]] = {
    "server": "host",
    "bots": "bot_workers",
    "reviews": "review_workers",
    "tables": "round_pause",
    "push": "push",
    "club": "name",
    "limits": "max_tables",
}

Seconds = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]
Makers = Literal["everybody", "members", "invited"]
LONGEST_NAME: Final = 40
_LONGEST_ADDRESS: Final = 500


class ServerSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. The comment behind each is its documentation."""

    host: str = "127.0.0.1"  # the address to listen on
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000  # the port, 0 for any free one
    public_url: str = ""  # the address that people open, as https://club.example; empty: their own, or the network's
    data: str = ""  # the data folder (key, SQLite file); empty: the user's data folder
    database_url: str = ""  # postgresql://user:password@host/name; empty: SQLite in the data folder
    key_file: str = ""  # the file with the key that signs tokens; empty: `key` in the data folder
    workers: Count = 1  # server processes; more than one needs PostgreSQL
    hosts: list[str] = []  # further names under which people open the server, as club.example
    origins: list[str] = []  # further origins whose pages may use the server, as https://club.example
    proxies: str = "127.0.0.1"  # addresses of proxies whose X-Forwarded-For is believed, with commas between
    log_level: Literal["debug", "info", "warning", "error"] = "info"  # what is logged
    log_format: Literal["text", "json"] = "text"  # one line of JSON for each event, or text
    seed: str = ""  # for tests: makes deals and bots repeatable, and deals predictable; empty: random

    bot_workers: Count = 2  # processes in which bots think
    bot_queue: Count = 1000  # decisions that may wait for them; hints are refused beyond
    bot_budget: Seconds = 1.0  # seconds for a bot's decision; after ten times as long its process is replaced
    bot_pause: Seconds = 1.0  # how long bots seem to think, in seconds; each move varies; 0 turns it off
    stand_in: str = "club"  # the level of bots that play for absent people
    hint_level: str = "master"  # the level that gives hints
    daily_worlds: Annotated[int, Meta(ge=1, le=1000)] = 64  # deals in which bots try each action at a deal of the day

    review_workers: Count = 1  # processes in which reviews are made, behind everything else
    review_threads: Count = 2  # threads of each of them
    review_nice: Annotated[int, Meta(ge=0, le=19)] = (
        19  # how far they give way to all else on the machine; 0: not at all
    )
    review_scale: Annotated[float, Meta(gt=0, le=1)] = 1.0  # how much reviews try; less is quicker and less certain
    review_queue: Count = 200  # reviews that may wait in all
    reviews_waiting: Count = 3  # of them for one person; five times as many for one address
    review_budget: Count = 20_000  # decisions reviewed for one person in an hour; five times as many for one address
    upload_days: Count = 30  # days that a record which somebody has sent is kept

    round_pause: Seconds = 15.0  # the longest pause between two rounds, in seconds; 0: the next round starts at once
    away_after: Seconds = 45.0  # seconds without a connection until a bot plays for a seat
    idle_after: Seconds = 60.0  # seconds without any people until bots stop; they go on when somebody comes
    abandon_after: Seconds = 900.0  # seconds without any people until a match is closed
    alone_after: Seconds = 604_800.0  # the same for a match of one person against bots, which waits for that person
    empty_after: Seconds = 3600.0  # seconds without any people until a table without a match is closed
    drain_seconds: Seconds = 600.0  # the longest time until a server that drains (SIGUSR1) ends
    keep_days: Annotated[float, Meta(ge=0)] = 0.0  # days that closed tables and their records are kept; 0: for ever

    push: bool = True  # notifications for people who are elsewhere; the server then talks to browsers' push services
    push_contact: str = ""  # where push services reach you: mailto:you@club.example, or https; empty: public_url
    push_after: Seconds = 10.0  # seconds until a notification is sent; who has come meanwhile gets none
    push_anywhere: bool = False  # for tests: push services may be on this machine or its network, and without TLS

    name: str = ""  # what this server is called, on its pages and in previews of its links; empty: Haggis
    imprint: str = ""  # the http or https address of the page that says who runs it, linked on the home page
    join_code: str = ""  # closes the server to all who do not know this code; empty: everybody may come in
    chat: bool = True  # lines of chat at tables; reactions remain without them
    table_makers: Makers = "everybody"  # who may make tables and challenges; the others sit down at theirs

    max_tables: Count = 20_000  # tables that are not closed; those that may be left for days fill half of it at most
    tables_per_minute: Count = 30  # new tables from one address
    sign_ins_per_minute: Count = 20  # attempts to be somebody, by passkey, code or link, from one address
    waiting_tables: Count = 5  # listed tables of one person that wait for players; five times as many from one address
    requests_per_second: Count = 30  # HTTP requests from one address but for files; ten times as many at once
    connections_per_address: Count = 200  # spectators' sockets from one address, and as many of other pages
    connections_per_table: Count = 200  # spectators' sockets at one table; players always get in
    watchers_per_address: Count = 60  # of them from one address
    messages_per_second: Count = 10  # on one socket; three times as many at once
    chat_lines: Count = 5  # lines in ten seconds from one seat; four times as many at one table
    max_connections: Count = 20_000  # sockets and requests in all
    queue: Count = 64  # messages that may wait for a slow client


def load_settings(flags: Mapping[str, Any], environment: Mapping[str, str], file: str | None) -> ServerSettings:
    """The settings from flags (None: not given), the environment and a file; errors name the place of the mistake."""
    given = {name: _convert(name, value, f"{file}: {name}") for name, value in _flat(file)} if file else {}
    for name in _TYPES:
        variable = _VARIABLES[name]
        if variable in environment:
            text = environment[variable]
            given[name] = _convert(name, text.split(",") if name in ("hosts", "origins") else text, variable)
    for name, value in flags.items():
        if value is not None:
            given[name] = _convert(name, value, f"--{name.replace('_', '-')}")
    given["public_url"] = given.get("public_url", "").rstrip("/")
    settings = ServerSettings(**given)
    for name, level in (("stand_in", settings.stand_in), ("hint_level", settings.hint_level)):
        if level not in levels():
            raise ConfigError(f"{name} must be a bot's level ({', '.join(levels())}), not {clip(level)}")
    if settings.public_url and not _ORIGIN.fullmatch(settings.public_url):
        raise ConfigError(
            f"public_url must be an address such as https://club.example, not {clip(settings.public_url)}"
        )
    if clean_text(settings.name, LONGEST_NAME) != settings.name:
        raise ConfigError(
            f"name must be one line of at most {LONGEST_NAME} visible characters, not {clip(settings.name)}"
        )
    if settings.imprint and not _is_web_address(settings.imprint):
        raise ConfigError(
            f"imprint must be an address such as https://club.example/imprint, not {clip(settings.imprint)}"
        )
    if settings.push_contact and not settings.push_contact.startswith(("mailto:", "https://")):
        raise ConfigError(
            f"push_contact must be mailto:you@club.example or an https address, not {clip(settings.push_contact)}"
        )
    if settings.workers > 1 and not settings.database_url:
        raise ConfigError("more than one worker needs PostgreSQL: give --database-url postgresql://...")
    return settings


def _is_web_address(text: str) -> bool:
    """Whether it is an address that a link may have: of the web, and no script."""
    try:
        parts = urlsplit(text)
        plain = text.isascii() and text.isprintable() and not set(text) & set(" <>\"'\\`{}|^")
        return plain and len(text) <= _LONGEST_ADDRESS and parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def misspelt(environment: Mapping[str, str]) -> list[str]:
    """Warnings about unknown HAGGIS_ variables; they are not errors, as they may be another program's."""
    strange = {name for name in environment if name.startswith(PREFIX)} - {*_VARIABLES.values()} - OTHERS
    return [_no_setting(name, name.removeprefix(PREFIX).lower(), _VARIABLES) for name in sorted(strange)]


_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(ServerSettings)}
_VARIABLES: Final = {name: PREFIX + name.upper() for name in (*_TYPES, "config")}


def _convert(name: str, value: Any, place: str) -> Any:
    """A setting's value, checked."""
    if name not in _TYPES:
        raise ConfigError(_no_setting(place, name, {name: name for name in _TYPES}))
    try:
        return msgspec.convert(value, _TYPES[name], strict=False)
    except msgspec.ValidationError as error:
        choices = get_args(_TYPES[name]) if get_origin(_TYPES[name]) is Literal else ()
        wanted = (
            f"it is one of {', '.join(choices)}"
            if choices
            else str(error).replace("`", "").partition(" - at ")[0].lower()
        )
        raise ConfigError(f"{place} cannot be {clip(value)}: {wanted}") from None


def _no_setting(place: str, name: str, known: Mapping[str, str]) -> str:
    """Says that this is not a setting, and which one may be meant; `known` has their spelling in that place."""
    near = get_close_matches(name, known, 1)
    return f"{place} is not a setting; {f'do you mean {known[near[0]]}?' if near else 'docs/hosting.md lists them all'}"


def _flat(file: str) -> Iterator[tuple[str, Any]]:
    """The settings of a file, each in its group or in none."""
    for name, value in _read(file).items():
        if not isinstance(value, dict):
            yield name, value
            continue
        if name not in GROUPS:
            raise ConfigError(f"{file}: [{name}] is not a group of settings; there are {', '.join(GROUPS)}")
        for own, inner in value.items():
            if own in _TYPES and group_of(own) != name:
                raise ConfigError(f"{file}: {own} stands in [{group_of(own)}], not in [{name}]")
            yield own, inner


def group_of(name: str) -> str:
    """The group of a setting."""
    names = list(_TYPES)
    return [group for group, first in GROUPS.items() if names.index(first) <= names.index(name)][-1]


def _read(file: str) -> dict[str, Any]:
    try:
        with open(file, "rb") as stream:
            return tomllib.load(stream)
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not TOML: {error}") from None


def data_path(settings: ServerSettings) -> Path:
    """Where the data folder is, or would be."""
    return Path(settings.data) if settings.data else platformdirs.user_data_path("haggis")


def data_folder(settings: ServerSettings) -> Path:
    """The data folder, made if it is not there."""
    folder = data_path(settings)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"the data folder {folder} cannot be created: {error.strerror or error}") from None
    return folder


def key_path(settings: ServerSettings) -> Path:
    """Where the key that signs tokens is."""
    return Path(settings.key_file) if settings.key_file else data_folder(settings) / "key"
