#!/usr/bin/env python3
"""Notices to people who are away: when, where to, where never. (What is in them: tests/browser/online.mjs.)

usage: push.py VEGLIA
"""
import base64
import http.server
import json
import os
import queue
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import schema
from client import Person, Server

VEGLIA = sys.argv[1]
# The example of RFC 8291: a point of the curve.
KEYS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4 BTBZMqHH6r4Tts7J_aSIgg"


class Service:
    """What a browser's maker keeps: takes what it is sent, and answers as it is told."""

    def __init__(self, context=None):
        self.got, self.status = queue.Queue(), 201
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.put((self.path, self.headers, body))
                self.send_response(service.status)
                self.send_header("Location", f"http://127.0.0.1:{service.port}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.handle_error = lambda *_: None
        self.port = self.http.server_address[1]
        if context:
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def next(self, wait=10):
        return self.got.get(timeout=wait)

    def quiet(self, wait):
        try:
            got = self.got.get(timeout=wait)
        except queue.Empty:
            return
        raise AssertionError(f"nobody should have been told: {got[0]}")


def until(what, wait=10):
    end = time.monotonic() + wait
    while not what():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.05)


def no(answer, code):
    assert answer["type"] == "no" and answer["code"] == code and answer["why"], (answer, code)


def pair(server, **plan):
    """Two people at a table in play, and the one who is asked first."""
    a = Person(server, lang="en")
    a.check = schema.check
    a.make(game="quest", seats=2, sit=0, **plan)
    a.connect()
    b = Person(server, a.table)
    b.check = schema.check
    b.join("Carlo")
    b.connect()
    b.ok("sit", seat=1)
    a.ok("deal")
    a.drain(0.1), b.drain(0.1)
    return (a, b) if a.now["ask"]["actor"] == 0 else (b, a)


def turn_over(one, other):
    """`one` plays until `other` is asked."""
    one.drain(0.05)
    while one.now["ask"]["actor"] != other:
        one.ok("move", move=one.now["moves"][-1]["move"])
        one.drain(0.05)


def turns(server, service):
    asked, away = pair(server)
    to = f"http://127.0.0.1:{service.port}/one {KEYS}"
    away.ok("push", to=to, on=True)
    seq = away.info["seq"]
    away.ok("push", to=to, on=True)  # known already: nothing is written
    away.drain(0.1)
    assert away.info["seq"] == seq, "the same device was written down twice"
    seat = 1 - asked.info["you"]["seat"]
    away.ws.close()
    turn_over(asked, seat)
    path, heads, body = service.next()
    assert path == "/one" and heads["Content-Encoding"] == "aes128gcm" and int(heads["TTL"]) > 0, (path, heads)
    assert heads["Authorization"].startswith("vapid t=") and len(body) == 86 + 512 + 16, len(body)
    assert asked.table not in str(heads), "the service learns which table it is"
    claims = json.loads(base64.urlsafe_b64decode(heads["Authorization"].split(".")[1] + "=="))
    assert claims["aud"] == f"http://127.0.0.1:{service.port}" and claims["sub"] == "mailto:test@example.org", claims
    service.quiet(2)  # once a turn
    until(lambda: server.metric("veglia_notices_total") == 1)

    # Who is here, or was while being asked, knows it.
    away.connect()
    away.drain(0.1)
    turn_over(away, 1 - seat)
    away.drain(0.1)
    turn_over(asked, seat)
    away.drain(1.2)  # sees it
    away.ws.close()
    service.quiet(2.5)

    # A service that does not know the device any more: it is told nothing again.
    away.connect()
    turn_over(away, 1 - seat)
    service.status = 410
    away.ws.close()
    turn_over(asked, seat)
    service.next()
    until(lambda: server.metric("veglia_pushes_gone_total") == 1)
    service.status = 201
    away.connect()
    turn_over(away, 1 - seat)
    away.ws.close()
    turn_over(asked, seat)
    service.quiet(2.5)
    return asked, away, seat, to


def hostile(server, service):
    one, other = pair(server)
    for address, code in [("http://127.0.0.1:1/x", "WHO"), ("https://127.0.0.1:8443/x", "WHO"), ("https://localhost/x", "WHO"),
                          (f"http://localhost:{service.port}/x", "WHO"), ("https://a@b.example/x", "FORMAT"), ("gopher://b.example/x", "FORMAT"),
                          ("https://b.example/" + "a" * 500, "FORMAT"), ("https://b.example/\nHost:", "FORMAT")]:
        no(one.do("push", to=f"{address} {KEYS}", on=True), code)
    no(one.do("push", to=f"https://b.example/x {KEYS[:40]} AAAA", on=True), "FORMAT")
    no(one.do("push", to=None, on=True), "FORMAT")
    watcher = Person(server, one.table)
    watcher.join("Dina")
    watcher.connect()
    no(watcher.do("push", to=f"http://127.0.0.1:{service.port}/d {KEYS}", on=True), "WHO")
    # A name of the wide net that leads to this machine is not called, and one that redirects is not followed.
    one.ok("push", to=f"https://127.0.0.1/x {KEYS}", on=True)
    one.ok("push", to=f"http://127.0.0.1:{service.port}/moved {KEYS}", on=True)
    seat = one.info["you"]["seat"]
    turn_over(one, 1 - seat)
    one.ws.close()
    service.status = 307
    before = server.metric("veglia_notices_failed_total")
    turn_over(other, seat)
    assert service.next()[0] == "/moved"
    service.quiet(1)
    until(lambda: server.metric("veglia_notices_failed_total") == before + 2)
    service.status = 201
    # Only the last four devices count.
    one.connect()
    for i in range(5):
        one.ok("push", to=f"http://127.0.0.1:{service.port}/{i} {KEYS}", on=True)
        time.sleep(0.05)
    turn_over(one, 1 - seat)
    one.ws.close()
    turn_over(other, seat)
    assert sorted(service.next()[0] for _ in range(4)) == ["/1", "/2", "/3", "/4"]
    service.quiet(1)


