"""A Python bot as a program with the protocol of `process.py`: `python -m haggis_cards.bots.host NAME[:ARGUMENT]`.

Third-party bots run this way, so that a bot that hangs can be stopped. Whatever a bot prints goes to standard error.
"""

import json
import sys
from contextlib import redirect_stdout
from typing import IO, Any

from haggis_cards.bots.process import PROTOCOL
from haggis_cards.bots.protocol import Bot
from haggis_cards.bots.registry import load_bot


def serve(spec: str, source: IO[str], sink: IO[str]) -> None:
    """Answers lines until `quit` or the end of the input."""

    def say(**message: Any) -> None:
        sink.write(json.dumps(message) + "\n")
        sink.flush()

    bot: Bot | None = None
    for line in source:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                if bot is not None:
                    bot.close()
                bot = load_bot(spec, message.get("seed", 0))
                say(type="hello", protocol=PROTOCOL, name=spec, again=True)
            case "decide" if bot is not None:
                decision = bot.decide(message["view"], message.get("budget"))
                action, why = (*decision, "")[:2]
                say(type="decision", id=message["id"], action=action, why=why)
            case "quit":
                break
    if bot is not None:
        bot.close()


if __name__ == "__main__":
    out = sys.stdout
    with redirect_stdout(sys.stderr):
        serve(sys.argv[1], sys.stdin, out)
