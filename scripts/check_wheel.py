"""Checks an installed wheel as a user would: `python scripts/check_wheel.py` in an environment that has only the wheel.

Every command runs as a program of its own, in a new folder and with an empty path, so that no compiler, no node and no
file of a checkout can help: play, verify, review, arena, a sheet to print, and a server that answers with the page and
its licences.
"""

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from haggis_cards import Match, Rounds, __version__
from haggis_cards.bots import make_bot

COMMAND = [sys.executable, "-m", "haggis_cards"]
SEED = 4


def haggis(arguments: str, typed: str = "") -> str:
    """What the command prints."""
    command = [*COMMAND, *arguments.split()]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"haggis {arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def decisions() -> str:
    """What a person types in the match of `haggis play --seed`: the decisions of the bot greedy, a line each."""
    match = Match("haggis-2", Rounds(1), seed=SEED)
    me, other, lines = make_bot("greedy"), make_bot("random", SEED + 1), []
    while not match.over:
        seat = max(match.to_act)
        action = (other if seat else me).decide(match.view(seat)).action
        lines += [] if seat else [action]
        match = match.act(seat, action)
    return "\n".join(lines)


def check_server() -> None:
    """`haggis serve` on a free port: the page, one of its scripts, the licences, and the table of games."""
    command = [*COMMAND, "serve", "--port", "0", "--data", "data"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:  # noqa: S603
        try:
            assert server.stdout
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))

            def get(path: str) -> str:
                with urllib.request.urlopen(address + path, timeout=30) as answer:  # noqa: S310
                    text: str = answer.read().decode()
                    return text

            script = re.search(r'src="(/assets/[^"]+\.js)"', get("/"))
            assert script
            assert "import" in get(script[1])
            assert "svelte" in get("/licenses.txt")
            assert "haggis-2" in get("/api/games")
        finally:
            server.terminate()


def main() -> None:
    """Runs all checks."""
    os.environ["PATH"] = ""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        assert haggis("--version").strip() == f"haggis {__version__}"
        haggis(f"play haggis-2 --seed {SEED} --rounds 1 --bots random --save match.json", typed=decisions())
        assert "1 match" in haggis("verify match.json")
        assert "round" in haggis("review match.json --effort quick").lower()
        assert "greedy" in haggis("arena --rules haggis-2 --bots greedy,random --deals 4 --jobs 1")
        haggis("sheet haggis-2 -o rules.pdf")  # the fonts are files of the package
        assert Path("rules.pdf").read_bytes().startswith(b"%PDF")
        check_server()
        os.chdir("/")
    python = sys.version.split()[0]
    sys.stdout.write(f"haggis {__version__} plays, verifies, reviews, compares and serves on Python {python}.\n")


if __name__ == "__main__":
    main()