def days(server, service):
    """A game of days with a bot between two people: it goes on though nobody looks, the clock too, and who is asked is told."""
    a = Person(server, lang="en")
    a.make(game="quest", seats=3, sit=0, bots=[None, None, "greedy"], pace={"seconds": 86400, "absent": "skip"})
    a.connect()
    b = Person(server, a.table)
    b.join("Carlo")
    b.connect()
    b.ok("sit", seat=1)
    people = [a, b]
    for n, p in enumerate(people):
        p.ok("push", to=f"http://127.0.0.1:{service.port}/days{n} {KEYS}", on=True)
    a.ok("deal")
    for _ in range(200):  # until the bot is next, and then who comes after it
        a.drain(0.05), b.drain(0.05)
        actor = a.now["ask"]["actor"]
        if actor == 1:
            break
        if actor == 0:
            a.ok("move", move=a.now["moves"][-1]["move"])
    assert actor == 1, "it never is Carlo's turn"
    while not service.got.empty():
        service.next()
    a.ws.close()
    turn_over(b, 2)  # the bot's; nobody stays
    b.ws.close()
    told = [service.next(15)[0]]
    while told[-1] != "/days0":  # Carlo, too, was told of his turn, though he was there: a page may lie open for days
        told.append(service.next(15)[0])
    assert told in (["/days0"], ["/days1", "/days0"]), told


def kept(server, service, asked, away, seat):
    """The key and the devices outlast a restart."""
    key = json.loads(server.get("/api/push")[1])["key"]
    away.connect()
    away.ok("push", to=f"http://127.0.0.1:{service.port}/again {KEYS}", on=True)
    away.drain(0.1)
    if away.now["ask"]["actor"] == seat:
        turn_over(away, 1 - seat)
    away.ws.close()
    asked.ws.close()
    assert server.stop() == 0
    server.start()
    assert json.loads(server.get("/api/push")[1])["key"] == key, "another key"
    asked.connect()
    turn_over(asked, seat)
    assert service.next()[0] == "/again"
    service.quiet(1)


def over_tls():
    """https, with a certificate that is trusted, and without."""
    with tempfile.TemporaryDirectory() as folder:
        key, cert = os.path.join(folder, "key"), os.path.join(folder, "cert")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", cert,
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        service = Service(context)
        options = ["--push", "mailto:test@example.org", "--push-to", f"https://localhost:{service.port}", "--push-after", "0"]
        for trusted in (True, False):
            wrapper = ["env", f"SSL_CERT_FILE={cert}"] if trusted else []
            with Server(VEGLIA, options=options, wrapper=wrapper) as server:
                asked, away = pair(server)
                away.ok("push", to=f"https://localhost:{service.port}/tls {KEYS}", on=True)
                away.ws.close()
                turn_over(asked, 1 - asked.info["you"]["seat"])
                if trusted:
                    assert service.next()[0] == "/tls"
                    until(lambda: server.metric("veglia_notices_total") == 1)
                else:
                    until(lambda: server.metric("veglia_notices_failed_total") == 1)
                    service.quiet(0.2)


def switched_off():
    with Server(VEGLIA) as server:
        assert json.loads(server.get("/api/push")[1]) == {"key": None}
        one, _ = pair(server)
        no(one.do("push", to=f"https://push.example.net/x {KEYS}", on=True), "WHEN")


service = Service()
with Server(VEGLIA, options=["--push", "mailto:test@example.org", "--push-to", f"http://127.0.0.1:{service.port}", "--push-after", "0",
                             "--max-rate", "2000"]) as server:
    names = subprocess.run(["ps", "-o", "comm=", "--ppid", str(server.process.pid)], capture_output=True, text=True).stdout
    assert "veglia-push" in names, names
    at_table = turns(server, service)
    hostile(server, service)
    kept(server, service, *at_table[:3])
    # When it is gone no notice is sent, and everything else goes on.
    subprocess.run(["kill", "-9", subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.process.pid)], capture_output=True, text=True).stdout.strip()], check=True)
    until(lambda: json.loads(server.get("/api/push")[1]) == {"key": None})
    assert server.stop() == 0
with Server(VEGLIA, options=["--push", "mailto:test@example.org", "--push-to", f"http://127.0.0.1:{service.port}", "--push-after", "0",
                             "--bot-delay", "700"]) as server:  # time to go away
    days(server, service)
over_tls()
switched_off()
print("all right")
