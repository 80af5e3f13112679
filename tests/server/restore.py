#!/usr/bin/env python3
"""The steps docs/hosting.md gives for putting a backup back, followed to the letter; with PostgreSQL (on_postgres.py)
those of docs/cluster.md for a dump.

usage: restore.py VEGLIA ROOT

The commands are read from the document; only the paths and the way the server is stopped and started are ours.
"""
import os
import random
import shlex
import sqlite3
import stat
import subprocess
import sys
import tempfile

import client
import pg
from client import Server, block
from storage import dealt, exported, goes_on, step

VEGLIA = sys.argv[1]
DOC = os.path.join(sys.argv[2], "docs", "cluster.md" if client.POSTGRES else "hosting.md")
STEPS = block(DOC, "dump" if client.POSTGRES else "restore")


def follow(server, backup, commands):
    for line in commands:
        words = shlex.split(line, comments=True)
        if words[:2] == ["systemctl", "stop"]:
            if server.process.poll() is None:
                server.stop()
        elif words[:2] == ["systemctl", "start"]:
            server.start()
        else:
            assert words[:2] == ["veglia", "admin"] or words[0] in ("pg_dump", "pg_restore"), line
            program = VEGLIA if words[0] == "veglia" else pg.program(words[0])
            words = [{"/var/lib/veglia/veglia.db": server.db, "/backup/today.db": backup, "/backup/today.dump": backup,
                      "postgresql://veglia_owner@HOST/veglia": server.db}.get(w, w) for w in words[1:]]
            out = subprocess.run([program, *words], capture_output=True, text=True, check=False)
            assert out.returncode == 0, (line, out.stdout, out.stderr)


def whole(path):
    if client.POSTGRES:
        return
    db = sqlite3.connect(path)
    said = db.execute("PRAGMA integrity_check").fetchone()[0]
    db.close()
    assert said == "ok", said


def makes_one(line):
    return " backup " in line or "pg_dump" in line


def restored(folder, harm):
    """A backup of ten tables, then more play, then `harm`; after the steps all is as the backup was."""
    rng = random.Random(5)
    backup = os.path.join(folder, harm.__name__ + "-backup.db")
    with Server(VEGLIA, db=os.path.join(folder, harm.__name__ + ".db"), options=["--max-rate", "1000000"]) as server:
        tables = []
        for _ in range(10):
            people, acked = dealt(server), []
            for _ in range(12):
                assert step(people, rng, acked)["type"] == "ok"
            tables.append((people, acked))
        follow(server, backup, [line for line in STEPS if makes_one(line)])
        for people, _ in tables:
            for _ in range(12):
                assert step(people, rng, [])["type"] == "ok"
        harm(server)
        follow(server, backup, [line for line in STEPS if not makes_one(line)])
        assert '"live":10,"frozen":0' in server.replayed(), server.stderr()
        whole(server.db)
        assert client.POSTGRES or stat.S_IMODE(os.stat(server.db).st_mode) == 0o600
        for people, acked in tables:
            for p in people:
                p.seq, p.events, p.round = 0, [], 0
            goes_on(server, people, rng, acked, 3)
        assert server.stop() == 0
        if client.POSTGRES:
            return
        whole(server.db)
        aside = [n for n in os.listdir(folder) if n.startswith(harm.__name__ + ".db.before-")]
        assert aside, "what was there is kept"


def killed(server):
    """kill -9: the -wal is full of what came after the backup."""
    server.kill()
    assert client.POSTGRES or os.path.getsize(server.db + "-wal") > 0


def damaged(server):
    """A page of rubbish, and the -wal still there; or tables that somebody dropped."""
    server.kill()
    if client.POSTGRES:
        client.POSTGRES.sql("DROP TABLE veglia.log", server.db)
        return
    with open(server.db, "r+b") as f:
        f.seek(4096)
        f.write(os.urandom(8192))


def running(server):
    """Nothing: it still runs when the steps begin."""


def refusals(folder):
    with Server(VEGLIA, db=os.path.join(folder, "live.db")) as server:
        dealt(server)
        backup = os.path.join(folder, "live-backup.db")

        def admin(*args):
            return subprocess.run([VEGLIA, "admin", *args, "--db", server.db, "--lang", "en"], capture_output=True,
                                  text=True, check=False)
        assert admin("backup", backup).returncode == 0
        out = admin("restore", backup)
        assert out.returncode == 1 and "stop it first" in out.stderr, out.stderr
        server.stop()
        junk = os.path.join(folder, "junk.db")
        with open(junk, "wb") as f:
            f.write(os.urandom(10000))
        before = open(server.db, "rb").read()
        for bad in (junk, os.path.join(folder, "nope.db")):
            assert admin("restore", bad).returncode == 1
            assert open(server.db, "rb").read() == before, "a bad backup changes nothing"
        empty = os.path.join(folder, "empty.db")
        sqlite3.connect(empty).execute("CREATE TABLE x(y)").connection.close()
        assert admin("restore", empty).returncode == 1, "a database, but none of ours"


def main():
    with tempfile.TemporaryDirectory() as folder:
        for harm in (killed, damaged, running):
            restored(folder, harm)
        if not client.POSTGRES:
            refusals(folder)
    print(f"the steps of {os.path.basename(DOC)} bring the backup back, whatever was there")


if __name__ == "__main__":
    main()
