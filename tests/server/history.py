#!/usr/bin/env python3
"""Faults over three servers on one PostgreSQL, and what everybody was told held against what is in the database.

usage: history.py VEGLIA [--faults N] [--tables N] [--seed N] [--standby] [--only KIND]

People play random moves and talk at several tables, and others look on, through whichever server they reach; who is
cut off comes back with the last `seq` it saw and repeats what was not answered, with the same id. Meanwhile servers are
killed, stopped for longer than their lease and woken, told to end; their connections to the database are ended; cables
are pulled (islands.py: as root only): a server's to the database while people still reach it, the one to people and
other servers while the database still hears it, both; the database is stopped, killed, and (--standby) lost, with a
synchronous standby promoted in its place. Then:

- every acknowledged command is in the database once, in the order of who gave it, and nothing else of anybody's;
- no entry was written under an epoch after the next one had begun;
- what any two people were told of a table's chain is one chain;
- every view and event that anybody was shown is what the library makes of the record for his seat, or for who only
  looks on: nobody saw another's hand;
- what was shown to a seat is what its own eyes see when the table is looked back at;
- who comes new is told what those who were there have put together.
"""
import atexit
import collections
import faulthandler
import hashlib
import importlib.util
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time

import client
import islands
import pg
from client import LOST, Person, Server, Stubborn, free_port, replayed, strip

VEGLIA = sys.argv[1]


def option(name, normal):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else normal


FAULTS, TABLES, SEED = option("--faults", 8), option("--tables", 4), option("--seed", 1)
STANDBY = "--standby" in sys.argv
NODES = 3
TRIGGER = """
CREATE TABLE public.claims(tab bigint, epoch bigint, count integer);
CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN INSERT INTO public.claims VALUES(NEW.id, NEW.epoch, OLD.count); RETURN NULL; END $$;
CREATE TRIGGER claimed AFTER UPDATE ON veglia.tables FOR EACH ROW WHEN (OLD.epoch <> NEW.epoch)
EXECUTE FUNCTION public.note()"""


class Any:
    """Whichever server a caller reaches: what a balancer in front does."""

    def __init__(self, nodes, rng):
        self.nodes, self.rng = nodes, rng

    @property
    def port(self):
        return self.rng.choice(self.nodes).port


def digest(value):
    """What stands for a view or an event: there are millions."""
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=16).digest()


class Witness(Stubborn):
    """Keeps what it was shown; asks again while a database is away."""

    patience, pause, not_done = 4, 0.05, ("STORAGE", "BUSY")

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.shown, self.chain, self.seats, self.heard = {}, {}, set(), set()
        self.check = self.keep

    def keep(self, _, m, __):
        if m["type"] == "state":
            at = (m["round"], m["now"]["number"], m["now"]["log_count"])
            seen = self.seat, digest(m["now"]["view"])  # who comes first looks on, then sits
            if seen not in self.shown.setdefault(at, []):
                self.shown[at].append(seen)
            self.heard.update(map(digest, strip(m["events"])))
            assert m["seq"] >= self.seq or m["from"] == 0, "went back"
        if m["type"] == "table":
            self.seats.add(m["you"]["seat"])
        if m.get("head"):
            self.chain.setdefault((m["round"], m["links"]), set()).add(m["head"])


def insist(what):
    while True:
        try:
            return what()
        except (*LOST, AssertionError):
            time.sleep(0.1)


