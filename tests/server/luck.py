#!/usr/bin/env python3
"""Chance at live tables: who takes part, what is shown when, attacks on it, and honest games without a false alarm.

luck.py VEGLIA [--games N] [--seed S]: the steps and the attacks, then N honest games of each game (1).
"""
import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import schema
from client import Keeper, Person, Server, play_out


def person(server, table=None, name="Anna", keeper=True, **plan):
    p = Person(server, table)
    p.check = schema.check
    if keeper:
        p.keeper = Keeper()
    if table is None:
        p.make(name=name, **plan)
    else:
        p.join(name)
    p.connect()
    return p


def until(people, fact, most=20):
    """Everybody reads until it is so."""
    end = time.time() + most
    while not fact():
        assert time.time() < end, fact
        for p in people:
            p.drain(0.01)


def salted(p):
    return [c["salted"] for c in p.info["chairs"]]


def no(answer, code):
    assert answer["type"] == "no" and answer["code"] == code, answer


def record_of(server, p, n=None):
    status, text = server.get(f"/api/tables/{p.table}/record" + (f"?round={n}" if n else ""))
    assert status == 200, text
    return text.decode()


VERIFIER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/verify.py")


def independent(record):
    """What the verifier written from the documents alone says: it must agree."""
    with tempfile.NamedTemporaryFile("w", suffix=".veglia", encoding="utf-8") as f:
        f.write(record)
        f.flush()
        done = subprocess.run([sys.executable, VERIFIER, f.name], capture_output=True, encoding="utf-8")
        assert done.returncode == 0, (done.stdout + done.stderr, record)


def held(veglia, p, record, n):
    """(exit status, what verify says) of a record held to what `p` saw of round `n`."""
    with tempfile.NamedTemporaryFile("w", suffix=".veglia", encoding="utf-8") as f:
        f.write(record)
        f.flush()
        done = p.keeper.verify(veglia, f.name, n)
        return done.returncode, done.stdout + done.stderr


def every_message():
    """The chain's head goes with every kind of message the schema has; Keeper looks at each that comes."""
    for kind in schema.SERVER:
        required = schema.SCHEMA["$defs"]["from-" + kind]["required"]
        assert {"round", "links", "head"} <= set(required), (kind, required)


def steps(server, veglia):
    """The five steps, and what is refused between them."""
    a = person(server, game="quest", seats=3, sit=0, bots=[None, None, "greedy"])
    b = person(server, a.table, "Carlo")
    b.ok("sit", seat=1)
    until([a, b], lambda: salted(a) == [True, True, False])
    assert a.info["luck"] == {**a.info["luck"], "voids": 0, "dealing": False, "frame": None, "waits": [], "unheard": []}
    assert a.info["head"] is None and a.info["links"] == 0
    # A salt goes with its person, and is gone when that one stands up.
    a.ok("swap", seat=1, **{"with": 2})
    until([a, b], lambda: salted(a) == [True, False, True])
    b.keeper, kept = None, b.keeper
    b.ok("stand")
    until([a, b], lambda: salted(a) == [True, False, False])
    b.ok("sit", seat=2)
    assert not a.info["chairs"][2]["salted"]
    b.keeper = kept
    b.ok("sync")
    until([a, b], lambda: salted(a) == [True, False, True])
    no(b.do("hash", hash="x"), "FORMAT")
    no(b.do("reveal", salt="00" * 32), "WHEN")
    # While salts are awaited nothing of the frame can be changed.
    for p in (a, b):
        p.keeper.silent = True
    a.ok("deal")
    until([a, b], lambda: b.info["luck"]["dealing"])
    frame = a.info["luck"]["frame"]
    assert frame == b.info["luck"]["frame"] and a.info["luck"]["waits"] == [0, 2] and a.now["log_count"] == 0
    assert "\nname 0 Anna\n" in frame and "\nname 2 Carlo\n" in frame and "\nbot 1 greedy\n" in frame
    assert frame.endswith("\n") and frame.count("\nhash ") == 2 and "\nsalt" not in frame
    for p, do, args in ((a, "bot", {"seat": 1, "bot": "search:474ms"}), (a, "swap", {"seat": 0, "with": 1}),
                        (a, "stand", {}), (b, "stand", {}), (a, "hash", {"hash": "00" * 32}), (a, "deal", {}),
                        (a, "kick", {"person": 1}), (b, "sit", {"seat": 1})):
        no(p.do(do, **args), "WHEN")
    no(b.do("void"), "WHO")
    no(b.do("reveal", salt="00" * 32), "ILLEGAL")  # not what was hashed: the last salt cannot be ground
    no(b.do("reveal", salt="0"), "FORMAT")
    b.ok("name", name="Carla")  # at the table, not in the frame
    assert b.info["luck"]["frame"] == frame
    b.keeper.silent = False
    b.ok("sync")
    until([a, b], lambda: a.info["luck"]["waits"] == [0])
    no(b.do("reveal", salt="00" * 32), "WHEN")
    a.keeper.silent = False
    a.ok("sync")
    until([a, b], lambda: a.info["status"] == "playing" and b.now["log_count"] > 0)
    assert a.info["luck"]["frame"] == frame and a.info["head"] and not a.info["luck"]["dealing"]
    play_out([a, b], random.Random(1))
    until([a, b], lambda: b.now["match_over"])
    record = record_of(server, a)
    assert record.split("\n\n")[0].startswith(frame) and "\nrenamed 2 Carla\n" in record
    for p in (a, b):
        status, said = held(veglia, p, record, 1)
        assert status == 0 and "your salt is in it" in said, said
    # A rematch has a commitment and salts of its own.
    commit = a.info["luck"]["commit"]
    a.ok("again")
    until([a, b], lambda: a.info["round"] == 2 and salted(a) == [True, True, False])
    assert a.info["luck"]["commit"] != commit and a.info["luck"]["frame"] is None and a.info["head"] is None
    a.ok("deal")
    until([a, b], lambda: a.info["status"] == "playing")
    assert a.keeper.of(1)["salt"] != a.keeper.of(2)["salt"]
    return a, b, record


