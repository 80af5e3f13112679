#!/usr/bin/env python3
"""Three servers on one PostgreSQL: any serves any table, and one takes over from another.

usage: cluster.py VEGLIA
"""
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

import client
import pg
import schema
from client import LOST, Person, Server, free_port, request
from storage import Rows

VEGLIA = sys.argv[1]
NODES = 3


def patient(person, node, seconds=10):
    """Comes back, through `node`, and again if it is refused: gives how long it took."""
    began = time.monotonic()
    person.close()
    person.server = node
    while True:
        try:
            person.connect(timeout=5)
            return time.monotonic() - began
        except LOST:
            assert time.monotonic() - began < seconds, "nobody takes the table over"
            time.sleep(0.05)


def insist(what):
    """Does it again as long as the connection is lost."""
    for _ in range(200):
        try:
            return what()
        except LOST:
            time.sleep(0.05)
    return what()


def seated(nodes, **plan):
    """Two people at a table of the first node's, each through another one."""
    a = Person(nodes[0])
    a.make(**{"game": "quest", "seats": 2, "sit": 0, **plan})
    b = Person(nodes[1], a.table)
    b.join("Carlo")
    for p in (a, b):
        p.check = schema.check
        p.connect()
    b.ok("sit", seat=1)
    a.ok("deal")
    return [a, b]


def play(people, rng, acked, moves):
    """So many moves by whoever is asked."""
    for _ in range(moves):
        for p in people:
            p.drain()
            while p.now["log_count"] != max(q.now["log_count"] for q in people):
                p.read()
        for p in people:
            if not p.now["over"] and p.now["ask"]["actor"] == p.seat:
                move = rng.choice(p.moves())
                p.ok("move", move=move, at=p.now["log_count"])
                acked.append(f"{p.seat} {move}")
                break


def same(*people):
    """All come to see what who is farthest sees."""
    for p in people:
        p.drain(0.1)
    for p in people:
        while p.now["log_count"] < max(q.now["log_count"] for q in people):
            p.read()


def exported(node, table):
    out = subprocess.run([VEGLIA, "admin", "export", table, "--db", node.db], capture_output=True, text=True, check=True)
    return [line for line in out.stdout.splitlines() if line[:1].isdigit()]


def admin(node, *args):
    return subprocess.run([VEGLIA, "admin", *args, "--db", node.db, *node.where, "--lang", "en"], capture_output=True,
                          text=True, check=False)


def any_serves_any(nodes, rng):
    people, acked = seated(nodes, listed=True), []
    play(people, rng, acked, 6)
    assert nodes[1].metric("veglia_relays") >= 1 and nodes[0].metric("veglia_relays") == 0
    late = Person(nodes[2], people[0].table)  # looks on through the third
    late.connect()
    play(people, rng, acked, 2)
    same(late, *people)
    # The list, a table's page and an order, by whichever node.
    for node in nodes:
        for _ in range(40):
            if people[0].table in node.get("/api/tables")[1].decode():
                break
            time.sleep(0.1)
        listed = json.loads(node.get("/api/tables")[1])["tables"]
        assert [t["id"] for t in listed].count(people[0].table) == 1, listed
        status, body = node.get(f"/api/tables/{people[0].table}")
        assert status == 200 and json.loads(body)["id"] == people[0].table, body
        assert node.get("/api/tables/" + "b" * 13)[0] == 404
        assert node.metric("veglia_servers") == NODES
    out = admin(nodes[2], "mute", people[0].table, "1")
    assert out.returncode == 0, out.stderr
    assert people[1].do("say", text="ciao")["type"] == "no"
    assert exported(nodes[0], people[0].table) == acked
    for p in (*people, late):
        p.close()


def only_servers_at_their_door(nodes):
    """Where servers carry what is another's, nobody else is let in, whatever he says he is."""
    people = seated(nodes)
    peer = int(nodes[0].options[nodes[0].options.index("--peer") + 1].rsplit(":", 1)[1])
    for headers in ({}, {"X-Veglia-Node": "f" * 64}, {"X-Veglia-Node": "", "X-Veglia-Operator": "yes"}):
        assert request(peer, "GET", "/api/tables", headers=headers)[0] == 403, headers
        assert request(peer, "POST", "/admin/drain", b"{}", headers=headers)[0] == 403, headers
    # At the door of people the words of servers mean nothing.
    secret = client.POSTGRES.sql("SELECT secret FROM veglia.about", nodes[0].db)[0][0]
    told = {"X-Veglia-Node": secret, "X-Veglia-Operator": "yes"}
    assert request(nodes[0].port, "POST", "/admin/drain", b"{}", headers=told)[0] == 405
    assert request(nodes[0].port, "GET", "/healthz")[0] == 200
    for p in people:
        p.close()


