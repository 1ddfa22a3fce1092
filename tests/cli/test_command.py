"""The command in its own process: entry points, pipes, colours, the progress bar, interruption."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import haggis_cards
from haggis_cards.cli import COMMANDS
from tests.cli.helpers import played, record_of, run, write

HAGGIS = [sys.executable, "-m", "haggis_cards.cli"]
pty = pytest.importorskip("pty", reason="terminals are tried where there are POSIX ones")


def haggis_process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        [*HAGGIS, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**plain, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment},
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return write(tmp_path / "match.jsonl", record_of(played("haggis-3", rounds=2)))


def test_version() -> None:
    assert run("--version").stdout == f"haggis {haggis_cards.__version__}\n"
    assert haggis_process("--version").stdout == f"haggis {haggis_cards.__version__}\n"


def test_the_script_is_installed() -> None:
    script = Path(sys.executable).with_name("haggis")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"haggis {haggis_cards.__version__}\n"


def test_help_lists_every_command() -> None:
    text = run("--help").stdout
    assert all(command.__name__ in text for command in COMMANDS)
    assert all(run(command.__name__, "--help").exit_code == 0 for command in COMMANDS)


def test_help_speaks_of_no_types_of_python() -> None:
    for command in COMMANDS:
        assert not re.search(r"<(bool|str|int|float|list|path|file)", run(command.__name__, "--help").stdout), command
    assert re.search(r"--goal +N \[x>=1\]", run("play", "--help").stdout)


def test_the_owner_names_the_store_before_or_behind_a_command(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    for words in (["--data", missing, "people"], ["people", "--data", missing], ["people", f"--data={missing}"]):
        result = run("admin", *words)
        assert (result.exit_code, "there is no store at" in result.stderr) == (2, True)
    assert "there is no store at" in run("backup", tmp_path / "x.zip", "--data", missing).stderr
    assert not missing.exists()


def test_an_unknown_command_is_refused() -> None:
    result = run("fly")
    assert result.exit_code == 2
    assert "fly" in result.stderr


def test_statuses_and_streams(record: Path, tmp_path: Path) -> None:
    held, unreadable = haggis_process("verify", record), haggis_process("verify", tmp_path)
    failed = haggis_process("verify", write(tmp_path / "bad.jsonl", record_of(played()) | {"winners": [7]}))
    assert [process.returncode for process in (held, failed, unreadable)] == [0, 1, 2]
    assert held.stderr == ""
    assert "found [7]" in failed.stderr
    assert all("Traceback" not in process.stderr for process in (failed, unreadable))


def test_a_pipe_gets_plain_text(record: Path) -> None:
    assert "\x1b" not in haggis_process("show", record).stdout


def test_colours_obey_force_color_and_no_color(record: Path) -> None:
    coloured = haggis_process("show", record, FORCE_COLOR="1").stdout
    assert all(f"\x1b[38;5;{colour}m" in coloured for colour in (196, 226, 40, 33, 208))  # one a suit
    assert "\x1b[38" not in haggis_process("show", record, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_an_ascii_terminal_gets_letters_for_suits(record: Path) -> None:
    process = haggis_process("show", record, PYTHONIOENCODING="ascii")
    assert process.returncode == 0
    assert json.loads(record.read_text())["rounds"][0]["deal"]["hands"][0] in process.stdout


@pytest.mark.parametrize("command", [["show"], ["show", "--json"], ["verify"]], ids=" ".join)
def test_a_closed_pipe_prints_no_error(command: list[str], record: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer) as stdout:
        process = subprocess.run(
            [*HAGGIS, *command, str(record)], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
        )
    assert process.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_reported_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        process = subprocess.run([*HAGGIS, "rules"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (process.returncode, process.stderr) == (2, "haggis: No space left on device\n")


def test_a_record_from_a_named_pipe(record: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with subprocess.Popen([*HAGGIS, "verify", str(fifo)], stdout=subprocess.PIPE, text=True) as process:
        fifo.write_text(json.dumps(json.loads(record.read_text()), indent=2))
        stdout, _ = process.communicate()
    assert stdout.startswith("1 match, 2 rounds, ")


def watched(*arguments: object, interrupt: bool = False) -> tuple[str, str, int]:
    """Runs the command with a terminal as its standard error: what it showed there, its output, its exit status."""
    terminal, stderr = pty.openpty()
    with subprocess.Popen(
        [*HAGGIS, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TERM": "xterm-256color"},
    ) as process:
        os.close(stderr)
        seen = b""
        while chunk := _read(terminal):
            seen += chunk
            if interrupt and b"verifying" in seen:
                interrupt = False
                process.send_signal(signal.SIGINT)
        assert process.stdout
        output = process.stdout.read()
    os.close(terminal)
    return seen.decode(), output.decode(), process.returncode


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux reports the closed other end like this
        return b""


def test_a_terminal_gets_a_progress_bar_that_is_cleared_at_the_end(record: Path, tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.jsonl", record_of(played()) | {"winners": [7]})
    seen, output, status = watched("verify", bad, record)
    assert status == 1
    assert "verifying" in seen
    assert f"{bad}, line 1: winners: expected".replace(" ", "") in "".join(seen.split())  # the terminal folds it
    assert seen.endswith("\x1b[2K")  # the last thing is that the bar's line is cleared
    assert output.startswith("1 failed; 1 match, 2 rounds, ")


def test_an_interruption_is_reported_without_a_traceback() -> None:
    """It is interrupted while it waits for standard input."""
    seen, output, status = watched("verify", "-", interrupt=True)
    assert (status, output) == (130, "")
    assert seen.endswith("haggis: interrupted\r\n")
    assert "Traceback" not in seen


def test_open_needs_a_known_port() -> None:
    result = run("serve", "--open", "--port", 0)
    assert result.exit_code == 2
    assert "--open needs to know the port" in result.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_complete_the_command(shell: str) -> None:
    """What `haggis --show-completion` prints asks the command itself; so does this."""
    variable = f"_{'haggis'.upper()}_COMPLETE"  # click's, not one of our settings
    words = {"COMP_WORDS": "haggis re", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "haggis re"}
    done = haggis_process(**words, **{variable: f"complete_{shell}"}, _TYPER_COMPLETE_FISH_ACTION="get-args")
    assert "review" in done.stdout