def silence(server, veglia):
    """Who does not reveal is named, once; the game takes place all the same."""
    a = person(server, game="fate", seats=2, sit=0)
    b = person(server, a.table, "Luca")
    b.ok("sit", seat=1)
    b.keeper.silent = True
    until([a, b], lambda: salted(a) == [True, True])
    a.ok("deal")
    until([a, b], lambda: a.info["luck"]["voids"] == 1)
    frame = a.keeper.of(1)
    assert a.info["luck"]["unheard"] == [1] and a.info["status"] == "open" and not a.info["luck"]["dealing"]
    until([a, b], lambda: salted(a) == [True, False])
    no(b.do("hash", hash="00" * 32), "WHEN")
    server.kill()  # it stays so
    server.start()
    for p in (a, b):
        p.close()
        p.connect()
    assert a.info["luck"]["voids"] == 1 and a.info["luck"]["unheard"] == [1] and salted(a) == [True, False]
    a.ok("deal")
    until([a, b], lambda: a.info["status"] == "playing")
    play_out([a, b], random.Random(2))
    record = record_of(server, a)
    void = re.findall(r"^void [0-9a-f]{64} 1 Luca$", record, re.M)
    assert len(void) == 1 and frame is not None
    status, said = held(veglia, a, record, 1)
    assert status == 0 and "void deals: 1" in said and "Without a salt: Luca" in said, said
    a.ok("again")  # and in the next round takes part again
    b.keeper.silent = False
    until([a, b], lambda: b.info["round"] == 2 and salted(b) == [True, True])
    assert b.info["luck"]["unheard"] == [] and b.info["luck"]["voids"] == 0
    # Nobody waits for who is not here.
    b.close()
    until([a], lambda: not a.info["chairs"][b.seat]["here"])
    a.ok("deal")
    until([a], lambda: a.info["status"] == "playing")
    assert f"hash {a.seat} " in a.info["luck"]["frame"] and f"hash {b.seat} " not in a.info["luck"]["frame"]
    a.close()


