#!/usr/bin/env python3
"""The bounds on what comes from outside: memory, work, time and names, as docs/hosting.md and docs/protocol.md say.

usage: outside.py VEGLIA
"""
import json
import os
import random
import re
import socket
import sys
import tempfile
import threading
import time

import schema
from client import Person, Server, Socket, request, sit

VEGLIA = sys.argv[1]
FILE = 1 << 20


def dial(port, address="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))


def get(path, more=""):
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode()


def read_answer(s, data=b""):
    """One answer: (status, head, body, what follows)."""
    while b"\r\n\r\n" not in data:
        chunk = s.recv(65536)
        if not chunk:
            return None, data, b"", b""
        data += chunk
    head, data = data.split(b"\r\n\r\n", 1)
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    while len(data) < length:
        chunk = s.recv(65536)
        if not chunk:
            break
        data += chunk
    return int(head.split(b" ")[1]), head, data[:length], data[length:]


def resident(server):
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def pipelined(server, content):
    """Finding 2: answers are made only as fast as they are read, and all of them come, in order, whole."""
    before = resident(server)
    socks = [dial(server.port) for _ in range(16)]
    for s in socks:
        s.sendall(get("/big.bin") * 400)  # 24 KB ask for 400 MiB
    most = 0
    for _ in range(20):
        time.sleep(0.05)
        most = max(most, resident(server))
        assert server.get("/healthz")[0] == 200
    assert most - before < 32 << 20, f"{most - before} bytes for what nobody reads"
    assert server.metric("veglia_queued_bytes") < 8 << 20
    rest = b""
    for _ in range(8):
        status, _, body, rest = read_answer(socks[0], rest)
        assert status == 200 and body == content
    for s in socks:
        s.close()
    # Many small ones on one connection, all at once, keep their order.
    s = dial(server.port)
    paths = ["/healthz", "/api/games", "/nope.txt", "/big.bin", "/api/tables"] * 20
    s.sendall(b"".join(get(p) for p in paths))
    rest = b""
    for p in paths:
        status, head, body, rest = read_answer(s, rest)
        assert status == (404 if p == "/nope.txt" else 200), (p, status)
        assert (body == b"ok\n") == (p == "/healthz") and (len(body) == FILE) == (p == "/big.bin"), p
    # HEAD tells the length and sends nothing; what follows is the next answer.
    s.sendall(b"HEAD /big.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + get("/healthz"))
    data = b""
    while not data.endswith(b"ok\n"):
        data += s.recv(65536)
    assert data.count(b"HTTP/1.1 200") == 2 and b"Content-Length: %d" % FILE in data
    # Who says all at once and closes its side is still answered.
    s = dial(server.port)
    s.sendall(get("/big.bin") + get("/healthz"))
    s.shutdown(socket.SHUT_WR)
    status, _, body, rest = read_answer(s)
    assert status == 200 and len(body) == FILE
    assert read_answer(s, rest)[2] == b"ok\n" and s.recv(10) == b""


def slow_heads(server):
    """Finding 7: 10 s for a whole request, counted from its own beginning: whoever drips has no more time than who is silent."""
    head = get("/healthz", "X-Long: " + "x" * 4000 + "\r\n")
    silent, old = dial(server.port), dial(server.port)  # old: an honest one that is kept alive
    drips = [dial(server.port) for _ in range(10)]
    for s in [silent, *drips]:
        s.sendall(head[:1])
        s.settimeout(0.001)
    ended, since = [], 0  # since: bytes each had sent when the silent one was gone
    for sent in range(1, len(head) - 1):
        time.sleep(0.25)
        for s in [silent, *drips]:
            if s in ended:
                continue
            try:
                if s is not silent:
                    s.sendall(head[sent:sent + 1])
                answer = s.recv(1000)
                assert not answer or b" 408 " in answer, answer
                ended.append(s)
            except TimeoutError:
                pass
            except OSError:
                ended.append(s)
        if len(ended) == 11 or (silent in ended and sent > since + 20):
            break
        since = since if silent in ended else sent
    assert len(ended) == 11, f"{11 - len(ended)} drips are still open, long after who was silent has gone"
    # Older than 10 s by now, and welcome: a request in two parts, a second and a half between them.
    body = json.dumps({"game": "quest", "name": "Anna"}).encode()
    old.sendall(get("/healthz"))
    assert read_answer(old)[0] == 200
    post = (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body)) + body
    old.sendall(post[:60])
    time.sleep(2.5)
    old.sendall(post[60:])
    assert read_answer(old)[0] == 200, "an honest request on an old connection"


def behind(server):
    """A watcher that does not read is told little, and all it missed when it reads again."""
    a, b = sit(server)
    a.ok("deal")
    slow = Person(server, a.table)
    slow.check = schema.check
    slow.ws = Socket(server.port, f"/api/tables/{a.table}/ws")
    slow.ws.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    rng = random.Random(3)
    due = time.monotonic() + 10
    for _ in range(1500):
        if time.monotonic() > due:  # who reads nothing for 20 s is sent away, and a busy machine may take longer
            slow.ws.more()
            due = time.monotonic() + 10
        for p in (a, b):
            p.drain()
        if a.now["match_over"]:
            a.ok("again")
            a.ok("deal")
            continue
        p = next(p for p in (a, b) if p.now["ask"]["actor"] == p.seat or p is b)
        if p.moves() and p.now["ask"]["actor"] == p.seat:
            p.ok("move", move=rng.choice(p.moves()), at=p.now["log_count"])
    assert server.metric("veglia_queued_bytes") < 2 << 20
    while slow.now is None or slow.state["seq"] < a.state["seq"]:
        slow.read()
    a.drain(0.2)
    slow.drain(0.2)
    assert slow.now["log_count"] == a.now["log_count"] and len(slow.events) > 0
    fresh = Person(server, a.table)
    fresh.connect()
    assert [e["text"] for e in fresh.events] == [e["text"] for e in slow.events], "what it missed"


def crowd(server):
    """Finding 9's neighbour: who comes and goes does not make work for all who look on."""
    a = Person(server)
    a.make(game="quest", seats=2, sit=0)
    a.connect()
    lookers = []
    for _ in range(60):
        p = Person(server, a.table)
        p.connect()
        lookers.append(p)
    time.sleep(1.2)
    for p in lookers:
        p.drain()
    before, began = [p.messages for p in lookers], time.monotonic()
    for _ in range(100):
        Socket(server.port, f"/api/tables/{a.table}/ws").close()
    time.sleep(1.2)
    for p in lookers:
        p.drain()
    told = max(p.messages - n for p, n in zip(lookers, before))
    # Once a second, not two hundred times.
    assert told <= 10 + 2 * (time.monotonic() - began), f"told {told} times that somebody came or went"
    a.drain(1.2)
    assert a.info["watchers"] == 60, a.info["watchers"]


def share(server, table):
    """Finding 8: an address over its budget waits, and others do not notice."""
    stop = threading.Event()

    def storm():
        p = Person(server, table)
        s = dial(server.port, "127.0.9.1")
        s.settimeout(1)
        s.sendall(get("/big.bin") * 300)
        while not stop.is_set():
            try:
                if not s.recv(1 << 20):
                    break
                s.send(get("/big.bin") * 10, socket.MSG_DONTWAIT)
            except (BlockingIOError, TimeoutError):
                pass
        p.close()
    threads = [threading.Thread(target=storm) for _ in range(8)]
    sent, began = server.metric("veglia_bytes_sent_total"), time.monotonic()
    for t in threads:
        t.start()
    while server.metric("veglia_waited_total") == 0:  # it does, before it has had much
        assert server.metric("veglia_bytes_sent_total") - sent < 2 << 30, "nobody waits"
        time.sleep(0.1)
    time.sleep(1)
    sent = server.metric("veglia_bytes_sent_total") - sent
    # 200 ms a second and two seconds' worth at once, at 200 us a piece of 64 KiB; and as much again, for who is new.
    allowed = 2 * (time.monotonic() - began + 2) * (64 << 20)
    for _ in range(20):
        assert server.get("/healthz")[0] == 200
    stop.set()
    for t in threads:
        t.join()
    assert sent < allowed, f"{sent >> 20} MiB for one address, which may have {int(allowed) >> 20}"


def by_address(server):
    """Connections by address; of IPv6 by its first 64 bits, of a proxy's clients by what it says."""
    kept = [dial(server.port, "127.0.7.1") for _ in range(12)]
    for s in kept:
        s.sendall(get("/healthz"))
    answers = 0
    for s in kept:
        try:
            answers += read_answer(s)[0] == 200
        except OSError:
            pass
    assert answers == 10, f"{answers} of 10 connections"
    assert request(server.port, "GET", "/healthz")[0] == 200, "another address"


def proxied(folder):
    def make(server, address):
        return request(server.port, "POST", "/api/tables", {"game": "quest", "name": "x"},
                       headers={"X-Forwarded-For": address})[0]
    with Server(VEGLIA, db=os.path.join(folder, "proxied.db"),
                options=["--trust-proxy", "--max-makes", "3", "--max-per-address", "2"]) as server:
        codes = [make(server, f"2001:db8:1:2::{i:x}") for i in range(1, 7)]
        assert codes.count(429) == 3, f"one household: {codes}"
        assert [make(server, f"2001:db8:1:{i}::1") for i in range(3, 6)] == [200] * 3, "another household"
        assert [make(server, "10.0.0.1"), make(server, "::ffff:10.0.0.1"), make(server, "10.0.0.2")] == [200] * 3
        assert [make(server, "10.0.0.1"), make(server, "10.0.0.1")] == [200, 429], "IPv4 in IPv6's clothes is the same"
        # Sockets of one caller behind a proxy.
        a = Person(server)
        a.make(game="quest", seats=2, sit=0)
        head = (f"GET /api/tables/{a.table}/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                "X-Forwarded-For: {}\r\n\r\n")
        socks, got = [], []
        for who in ["10.0.0.9"] * 3 + ["10.0.0.8"]:
            s = dial(server.port)
            s.sendall(head.replace("{}", who).encode())
            got.append(int(s.recv(65536).split(b" ")[1]))
            socks.append(s)
        assert got == [101, 101, 429, 101], got


def names(folder):
    """Without base-url only names nobody else can have are the server's own."""
    with Server(VEGLIA, db=os.path.join(folder, "names.db")) as server:
        def post(host, origin=None):
            headers = {"Host": host}
            if origin:
                headers["Origin"] = origin
            return request(server.port, "POST", "/api/tables", {"game": "quest", "name": "x"}, headers=headers)[0]
        assert post("evil.example", "http://evil.example") == 403, "a foreign name"
        assert post("evil.example:8080") == 403
        assert request(server.port, "GET", "/api/tables", headers={"Host": "evil.example"})[0] == 403
        machine = socket.gethostname()
        assert post(machine + ".evil.example", f"http://{machine}.evil.example") == 403
        for host in ("127.0.0.1", f"localhost:{server.port}", "[::1]:99", "192.168.1.7", machine, machine + ".local"):
            assert post(host, "http://" + host) == 200, host
        assert request(server.port, "GET", "/healthz", headers={"Host": "probe"})[0] == 200
    with Server(VEGLIA, db=os.path.join(folder, "names2.db"), options=["--base-url", "http://veglia.example"]) as server:
        headers = {"Host": "veglia.example", "Origin": "http://veglia.example"}
        assert request(server.port, "POST", "/api/tables", {"game": "quest", "name": "x"}, headers=headers)[0] == 200


def records(server):
    """Old rounds are read for few at a time; everybody is answered."""
    a = Person(server)
    a.make(game="quest", seats=2, sit=None, bots=["random", "random"])
    a.connect()
    for _ in range(2):
        a.ok("deal")
        while not a.now["match_over"]:
            a.read()
        a.ok("again")
        a.drain(0.1)
    socks = [dial(server.port) for _ in range(40)]
    for s in socks:
        s.sendall(get(f"/api/tables/{a.table}/record?round=1") * 3)
    for s in socks:
        rest = b""
        for _ in range(3):
            status, _, body, rest = read_answer(s, rest)
            assert status == 200 and b"secret " in body
    # What reaches the record is a finished round, also over the code.
    status, headers, body = request(server.port, "GET", f"/api/tables/{a.table}/qr.svg")
    assert status == 200 and body.startswith(b"<svg") and "max-age" in headers["Cache-Control"]
    assert len(body) < 12000, len(body)


def replay(folder):
    """It listens before all live tables have been read, and reads them all."""
    db = os.path.join(folder, "replay.db")
    with Server(VEGLIA, db=db) as server:
        for i in range(300):
            p = Person(server)
            p.make(game="quest", seats=2, sit=0, listed=i % 3 == 0)
        server.stop()
        server.start()
        assert server.get("/healthz")[0] == 200
        p.connect()  # also one that has not been read yet
        log = server.replayed()
        assert log.index('"event":"listening"') < log.index('"event":"replayed"') and re.search('"live":(300|299),"frozen":0', log), log
        assert len(json.loads(server.get("/api/tables")[1])["tables"]) == 100
        assert server.metric("veglia_replaying") == 0


def figures(server):
    """What /metrics says is there and plausible."""
    text = server.get("/metrics")[1].decode()
    for name in ("veglia_ack_seconds", "veglia_commit_seconds", "veglia_turn_seconds"):
        count = int(text.split(f"{name}_count ")[1].split()[0])
        assert count > 0 and f'{name}_bucket{{le="+Inf"}} {count}' in text, name
    assert server.metric("veglia_store_bytes") > 4096 and server.metric("veglia_store_queue") >= 0
    assert server.metric("veglia_bot_queue") == 0
    refused = sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("veglia_refused_total{"))
    assert refused == server.metric("veglia_refusals_total") > 0
    before = int(text.split('veglia_refused_total{code="NOT_FOUND"} ')[1].split()[0])
    server.get("/nope.txt")
    text = server.get("/metrics")[1].decode()
    assert int(text.split('veglia_refused_total{code="NOT_FOUND"} ')[1].split()[0]) == before + 1


def main():
    with tempfile.TemporaryDirectory() as folder:
        web = os.path.join(folder, "web")
        os.mkdir(web)
        content = os.urandom(FILE)
        with open(os.path.join(web, "big.bin"), "wb") as f:
            f.write(content)
        with Server(VEGLIA, db=os.path.join(folder, "a.db"), options=["--web", web, "--max-rate", "100000"]) as server:
            pipelined(server, content)
            behind(server)
            crowd(server)
            records(server)
            slow_heads(server)
            figures(server)
            assert server.stop() == 0
        with Server(VEGLIA, db=os.path.join(folder, "b.db"),
                    options=["--web", web, "--max-work", "200", "--max-per-address", "10"]) as server:
            a = Person(server)
            a.make(game="quest", seats=2, sit=0)
            share(server, a.table)
            by_address(server)
        proxied(folder)
        names(folder)
        replay(folder)
    print("memory, work, time, addresses and names are bounded")


main()
