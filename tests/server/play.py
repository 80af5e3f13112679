#!/usr/bin/env python3
"""Whole games of every game over the socket: people, bots, spectators; verified at the end.

usage: play.py VEGLIA [--games ID,...]

Every message is held to the schema. What each viewer was sent is compared with what the engine's own
command line shows that viewer of the finished record: the same events, and nothing besides.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

import schema
from client import Keeper, Person, Server, play_out, replayed, strip

VEGLIA = sys.argv[1]
VERIFIER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "verify.py")


def run(*args, text=None):
    return subprocess.run([VEGLIA, *args], input=text, capture_output=True, text=True, check=False)


def one_game(server, game, seed):
    rng = random.Random(seed)
    low, high = game["min"], game["max"]
    seats = rng.randint(low, high)
    people = 1 if seats == 1 else max(1, rng.randint(1, min(3, seats)))
    bots = [None] * people + [rng.choice(["random", "greedy"]) for _ in range(seats - people)]
    maker = Person(server)
    maker.check = schema.check
    plan = dict(game=game["id"], seats=seats, sit=0, bots=bots, name="Anna", games=1, lang="it")
    maker.make(**plan)
    maker.connect()
    all_people = [maker]
    for i in range(1, people):
        p = Person(server, maker.table)
        p.check = schema.check
        p.join(["", "Carlo", "Dina"][i])
        p.keeper = Keeper()
        p.connect()
        p.ok("sit", seat=i)
        all_people.append(p)
    watcher = Person(server, maker.table)
    watcher.check = schema.check
    watcher.connect()
    commit = maker.now["commit"]
    assert commit and len(commit) == 64
    assert maker.now["moves"] == []
    maker.ok("deal")
    made = play_out(all_people, rng, watchers=[watcher])
    status, record = server.get(f"/api/tables/{maker.table}/record")
    assert status == 200, record
    record = record.decode()
    log = [line for line in record.splitlines() if line[:1].isdigit() or line.startswith("* ")]
    own = [i for i, line in enumerate(log) if line.startswith("%d " % maker.seat)]
    moves = [line for line in log if line[0] != "*"]
    for p in all_people + [watcher]:
        p.drain(0.05)
        while p.now["log_count"] != maker.now["log_count"]:
            p.read()
        assert p.now["match_over"] and p.now["score"]["rank"] == maker.now["score"]["rank"]
    # What was shown is what the engine says this viewer may know.
    for p in all_people:
        assert strip(p.events) == strip(replayed(VEGLIA, record, "--seat", str(p.seat + 1))), "seat %d saw something else" % p.seat
    assert strip(watcher.events) == strip(replayed(VEGLIA, record, "--all"))
    # The promise made before the deal was kept.
    assert f"commit {commit}\n" in record
    out = run("verify", "-", text=record)
    assert out.returncode == 0, out.stderr
    out = subprocess.run([sys.executable, VERIFIER, "/dev/stdin"], input=record, capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stdout
    # A tale told after the end is kept, and comes to those who return.
    if own:
        maker.ok("tell", entry=own[0], text="C'era una volta.")
    late = Person(server, maker.table)
    late.check = schema.check
    late.connect()
    assert strip(late.events) == strip(replayed(VEGLIA, server.get(f"/api/tables/{maker.table}/record")[1].decode(), "--all"))
    # Again, one seat on.
    if seed % 2 == 0:
        before = maker.seat
        maker.ok("again")
        assert maker.info["round"] == 2 and maker.seat == (before + 1) % seats, maker.info["you"]
        assert maker.now["commit"] != commit and maker.events == []
        maker.ok("deal")
        assert server.get(f"/api/tables/{maker.table}/record?round=1")[1].decode().startswith("veglia record 2")
        assert server.get(f"/api/tables/{maker.table}/record?round=2")[0] == 403
    for p in all_people + [watcher, late]:
        p.close()
    return seats, people, made, len(moves)


def main():
    only = sys.argv[sys.argv.index("--games") + 1].split(",") if "--games" in sys.argv else None
    with Server(VEGLIA, options=["--max-rate", "1000000"]) as server:
        games = json.loads(server.get("/api/games")[1])["games"]
        for game in games:
            if only and game["id"] not in only:
                continue
            for seed in range(2):
                seats, people, made, moves = one_game(server, game, seed)
                print(f"{game['id']}: {seats} seats, {people} people made {made} of {moves} moves, verified")
        # Restarted, everything is still there.
        assert server.stop() == 0
        server.start()
        assert server.get("/healthz") == (200, b"ok\n")
        assert '"frozen":0' in server.replayed(), server.stderr()
        server.stop()


main()
