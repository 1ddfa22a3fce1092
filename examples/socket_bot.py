"""A complete client: signs in as a bot, finds a table or makes one, and plays random legal actions to the end.

python examples/socket_bot.py http://127.0.0.1:8000 [TABLE [NAME]]

Without TABLE it sits down at a listed table that waits, or plays against a bot of the server. See docs/protocol.md.
"""

import json
import random
import sys
import urllib.request
from itertools import count

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def ask(url: str, body: object = None, cookie: str = "") -> tuple[dict, str]:
    """An answer of the server, and the cookie that comes with it."""
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").split(";")[0]


def find_table(server: str, cookie: str) -> str:
    """A listed table with an open seat, or a new one with a bot of the server."""
    for table in ask(f"{server}/api/lobby", cookie=cookie)[0]["tables"]:
        if (
            table["status"] == "waiting"
            and not table["locked"]
            and any(one["kind"] == "open" for one in table["seats"])
        ):
            return table["id"]
    wish = {"rules": "haggis-2", "seats": ["me", "club"], "listed": True}
    return ask(f"{server}/api/tables", wish, cookie)[0]["id"]


def play(server: str, table: str = "", name: str = "Robin") -> list[int]:
    """Plays one match and returns the totals."""
    _, cookie = ask(f"{server}/api/me", {"name": name, "bot": True})  # the seat will belong to this cookie
    table = table or find_table(server, cookie)
    ids, seq, view, paused = count(), None, {}, False
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    while True:
        try:  # after a break the server continues after the last seq that we have seen
            with connect(address + (f"?since={seq}" if seq else ""), additional_headers={"Cookie": cookie}) as socket:
                for text in socket:
                    message = json.loads(text)
                    seq, kind = message["seq"], message["type"]
                    if kind == "state" and message["seat"] is None:
                        socket.send(json.dumps({"type": "sit", "id": f"sit{next(ids)}"}))
                    info = message.get("table")
                    if info and info["status"] == "waiting" and all(one["kind"] != "open" for one in info["seats"]):
                        socket.send(json.dumps({"type": "start", "id": f"start{next(ids)}"}))  # the host alone may
                    if kind in ("state", "table") and message.get("view"):
                        view = message["view"]
                    elif kind == "played":
                        view.update(message["changes"])
                        if "log" not in message["changes"]:
                            view["log"].append(message["action"])
                    if view.get("winners"):
                        return view["totals"]
                    if "table" in message and message["table"]["paused"] != paused:  # between two rounds
                        paused = message["table"]["paused"]
                        if paused:
                            socket.send(json.dumps({"type": "ready", "id": f"ready{next(ids)}"}))
                    if paused:
                        continue
                    if view and view["seat"] in view["to_act"] and kind in ("state", "table", "played", "presence"):
                        action = random.choice(view["legal"])
                        act = {"type": "act", "id": f"act{next(ids)}", "action": action, "seq": seq}
                        socket.send(json.dumps(act))
        except (ConnectionClosed, ConnectionError):
            continue


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
