"""A bot in a separate program: one JSON object per line on its standard input and output.

    we send                                             it answers
    {"type": "hello", "protocol": 1, "seed": 7}         {"type": "hello", "protocol": 1, "name": "mybot",
                                                         "again": true}
    {"type": "decide", "id": 1, "budget": 2.0,          {"type": "decision", "id": 1, "action": "play 5b",
     "view": {...}}                                      "why": "my lowest"}
    {"type": "quit"}                                    and ends

`docs/bots.md` describes the protocol. A program that sends `again` may be greeted again with another seed; others are
started anew. A program that does not answer in time, ends, or answers anything else is killed with everything it has
started; then `start` or `decide` raises `BotError`, and the next `decide` starts it again. Neither a full pipe nor an
endless line can block us: every byte goes through `_talk`, which has a deadline and a limit.
"""

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.protocol import Decision
from haggis_cards.cards import clip
from haggis_cards.view import View

PROTOCOL: Final = 1
START_SECONDS: Final = 15.0  # for the greeting
THINK_SECONDS: Final = 60.0  # for a decision without a budget
GRACE_SECONDS: Final = 1.0  # beyond the budget, for the way there and back
LINE_LIMIT: Final = 1 << 16  # bytes of an answer
_CHUNK: Final = 1 << 16


class ProcessBot:
    """A program that plays; it runs from `start`, or else the first decision, to `close`."""

    def __init__(self, command: Sequence[str], name: str, seed: int = 0, grace: float = GRACE_SECONDS) -> None:
        if not command:
            raise BotError("process needs a command line, for example process:./mybot --fast")
        self.name = name
        self.command = list(command)
        self.seed = seed
        self.grace = grace
        self._process: subprocess.Popen[bytes] | None = None
        self._greeted = False  # with the seed
        self._again = False  # whether it may be greeted again
        self._unread = b""
        self._complaints = b""  # the end of what it wrote to standard error
        self._count = 0

    def start(self) -> None:
        """Starts the program and greets it, if that is not done yet; `BotError` if it cannot play."""
        try:
            self._launch()
            self._greet()
        except BaseException:
            self._kill()
            raise

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """The program's answer; `BotError` if there is none."""
        self._count += 1
        question = {"type": "decide", "id": self._count, "budget": budget, "view": view}
        try:
            self.start()
            answer = self._ask(question, THINK_SECONDS if budget is None else budget + self.grace)
            if answer.get("type") != "decision" or answer.get("id") != self._count:
                raise BotError(f"expected a decision with id {self._count}, but got {clip(answer, 80)}")
            action, why = answer.get("action"), answer.get("why", "")
            if not isinstance(action, str) or not isinstance(why, str):
                raise BotError(f"a decision has an action and perhaps a why, both text, but this is {clip(answer, 80)}")
        except BaseException:
            self._kill()  # a late answer would be taken for the answer to the next question
            raise
        return Decision(action, why)

    def reseed(self, seed: int) -> None:
        """The program uses another seed from the next decision on."""
        self.seed, self._greeted = seed, False
        if not self._again:
            self.close()

    def close(self) -> None:
        """Asks the program to quit, and ends it."""
        if self._process is not None:
            with suppress(BotError):
                self._talk(_line({"type": "quit"}), 1.0, answered=False)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        self._kill()

    @property
    def process_id(self) -> int | None:
        """The program's process, while it runs."""
        return self._process.pid if self._process else None

    def _launch(self) -> None:
        if self._process is not None:
            return
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(  # noqa: S603 - a bot is a program that the user names
                self.command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BotError(f"{clip(self.command[0])} cannot be started: {reason}") from None
        self._unread = self._complaints = b""
        self._greeted = False

    def _greet(self) -> None:
        if self._greeted:
            return
        hello = self._ask({"type": "hello", "protocol": PROTOCOL, "seed": self.seed}, START_SECONDS)
        if hello.get("type") != "hello" or hello.get("protocol") != PROTOCOL:
            raise BotError(f"expected a hello with protocol {PROTOCOL}, but got {clip(hello, 80)}")
        self._greeted, self._again = True, hello.get("again") is True

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        line = self._talk(_line(question), seconds)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise BotError(f"answered {clip(line.decode(errors='replace'))}, which is not JSON") from None
        if not isinstance(answer, dict):
            raise BotError(f"answered {clip(answer)}, which is not a JSON object")
        return answer

    def _talk(self, data: bytes, seconds: float, *, answered: bool = True) -> bytes:
        """Writes `data` and reads one line before the deadline; collects standard error meanwhile."""
        process, deadline = self._process, time.monotonic() + seconds
        assert process is not None
        assert process.stdin
        assert process.stdout
        assert process.stderr
        with selectors.DefaultSelector() as selector:
            for stream, event in (
                (process.stdin, selectors.EVENT_WRITE),
                (process.stdout, selectors.EVENT_READ),
                (process.stderr, selectors.EVENT_READ),
            ):
                os.set_blocking(stream.fileno(), False)
                selector.register(stream, event)
            while data or (answered and b"\n" not in self._unread):
                left = deadline - time.monotonic()
                if left <= 0:
                    raise BotError(f"no answer within {seconds:.1f} s")
                for key, _ in selector.select(left):
                    if key.fileobj is process.stdin:
                        try:
                            data = data[os.write(key.fd, data[:_CHUNK]) :]
                        except OSError:
                            raise BotError(self._ended("closed its input")) from None
                        if not data:
                            selector.unregister(process.stdin)
                        continue
                    chunk = os.read(key.fd, _CHUNK)
                    if key.fileobj is process.stderr:
                        self._complaints = (self._complaints + chunk)[-500:]
                        if not chunk:
                            selector.unregister(process.stderr)
                    elif not chunk:
                        raise BotError(self._ended("closed its output"))
                    else:
                        self._unread += chunk
                        if b"\n" not in self._unread and len(self._unread) > LINE_LIMIT:
                            raise BotError(f"answered more than {LINE_LIMIT} bytes without the end of the line")
        line, _, self._unread = self._unread.partition(b"\n") if answered else (b"", b"", self._unread)
        return line

    def _ended(self, how: str) -> str:
        """How the program ended, with the last line of its standard error."""
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            how = f"ended with exit status {self._process.wait(0.2)}"
        if self._process.stderr is not None:
            with suppress(OSError):
                self._complaints = (self._complaints + (self._process.stderr.read() or b""))[-500:]
        complaints = self._complaints.decode(errors="replace").strip().splitlines()
        return f"{how}: {complaints[-1]}" if complaints else how

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # its own session: everything that it has started ends, too
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
