"""What the autopilot does when the table moves on while a bot thinks."""

import asyncio
import logging
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.table.guests import Asker
from haggis_cards.wire.tables import Advice
from tests.server.support import Guest, players, server_inside


async def test_a_bot_is_asked_again_when_its_partner_has_bet_meanwhile(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """R7.3: a bet must be higher than the partner's, so the bot's answer is no longer legal when it comes."""
    caplog.set_level(logging.INFO, "haggis.autopilot")
    asked, bet = threading.Event(), threading.Event()
    with server_inside(tmp_path / "data") as (url, app):
        bots = app.state.bots
        real = bots.decide

        async def slow(level: str, seed: int, view: Mapping[str, Any], asker: Asker) -> Advice:
            """Ann's partner decides to bet 15, and is slow with it."""
            if view["seat"] != 2 or bet.is_set():
                answer: Advice = await real(level, seed, view, asker)
                return answer
            assert "bet 15" in view["legal"]
            asked.set()
            await asyncio.to_thread(bet.wait, 30)
            return Advice("bet 15", "")

        bots.decide = slow
        ann = Guest(url, "Ann")
        table = ann.table("neeps-4", ["me", "random", "random", "random"], end={"rounds": 1})
        async with players(ann, table=table) as (player,):
            assert await asyncio.to_thread(asked.wait, 30)
            assert (await player.act("bet 30"))["type"] == "played"
            bet.set()
            await player.play()
            assert player.view is not None
            assert "0 bet 30" in [m["action"] for m in player.heard if m["type"] == "played"]
            assert "2 bet 15" not in [m["action"] for m in player.heard if m["type"] == "played"]
    told = [record for record in caplog.records if record.name == "haggis.autopilot"]
    assert [(record.levelname, record.getMessage()) for record in told] == [
        ("INFO", "a bot's move came too late (too-low); the bot is asked again")
    ]
