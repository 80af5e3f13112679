#!/usr/bin/env python3
"""A full disk, a read-only one, a failing one, a damaged database, a clock that jumps, new rules.

usage: storage.py VEGLIA FAULT.so

Each time: a clear message, no acknowledged move lost, and service goes on when the cause is gone.
"""
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

import client
from client import Closed, Person, Server, request, sit

VEGLIA, FAULT = sys.argv[1], os.path.abspath(sys.argv[-1])  # others borrow the rest


def dealt(server, **plan):
    a, b = sit(server, **plan)
    a.ok("deal")
    return a, b


def step(people, rng, acked):
    """One move by whoever is asked; gives the answer."""
    for p in people:
        p.drain()
        while p.now["log_count"] != max(q.now["log_count"] for q in people):
            p.read()
    for p in people:
        if p.now["ask"]["actor"] == p.seat:
            move = rng.choice(p.moves())
            answer = p.do("move", move=move, at=p.now["log_count"])
            if answer["type"] == "ok":
                acked.append(f"{p.seat} {move}")
            return answer
    raise AssertionError("nobody is asked")


def exported(server, table):
    out = subprocess.run([VEGLIA, "admin", "export", table, "--db", server.db, *server.where], capture_output=True, text=True,
                         check=True).stdout
    return [line for line in out.splitlines() if line[:1].isdigit()]


def goes_on(server, people, rng, acked, moves):
    """After a restart all that was acknowledged is there, and people who return play on."""
    assert exported(server, people[0].table) == acked
    for p in people:
        p.close()
        p.connect()
    for _ in range(moves):
        assert step(people, rng, acked)["type"] == "ok"
    assert exported(server, people[0].table) == acked


class Rows:
    """What is in a server's database, whichever it is, changed behind its back."""

    def __init__(self, server):
        self.server = server
        self.db = None if client.POSTGRES else sqlite3.connect(server.db)

    def entries(self, table):
        """(n, at, entry) of each."""
        if self.db:
            return [(n, at, entry.encode()) for n, at, entry in
                    self.db.execute("SELECT n, at, entry FROM log WHERE tab=? ORDER BY n", (table,))]
        rows = client.POSTGRES.sql(f"SELECT n, at, encode(entry, 'hex') FROM veglia.log WHERE tab = {table} ORDER BY n", self.server.db)
        return [(int(n), int(at), bytes.fromhex(entry)) for n, at, entry in rows]

    def put(self, table, n, entry, total=None):
        """Another entry in the place of one; with its sum, if it is given."""
        signed = None if total is None else total - (total >> 63 << 64)
        if self.db:
            self.db.execute("UPDATE log SET entry=?, sum=coalesce(?, sum) WHERE tab=? AND n=?", (entry.decode(), signed, table, n))
            if signed is not None:
                self.db.execute("UPDATE tables SET sum=? WHERE id=?", (signed, table))
            return
        kept = "" if signed is None else f", sum = {signed}"
        also = "" if signed is None else f"; UPDATE veglia.tables SET sum = {signed} WHERE id = {table}"
        client.POSTGRES.sql(f"UPDATE veglia.log SET entry = decode('{entry.hex()}', 'hex'){kept} WHERE tab = {table} AND n = {n}{also}",
                            self.server.db)

    def rewrite(self, table, change):
        """Every entry as `change` makes it, checksums and all: as if it had always been so."""
        total = 0
        for n, at, entry in self.entries(table):
            entry = change(n, entry)
            data = struct.pack("<QQQI", total, table, at & (2**64 - 1), n) + entry
            total = struct.unpack("<Q", hashlib.sha256(data).digest()[:8])[0]
            self.put(table, n, entry, total)

    def close(self):
        if self.db:
            self.db.commit()
            self.db.close()


