"""Another server of board games, for comparison: boardgame.io, if npm can bring it. Nothing of it is kept here.

Its game is as small as can be, and its matches are in memory: it judges nothing, and stores nothing.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.benchmarks.serve_bed import Process

PACKAGE = "boardgame.io@0.50.2"
INSTALL_SECONDS = 150
EACH = 100
"""Moves of each client."""
GAME = """
const game = { name: "counting", setup: () => ({ n: 0 }), moves: { step: ({ G }) => { G.n += 1; } } };
"""
SERVER = f"""
const {{ Server, Origins }} = require("boardgame.io/server");
{GAME}
Server({{ games: [game], origins: [Origins.LOCALHOST] }}).run(Number(process.argv[2]));
"""
CLIENTS = """
const { io } = require("socket.io-client");
const [base, clients, each] = [`http://127.0.0.1:${process.argv[2]}`, Number(process.argv[3]), Number(process.argv[4])];

async function joined(_, number) {
  const matchID = `match${number}`;  // a match that is not there is made when somebody asks for it
  const socket = io(`${base}/counting`, { transports: ["websocket"], forceNew: true });
  const synced = new Promise((done) => socket.once("sync", done));
  socket.on("connect", () => socket.emit("sync", matchID, "0", undefined, 1));
  await synced;
  return { matchID, socket };
}

async function play({ matchID, socket }, moves, from) {
  for (let state = from; state < from + moves; state += 1) {
    const answered = new Promise((done) => socket.once("update", done));
    const payload = { type: "step", args: [], playerID: "0" };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state, matchID, "0");
    await answered;
  }
}

(async () => {
  const all = await Promise.all(Array.from({ length: clients }, joined));
  await Promise.all(all.map((one) => play(one, 5, 0)));
  console.log(JSON.stringify({ ready: true }));
  await new Promise((done) => process.stdin.once("data", done));
  const begun = performance.now();
  await Promise.all(all.map((one) => play(one, each, 5)));
  console.log(JSON.stringify({ seconds: (performance.now() - begun) / 1000 }));
  process.exit(0);
})();
"""


def moves_of_a_peer(port: int, clients: int) -> tuple[float, float] | str:
    """Moves a second, and milliseconds of CPU for one; or why it could not be measured."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "node or npm is missing"
    folder = Path(tempfile.mkdtemp(prefix="qmpeer"))
    try:
        why = _installed(folder)
        return why or _measured(folder, port, clients)
    finally:
        shutil.rmtree(folder)


def _installed(folder: Path) -> str:
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE, "socket.io-client"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"npm did not bring {PACKAGE} within {INSTALL_SECONDS} s"
    return "" if done.returncode == 0 else f"npm could not bring {PACKAGE}: {done.stderr.strip()[-200:]}"


def _measured(folder: Path, port: int, clients: int) -> tuple[float, float]:
    (folder / "server.js").write_text(SERVER)
    (folder / "clients.js").write_text(CLIENTS)
    server = Process(["node", "server.js", str(port)], folder, port, "/socket.io/?EIO=4&transport=polling")
    try:
        command = ["node", "clients.js", str(port), str(clients), str(EACH)]
        with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as phones:
            assert phones.stdin is not None and phones.stdout is not None
            assert json.loads(phones.stdout.readline())["ready"]
            before = server.cpu()
            told, _ = phones.communicate("go\n", timeout=120)
        seconds = json.loads(told)["seconds"]
        return clients * EACH / seconds, 1000 * (server.cpu() - before) / clients / EACH
    finally:
        server.stop()
