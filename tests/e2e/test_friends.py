"""Friends join by the invitation as it is shown: on this computer, and from another machine of the same network.

The two machines are network namespaces with a cable between them; making them needs root and `ip`.
"""

import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.catalogue import like, t
from tests.e2e.conftest import Opened
from tests.e2e.playing import MOVED, READY, make_table, moves, start_with, turn
from tests.e2e.site import Site
from tests.tools import FLAGS, find_chromium

OWN, OTHER = "10.93.7.1", "10.93.7.2"


def link(page: Any) -> str:
    shown: str = page.get_by_label(t("invite.link")).input_value()
    return shown


def test_on_this_computer_only_the_invitation_says_so(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2", seats=("me", "open"), name="Ann")
    page.get_by_text(like("invite.onlyHere")).wait_for()
    assert link(page) == page.url


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def machines() -> Iterator[tuple[str, str]]:
    """Two network namespaces, joined by a cable."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("network namespaces need root and ip")
    ours, theirs = (f"haggis-{os.getpid()}-{side}" for side in "ab")
    try:
        ip("netns", "add", ours)
        ip("netns", "add", theirs)
        ip("-n", ours, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", theirs)
        for machine, address in ((ours, OWN), (theirs, OTHER)):
            ip("-n", machine, "address", "add", f"{address}/24", "dev", "cable")
            ip("-n", machine, "link", "set", "cable", "up")
            ip("-n", machine, "link", "set", "lo", "up")
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
    else:
        yield ours, theirs
    finally:
        for machine in (ours, theirs):
            subprocess.run(["ip", "netns", "del", machine], check=False, capture_output=True)


def inside(machine: str, program: str, script: Path) -> str:
    """A script that starts a program on that machine."""
    script.write_text(f'#!/bin/sh\nexec ip netns exec {machine} {program} "$@"\n')
    script.chmod(0o755)
    return str(script)


class HouseSite(Site):
    """`haggis serve --host 0.0.0.0` on one of the machines."""

    def _answers(self) -> bool:
        probe = f"import urllib.request; urllib.request.urlopen({self.url + '/health'!r}, timeout=5)"
        return subprocess.run([self.python, "-c", probe], capture_output=True, check=False).returncode == 0


def test_two_people_on_two_machines(machines: tuple[str, str], browser: Any, tmp_path: Path) -> None:
    """One makes a table, the other opens the link as it is shown, and they play."""
    chromium = find_chromium(None)
    if chromium is None:
        pytest.skip("no Chromium of the system on this machine: make test-tools")
    site = HouseSite(tmp_path / "data", host="0.0.0.0")
    site.python = inside(machines[0], sys.executable, tmp_path / "python")
    with ExitStack() as closing, site:
        pages = []
        for machine in machines:
            program = inside(machine, chromium, tmp_path / machine)
            started = browser.browser_type.launch(executable_path=program, args=FLAGS)
            closing.callback(started.close)
            pages.append(started.new_page())
        ann, bob = pages
        ann.goto(site.url)
        make_table(ann, "haggis-2", seats=("me", "open"), name="Ann")
        ann.wait_for_function(f"() => document.querySelector('.invite input')?.value.startsWith('http://{OWN}:')")
        assert ann.locator("[data-only-here]").count() == 0
        bob.goto(link(ann))
        start_with(ann, Bob=bob)
        ann.wait_for_selector("[data-moves]")
        leads = next(page for page in itertools.cycle(pages) if page.locator(READY).count())
        follows = bob if leads is ann else ann
        for mover, watcher in ((leads, follows), (follows, leads)):
            before = moves(watcher)
            mover.wait_for_selector(READY)
            turn(mover)
            watcher.wait_for_function(MOVED, arg=before)