def faulty_disk(folder, kind):
    flag = os.path.join(folder, "flag")
    open(flag, "w", encoding="ascii").close()
    with Server(VEGLIA, db=os.path.join(folder, kind + ".db"), wrapper=["env", f"LD_PRELOAD={FAULT}", f"VEGLIA_FAULT={flag}"],
                options=["--max-rate", "1000000"]) as server:
        rng, acked = random.Random(3), []
        people = dealt(server)
        for _ in range(20):
            assert step(people, rng, acked)["type"] == "ok"
        with open(flag, "w", encoding="ascii") as f:
            f.write(kind)
        answer = step(people, rng, acked)
        assert answer["type"] == "no" and answer["code"] == "STORAGE", answer
        assert "salvare" in answer["why"], answer
        # Everybody at the table is told, and asked to come back.
        for p in people:
            try:
                while True:
                    p.read()
            except Closed as e:
                assert e.args[0] == 1013, e.args
            assert p.notices and p.notices[-1]["code"] == "STORAGE"
        status, body = server.get("/healthz")
        assert status == 503 and b"storage" in body, body
        status, _, body = request(server.port, "POST", "/api/tables", {"game": "quest", "name": "Eva"})
        assert status == 503 and json.loads(body)["code"] == "STORAGE", body
        # One may still look.
        for p in people:
            p.connect()
            assert p.now["log_count"] > 0
        answer = step(people, rng, acked)
        assert answer["code"] == "STORAGE"
        open(flag, "w", encoding="ascii").close()
        for p in people:
            p.close()
            p.connect()
        for _ in range(20):
            assert step(people, rng, acked)["type"] == "ok"
        assert server.get("/healthz")[0] == 200
        assert server.metric("veglia_store_failures_total") >= 2
        lines = exported(server, people[0].table)
        assert lines == acked, (len(lines), len(acked))
        server.kill()
        assert exported(server, people[0].table) == acked
        # A server that cannot even begin says why.
        with open(flag, "w", encoding="ascii") as f:
            f.write(kind)
        shutil.copy(server.db, server.db + "2")
        server.db += "2"
        if not server.start(expect=False):
            assert "cannot begin" in server.stderr(), server.stderr()
    print(f"{kind}: refused, told, resumed; {len(acked)} acknowledged moves, all there")


def clock_jump(folder):
    flag = os.path.join(folder, "flag")
    open(flag, "w", encoding="ascii").close()
    with Server(VEGLIA, db=os.path.join(folder, "clock.db"), wrapper=["env", f"LD_PRELOAD={FAULT}", f"VEGLIA_FAULT={flag}"],
                options=["--max-rate", "1000000", "--idle", "1"]) as server:
        rng, acked = random.Random(4), []
        people = dealt(server, pace={"seconds": 3600, "absent": "bot"})
        for jump in ("clock 864000", "clock -864000", ""):
            with open(flag, "w", encoding="ascii") as f:
                f.write(jump)
            for _ in range(5):
                assert step(people, rng, acked)["type"] == "ok"
            time.sleep(1.2)
            for p in people:
                p.drain()
                assert not any(c["stand_in"] for c in p.info["chairs"]), "a jump of the clock counts as absence"
                assert p.state["clock"]["left"] <= 3600000
            # Also when the table has left memory and comes back.
            for p in people:
                p.close()
            time.sleep(2.5)
            assert server.metric("veglia_tables_in_memory") == 0
            for p in people:
                p.connect()
                assert 0 < p.state["clock"]["left"] <= 3600000, p.state["clock"]
                assert not any(c["stand_in"] for c in p.info["chairs"])
        assert exported(server, people[0].table) == acked
    print("clock jumps of ten days: nobody absent, nothing lost")


def flip(server, table):
    """A bit that flips inside an entry: the database does not notice, the checksum does."""
    rows = Rows(server)
    text = rows.entries(table)[10][2]
    if client.POSTGRES:
        rows.put(table, 10, bytes([text[0] ^ 1]) + text[1:])
        return
    rows.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    rows.close()
    data = open(server.db, "rb").read()
    at = data.find(text)
    assert at > 0
    with open(server.db, "r+b") as f:
        while at >= 0:
            f.seek(at)
            f.write(bytes([data[at] ^ 1]))
            at = data.find(text, at + 1)


def damage(folder):
    """A damaged table says so; the others go on."""
    with Server(VEGLIA, db=os.path.join(folder, "damage.db"), options=["--max-rate", "1000000"]) as server:
        rng = random.Random(5)
        tables = []
        for _ in range(3):
            acked = []
            people = dealt(server)
            for _ in range(15):
                step(people, rng, acked)
            tables.append((people, acked))
        assert server.stop() == 0
        victim = tables[1][0][0].table
        flip(server, client.table_number(victim))
        server.start()
        server.replayed()
        assert '"frozen":1' in server.stderr() and "checksum" in server.stderr(), server.stderr()
        late = Person(server, victim, tables[1][0][0].cookie)
        late.connect()
        assert late.info["status"] == "frozen" and "rovinati" in late.info["why"], late.info
        for people, acked in (tables[0], tables[2]):
            for p in people:
                p.close()
                p.connect()
            for _ in range(10):
                assert step(people, rng, acked)["type"] == "ok"
            assert exported(server, people[0].table) == acked
        server.stop()
        if client.POSTGRES:  # its pages, and what to do about them, are PostgreSQL's own
            print("damage: one table frozen, two played on")
            return
        # A whole page of rubbish in the middle.
        size = os.path.getsize(server.db)
        shutil.copy(server.db, server.db + ".whole")
        with open(server.db, "r+b") as f:
            page = size // 4096 // 2
            f.seek(page * 4096)
            f.write(os.urandom(4096))
        began = server.start(expect=False)
        if began:
            states = []
            for people, acked in tables:
                p = Person(server, people[0].table, people[0].cookie)
                try:
                    p.connect()
                    states.append(p.info["status"])
                except Closed as e:
                    states.append(e.args[0])
            assert all(s in ("frozen", "playing", 4001, 503) for s in states), states
            status, _, body = request(server.port, "POST", "/api/tables", {"game": "quest", "name": "Eva"})
            assert status in (200, 503), (status, body)
            server.stop()
        else:
            states = "did not begin"
            assert "cannot begin" in server.stderr() and "malformed" in server.stderr(), server.stderr()
        # The copy of before is put back: everything acknowledged is there, and play goes on.
        shutil.copy(server.db + ".whole", server.db)
        for suffix in ("-wal", "-shm"):
            if os.path.exists(server.db + suffix):
                os.unlink(server.db + suffix)
        server.start()
        for people, acked in (tables[0], tables[2]):
            goes_on(server, people, rng, acked, 5)
        server.stop()
    print(f"damage: one table frozen, two played on; a page of rubbish: {states}; put back: all there")


