"""A complete client: takes a seat at a table and plays random legal actions to the end. See docs/protocol.md.

python examples/socket_bot.py http://127.0.0.1:8000 TABLE [NAME]
"""

import json
import random
import sys
import urllib.request
from itertools import count

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def sign_in(server: str, name: str) -> str:
    """Makes a guest with this name and returns its cookie, to which the seat will belong."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/me", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.headers["Set-Cookie"].split(";")[0]


def play(server: str, table: str, name: str = "Robin") -> list[int]:
    """Plays one match and returns the totals."""
    cookie, ids, seq, view, paused = sign_in(server, name), count(), None, {}, False
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
