"""A bot in plain Python that needs no library: it plays as few cards as it can, and of those the lowest.

Try it:  haggis arena --rules haggis-2 --bots "process:python3 examples/lowest_bot.py,random" --deals 50
"""

import json
import sys

RANKS = "23456789TJQK"


def choose(view):
    """Any text in view["legal"] is allowed; this bot sheds low singles and never bets."""
    plays = [action.split()[1:] for action in view["legal"] if action.startswith("play ")]
    if not plays:
        return view["legal"][0], "the first legal action"
    cards = min(plays, key=lambda cards: (len(cards), [RANKS.index(card[0]) for card in cards]))
    return "play " + " ".join(cards), "my lowest"


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "lowest"}
    else:
        action, why = choose(message["view"])
        answer = {"type": "decision", "id": message["id"], "action": action, "why": why}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
