"""What the autopilot does when the table moves on while a bot thinks."""

import asyncio
import logging
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.table.autopilot import ThinkingTimes
from haggis_cards.table.guests import Asker
from haggis_cards.wire.tables import Advice
from tests.server.support import Guest, players, server_inside


async def test_a_forced_pass_takes_as_long_as_a_chosen_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server so busy that thinking takes longer than the pause, a bot that must pass waits as if it thought."""
    asked: list[tuple[float, bool, float]] = []
    real = ThinkingTimes.wait

    def wait(self: ThinkingTimes, level: str, took: float, free: bool) -> float:
        more = real(self, level, 5.0 if free else took, free)
        asked.append((took, free, more))
        return min(more, 0.01)

    monkeypatch.setattr(ThinkingTimes, "wait", wait)
    with server_inside(tmp_path / "data", bot_pause=0.001) as (url, _):
        ann = Guest(url, "Ann")
        async with players(ann, table=ann.table("haggis-2", ["me", "random"], end={"rounds": 3})) as (player,):
            await player.play()
    first = next(place for place, (_, free, _) in enumerate(asked) if free)
    forced = [(took, more) for took, free, more in asked[first:] if not free]
    assert forced
    assert all(took + more == pytest.approx(5.0) for took, more in forced)
    assert all(more == 0 for _, free, more in asked if free)


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
