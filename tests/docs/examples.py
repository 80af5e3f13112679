#!/usr/bin/env python3
"""Runs the examples of protocol.md, bot-protocol.md, record.md and randomness.md as they stand, and holds HTTP bodies to
the schema.

usage: examples.py VEGLIA VEGLIA_WITH_CANDLES"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "server"))
import schema  # noqa: E402
from client import Person, Server, request  # noqa: E402

VEGLIA, CANDLES = sys.argv[1:3]
count = 0


def page(name):
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def hold(kind, body):
    """Bodies are held to the definition of the schema with this name."""
    global count
    count += 1
    schema.HTTP[kind].validate(json.loads(body) if isinstance(body, (bytes, str)) else body)


def messages():
    """Everything protocol.md shows of messages: blocks, and what stands in a line."""
    text = page("protocol.md")
    blocks = re.findall(r"```json\n(.*?)```", text, re.S)
    inline = re.findall(r"`(\{\"(?:type|id)\":.*?\})`", text)
    assert len(blocks) >= 3 and len(inline) >= 10, (len(blocks), len(inline))
    return [json.loads(x) for x in blocks + inline]


def protocol(server):
    global count
    for example in messages():
        count += 1
        if "type" in example:
            schema.SERVER[example["type"]].validate(example)
        elif "do" in example:
            schema.check_command(example)
        else:  # the table to be made: it is made
            hold("make", example)
            status, _, body = request(server.port, "POST", "/api/tables", example)
            assert status == 200, (status, body)
            hold("ticket", body)
    # What is said of commands in the table, the schema has, and the other way round.
    rows = re.findall(r"^\| `(\w+)` \| ", page("protocol.md").split("### From the client")[1], re.M)
    assert set(rows) == set(schema.CLIENT), set(rows) ^ set(schema.CLIENT)
    codes = set(re.findall(r"[A-Z_]{3,}", re.search(r"Codes of refusals:.*?\n\n", page("protocol.md"), re.S)[0]))
    known = set(schema.SCHEMA["$defs"]["from-no"]["properties"]["code"]["enum"])
    assert known <= codes | {"JSON"}, known - codes


def http(server):
    hold("games", server.get("/api/games")[1])
    for game in json.loads(server.get("/api/games")[1])["games"]:
        for lang in ("it", "en"):
            hold("cards", server.get(f"/api/games/{game['id']}/cards?edition={game['editions'][0]}&lang={lang}")[1])
            hold("rules", server.get(f"/api/games/{game['id']}/rules?lang={lang}")[1])
    anna = Person(server)
    hold("ticket", anna.make(game="quest", seats=2, sit=0, bots=[None, "greedy"], listed=True))
    ticket = anna.make(game="mind", seats=3, sit=None, listed=True, pace={"seconds": 30, "absent": "bot"})
    hold("tables", server.get("/api/tables")[1])
    table = f"/api/tables/{anna.table}"
    hold("table", server.get(table, cookie=anna.cookie)[1])
    hold("table", server.get(table)[1])
    carlo = Person(server, anna.table)
    hold("ticket", carlo.join("Carlo"))
    hold("ticket", server.get(table + "/recovery", cookie=carlo.cookie)[1])
    token = {"token": ticket["recovery"].split("#k=")[1]}
    hold("recover", token)
    hold("ticket", request(server.port, "POST", table + "/recover", token)[2])
    # What is refused.
    plain = {"Content-Type": "text/plain"}
    for status, got in (
            (404, request(server.port, "GET", "/api/nope")),
            (404, request(server.port, "GET", "/api/tables/aaaaaaaaaaaaa")),
            (403, request(server.port, "GET", table + "/record")),
            (403, request(server.port, "GET", table + "/recovery")),
            (403, request(server.port, "POST", table + "/recover", {"token": "x" * 32})),
            (400, request(server.port, "POST", table + "/join", {})),
            (400, request(server.port, "POST", "/api/tables", {"game": "nope", "name": "A"})),
            (400, request(server.port, "POST", "/api/tables", b"{")),
            (415, request(server.port, "POST", "/api/tables", b"{}", headers=plain)),
            (403, request(server.port, "POST", "/api/tables", {}, headers={"Origin": "https://elsewhere.example"})),
            (404, request(server.port, "POST", "/api/games", {})),
            (405, request(server.port, "POST", "/t/aaaaaaaaaaaaa", {}))):
        assert got[0] == status, (status, got)
        if got[2]:
            hold("error", got[2])


def bots():
    """The dialogue of the page, and one that really takes place, have the same members."""
    global count
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "bot.py").write_text(
        "import json, sys\n"
        f"log = open({str(folder / 'log')!r}, 'a')\n"
        "for line in sys.stdin:\n"
        "    log.write(line); log.flush()\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'veglia': print('ready log', flush=True)\n"
        "    elif word == 'go': print('bestmove', json.loads(rest)['moves'][0], flush=True)\n"
        "    elif word == 'quit': break\n", encoding="utf-8")
    done = subprocess.run([VEGLIA, "sim", "quest", "--games", "1", "--seats", "2", "--bots",
                           f"cmd:{sys.executable} {folder / 'bot.py'},greedy"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = re.search(r"```dialogue\n(.*?)```", page("bot-protocol.md"), re.S)[1].splitlines()
    shown, real = ([line.split(" ", 1) for line in lines] for lines in (
        [line[2:] for line in said if line.startswith("< ")], (folder / "log").read_text(encoding="utf-8").splitlines()))
    assert {w[0] for w in shown} == {w[0] for w in real} == set(re.findall(r"^\| `(\w+)(?: .*?)?` \| ", page("bot-protocol.md").split("## newgame")[0], re.M))
    for word, *rest in shown:
        alike = [r for w, *r in real if w == word]
        if word in ("newgame", "go", "gameover"):
            members = set(json.loads(rest[0]))
            assert all(set(json.loads(r[0])) == members for r in alike), word
        count += 1
    for word, *rest in shown + real:
        if word == "go":
            ask = json.loads(rest[0])
            schema.view("quest").validate(ask["view"])
            table = page("bot-protocol.md").split("## go")[1]
            assert all(f"| `{member}` |" in table for member in ask), ask
    ask = next(json.loads(w[1]) for w in shown if w[0] == "go")
    assert [line[11:] for line in said if line.startswith("> bestmove ")][0] in ask["moves"]


def records():
    """Records, of the template game, load and verify."""
    global count
    for name in ("record.md", "randomness.md"):
        for text in re.findall(r"```record1?\n(.*?)```", page(name), re.S):
            count += 1
            done = subprocess.run([CANDLES, "verify", "-", "--lang", "en"], input=text, capture_output=True, text=True,
                                  check=False)
            assert done.returncode == 0, (name, done.stdout + done.stderr)


with Server(VEGLIA) as server:
    protocol(server)
    http(server)
bots()
records()
print(f"{count} examples and bodies hold")
