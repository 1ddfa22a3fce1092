"""boardgame.io as a peer for bench/load.py: its own server and a client of its protocol, both on Node.

Nothing is stored, and the card game has next to no rules, so that the server's own work is what counts.
"""

import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

PEER = r"""
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');
// Two hands that the other must not see, as in any card game; the top card goes onto the trick, no other rules.
function deal(G) {
  const deck = [...Array(34).keys()].map((n) => `${2 + (n % 9)}${'rygb'[Math.floor(n / 9)]}`);
  G.players = { 0: { hand: deck.slice(0, 17) }, 1: { hand: deck.slice(17) } };
  G.sizes = [17, 17]; G.trick = []; G.tricks = [];
}
const game = {
  name: 'load', setup: () => { const G = {}; deal(G); return G; }, playerView: PlayerView.STRIP_SECRETS,
  moves: { play: ({ G, playerID, ctx }) => {
    if (playerID !== ctx.currentPlayer) return INVALID_MOVE;
    G.trick.push({ seat: +playerID, play: G.players[playerID].hand.pop() }); G.sizes[+playerID] -= 1;
    if (G.trick.length === 4) { G.tricks.push(G.trick); G.trick = []; }
    if (!G.sizes[0] && !G.sizes[1]) deal(G);
  } },
  turn: { minMoves: 1, maxMoves: 1 },
};
Server({ games: [game], origins: ['*'] }).run(+process.argv[2]);
"""
PEER_CLIENT = r"""
// Speaks boardgame.io's own messages over socket.io, without its client's redux, which would be the slower part.
const io = require('socket.io-client');
const [port, tables, seconds] = process.argv.slice(2).map(Number);
let moves = 0;
const heard = {};
function sit(matchID, playerID) {
  const socket = io(`http://127.0.0.1:${port}/load`, { transports: ['websocket'], forceNew: true });
  const go = (state) => {
    if (state.ctx.currentPlayer !== playerID) return;
    const payload = { type: 'play', args: [], playerID };
    socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, playerID);
  };
  socket.on('connect', () => socket.emit('sync', matchID, playerID, undefined, 2));
  const begin = new Promise((done) => socket.on('sync', (_, info) => done(() => go(info.state))));
  socket.on('update', (_, state) => {
    heard[matchID] = (heard[matchID] || 0) + 1;
    if (heard[matchID] % 2 === 0) moves += 1;  // the last client has it
    go(state);
  });
  return begin;
}
(async () => {
  const begin = [];
  for (let i = 0; i < tables; i++) begin.push(await sit(`m${i}`, '1'), await sit(`m${i}`, '0'));
  for (const first of begin) first();
  await new Promise((done) => setTimeout(done, 3000));
  const start = moves, time = Date.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  console.log(JSON.stringify({ moves_s: Math.round((moves - start) * 1000 / (Date.now() - time)) }));
  process.exit(0);
})();
"""


def run_boardgameio(port: int, tables: int, seconds: float) -> dict[str, Any]:
    """The moves a second of boardgame.io at this number of tables."""
    if not shutil.which("npm"):
        return {"error": "npm is not installed"}
    folder = Path(tempfile.gettempdir()) / "haggis-peer"
    folder.mkdir(exist_ok=True)
    if not all((folder / "node_modules" / name).exists() for name in ("boardgame.io", "socket.io-client")):
        subprocess.run(
            ["npm", "install", "--silent", "--prefix", folder, "boardgame.io@0.50", "socket.io-client@4"], check=True
        )
    (folder / "server.js").write_text(PEER)
    (folder / "client.js").write_text(PEER_CLIENT)
    peer = subprocess.Popen(["node", "server.js", str(port)], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        time.sleep(3)
        command = ["node", "client.js", str(port), str(tables), str(seconds)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        result: dict[str, Any] = (
            json.loads(done.stdout.splitlines()[-1]) if done.stdout else {"error": done.stderr[-300:]}
        )
        return result
    finally:
        peer.kill()
