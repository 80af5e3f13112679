#!/usr/bin/env python3
"""Three floods at once beside honest tables: how much memory, and what the honest ones notice.

usage: flood.py VEGLIA FLOOD [LOAD [SECONDS]] [--addresses N] [--one-address] [--short]

Pipelined GETs of a large file, readers that never read, and a storm of `sync`, 64 connections each. Without LOAD a
test: the process stays under 400 MiB and an honest game goes on. With it (bench/server/load.c) 20 tables of four
play 200 moves a second, first in quiet, then beside the floods, then in quiet again: make bench-flood. The floods come
from one address each, or from so many; with --one-address the honest tables share the floods' address.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

from client import Person, Server

ARGS = [a for a in sys.argv[1:] if not a.startswith("--")]
ONE = "--one-address" in sys.argv
ADDRESSES = 1
if "--addresses" in sys.argv:
    ADDRESSES = int(sys.argv[sys.argv.index("--addresses") + 1])
    ARGS.remove(str(ADDRESSES))
VEGLIA, FLOOD = ARGS[0], ARGS[1]
LOAD = ARGS[2] if len(ARGS) > 2 else None
SECONDS = float(ARGS[3]) if len(ARGS) > 3 else 1 if "--short" in sys.argv else 5
LIMIT = 400 << 20
WORK = [] if "--old" in sys.argv else ["--max-work", "200"]  # as it is normally


def resident(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def long_table(server):
    """A table with a long story to be told again and again: four bots that have played."""
    p = Person(server)
    p.make(game="quest", seats=4, games=3, sit=None, bots=["random"] * 4)
    p.connect()
    p.ok("deal")
    while not p.now["match_over"]:
        if p.now["over"]:
            p.do("next")
        p.read()
    p.ok("sync")
    p.close()
    return p.table


class Floods:
    def __init__(self, server, table):
        self.most = 0
        self.running = []
        for base, kind in enumerate(("get", "deaf", "sync"), start=2):
            self.running.append(subprocess.Popen(
                ["nice", "-n", "5", FLOOD, str(server.port), kind, "--connections", "64", "--seconds", str(SECONDS + 4),
                 "--table", table, "--path", "/big.bin", "--addresses", str(ADDRESSES), "--base", "0" if ONE else str(base)],
                stdout=subprocess.PIPE, text=True))
        self.pid = server.process.pid
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while any(p.poll() is None for p in self.running):
            self.most = max(self.most, resident(self.pid))
            time.sleep(0.02)

    def end(self):
        self.thread.join()
        return [p.communicate()[0].strip() for p in self.running]


def honest(server):
    """p99 and the rest, as bench/server/load.c tells them."""
    out = subprocess.run([LOAD, str(server.port), "--tables", "20", "--seats", "4", "--rate", "200", "--seconds",
                          str(SECONDS)] + (["--one-address"] if ONE else []), capture_output=True, text=True, check=False)
    line = [x for x in out.stdout.splitlines() if "p99" in x]
    if not line:
        return None, out.stdout + out.stderr
    return float(re.search(r"p99 ([0-9.]+) ms", line[0])[1]), line[0]


def game_beside(server, floods):
    """Two people play while the floods last; gives how many moves they made."""
    a = Person(server)
    a.make(game="quest", seats=2, sit=0)
    b = Person(server, a.table)
    b.join("Carlo")
    for p in (a, b):
        p.connect()
    b.ok("sit", seat=1)
    a.ok("deal")
    rng, made = random.Random(1), 0
    while any(p.poll() is None for p in floods.running):
        for p in (a, b):
            p.drain(0.005)
            if p.now["match_over"] and p is a:
                p.ok("again")
                p.ok("deal")
            elif not p.now["over"] and p.now["ask"]["actor"] == p.seat and p.moves():
                p.ok("move", move=rng.choice(p.moves()), at=p.now["log_count"])
                made += 1
    return made


def main():
    with tempfile.TemporaryDirectory() as web:
        with open(os.path.join(web, "big.bin"), "wb") as f:
            f.write(os.urandom(1 << 20))
        with Server(VEGLIA, options=["--web", web, "--max-per-address", "1000" if ONE else "256"] + WORK) as server:
            table = long_table(server)
            before = resident(server.process.pid)
            if LOAD:
                quiet, line = honest(server)
                print("quiet:", line)
            floods = Floods(server, table)
            if LOAD:
                time.sleep(1)
                loud, line = honest(server)
                print("beside the floods:", line)
            else:
                made = game_beside(server, floods)
            for line in floods.end():
                print("  " + line)
            print(f"memory: {before >> 20} MiB before, {floods.most >> 20} MiB at most")
            if LOAD:
                again, line = honest(server)
                print("quiet again:", line)
                if None not in (quiet, loud, again):
                    print(f"p99 beside the floods: {loud / max(quiet, again):.1f} times the quiet one's")
                return
            assert floods.most < LIMIT, f"{floods.most >> 20} MiB"
            assert made > 20, f"{made} honest moves beside the floods"
            assert server.get("/healthz") == (200, b"ok\n")
            assert server.stop() == 0
            print(f"{made} honest moves beside three floods")


main()
