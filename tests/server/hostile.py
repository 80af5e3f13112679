#!/usr/bin/env python3
"""Clients that mean harm: what they do changes nothing for others.

usage: hostile.py VEGLIA

While each attack runs, two people play a game next to it; at the end their game is whole, the server is
up, and nothing the attackers sent has left a trace. Every attack also has its own expectation.
"""
import json
import os
import random
import socket
import struct
import sys
import threading
import time

import schema
from client import Closed, Person, Server, Socket, request, sit

VEGLIA = sys.argv[1]
FAILED = []


def check(good, what):
    if not good:
        FAILED.append(what)
        print("FAILED:", what)


def raw(port, data, wait=2.0, shut=False):
    """Sends bytes, gives what comes back until the server closes or falls silent."""
    s = socket.create_connection(("127.0.0.1", port), timeout=wait)
    out = b""
    try:
        s.sendall(data)
        if shut:
            s.shutdown(socket.SHUT_WR)
        while True:
            chunk = s.recv(65536)
            if not chunk:
                break
            out += chunk
    except OSError:
        pass
    s.close()
    return out


def status_of(answer):
    return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else None


class Honest(threading.Thread):
    """A game that goes on beside the attack."""

    def __init__(self, server):
        super().__init__()
        self.a, self.b = sit(server)
        self.a.ok("deal")
        self.stop = False
        self.made = 0
        self.slowest = 0.0
        self.error = None

    def run(self):
        rng = random.Random(5)
        try:
            while not self.stop:
                time.sleep(0.002)  # leave the interpreter to the attackers
                for p in (self.a, self.b):
                    p.drain()
                    if p.now["match_over"]:
                        if p is self.a:
                            p.ok("again")
                            p.ok("deal")
                        continue
                    if p.now["ask"]["actor"] == p.seat and p.moves():
                        t = time.time()
                        p.ok("move", move=rng.choice(p.moves()), at=p.now["log_count"])
                        self.slowest = max(self.slowest, time.time() - t)
                        self.made += 1
        except Exception as e:  # pylint: disable=broad-except
            self.error = e


def http_attacks(server):
    port = server.port
    cases = {
        b"GET / HTTP/1.1\r\n\r\n": 400,  # no host
        b"GET / HTTP/1.1\nHost: x\n\n": 400,  # bare line feeds
        b"GET / HTTP/3.0\r\nHost: x\r\n\r\n": 505,
        b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n": 405,
        b"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n": 400,
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n": 400,
        b"GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n": 400,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\n\r\n": 411,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n": 413,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n": 400,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}": 400,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 501,
        b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n": 431,
        b"GET / HTTP/1.1\r\nHost: x\r\nX: \x01\r\n\r\n": 400,
        b"GET /\x80 HTTP/1.1\r\nHost: x\r\n\r\n": 400,
    }
    for data, wanted in cases.items():
        got = status_of(raw(port, data))
        check(got == wanted, f"{data[:60]!r}: {got}, not {wanted}")
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../veglia.db", "//etc/passwd.x",
                 "/api/tables/../../x", "/api/tables/aaaaaaaaaaaaa/record", "/api/games/nope/cards"):
        got = status_of(raw(port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()))
        check(got in (400, 404, 403), f"{path}: {got}")
    # Random bytes
    rng = random.Random(1)
    for _ in range(50):
        raw(port, rng.randbytes(rng.randint(1, 4000)), wait=0.2, shut=True)
    # Half a request, never finished, many of them
    half = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    for s in half:
        s.sendall(b"GET / HTTP/1.1\r\nHost")
    return half


