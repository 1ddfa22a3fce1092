"""A Python bot as a program with the protocol of `process.py`: `python -m haggis_cards.bots.host NAME[:ARGUMENT]`.

Third-party bots run this way, so that a bot that hangs can be stopped. Whatever a bot prints goes to standard error.
"""

import json
import sys
from contextlib import redirect_stdout
from typing import IO, Any, cast

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.process import PROTOCOL
from haggis_cards.bots.protocol import Bot
from haggis_cards.bots.registry import load_bot
from haggis_cards.cards import clip
from haggis_cards.view import View


def serve(spec: str, source: IO[str], sink: IO[str]) -> None:
    """Answers lines until `quit` or the end of the input."""

    def say(**message: Any) -> None:
        sink.write(json.dumps(message) + "\n")
        sink.flush()

    bot: Bot | None = None
    for line in source:
        message = _parse(line)
        match message:
            case {"type": "hello"}:
                if bot is not None:
                    bot.close()
                bot = load_bot(spec, message.get("seed", 0))
                say(type="hello", protocol=PROTOCOL, name=spec, again=True)
            case {"type": "decide", "id": id, "view": dict(view)} if bot is not None:
                decision = bot.decide(cast("View", view), message.get("budget"))
                action, why = (*decision, "")[:2]
                say(type="decision", id=id, action=action, why=why)
            case {"type": "quit"}:
                break
            case _:
                sys.stderr.write(f"{clip(line.strip(), 80)} is not a message of the protocol that fits here\n")
    if bot is not None:
        bot.close()


def _parse(line: str) -> Any:
    """What a line of JSON says; None for any other line."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


if __name__ == "__main__":
    out = sys.stdout
    if len(sys.argv) != 2:
        sys.exit("usage: python -m haggis_cards.bots.host NAME[:ARGUMENT]")
    with redirect_stdout(sys.stderr):
        try:
            serve(sys.argv[1], sys.stdin, out)
        except BotError as error:
            sys.exit(str(error))
