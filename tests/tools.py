"""The programs that some tests need beside Python: a Chromium, and PostgreSQL.

`python -m tests.tools` says in one line what is missing; `--install` (`make test-tools`) installs it, as root with
apt-get, otherwise playwright's own Chromium. Without them `make test` skips the tests that need them.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SHELL = "chromium-headless-shell"  # the same browser without windows: its tests take a fifth less time

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium(playwright: Any) -> str | None:
    """The browser to drive: the system's, or playwright's own (if playwright is given)."""
    for name in (SHELL, "chromium", "chromium-browser", "google-chrome", "chrome"):
        if path := shutil.which(name):
            return path
    if playwright is None:
        return None
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs: Debian keeps them off the path, others on it."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = shutil.which("initdb")
    return places[-1].parent if places else Path(found).resolve().parent if found else None


def missing() -> dict[str, str]:
    """What is not on this machine, with the tests that are skipped for it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        lacking = {} if find_chromium(playwright) else {"chromium": "tests/e2e"}
    return lacking if find_postgres() else {**lacking, "postgresql": "tests/server/test_postgres.py"}


def install(packages: list[str]) -> None:
    """Installs what this user may install. A failure is not an error: the tests that need it are skipped."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _apt_get("update")
        if "chromium" in packages and _apt_get("install", SHELL, "fonts-dejavu-core"):
            packages = [name for name in packages if name != "chromium"]
        if packages:
            _apt_get("install", *packages, "fonts-dejavu-core")
    elif "chromium" in packages:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def _apt_get(command: str, *packages: str) -> bool:
    """Whether it did."""
    options = ["-y", "--no-install-recommends"] if packages else []
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["apt-get", "-qq", command, *options, *packages], stdout=subprocess.DEVNULL, env=environment, check=False
    )
    return done.returncode == 0


def main() -> None:
    lacking = missing()
    if lacking and "--install" in sys.argv:
        sys.stdout.write(f"Installing {' and '.join(lacking)} for the tests.\n")
        sys.stdout.flush()
        install(list(lacking))
        lacking = missing()
    if lacking:
        tests = " and ".join(f"{tests} (no {name})" for name, tests in lacking.items())
        remedy = "could not be installed" if "--install" in sys.argv else "`make test-tools` installs what they need"
        sys.stdout.write(f"These tests will be skipped: {tests}; {remedy}.\n")


if __name__ == "__main__":
    main()