def origin_attacks(server, table, cookie):
    evil = {"Origin": "https://evil.example"}
    got = request(server.port, "POST", "/api/tables", {"game": "quest", "name": "x"}, headers=evil)
    check(got[0] == 403, f"a table made from another site: {got[0]}")
    got = request(server.port, "POST", f"/api/tables/{table}/join", {"name": "x"}, headers=evil)
    check(got[0] == 403, f"joined from another site: {got[0]}")
    try:
        Socket(server.port, f"/api/tables/{table}/ws", cookie, origin="https://evil.example")
        check(False, "a socket opened from another site")
    except Closed as e:
        check(e.args[0] == 403, f"a socket from another site: {e.args[0]}")
    Socket(server.port, f"/api/tables/{table}/ws", origin=f"http://127.0.0.1:{server.port}").close()
    got = request(server.port, "POST", "/api/tables", b'{"game":"quest","name":"x"}',
                  headers={"Content-Type": "text/plain"})
    check(got[0] == 415, f"a form from another site: {got[0]}")
    got = request(server.port, "GET", "/")
    policy = got[1].get("Content-Security-Policy", "")
    check("default-src 'none'" in policy and "script-src 'self' 'wasm-unsafe-eval';" in policy, "the policy")
    check(got[1].get("X-Content-Type-Options") == "nosniff" and got[1].get("Referrer-Policy") == "no-referrer",
          "the other headers")


def bad_plans(server):
    plans = [b"", b"[]", b"{", b'{"game":"quest"}', b'{"game":"nope","name":"x"}', b'{"game":"quest","name":""}',
             b'{"game":"quest","name":"x","seats":99}', b'{"game":"quest","name":"x","seats":-1}',
             b'{"game":"quest","name":"x","bots":["search:99999999ms"]}',
             b'{"game":"quest","name":"x","bots":["greedy"],"sit":0}', b'{"game":"quest","name":"x","sit":7}',
             b'{"game":"quest","name":"x","options":{"pairs":"maybe"}}', b'{"game":"quest","name":"x","games":0}',
             b'{"game":"quest","name":"x","game":"mind"}', b'{"game":"quest","name":"x\\u0000y"}',
             b'{"game":"quest","name":"\xff"}', b'{"game":"quest","name":"x","pace":{"seconds":99999999}}',
             b"[" * 10000, b'{"game":"quest","name":"' + b"x" * 15000 + b'"}']
    for plan in plans:
        got = request(server.port, "POST", "/api/tables", plan)
        check(got[0] == 400 and json.loads(got[2])["why"], f"{plan[:50]!r}: {got[0]}")


def expect_close(person, codes, what):
    try:
        for _ in range(10000):
            person.read()
        check(False, what + ": not closed")
    except Closed as e:
        check(e.args[0] in codes, f"{what}: closed with {e.args[0]}")
    except OSError:
        pass


def frames(server, table):
    def fresh():
        p = Person(server, table)
        p.connect()
        return p
    p = fresh()
    p.ws.send_frame(1, b"x" * 9000)
    expect_close(p, (1009,), "an oversized message")
    p = fresh()
    p.ws.send_frame(1, b"{}", masked=False)
    expect_close(p, (1002, None), "an unmasked frame")
    p = fresh()
    p.ws.send_frame(1, b"\xff\xfe")
    expect_close(p, (1007,), "bad UTF-8")
    p = fresh()
    p.ws.send_frame(2, b"{}")
    expect_close(p, (1003,), "a binary frame")
    p = fresh()
    p.ws.send_frame(3, b"{}")
    expect_close(p, (1002,), "an unknown opcode")
    p = fresh()
    p.ws.send_frame(9, b"x" * 126)
    expect_close(p, (1002, None), "a long ping")
    p = fresh()
    p.ws.send_frame(1, b"{", fin=False)
    for _ in range(3000):
        try:
            p.ws.send_frame(0, b" " * 100, fin=False)
        except OSError:
            break
    expect_close(p, (1009, 1008), "an endless message")
    p = fresh()
    p.ws.send_frame(8, struct.pack(">H", 999))
    expect_close(p, (1002, 999), "a bad close code")
    p = fresh()
    p.ws.sock.sendall(os.urandom(5000))
    try:
        while True:
            p.ws.sock.recv(65536) or (_ for _ in ()).throw(OSError())
    except OSError:
        pass