def killed(nodes, rng):
    """kill -9: the others take over when the lease is over, and nothing acknowledged is lost."""
    people, acked = seated(nodes), []
    play(people, rng, acked, 4)
    nodes[0].kill()
    began = time.monotonic()
    for p in people:
        patient(p, nodes[1])
    took = time.monotonic() - began
    assert took <= 5, took
    play(people, rng, acked, 4)
    assert exported(nodes[1], people[0].table) == acked
    nodes[0].start()
    patient(people[0], nodes[0])  # is carried to who has it now
    play(people, rng, acked, 4)
    assert exported(nodes[1], people[0].table) == acked
    for p in people:
        p.close()
    return took


def handed_over(nodes, rng):
    """SIGTERM: no lease has to end."""
    people, acked = seated(nodes), []
    play(people, rng, acked, 4)
    began = time.monotonic()
    assert nodes[0].stop() == 0
    for p in people:
        patient(p, nodes[2])
    took = time.monotonic() - began
    play(people, rng, acked, 4)
    nodes[0].start()
    assert exported(nodes[2], people[0].table) == acked
    for p in people:
        p.close()
    return took


def slept(nodes, rng):
    """SIGSTOP past the lease: who wakes up writes nothing, and sends people where the table is."""
    people, acked = seated(nodes), []
    play(people, rng, acked, 4)
    sleeper = people[0]
    nodes[0].process.send_signal(signal.SIGSTOP)
    try:
        patient(people[1], nodes[1])
        other = Person(nodes[2], sleeper.table, sleeper.cookie)  # the same person, another device
        other.connect()
        play([other, people[1]], rng, acked, 4)
        # Who wakes up does not answer from an old memory: these wait at its door.
        late = [Person(nodes[1], sleeper.table) for _ in range(4)]
        doors = []
        for p in late:
            p.join("Delia")
            p.server = nodes[0]
            doors.append(threading.Thread(target=insist, args=(p.connect,)))
            doors[-1].start()
        time.sleep(0.3)
    finally:
        nodes[0].process.send_signal(signal.SIGCONT)
    for p, door in zip(late, doors):
        door.join()
        assert p.hello["person"] is not None, p.hello
        p.close()
    try:  # its command is refused, or never answered; never done
        sleeper.tell("say", text="in the dark")
        while True:
            answer = sleeper.read()
            assert answer["type"] != "ok", answer
    except LOST:
        pass
    patient(sleeper, nodes[0])
    assert [c["text"] for c in sleeper.chat] == []
    same(sleeper, other)
    assert exported(nodes[1], sleeper.table) == acked
    play([sleeper, people[1]], rng, acked, 4)
    assert nodes[0].metric("veglia_terms_total") == 2
    for p in (*people, other):
        p.close()


def database_restarts(nodes, rng, how):
    """Moves wait, people are told, and play goes on where it was; no server is started again."""
    people, acked = seated(nodes), []
    play(people, rng, acked, 4)
    same(*people)
    how()
    asked = next(p for p in people if p.now["ask"]["actor"] == p.seat)
    move = rng.choice(asked.moves())
    ident = asked.tell("move", move=move, at=asked.now["log_count"])
    for p in people:
        while not any(n["code"] == "HOLD" for n in p.notices):
            p.read()
    assert ident not in asked.answers
    assert nodes[0].get("/healthz")[0] == 503
    client.POSTGRES.start()
    while ident not in asked.answers:
        asked.read()
    assert asked.answers[ident]["type"] == "ok"
    acked.append(f"{asked.seat} {move}")
    play(people, rng, acked, 4)
    assert exported(nodes[0], people[0].table) == acked
    assert nodes[0].get("/healthz")[0] == 200
    for p in people:
        p.close()


