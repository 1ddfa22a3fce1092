"""Records as studies in the page: comments at their moves, on download, and a review that a record brings along."""

import json
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.comments import Comment, with_comments
from haggis_cards.review import Reviewer
from haggis_cards.review.saved import with_review
from tests.e2e.catalogue import t
from tests.e2e.conftest import Opened
from tests.e2e.reviewing import DONE, bad_match


def opened(page: Any, file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("[data-step]")


def test_comments_stand_at_their_moves_and_stay_on_download(visit: Opened, tmp_path: Path) -> None:
    match = bad_match(seed=6)
    (seat, action), *_ = match.finished[0].round.log
    said = Comment(1, 0, "Why so <b>low</b>?", line=(f"{seat} {action}",), value=1.5, verdict="mistake", by="Ann")
    text = with_comments(match.record(), said).dump()
    page = visit("/replay")
    opened(page, tmp_path / "match.json", text)
    assert page.locator(".said [data-remarks]").count() == 0
    page.click("[data-step]")
    shown = page.inner_text(".said [data-remarks]")
    assert all(part in shown for part in ("Mistake", "Why so <b>low</b>?", "Instead:", "+1.5", "Ann"))
    assert page.locator("[data-moves-list] [data-remarks]").count() == 1
    page.click("[data-step]")
    assert page.locator(".said [data-remarks]").count() == 0
    with page.expect_download() as download:
        page.get_by_role("button", name=t("replay.download")).click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == json.loads(text)


@pytest.mark.timeout(300)
def test_a_review_that_a_record_brings_along_is_opened_without_asking_the_server(visit: Opened, tmp_path: Path) -> None:
    match = bad_match(seed=6)
    page = visit("/replay")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    opened(page, tmp_path / "match.json", with_review(match.record(), Reviewer(match, scale=0.02).run()).dump())
    page.click("[data-review]")
    page.wait_for_url("**/review/local-*", timeout=120_000)
    page.wait_for_selector(DONE, timeout=120_000)
    assert page.locator("[data-decision]").count() > 3
    assert not [url for url in asked if "/review" in url or url.endswith("/api/records")]
