#!/usr/bin/env python3
"""kill -9 under load: no acknowledged move lost or doubled, every client ends with the server's view.

usage: crash.py VEGLIA [--kills N] [--tables N] [--seed N]

People play random moves at several tables, talk and tell, while the server is killed and started again.
Who is cut off comes back with the last `seq` it saw and repeats what was not acknowledged, with the same id.
"""
import collections
import json
import random
import subprocess
import sys
import threading
import time

from client import Person, Server, Stubborn

VEGLIA = sys.argv[1]


def option(name, normal):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else normal


KILLS, TABLES, SEED = option("--kills", 12), option("--tables", 6), option("--seed", 1)


class Table(threading.Thread):
    def __init__(self, server, number, stop):
        super().__init__()
        self.server, self.stop_it, self.rng = server, stop, random.Random(SEED * 1000 + number)
        self.game = ["quest", "mind", "fate", "winter", "fata"][number % 5]
        self.acked = collections.defaultdict(list)  # per seat
        self.said = []
        self.refused = collections.Counter()
        self.again = 0
        self.error = None
        first = Stubborn(server)
        first.make(game=self.game, seats=3, sit=0, bots=[None, None, "random" if number % 3 == 2 else None])
        self.people = [first]
        first.connect()
        for seat in (1, 2):
            if seat == 2 and number % 3 == 2:
                continue
            p = Stubborn(server, first.table)
            p.join("Carlo")
            p.connect()
            p.ok("sit", seat=seat)
            self.people.append(p)
        first.ok("deal")

    def run(self):
        try:
            while not self.stop_it.is_set():
                self.step()
        except Exception as e:  # pylint: disable=broad-except
            self.error = e
            raise

    def step(self):
        acted = False
        for p in self.people:
            p.catch_up()
            if p.ws is None or not p.now:
                continue
            if p.now["match_over"]:
                self.stop_it.wait(0.05)
                continue
            if self.rng.random() < 0.05:
                text = "detto %d" % len(self.said)
                answer = p.persist("say", text=text)
                assert answer["type"] == "ok", answer
                self.said.append(text)
            moves = p.moves()
            if not moves or (p.now["ask"]["actor"] != p.seat and self.rng.random() < 0.9):
                continue
            move = self.rng.choice(moves)
            answer = p.persist("move", move=move, at=p.now["log_count"])
            acted = True
            if answer["type"] == "ok":
                self.acked[p.seat].append(move)
                self.again += answer.get("again", False)
            else:
                self.refused[answer["code"]] += 1
                assert answer["code"] in ("STALE", "ILLEGAL", "NOT_YOU", "OVER"), answer
        if not acted:
            time.sleep(0.005)


def main():
    rng = random.Random(SEED)
    stop = threading.Event()
    with Server(VEGLIA, options=["--max-rate", "1000000", "--idle", "1"]) as server:
        tables = [Table(server, i, stop) for i in range(TABLES)]
        for t in tables:
            t.start()
        kills = 0
        for kills in range(1, KILLS + 1):
            time.sleep(rng.uniform(0.05, 0.5))
            server.kill()
            server.start()
            if kills % 100 == 0:
                print(f"{kills} kills, {sum(len(m) for t in tables for m in t.acked.values())} moves", flush=True)
            for i, t in enumerate(tables):  # games end: sit down to new ones
                if t.is_alive() and t.people[0].now and t.people[0].now["match_over"] and not t.stop_it.is_set():
                    t.finished = True
            if all(getattr(t, "finished", False) for t in tables) and kills < KILLS:
                stop.set()
                for t in tables:
                    t.join(30)
                verify(server, tables)
                stop = threading.Event()
                tables = [Table(server, i + kills, stop) for i in range(TABLES)]
                for t in tables:
                    t.start()
        time.sleep(0.3)
        stop.set()
        for t in tables:
            t.join(30)
            assert not t.is_alive()
        verify(server, tables)
        print(f"{kills} kills; {TOTAL['moves']} acknowledged moves at {TOTAL['tables']} tables, each there once; "
              f"{TOTAL['again']} had been done when they were repeated")


TOTAL = collections.Counter()


def verify(server, tables):
    for t in tables:
        assert t.error is None, t.error
        for p in t.people:
            p.close()  # and back with `since`: the missing piece is all that comes
            while p.ws is None:
                p.catch_up()
        check_views(server, t)
    assert server.stop() == 0
    for t in tables:
        out = subprocess.run([VEGLIA, "admin", "export", t.people[0].table, "--db", server.db, *server.where], capture_output=True,
                             text=True, check=True)
        for seat, moves in t.acked.items():
            lines = [line.split(" ", 1)[1] for line in out.stdout.splitlines() if line.startswith(f"{seat} ")]
            assert lines == moves, (t.game, seat, len(lines), len(moves))
        TOTAL["moves"] += sum(len(m) for m in t.acked.values())
        TOTAL["tables"] += 1
        TOTAL["again"] += t.again
    server.start()


def check_views(server, t):
    """What clients have put together from pieces is what a newcomer with the same eyes is told whole."""
    for p in t.people:
        fresh = Person(server, p.table, p.cookie)
        fresh.connect()
        fresh.drain(0.05)
        p.drain(0.05)
        assert fresh.now == p.now, "the view differs"
        assert fresh.events == p.events, "the story differs"
        assert [c["text"] for c in fresh.chat] == t.said[-100:], "the talk differs"
        fresh.close()


main()
