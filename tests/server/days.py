#!/usr/bin/env python3
"""The deal of the day at a server: days.py VEGLIA. True games are listed, others refused, whoever sends them."""
import datetime
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading

import schema
from client import Person, Server, request

GAMES = ("quest", "fate", "mind", "fata", "winter")
DAY = schema._validator("http-day")  # what is answered


def today(ago=0):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=ago)).strftime("%Y-%m-%d")


def played(veglia, game, date, name, choice):
    """A record of that day's deal, the person always choosing this number, or the first there is."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "it.veglia")
        done = subprocess.run(
            [veglia, "play", game, "--day", date, "--plain", "--silent", "--names", name, "--lang", "en", "--save", path],
            input=f"{choice}\n1\n" * 2000, capture_output=True, encoding="utf-8", timeout=120, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        assert f"Veglia, the deal of {date}" in done.stdout
        with open(path, encoding="utf-8") as f:
            return f.read()


def chained(record):
    """The record as a forger writes it: its chain is that of its lines, whatever they are."""
    header, rest = record.split("\n\n", 1)
    seed = [line[5:] for line in header.splitlines() if line.startswith("seed ")][0]
    secret = hashlib.sha256(b"veglia seed 1\n" + seed.encode()).digest()
    head = hashlib.sha256((header + "\n").encode()).digest()
    lines = [line for line in rest.splitlines() if not line.startswith(("head ", "renamed ", "  \""))]
    for line in lines:
        head = hashlib.sha256(b"veglia link 2\n" + secret + head + line.encode() + b"\n").digest()
    return header + "\n\n" + "\n".join(lines) + f"\nhead {len(lines)} {head.hex()}\n"


def send(server, game, record, name="Anna", date=None):
    status, _, body = request(server.port, "POST", f"/api/days/{game}?lang=en",
                              {"name": name, "date": date or today(), "record": record})
    return status, json.loads(body)


def listed(server, game, date=None):
    status, body = server.get(f"/api/days/{game}" + (f"?date={date}" if date else ""))
    assert status == 200, body
    DAY.validate(json.loads(body))
    return json.loads(body)


def refused(answer, code, said=""):
    status, body = answer
    assert status >= 400 and body["code"] == code and said in body["why"], answer


def true_games(veglia, server):
    for game in GAMES:
        assert listed(server, game)["count"] == 0
        record = played(veglia, game, today(), "Anna", 1)
        status, body = send(server, game, record)
        assert status == 200, body
        DAY.validate(body)
        assert (body["place"], body["count"]) == (1, 1), body
        assert send(server, game, record, name="Ugo")[1]["count"] == 1  # the same game, whoever sends it
    before = played(veglia, "quest", today(1), "Anna", 1)
    assert send(server, "quest", before, date=today(1))[0] == 200  # began before midnight
    assert listed(server, "quest", today(1))["count"] == 1


def forged_games(veglia, server):
    for game in GAMES:
        record = played(veglia, game, today(), "Eva", 2)
        assert chained(record) == record  # this forger knows how it is done
        count = listed(server, game)["count"]
        lines = record.split("\n")
        first = lines.index("")
        bots = [i for i in range(first, len(lines)) if lines[i][:2] in ("1 ", "2 ")]
        chance = [i for i in range(first, len(lines)) if lines[i][:1] == "*"]
        for i in bots[3:60:13]:  # what a bot did, it did not
            other = next(lines[j] for j in bots if lines[j] != lines[i] and lines[j][0] == lines[i][0])
            fake = lines[:i] + [other] + lines[i + 1:]
            refused(send(server, game, chained("\n".join(fake))), "RECORD")
        last = chance[-1]
        other = next(lines[j] for j in chance[5:] if lines[j] != lines[last])
        refused(send(server, game, chained("\n".join(lines[:last] + [other] + lines[last + 1:]))), "RECORD")
        refused(send(server, game, chained("\n".join(lines[:len(lines) // 2]))), "RECORD", "not finished")
        kinder = record.replace("bot 1 greedy", "bot 1 random")
        refused(send(server, game, chained(kinder)), "RECORD", "not the deal of the day")
        own = record.replace("\nshared\n", "\n")
        refused(send(server, game, chained(own)), "RECORD")
        marked = record.replace("\n1 ", "\n1/bot ", 1)
        refused(send(server, game, chained(marked)), "RECORD")
        assert listed(server, game)["count"] == count
    old = played(veglia, "quest", "2026-01-06", "Eva", 1)
    refused(send(server, "quest", old), "RECORD", "not the deal of the day")
    refused(send(server, "quest", old, date="2026-01-06"), "WHEN")


def nonsense(server):
    refused(send(server, "quest", "nothing"), "RECORD")
    refused(send(server, "quest", ""), "RECORD")
    refused(send(server, "nowhere", "x"), "NOT_FOUND")
    refused(send(server, "quest", "x", name=" \u200b "), "FORMAT")
    refused(send(server, "quest", "x", date="tomorrow"), "FORMAT")
    status, _, body = request(server.port, "POST", "/api/days/quest", [1])
    assert status == 400 and b"FORMAT" in body
    status, body = server.get("/api/days/quest?date=2026-02-30")
    assert status == 400 and b"FORMAT" in body
    status, body = server.get("/api/days/quest/more")
    assert status == 404, body
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    number = 2**63 - 2**40 + int(today().replace("-", "")) * 64 * 16  # the book of the first game is no table
    name = "".join(letters[number >> 60 - 5 * i & 31] for i in range(13))
    assert server.get(f"/api/tables/{name}")[0] == 404


def together(veglia, server):
    """Several at once find a place each, and everybody is told where."""
    records = [played(veglia, "mind", today(), f"P{i}", 1 + i % 3) for i in range(6)]
    answers = [None] * len(records)

    def one(i):
        answers[i] = send(server, "mind", records[i], name=f"P{i}")
    threads = [threading.Thread(target=one, args=(i,)) for i in range(len(records))]
    before = listed(server, "mind")["count"]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(status == 200 for status, _ in answers), answers
    day = listed(server, "mind")
    assert day["count"] == before + len(records), day
    order = [(row["rank"], -row["points"], row["decisions"]) for row in day["rows"]]
    assert order == sorted(order)


def copied(server, p, cookie=None):
    status, heads, body = request(server.port, "POST", f"/api/tables/{p.table}/copy?lang=en", {}, cookie=cookie)
    return status, json.loads(body)


def duplicates(server):
    """Several tables with the same cards: for the host alone, before they are dealt, and only if they were meant to be shared."""
    host, guest = Person(server), Person(server)
    host.make(name="Anna", game="quest", seats=2, bots=[None, "greedy"], sit=0, shared=True)
    host.connect()
    guest.table = host.table
    guest.join("Ugo")
    refused(copied(server, host), "WHO")
    refused(copied(server, guest, guest.cookie), "WHO")
    status, ticket = copied(server, host, host.cookie)
    assert status == 200, ticket
    other = Person(server, ticket["id"])
    other.join("Bea")
    other.connect()
    commits = set()
    for p in (host, other):
        p.drain(0.2)
        assert p.info["shared"] and p.info["status"] == "open", p.info
        commits.add(p.info["luck"]["commit"])
        assert not any(c["kind"] == "person" and c["salted"] for c in p.info["chairs"])
    assert len(commits) == 1
    host.ok("deal")
    refused(copied(server, host, host.cookie), "WHEN")
    own = Person(server)
    own.make(name="Anna", game="quest", seats=2, bots=[None, "greedy"])
    refused(copied(server, own, own.cookie), "WHEN")


def main(veglia):
    with Server(veglia) as server:
        true_games(veglia, server)
        forged_games(veglia, server)
        nonsense(server)
        together(veglia, server)
        duplicates(server)
        lists = [listed(server, game) for game in GAMES]
        server.kill()
        server.start()
        assert [listed(server, game) for game in GAMES] == lists  # what was told is on disk
    print("days: ok")


main(sys.argv[1])