def restarts(server, veglia):
    """kill -9 while salts are awaited, and in play: what was shown still holds."""
    a = person(server, game="quest", seats=2, sit=0)
    b = person(server, a.table, "Carlo")
    b.ok("sit", seat=1)
    until([a, b], lambda: salted(a) == [True, True])
    b.keeper.silent = True
    a.ok("deal")
    until([a, b], lambda: a.info["luck"]["waits"] == [1])
    server.kill()
    server.start()
    b.keeper.silent = False
    for p in (a, b):
        p.close()
        p.connect()
    until([a, b], lambda: a.info["status"] == "playing")
    rng = random.Random(3)
    for n in range(3):
        for _ in range(8):
            for p in (a, b):
                p.drain(0.01)
                if p.moves():
                    p.do("move", move=rng.choice(p.moves()))
                    if p.now["undo"] and rng.random() < 0.5:
                        p.do("undo")
        server.kill()
        server.start()
        for p in (a, b):
            p.close()
            p.connect()
    play_out([a, b], rng)
    record = record_of(server, a)
    assert re.search(r"^\d undo$", record, re.M)
    for p in (a, b):
        until([p], lambda: p.now["match_over"])
        status, said = held(veglia, p, record, 1)
        assert status == 0 and "your salt is in it" in said, said
        p.close()


def marks(server, veglia):
    """Moves by a bot that stands in, by the clock and ahead are marked, live and in the record."""
    a = person(server, game="quest", seats=2, sit=0)
    b = person(server, a.table, "Carlo")
    b.ok("sit", seat=1)
    until([a, b], lambda: salted(a) == [True, True])
    a.ok("deal")
    until([a, b], lambda: a.info["status"] == "playing")
    b.ok("stand")  # a bot goes on
    while not a.now["match_over"]:
        a.drain(0.02)
        if a.moves():
            a.do("move", move=a.moves()[0])
    record = record_of(server, a)
    assert re.search(r"^1/bot ", record, re.M) and "\nbot 1" not in record
    assert {e.get("by") for e in a.events if e["seat"] == 1} >= {"bot"}
    status, said = held(veglia, a, record, 1)
    assert status == 0, said
    c = person(server, game="fata", seats=3, sit=0, bots=[None, "random", "random"],
               pace={"seconds": 1, "absent": "skip"})
    until([c], lambda: salted(c)[0])
    c.ok("deal")
    end = time.time() + 20
    while not any(e.get("by") == "clock" for e in c.events) and time.time() < end:
        c.drain(0.1)
    assert any(e.get("by") == "clock" for e in c.events)
    for p in (a, b, c):
        p.close()


def attacks(server, veglia, a, b, record):
    """What a host could try with the record and with what it shows."""
    lie = {}
    # Another table's record, sound in itself.
    c = person(server, game="quest", seats=3, sit=0, bots=[None, "greedy", "greedy"])
    until([c], lambda: salted(c)[0])
    c.ok("deal")
    play_out([c], random.Random(5))
    lie["swapped"] = record_of(server, c)
    assert held(veglia, c, lie["swapped"], 1)[0] == 0
    # Two moves of a seat changed over; a card changed; an option; the number of games; the end cut off.
    lines = record.split("\n")
    at = next(i for i, x in enumerate(lines) if x[:2] == "0 " and lines[i + 1][:2] == "0 " and x != lines[i + 1])
    lie["reordered"] = "\n".join(lines[:at] + [lines[at + 1], lines[at]] + lines[at + 2:])
    lie["card"] = re.sub(r"^\* draw boat$", "* draw equipment", record, count=1, flags=re.M)
    lie["option"] = record.replace("tie-break=shared", "tie-break=fewer-negative")
    lie["games"] = record.replace("\ngames 1\n", "\ngames 3\n")
    lie["commit"] = record.replace("\ncommit ", "\ncommit 0")[:-1]
    lie["cut"] = "\n".join(lines[:-6] + lines[-3:])
    for name, text in lie.items():
        assert text != record, name
        for p in (a, b):
            try:
                status, said = held(veglia, p, text, 1)
            except AssertionError:
                status, said = 1, "not the frame that was shown"
            assert status != 0, (name, said)
    # Two commitments in one round are seen at once by whoever keeps them.
    a.keeper.of(1)["commit"].add("0" * 64)
    try:
        held(veglia, a, record, 1)
        raise SystemExit("equivocation was not noticed")
    except AssertionError:
        a.keeper.of(1)["commit"].discard("0" * 64)
    c.close()