class Table(threading.Thread):
    """One table after the other."""

    def __init__(self, nodes, number, stop):
        super().__init__(daemon=True)
        self.nodes, self.stop_it, self.rng = nodes, stop, random.Random(SEED * 1000 + number)
        self.number, self.past, self.error = number, [], None
        self.answered, self.sat = [], []  # when
        self.took = []  # seconds from a move to its answer, whatever happened in between

    def sit(self):
        self.game = ["quest", "mind", "fate", "winter", "fata"][(self.number + len(self.past)) % 5]
        self.acked, self.said = collections.defaultdict(list), []
        first = Witness(Any(self.nodes, self.rng))
        insist(lambda: first.make(game=self.game, seats=3, sit=0, bots=[None, None, "random"]))
        second = Witness(Any(self.nodes, self.rng), first.table)
        insist(lambda: second.join("Carlo"))
        self.people, self.watcher = [first, second], Witness(Any(self.nodes, self.rng), first.table)
        for p, do, args in ((second, "sit", {"seat": 1}), (first, "deal", {})):
            answer = p.persist(do, **args)
            assert answer["type"] == "ok", answer
        self.past.append((self.people, self.watcher, self.acked, self.said))
        self.sat.append(time.monotonic())

    def run(self):
        try:
            while not self.stop_it.is_set():
                self.sit()
                while not self.stop_it.is_set() and not all(p.now and p.now["match_over"] for p in self.people):
                    self.step()
                for p in (*self.people, self.watcher):
                    p.close()
                    if not self.stop_it.is_set():
                        p.events.clear()  # no longer asked for
        except Exception as e:  # pylint: disable=broad-except
            self.error = e
            raise

    def step(self):
        self.watcher.catch_up()
        for p in self.people:
            p.catch_up()
            if p.ws is None or not p.now or p.now["match_over"]:
                continue
            if p.now["over"]:
                p.persist("next")
                continue
            if self.rng.random() < 0.05:
                text = f"detto {p.seat} {len(self.said)}"
                assert p.persist("say", text=text)["type"] == "ok"
                self.said.append(text)
            moves = p.moves()
            if not moves or (p.now["ask"]["actor"] != p.seat and self.rng.random() < 0.9):
                continue
            move = self.rng.choice(moves)
            began = time.monotonic()
            answer = p.persist("move", move=move, at=p.now["log_count"])
            self.took.append(time.monotonic() - began)
            if answer["type"] == "ok":
                self.acked[p.seat].append(move)
                self.answered.append(time.monotonic())
            else:
                assert answer["code"] in ("STALE", "ILLEGAL", "NOT_YOU", "OVER"), answer
        time.sleep(0.02)


# ---- faults --------------------------------------------------------------------------------

class Faults:
    def __init__(self, nodes, db, rng, isles):
        self.nodes, self.db, self.rng, self.isles = nodes, db, rng, isles
        self.done = collections.Counter()
        self.times = []  # (when, kind, tables of who was hit)
        self.standby = None

    def owned(self, node):
        """Tables the node has, as the database says."""
        peer = node.options[node.options.index("--peer") + 1]
        rows = self.db.sql("SELECT t.id FROM veglia.tables t JOIN veglia.nodes n ON n.id = t.owner "
                           f"WHERE n.peer = '{peer}'", node.db)
        return {int(r[0]) for r in rows}

    def one(self):
        kinds = ["kill", "gone", "sleep", "term", "cut", "restart", "crash"]
        if self.isles:
            kinds += ["sever", "part", "unplug"]
        if STANDBY:
            kinds.append("failover")
        if "--only" in sys.argv:
            kinds = [sys.argv[sys.argv.index("--only") + 1]]
        kind = kinds[sum(self.done.values()) % len(kinds)]
        node = self.nodes[self.done[kind] % NODES]
        hit = self.owned(node) if kind == "gone" else set()
        self.done[kind] += 1
        self.times.append((time.monotonic(), kind, hit))
        getattr(self, kind)(node)

    def kill(self, node):
        node.kill()
        time.sleep(self.rng.choice([0, 1]))
        node.start()

    def gone(self, node):
        """Killed, and not back before the others have taken over."""
        node.kill()
        time.sleep(5)
        node.start()

    def sleep(self, node):
        node.process.send_signal(signal.SIGSTOP)
        time.sleep(self.rng.uniform(3.5, 6))
        node.process.send_signal(signal.SIGCONT)

    def term(self, node):
        assert node.stop() == 0
        node.start()

    def cut(self, node):
        self.db.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'veglia'", node.db)

    def pull(self, node, *nets):
        """For less than a lease, or for more."""
        i = self.nodes.index(node)
        self.isles.cable(i, nets, "down")
        time.sleep(self.rng.choice([1, 4, 6]))
        self.isles.cable(i, nets, "up")

    def sever(self, node):
        """People still reach it, and it them."""
        self.pull(node, "base")

    def part(self, node):
        """The database still hears it."""
        self.pull(node, "way")

    def unplug(self, node):
        self.pull(node, "base", "way")

    def restart(self, _):
        self.db.stop()
        time.sleep(self.rng.choice([0, 2]))
        self.db.start()

    def crash(self, _):
        self.db.kill()
        time.sleep(self.rng.choice([0, 2]))
        self.db.start()

    def stand_by(self):
        """A standby without which nothing is committed."""
        self.standby = pg.Postgres(copy_of=self.db)
        self.db.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")
        self.db.sql("SELECT pg_reload_conf()", "postgres")

    def failover(self, node):
        """The database is gone for good; its standby takes its place, at its address."""
        if not self.standby:
            self.stand_by()
            time.sleep(1)
        self.db.kill()
        old, self.db = self.db, self.standby
        self.db.stop()
        self.db.take_place(old)
        shutil.rmtree(old.data)
        self.db.start()
        self.db.sql("ALTER SYSTEM RESET synchronous_standby_names", "postgres")
        self.db.sql("SELECT pg_promote()", "postgres")
        self.db.sql("SELECT pg_reload_conf()", "postgres")
        client.POSTGRES = self.db
        self.standby = None


