"""What server, clients and docs/protocol.md share stands once, in `wire/facts.py`; these tests compare the rest."""

import json
import re
from collections.abc import Iterator

import msgspec
import pytest

from haggis_cards import RULES
from haggis_cards.wire.facts import CLIENT_ROUTES, CLOSE_CODES, LIMITS, REACTIONS
from haggis_cards.wire.refusals import REFUSALS, STATUS, status_of
from tests.server.support import PROTOCOL, Guest, ServerProcess


def table_below(heading: str) -> list[list[str]]:
    """The rows of the first table below these words in docs/protocol.md, without its head."""
    _, _, below = PROTOCOL.partition(heading)
    lines = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert lines, heading
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[0].splitlines()[2:]]


def test_the_limits_in_the_protocol_are_those_of_the_code() -> None:
    documented = {name: value for name, value, _ in table_below("### Limits")}
    real = msgspec.structs.asdict(LIMITS)
    assert documented == {k: "{} to {}".format(*v) if isinstance(v, tuple) else str(v) for k, v in real.items()}


def test_the_close_codes_in_the_protocol_are_those_of_the_code() -> None:
    documented = table_below("The codes with which the server closes a socket")
    assert documented == [[str(code), name, meaning] for name, (code, meaning) in CLOSE_CODES.items()]


def test_the_statuses_in_the_protocol_are_those_of_the_code() -> None:
    documented = {code: int(status) for code, status, _ in table_below("## Codes")}
    codes = {key.partition(".")[0] for key in REFUSALS} | {"bad-notation", "bad-rules"}
    assert documented == {code: status_of(code) for code in codes}
    assert STATUS.keys() <= codes


def test_the_reactions_in_the_protocol_are_those_of_the_code() -> None:
    assert f"one of `{' '.join(REACTIONS)}`" in PROTOCOL


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("facts") / "data") as process:
        yield process


def test_a_form_can_read_all_limits_and_games(server: ServerProcess) -> None:
    games = Guest(server.url, signed_in=False).get("/api/games")
    assert games["limits"] == json.loads(msgspec.json.encode(LIMITS))
    assert games["reactions"] == list(REACTIONS)
    assert {game["preset"]: game["slam"] for game in games["games"]} == {n: r.slam for n, r in RULES.items()}


@pytest.mark.parametrize("name", ["rounds", "goal", "clock"])
def test_ranges_hold_at_both_ends(server: ServerProcess, name: str) -> None:
    """The limits that are shown are those that are enforced."""
    ann = Guest(server.url)
    low, high = getattr(LIMITS, name)
    refused = status_of("bad-message" if name == "clock" else "bad-rules")
    for value, status in ((low - 1, refused), (low, 201), (high, 201), (high + 1, refused)):
        terms = {"clock": value} if name == "clock" else {"end": {name: value}}
        ann.post("/api/tables", {"rules": "haggis-2", "seats": ["me", "open"], **terms}, status)


def test_only_addresses_that_the_client_has_get_its_page(server: ServerProcess) -> None:
    guest = Guest(server.url, signed_in=False)
    for path in ("", *CLIENT_ROUTES, "table/x", "replay/x/1", "rules/haggis-3"):
        assert guest.http.get(f"/{path}").headers["content-type"].startswith("text/html"), path
    for path in ("lobby", "new", "settings", "about", "tables", "index.html/x"):
        assert guest.get(f"/{path}", 404)["code"] == "not-found"