def commands(server, honest):
    """Out of turn, forged, repeated, malformed: refused, with a reason, and the game does not change."""
    table = honest.a.table
    stranger = Person(server, table)
    stranger.check = schema.check
    stranger.connect()
    for do in ("move", "undo", "tell", "say", "name", "hash", "reveal", "void", "sit", "deal", "close", "again", "bot", "host"):
        answer = stranger.do(do, move="pass", seat=0, person=0, entry=0, text="x", name="x", bot="greedy")
        check(answer["type"] == "no" and answer["code"] == "WHO", f"a stranger's {do}: {answer}")
    guest = Person(server, table)
    guest.check = schema.check
    guest.join("Eva")
    guest.connect()
    for do, args in {"move": {"move": "pass"}, "undo": {}, "deal": {}, "close": {}, "bot": {"seat": 0, "bot": "greedy"},
                     "stand": {"seat": 0}, "swap": {"seat": 0, "with": 1}, "host": {"person": 2}, "sit": {"seat": 0},
                     "hash": {"hash": "x"}, "reveal": {"salt": "00" * 32}, "list": {"on": True}, "again": {}, "next": {}}.items():
        answer = guest.do(do, **args)
        check(answer["type"] == "no", f"a guest's {do}: {answer}")
    for message in ("{}", "[]", "1", '"x"', "{", '{"id":1,"do":"say"}', '{"id":"a b","do":"say"}', '{"id":"-","do":"say"}',
                    '{"id":"x","do":"fly"}', '{"id":"x","do":"sit","seat":"0"}', '{"id":"x","do":"sit","seat":-1}',
                    '{"id":"x","do":"sit","seat":9999999999}', '{"id":"x","id":"y","do":"say","text":"x"}',
                    '{"id":"x","do":"say","text":7}', '{"id":"x","do":"say","text":"a\\u0000b"}',
                    '{"id":"x","do":"say","text":""}', '{"id":"x","do":"say","text":"%s"}' % ("x" * 401),
                    '{"id":"x","do":"name","name":"%s"}' % ("x" * 25), '{"id":"x","do":"tell","entry":0,"text":"x"}'):
        guest.ws.send_frame(1, message.encode())
        while guest.read()["type"] != "no":
            pass
    # A forged cookie is nobody's.
    for cookie in ("veglia=" + "A" * 32, "veglia=", "veglia=x", guest.cookie[:-1] + "!", "veglia=" + "B" * 4000):
        try:
            p = Person(server, table, cookie)
            p.connect()
            check(p.hello["person"] is None, f"a forged cookie is person {p.hello['person']}")
            p.close()
        except Closed:
            pass
    got = request(server.port, "POST", f"/api/tables/{table}/recover", {"token": "A" * 32})
    check(got[0] == 403, "a forged recovery link")
    # A repeated id is done once.
    first = guest.tell("say", text="una volta")
    while first not in guest.answers:
        guest.read()
    for _ in range(3):
        guest.ws.send({"id": first, "do": "say", "text": "due volte"})
    answers = []
    while len(answers) < 3:
        m = guest.read()
        if m["type"] == "ok":
            answers.append(m)
    check(all(m.get("again") for m in answers), "repeats are told apart")
    check([c["text"] for c in guest.chat].count("una volta") == 1 and "due volte" not in [c["text"] for c in guest.chat],
          "a repeat happened twice")
    # Texts come out harmless.
    guest.ok("say", text="<script>alert(1)</script>\u202e\u0007")
    said = guest.chat[-1]["text"]
    check("\u202e" not in said and "\u0007" not in said, "control characters in chat")
    got = request(server.port, "GET", f"/api/tables/{table}/record")
    check(got[0] == 403, f"the record of a game in play: {got[0]}")