# ---- verdict -------------------------------------------------------------------------------

TOTAL = collections.Counter()


class Eyes:
    """What the library, which knows of no server, shows of a record."""

    def __init__(self):
        folder = os.path.dirname(os.path.abspath(VEGLIA))
        os.environ["VEGLIA_LIBRARY"] = os.path.join(folder, "libveglia.so.1")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python", "veglia", "_library.py")
        spec = importlib.util.spec_from_file_location("veglia_library", source)
        self.library = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.library)

    def view(self, state, seat):
        of = self.library
        view = of.lib.view_of(state, of.WATCHER if seat is None else seat)
        out = json.loads(of.text(of.lib.json, view, True))
        of.lib.view_free(view)
        return digest(out)

    def walk(self, record, wanted):
        """The view of each (moves, seat) that is wanted."""
        of, out, text = self.library, {}, record.encode()
        state = of.reason(of.lib.replay, text, len(text), 0)
        log = [line.split(" ", 1) for line in record.splitlines() if line[:1].isdigit() or line.startswith("* ")]
        for moves in range(len(log) + 1):
            for seat in (None, 0, 1):
                if (moves, seat) in wanted:
                    out[moves, seat] = self.view(state, seat)
            if moves < len(log):
                who, move = log[moves]
                of.reason(of.lib.play, state, of.CHANCE if who == "*" else int(who), move.encode())
        of.lib.free(state)
        return out


def own_eyes(eyes, record, people, watcher):
    """Whatever was shown to anybody, at any time and by any server, was for who sits there."""
    shown = set()  # who, as whom, when, what
    for p, seat in (*zip(people, (0, 1)), (watcher, None)):
        assert p.seats <= {seat, None}, ("told to be another", p.seats)
        over = seat is None and p.now and p.now["over"]  # then who looks on is shown everything
        last = max(p.shown, default=None)
        shown |= {(seat, *point, *seen) for point, all_seen in p.shown.items() if not over or point != last for seen in all_seen}
        if not over:
            more = ["--seat", str(seat + 1)] if seat is not None else []
            assert p.heard <= set(map(digest, strip(replayed(VEGLIA, record, *more)))), ("heard another's news", p.table, seat)
            TOTAL["events"] += len(p.heard)
    views = eyes.walk(record, {(moves, seat) for _, _, _, moves, seat, _ in shown})
    for who, _, _, moves, seat, view in shown:
        assert view == views[moves, seat], ("saw another's hand", people[0].table, who, moves)
    TOTAL["views"] += len(shown)


