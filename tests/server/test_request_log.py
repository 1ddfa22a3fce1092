"""Every request has an id: in its answer, and in all lines of the log that belong to it."""

import json
import logging
import re
from pathlib import Path

import httpx
import pytest

from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.process.logs import JsonFormatter, set_up_logging
from haggis_cards.server.process.request_log import request_id
from tests.server.support import Guest, Player, ServerProcess, server_inside


def test_an_answer_has_the_id_of_its_request(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data") as (url, _):
        found = {
            httpx.get(f"{url}{path}").headers["x-request-id"] for path in ("/health", "/api/lobby", "/nothing", "/")
        }
        assert len(found) == 4
        assert httpx.head(f"{url}/health").headers["x-request-id"]
        given = {"x-request-id": "proxy-7.a"}
        assert httpx.get(f"{url}/health", headers=given).headers["x-request-id"] == "proxy-7.a"
        for forged in ("a b", "x" * 65, "a\tb", "{}"):  # nothing else gets into the log
            answer = httpx.get(f"{url}/health", headers={"x-request-id": forged})
            assert answer.headers["x-request-id"] != forged


async def test_lines_of_the_log_have_the_id_and_no_address_of_a_table(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", log_format="json", log_level="debug") as server:
        ann = Guest(server.url, "Ann")
        table = ann.table("haggis-2", ["me", "random"])
        asked = ann.http.get(f"/api/tables/{table}", headers={"x-request-id": "asked"})
        player = await Player(ann, table).open()
        await player.hear()
        await player.close()
        assert asked.is_success
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    (line,) = [line for line in lines if line.get("request") == "asked"]
    assert line["where"] == "haggis.request"
    assert line["event"].startswith("GET /api/tables/{table}: 200 after ")
    assert line["process"] > 0
    assert table not in text


def test_an_id_is_part_of_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    handlers, level = logging.root.handlers[:], logging.root.level
    token = request_id.set("seven")
    try:
        record = logging.LogRecord("haggis.x", logging.ERROR, __file__, 1, "it failed", None, None)
        assert json.loads(JsonFormatter().format(record))["request"] == "seven"
        set_up_logging(ServerSettings())
        logging.getLogger("haggis.x").error("it failed")
    finally:
        request_id.reset(token)
        logging.basicConfig(level=level, handlers=handlers, force=True)
    assert capsys.readouterr().err.endswith("ERROR haggis.x [seven]: it failed\n")


async def test_times_are_measured_without_the_address_of_a_table(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann = Guest(server.url, "Ann")
        table = ann.table("haggis-2", ["me", "random"], end={"rounds": 1})
        player = await Player(ann, table).open()
        await player.hear()
        await player.play()
        await player.close()
        figures = ann.http.get("/metrics")
    assert re.fullmatch(r"text/plain; version=[\d.]+; charset=utf-8", figures.headers["content-type"])
    lines = dict(line.rsplit(" ", 1) for line in figures.text.splitlines() if not line.startswith("#"))
    assert float(lines['haggis_request_seconds_count{route="/api/tables",status="201"}']) == 1
    played = float(lines['haggis_command_seconds_count{command="act"}'])
    assert played + float(lines["haggis_bot_moves_total"]) == float(lines["haggis_moves_total"]) > 0
    assert float(lines['haggis_bot_seconds_count{level="random"}']) == float(lines["haggis_bot_moves_total"])
    assert float(lines["haggis_commit_seconds_sum"]) > 0
    assert table not in figures.text