def flood(server, table):
    """More messages than it may send: they wait their turn, each is answered by its id, nothing is dropped."""
    p = Person(server, table)
    p.join("Piena")
    p.connect()
    began = time.monotonic()
    for i in range(1200):
        p.ws.send({"id": f"f{i}", "do": "ahead", "on": True})
    while "f1199" not in p.answers:
        p.read()
    check(all(f"f{i}" in p.answers for i in range(1200)), "a flood's answers")
    # 600 at once, the others 200 a second: however slow the machine is, no more than that.
    check(1200 <= 600 + 1.2 * 200 * (time.monotonic() - began), "a flood was not slowed down")
    check(server.metric("veglia_waited_total") > 0, "nobody waited")
    p.close()
    # Pings are answered at once, so who sends too many of them is closed.
    p = Person(server, table)
    p.connect()
    try:
        for i in range(40000):
            p.ws.send_frame(9, b"")
            if i % 2000 == 1999:
                p.drain()
    except (OSError, Closed) as e:
        check(not isinstance(e, Closed) or e.args[0] in (1008, None), f"a flood of pings: {e!r}")
    else:
        expect_close(p, (1008,), "a flood of pings")
    check(server.metric("veglia_dropped_rate_total") == 1, "floods dropped")


def deaf(server, table):
    """Reads nothing and keeps asking for everything: is not served any more, costs little, and is dropped in the end."""
    p = Person(server, table)
    p.ws = Socket(server.port, f"/api/tables/{table}/ws")
    p.ws.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    p.ws.sock.settimeout(0.5)
    most, began, gone = 0, time.time(), None
    sent = 0
    while time.time() - began < 300:  # patience for a busy machine, no bound
        try:
            p.ws.send({"id": f"d{sent}", "do": "sync"})
            sent += 1
        except TimeoutError:
            pass  # the server does not read on either
        except OSError as e:
            gone = e
            break
        if sent % 100 == 0 or sent > 5000:
            most = max(most, server.metric("veglia_queued_bytes"))
    check(isinstance(gone, (ConnectionResetError, BrokenPipeError)), f"a deaf client: {gone!r}")
    check(most < 1 << 20, f"{most} bytes held for a deaf client")


def many(server):
    """More connections than one has: opened and forgotten."""
    socks = []
    for _ in range(300):
        s = socket.create_connection(("127.0.0.1", server.port))
        socks.append(s)
    return socks


def main():
    with Server(VEGLIA, options=["--max-rate", "200"]) as server:
        honest = Honest(server)
        victim = Person(server)
        victim.make(game="quest", seats=2, sit=0, bots=[None, "random"])
        honest.start()
        half = http_attacks(server)
        origin_attacks(server, honest.a.table, honest.a.cookie)
        bad_plans(server)
        frames(server, honest.a.table)
        commands(server, honest)
        flood(server, victim.table)
        kept = many(server)
        beside = honest.made
        while honest.made < beside + 20 and honest.is_alive():
            time.sleep(0.1)
        honest.stop = True
        honest.join()
        check(honest.error is None, f"the honest game: {honest.error!r}")
        check(beside > 0 and honest.made >= beside + 20, f"{beside} honest moves, then {honest.made - beside}")
        for s in half + kept:
            s.close()
        check(server.get("/healthz") == (200, b"ok\n"), "the server's health")
        before = server.metric("process_resident_memory_bytes")
        check(server.stop() == 0, "a clean stop")
        check("error" not in server.stderr(), server.stderr())
        log = server.stderr()
        check(honest.a.cookie.split("=")[1] not in log and honest.a.table not in log, "secrets in the log")
    with Server(VEGLIA, options=["--max-rate", "1000000"]) as server:
        honest = Honest(server)
        honest.start()
        deaf(server, honest.a.table)
        dropped = server.metric("veglia_dropped_slow_total")
        check(dropped == 1, f"slow readers dropped: {dropped}")
        honest.stop = True
        honest.join()
        check(honest.error is None, f"the honest game beside a deaf one: {honest.error!r}")
        server.stop()
    print(f"{honest.made} honest moves beside it, the slowest {honest.slowest * 1000:.0f} ms; "
          f"{before >> 20} MiB; {len(FAILED)} failed")
    sys.exit(1 if FAILED else 0)


main()