def other_rules(nodes, rng):
    """What nobody's rules understand any more is frozen, and said so, by whichever way one comes."""
    people, acked = seated(nodes), []
    play(people, rng, acked, 4)
    for p in people:
        p.close()
    number = client.table_number(people[0].table)
    stranger = os.path.join(nodes[0].folder.name, "veglia")  # the same program under another number
    with open(VEGLIA, "rb") as f, open(stranger, "wb") as g:
        text = f.read()
        version = subprocess.run([VEGLIA, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1].encode()
        g.write(text.replace(b"\0" + version + b"\0", b"\0" + b"9" * len(version) + b"\0"))
    os.chmod(stranger, 0o755)
    other = Server(stranger, db="all")
    assert nodes[0].stop() == 0
    # A move that never was: the rules no longer take it. The sums are made to fit by those who keep the store.
    rows = Rows(other)
    last, gone = len(rows.entries(number)) - 1, acked[-1].split(" ", 1)[1].encode()
    rows.rewrite(number, lambda n, entry: entry.replace(gone, b"fly away", 1) if n == last else entry)
    nodes[0].start()
    for node in (nodes[1], nodes[2], nodes[0], other):
        p = Person(node, people[0].table, people[0].cookie)
        p.connect()
        assert p.info["status"] == "frozen", p.info
        p.close()
    refused = client.POSTGRES.sql(f"SELECT refused FROM veglia.tables WHERE id = {number}", other.db)
    assert refused[0][0] in (version.decode(), "9" * len(version)), refused
    other.close()


def copied(nodes, folder):
    """Everything into a file and back into another database, the same."""
    file, other = os.path.join(folder, "copy.db"), client.POSTGRES.new()

    def rows(url):
        return client.POSTGRES.sql("SELECT tab, n, at, sum, entry FROM veglia.log ORDER BY tab, n", url)

    def copy(source, target):
        return subprocess.run([VEGLIA, "admin", "copy", "--from", source, "--to", target, "--lang", "en"],
                              capture_output=True, text=True, check=False)

    for source, target in ((nodes[0].db, file), (file, other)):
        out = copy(source, target)
        assert out.returncode == 0 and "Copied and compared" in out.stdout, out
    assert rows(other) == rows(nodes[0].db) and len(rows(other)) > 50
    # One byte of it changed is found, and said.
    client.POSTGRES.sql("UPDATE veglia.log SET entry = entry || 'x' WHERE ctid = (SELECT min(ctid) FROM veglia.log)", other)
    out = copy(other, os.path.join(folder, "other.db"))
    assert out.returncode == 1 and "checksum" in out.stderr, out
    out = subprocess.run([VEGLIA, "admin", "backup", os.path.join(folder, "backup.db"), "--db", nodes[0].db], check=False)
    assert out.returncode == 0


def limits_over_all(count=NODES, most=12):
    """Who spreads over all servers gets what one would give him; somebody else is not touched by it."""
    client.DATABASES["limits"] = client.POSTGRES.new()
    nodes = [Server(VEGLIA, db="limits", options=["--peer", f"127.0.0.1:{free_port()}", "--trust-proxy", "--max-makes", str(most),
                                                  "--max-per-address", str(most)]) for _ in range(count)]
    try:
        everybody_there(nodes)
        time.sleep(2)  # each knows how many they are from its next tick on

        def make(node, address):
            return request(node.port, "POST", "/api/tables", {"game": "quest", "name": "Eva"}, headers={"X-Forwarded-For": address})

        made, began = 0, time.monotonic()
        while time.monotonic() - began < 8:
            for node in nodes:
                made += make(node, "203.0.113.7")[0] == 200
            time.sleep(0.02)
        took = time.monotonic() - began
        assert most <= made <= most + count + most * took / 60, (made, took)
        status, _, body = make(nodes[0], "203.0.113.8")
        assert status == 200, body
        table = json.loads(body)["id"]
        sockets = []

        def come(node, address):
            sockets.append(client.Socket(node.port, f"/api/tables/{table}/ws", headers={"X-Forwarded-For": address}))

        began = time.monotonic()
        while time.monotonic() - began < 6:
            for node in nodes:
                try:
                    come(node, "203.0.113.9")
                except client.Closed as e:
                    assert e.args[0] == 429, e.args
            time.sleep(0.1)
        assert most - count <= len(sockets) <= most + count, len(sockets)
        come(nodes[1], "203.0.113.8")
        for s in sockets:
            s.close()
    finally:
        for node in nodes:
            node.close()
    return made


def everybody_there(nodes):
    for node in nodes:
        for _ in range(60):
            if node.metric("veglia_servers") == len(nodes):
                break
            time.sleep(0.1)


def main():
    rng = random.Random(1)
    client.POSTGRES = pg.Postgres()
    url = client.POSTGRES.new()
    client.DATABASES["all"] = url
    nodes = [Server(VEGLIA, db="all", options=["--peer", f"127.0.0.1:{free_port()}"]) for _ in range(NODES)]
    everybody_there(nodes)
    try:
        made = limits_over_all()
        any_serves_any(nodes, rng)
        only_servers_at_their_door(nodes)
        crashed = killed(nodes, rng)
        handed = handed_over(nodes, rng)
        slept(nodes, rng)
        database_restarts(nodes, rng, client.POSTGRES.stop)
        database_restarts(nodes, rng, client.POSTGRES.kill)
        copied(nodes, nodes[0].folder.name)
        other_rules(nodes, rng)
    except BaseException:
        for node in nodes:
            print(node.stderr()[-1500:], file=sys.stderr)
        raise
    finally:
        for node in nodes:
            node.close()
    print(f"three servers, one database: taken over after {crashed:.1f} s, handed over after {handed:.1f} s; "
          f"{made} tables for who may make 12 of one")


if __name__ == "__main__":
    main()