def new_rules(folder):
    """A build whose rules have another version freezes the games begun under the old one."""
    with Server(VEGLIA, db=os.path.join(folder, "rules.db")) as server:
        rng, acked = random.Random(6), []
        people = dealt(server)
        other = dealt(server, game="fate", seats=2, options={"accord": 0})  # chance players would agree to end
        for _ in range(10):
            step(people, rng, acked)
            step(other, rng, [])
        server.stop()
        # The database of the "old" build: its rules were of another version, where the table was made and where it was dealt.
        rows = Rows(server)
        rows.rewrite(client.table_number(people[0].table), lambda _, entry: re.sub(rb"\nrules \d+\n", b"\nrules 999\n", entry))
        rows.close()
        server.start()
        log = server.replayed()
        assert '"live":2,"frozen":1' in log and "version" in log, log
        p = Person(server, people[0].table, people[0].cookie)
        p.connect()
        assert p.info["status"] == "frozen" and "regole" in p.info["why"], p.info
        assert p.do("move", move="pass")["code"] == "CLOSED"
        for q in other:
            q.close()
            q.connect()
        for _ in range(5):
            assert step(other, rng, [])["type"] == "ok"
        assert server.stop() == 0
    print("new rules: the old game is frozen and says why, the other goes on")


def care(folder):
    """Backup while it runs, close and prune from outside."""
    with Server(VEGLIA, db=os.path.join(folder, "care.db"), options=["--max-rate", "1000000"]) as server:
        def admin(*args):
            return subprocess.run([VEGLIA, "admin", *args, *server.where, "--lang", "en"], capture_output=True, text=True, check=False)
        rng, acked = random.Random(7), []
        people = dealt(server)
        for _ in range(10):
            step(people, rng, acked)
        copy = os.path.join(folder, "copy.db")
        out = admin("backup", copy, "--db", server.db)
        assert out.returncode == 0, out.stderr
        assert admin("backup", copy, "--db", server.db).returncode == 1, "a backup overwrites nothing"
        for _ in range(10):
            step(people, rng, acked)
        saved = subprocess.run([VEGLIA, "admin", "export", people[0].table, "--db", copy], capture_output=True, text=True,
                               check=True).stdout
        assert [line for line in saved.splitlines() if line[:1].isdigit()] == acked[:10]
        if not client.POSTGRES:
            other = subprocess.run([VEGLIA, "serve", "--db", server.db, "--listen", "127.0.0.1:0", "--lang", "en"],
                                   capture_output=True, text=True, check=False)
            assert other.returncode == 1 and "in use" in other.stderr, other.stderr
        assert admin("close", people[0].table, "--db", server.db).returncode == 0
        for p in people:  # at once, where they sit
            while p.info["status"] != "closed":
                p.read()
        assert people[0].do("move", move="pass")["code"] == "CLOSED"
        assert exported(server, people[0].table) == acked
        listed = admin("list", "--json", "--db", server.db).stdout.splitlines()
        assert [json.loads(line)["status"] for line in listed] == ["closed"], listed
        # Others are not disturbed by a write from outside.
        people = dealt(server)
        for _ in range(5):
            assert step(people, rng, [])["type"] == "ok"
        out = admin("prune", "--days", "0", "--db", server.db)
        assert "removed: 2" in out.stdout, out.stdout + out.stderr
        assert server.get("/api/tables/" + "a" * 13)[0] == 404
    print("care: backup while running, closed and pruned from outside")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("ENOSPC", "EROFS", "EIO") if not client.POSTGRES else ():  # disk.py fills PostgreSQL's
            faulty_disk(folder, kind)
        clock_jump(folder)
        damage(folder)
        new_rules(folder)
        care(folder)


if __name__ == "__main__":
    main()