def look_back(people):
    """What was shown to a seat is what its own eyes see afterwards."""
    for p in people:
        p.close()
        insist(p.connect)
        game = p.round, p.now["number"]
        points = sorted(at for *which, at in p.shown if tuple(which) == game)
        for at in points[::max(1, len(points) // 12)]:
            answer = p.do("past", at=at)
            if answer["type"] != "past" or not answer["now"] or answer["now"]["log_count"] != at:
                continue
            assert (p.seat, digest(answer["now"]["view"])) in p.shown[(*game, at)], ("another view", at)
            TOTAL["looked back"] += 1


def verify(nodes, tables, db):
    url = nodes[0].db
    stale = db.sql("SELECT count(*) FROM veglia.log l JOIN public.claims c ON c.tab = l.tab AND c.epoch = l.epoch + 1 "
                   "AND l.n >= c.count", url)
    assert stale == [["0"]], ("written by a stale owner", stale)
    TOTAL["claims"] = int(db.sql("SELECT count(*) FROM public.claims", url)[0][0])
    eyes = Eyes()
    for t in tables:
        assert t.error is None, t.error
        for people, watcher, acked, said in t.past:
            table = people[0].table
            out = subprocess.run([VEGLIA, "admin", "export", table, "--db", url], capture_output=True, text=True, check=True)
            for seat in (0, 1):
                lines = [x.split(" ", 1)[1] for x in out.stdout.splitlines() if x.startswith(f"{seat} ")]
                assert lines == acked[seat], (table, seat, len(lines), len(acked[seat]), lines[-3:], acked[seat][-3:])
                TOTAL["moves"] += len(lines)
            own_eyes(eyes, out.stdout, people, watcher)
            chain = collections.defaultdict(set)
            for p in people:
                for point, heads in p.chain.items():
                    chain[point] |= heads
            assert all(len(heads) == 1 for heads in chain.values()), "two chains"
            TOTAL["tables"] += 1
        people, _, acked, said = t.past[-1]
        look_back(people)
        for p in people:
            fresh = Person(nodes[1], p.table, p.cookie)
            insist(fresh.connect)
            fresh.drain(0.1)
            p.drain(0.1)
            assert fresh.now == p.now and fresh.events == p.events, "the story differs"
            assert [c["text"] for c in fresh.chat] == said[-100:], "the talk differs"
            fresh.close()
            p.close()


def begin():
    """Three servers on one database, each on an island of its own if that can be."""
    why = islands.enter()
    isles = None if why else islands.Islands(NODES)
    print(f"no cables to pull: {why}" if why else "every server in a network namespace of its own", flush=True)
    client.POSTGRES = pg.Postgres(settings=["max_wal_senders=4"], address=islands.NETS["base"] + "1" if isles else "")
    nodes = []
    for i in range(NODES):
        more = {"wrapper": isles.on(i), "at": (isles.address(i), 8080 + i)} if isles else {}
        peer = f"{isles.address(i)}:8090" if isles else f"127.0.0.1:{free_port()}"
        nodes.append(Server(VEGLIA, db="all", options=["--peer", peer, "--max-rate", "100000"], **more))
        atexit.register(nodes[-1].close)
    return nodes, isles


def main():
    rng, stop = random.Random(SEED), threading.Event()
    nodes, isles = begin()
    client.POSTGRES.sql(TRIGGER, nodes[0].db)
    faults = Faults(nodes, client.POSTGRES, rng, isles)
    tables = [Table(nodes, i, stop) for i in range(TABLES)]
    for t in tables:
        t.start()
    try:
        time.sleep(1)
        for number in range(1, FAULTS + 1):
            faults.one()
            time.sleep(rng.uniform(0.2, 1.5))
            if number % 20 == 0:
                print(f"{number} faults, {sum(len(t.answered) for t in tables)} moves", flush=True)
            for t in tables:
                assert t.error is None, t.error
        time.sleep(1)
    except BaseException:
        for node in nodes:
            print(node.stderr()[-1500:], file=sys.stderr)
        raise
    finally:
        stop.set()
    for t in tables:
        t.join(30)
        if t.is_alive():
            faulthandler.dump_traceback()
            for node in nodes:
                print(node.port, node.get("/healthz"), node.stderr()[-3000:], file=sys.stderr)
            print(faults.db.sql("SELECT t.id, count, epoch, owner, n.peer FROM veglia.tables t LEFT JOIN veglia.nodes n "
                                "ON n.id = t.owner", nodes[0].db), t.people[0].table, file=sys.stderr)
        assert not t.is_alive(), "somebody waits for an answer for ever"
    verify(nodes, tables, faults.db)
    took = []
    for when, kind, hit in faults.times:
        for t in tables:
            at = [people[0].table for (people, *_), since in zip(t.past, t.sat) if since < when][-1:]
            after = [x - when for x in t.answered if x > when]
            if at and client.table_number(at[0]) in hit and after:
                took.append(after[0])
    for node in nodes:
        node.close()
    if isles:
        isles.close()
    kinds = ", ".join(f"{n} {k}" for k, n in sorted(faults.done.items()))
    print(f"{sum(faults.done.values())} faults ({kinds}); {TOTAL['moves']} acknowledged moves at {TOTAL['tables']} tables, "
          f"each there once; {TOTAL['claims']} claims, no write by a stale owner; {TOTAL['views']} views and {TOTAL['events']} "
          f"events, each its viewer's own; {TOTAL['looked back']} views looked back at")
    waits = sorted(x for t in tables for x in t.took)
    print(f"from a move to its answer, with all of that in between: median {statistics.median(waits) * 1000:.0f} ms, "
          f"p99 {waits[len(waits) * 99 // 100] * 1000:.0f} ms, worst {waits[-1]:.1f} s")
    if took:
        print(f"taken over from who was killed and stayed away: median {statistics.median(took):.1f} s, worst {max(took):.1f} s, of {len(took)}")


main()
