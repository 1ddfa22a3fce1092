"""Sheets to print over HTTP: the PDF of a game with its house rules, and a refusal for everything else."""

import json
from collections.abc import Iterator

import pytest

from haggis_cards import RULES
from haggis_cards.sheets import KINDS, MOST_DEALS, PAPER_NAMES, make_sheet, print_deals
from tests.server.support import PROTOCOL, Guest, ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("sheets") / "data") as process:
        yield process


def test_a_sheet_is_the_one_of_the_command(server: ServerProcess) -> None:
    http = Guest(server.url, signed_in=False).http
    for kind in KINDS:
        answer = http.get("/api/sheet", params={"rules": "tatties-3", "kind": kind, "paper": "letter"})
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["content-disposition"] == f'inline; filename="tatties-3-{kind}.pdf"'
        assert answer.content == make_sheet(RULES["tatties-3"], kind, "letter")


def test_house_rules_are_those_of_a_record(server: ServerProcess) -> None:
    spec = {"preset": "haggis-2", "sets": True, "bets": [10, 20]}
    answer = Guest(server.url, signed_in=False).http.get("/api/sheet", params={"rules": json.dumps(spec)})
    assert answer.content == make_sheet(RULES["haggis-2"].replace(sets=True, bets=(10, 20)))


def test_deals_are_those_of_the_command(server: ServerProcess) -> None:
    http = Guest(server.url, signed_in=False).http
    answer = http.get("/api/deals", params={"rules": "neeps-4", "seed": 7, "count": 2})
    assert answer.headers["content-disposition"] == 'inline; filename="neeps-4-deals-7.pdf"'
    assert answer.content == print_deals(RULES["neeps-4"], 7, 2)
    for wrong in ({"seed": -1}, {"seed": 7, "count": 0}, {"seed": 7, "count": MOST_DEALS + 1}, {}):
        refused = http.get("/api/deals", params={"rules": "neeps-4", **wrong})
        assert refused.json()["code"] == "bad-message"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "bad-message"),
        ({"rules": "bridge"}, "bad-rules"),
        ({"rules": "{"}, "bad-rules"),
        ({"rules": "{" * 1000}, "bad-rules"),
        ({"rules": '{"preset": "haggis-2", "reenter": true}'}, "bad-rules"),
        ({"rules": json.dumps(RULES["haggis-2"].spec), "kind": "poster"}, "bad-message"),
        ({"rules": "haggis-2", "kind": "poster"}, "bad-message"),
        ({"rules": "haggis-2", "paper": "a5"}, "bad-message"),
        ({"rules": "x" * 1001}, "bad-message"),
    ],
)
def test_other_wishes_are_refused_in_words(server: ServerProcess, asked: dict[str, str], code: str) -> None:
    answer = Guest(server.url, signed_in=False).http.get("/api/sheet", params=asked)
    assert answer.json()["code"] == code
    assert 10 < len(answer.json()["reason"]) < 400


def test_the_protocol_names_all_kinds_and_papers() -> None:
    assert f"`kind` one of `{' '.join(KINDS)}`, `paper` one of `{' '.join(PAPER_NAMES)}`" in PROTOCOL
