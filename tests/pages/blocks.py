"""The fenced blocks of README.md and of the pages in docs/, and how they are run.

Every block says what it is in:

- `sh`: each command is run as it is printed, and must succeed.
- `python`: is run as a program, in this process; with `title="bot.py"` it is saved under this name instead.
- `pycon`: is a doctest.
- any other language shows something and is not run.

The blocks of a page are run in order in one folder, so that a later one may use what an earlier one wrote. A comment in
the line above says where that cannot be: `<!-- not run: why -->`, or `<!-- stopped after 4 seconds: why -->`, which
ends every command of the block that still runs then; until then it must not have failed. It is stopped sooner once it
has plainly begun: it has worked for a while, or has said something and waits.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import traceback
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.copies import Copy
from tests.server_process import free_port

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    if "lab" not in page.parts  # notebooks: what was run on a day in the past
)
RUN = ("sh", "python", "pycon")
BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>[^\n]*) -->\n)?(?P<indent> *)```(?P<info>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S
)
MARK = re.compile(r"(?:not run|stopped after (?P<seconds>\d+) seconds): \S.*")
LONGEST = 120  # seconds for one command
ENOUGH = 0.1  # of a command's seconds in the processor's time: it has plainly begun
SILENT = 3  # times these seconds for one that has said nothing yet: on a slow machine a server takes long to start
IDLE = 0.3  # seconds without work after which a command that has said something waits for somebody

# What a program says where PyTorch is not installed; nothing where it is.
NO_TORCH = None if find_spec("torch") else re.compile(r"pip install 'haggis-cards\[train\]'|No module named 'torch'")
SHELL = set("|&;<>()$`~")  # what only a shell understands


@dataclass(frozen=True)
class Block:
    """One block: its place, its language, and what the comment above says."""

    line: int
    language: str
    title: str
    text: str
    mark: str

    @property
    def is_run(self) -> bool:
        return self.language in RUN and not self.mark.startswith("not run")

    @property
    def seconds(self) -> int | None:
        """After how long its commands are interrupted."""
        found = MARK.fullmatch(self.mark)
        return int(found["seconds"]) if found and found["seconds"] else None

    @property
    def commands(self) -> list[str]:
        """The commands of a block in `sh`, with continued lines joined."""
        lines = self.text.replace("\\\n", " ").splitlines()
        return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        language, _, rest = match["info"].partition(" ")
        title = re.search(r'title="(.+?)"', rest)
        place = text.count("\n", 0, match.start("info")) + 1
        found.append(Block(place, language, title[1] if title else "", match["text"], match["mark"] or ""))
    return found


def run_page(page: Path, folder: Path) -> None:
    """Runs the blocks of a page in this folder; an AssertionError says which one went wrong."""
    names: dict[str, Any] = {}  # doctests of a page go on with each other's names
    for block in blocks(page):
        if block.is_run:
            run_block(block, folder, names)


def run_block(block: Block, folder: Path, names: dict[str, Any]) -> None:
    if block.language == "pycon":
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS, verbose=False)
        test = doctest.DocTestParser().get_doctest(block.text, names, "block", "page", block.line)
        told: list[str] = []
        runner.run(test, out=told.append, clear_globs=False)
        assert not runner.failures, "".join(told)
        names |= test.globs
    elif block.title:
        (folder / block.title).write_text(block.text, encoding="utf-8")
    elif block.language == "python":
        _run_here(block)
    else:
        for command in block.commands:
            _run(command, block, folder)


def _run_here(block: Block) -> None:
    """Runs a program with names of its own; to start Python for it would take longer than most."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec(compile(block.text, f"line {block.line}", "exec"), {"__name__": "__main__"})
    except (Exception, SystemExit) as error:
        raise AssertionError(f"line {block.line}: {traceback.format_exc()}\n{said.getvalue()}") from error


def _run(command: str, block: Block, folder: Path) -> None:
    output = folder / ".output"
    output.write_text("", encoding="utf-8")
    session = _start(command, folder, output)
    status: int | None = None
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = _wait(session, block.seconds, output) if block.seconds else session.wait(LONGEST)
    finally:
        _end(session)
    said = output.read_text(encoding="utf-8")
    if status and NO_TORCH and NO_TORCH.search(said):
        return  # it can run where PyTorch is installed
    assert status == 0, f"line {block.line}: {command} ended with {status} (None: not in time):\n{said}"


def _start(command: str, folder: Path, output: Path) -> Copy | subprocess.Popen[bytes]:
    """A command in a session of its own."""
    if words := _words(command, folder):
        return Copy(words[1:], folder, _environment(folder), output)
    with output.open("a") as file:
        return subprocess.Popen(
            ["sh", "-c", command],
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )


def _words(command: str, folder: Path) -> list[str]:
    """The words of a plain call of `haggis`, with its files; nothing where a shell has to read the line."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    if words[0] != "haggis" or any(SHELL & set(word) for word in words):
        return []
    found = [sorted(map(str, folder.glob(word))) if "*" in word else [] for word in words]
    return [one for word, files in zip(words, found, strict=True) for one in files or [word]]


def _wait(session: Copy | subprocess.Popen[bytes], seconds: float, output: Path) -> int:
    """Its status; 0 if it still runs when it has plainly begun, or after so many seconds."""
    start = time.monotonic()
    worked, since = 0.0, start
    while time.monotonic() < start + (patience := seconds * (1 if output.stat().st_size else SILENT)):
        with contextlib.suppress(subprocess.TimeoutExpired):
            return session.wait(0.1)
        spent, now = _processor_time(session.pid), time.monotonic()
        if spent > worked:
            worked, since = spent, now
        if spent > ENOUGH * patience or (output.stat().st_size and now > since + IDLE):
            break
    return 0


def _processor_time(session: int) -> float:
    """Seconds that the processes of a session have worked so far; 0 where the system does not say so."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _end(session: Copy | subprocess.Popen[bytes]) -> None:
    """Ends it with all that it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(session.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            session.wait(10)


def _environment(folder: Path) -> dict[str, str]:
    """That of a reader with this home: the command is on the path, and the usual port is free."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HAGGIS_", "XDG_"))}
    return kept | {
        "PATH": f"{Path(sys.executable).parent}:{kept['PATH']}",
        "HOME": str(folder),
        "BROWSER": "true",  # the command that does nothing
        "HAGGIS_PORT": str(free_port()),
    }