def honest(server, veglia, game, rng):
    """One table with everything that happens at tables: no false alarm for anybody who was there."""
    low, high = game["min"], game["max"]
    seats = rng.randint(low, min(high, low + 2))
    count = rng.randint(1, min(3, seats))
    bots = [None] * count + [rng.choice(["random", "greedy"]) for _ in range(seats - count)]
    people = [person(server, game=game["id"], seats=seats, sit=0, bots=bots,
                     games=2 if rng.random() < 0.15 else 1)]
    for i in range(1, count):
        people.append(person(server, people[0].table, "Ugo %d" % i))
        people[-1].ok("sit", seat=i)
    a, checked = people[0], 0
    for n in range(1, rng.choice([2, 2, 3])):
        def ready():
            return all(salted(a)[p.seat] for p in people if p.seat is not None and p.ws)
        until(people, lambda: a.info["round"] == n and a.info["status"] == "open")
        if rng.random() < 0.5 and seats > 1:
            s, t = rng.sample(range(seats), 2)
            a.ok("swap", seat=s, **{"with": t})
        if rng.random() < 0.3 and count > 1:  # one stands up and comes back
            p = people[-1]
            until(people, lambda: p.info["seq"] == a.info["seq"])
            seat = p.seat
            p.ok("stand")
            p.ok("sit", seat=seat)
        until(people, ready)
        if rng.random() < 0.2 and count > 1:
            people[-1].keeper.silent = True
            a.ok("deal")
            until(people, lambda: a.info["luck"]["voids"] == 1)
            people[-1].keeper.silent = False
            until(people, lambda: all(salted(a)[p.seat] for p in people[:-1]))
        a.ok("deal")
        until(people, lambda: all(p.info["status"] == "playing" and p.now["log_count"] for p in people))
        moves, gone = 0, None
        while not a.now["match_over"]:
            for p in people:
                if not p.ws:
                    continue
                p.drain()
                if p.now["over"]:
                    if not p.now["match_over"] and p is a:
                        p.do("next")
                    continue
                if p.seat is None or not p.moves() or (p.now["ask"]["actor"] != p.seat and rng.random() < 0.8):
                    continue
                p.do("move", move=rng.choice(p.moves()), at=p.now["log_count"])
                moves += 1
                if p.now["undo"] and rng.random() < 0.1:
                    p.do("undo")
            a.drain(0.002)
            if len(people) > 1 and moves == 5 and rng.random() < 0.5 and gone is None:
                gone = people[-1]
                if rng.random() < 0.5 and gone.seat is not None:
                    gone.ok("stand")
                gone.close()
            elif gone and not gone.ws and (rng.random() < 0.2 or moves % 4 == 0):
                gone.connect()
                if gone.seat is None:
                    seat = [c["seat"] for c in gone.info["chairs"] if c["left"]]
                    if seat:
                        gone.do("sit", seat=seat[0])
        if gone and not gone.ws:
            gone.connect()
        until(people, lambda: all(p.now["match_over"] for p in people))
        record = record_of(server, a, n)
        independent(record)
        for p in people:
            status, said = held(veglia, p, record, n)
            assert status == 0, (game["id"], a.table, n, said)
            checked += 1
        a.ok("again")
        until(people, lambda: all(p.info["round"] == n + 1 for p in people))
        for p in people:  # one who left may have no seat any more
            if p.seat is None:
                p.do("sit", seat=next((c["seat"] for c in p.info["chairs"] if c["kind"] == "empty"), 0))
        for c in a.info["chairs"]:
            if c["kind"] == "empty":
                a.do("bot", seat=c["seat"], bot="greedy")
    for p in people:
        p.close()
    return checked


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("veglia")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    every_message()
    with Server(args.veglia, options=["--reveal", "60", "--max-rate", "1000"]) as server:
        a, b, record = steps(server, args.veglia)
        attacks(server, args.veglia, a, b, record)
        restarts(server, args.veglia)
        marks(server, args.veglia)
    games = held_to = 0
    with Server(args.veglia, options=["--reveal", "3", "--max-rate", "1000"]) as server:
        silence(server, args.veglia)
        for i in range(args.games):
            for game in json.loads(server.get("/api/games")[1])["games"]:
                held_to += honest(server, args.veglia, game, random.Random(args.seed * 1000003 + 5 * games))
                games += 1
    print(f"the steps and the attacks as they should be; {games} honest tables, {held_to} records held to what people saw,"
          " no false alarm")


if __name__ == "__main__":
    main()
