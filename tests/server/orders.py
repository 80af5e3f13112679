#!/usr/bin/env python3
"""What an operator does while the server runs: orders reach the live table, also when the path is long.

usage: orders.py VEGLIA
"""
import json
import os
import random
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time

import schema
import client
from client import Closed, Person, Server, request, sit

VEGLIA = sys.argv[1]


def admin(server, *args):
    return subprocess.run([VEGLIA, "admin", *args, "--db", server.db, *server.where, "--lang", "en"], capture_output=True, text=True,
                          check=False)


def done(server, *args):
    out = admin(server, *args)
    assert out.returncode == 0, (args, out.stdout, out.stderr)
    return out.stdout


def closed_with(person, code):
    try:
        while True:
            person.read()
    except Closed as e:
        assert e.args[0] == code, e.args


def orders(server):
    a, b = sit(server, listed=True)
    c = Person(server, a.table)
    c.check = schema.check
    c.join("Dina")
    c.connect()
    # The list.
    assert a.table in server.get("/api/tables")[1].decode()
    done(server, "unlist", a.table)
    assert a.table not in server.get("/api/tables")[1].decode()
    a.drain(0.2)
    assert a.info["listed"] is False, "the people at the table are told"
    # The word.
    done(server, "mute", a.table, "1")
    answer = b.do("say", text="ciao")
    assert answer["type"] == "no", answer
    done(server, "unmute", a.table, "1")
    b.ok("say", text="ciao")
    # The door.
    done(server, "lock", a.table)
    status, _, _ = request(server.port, "POST", f"/api/tables/{a.table}/join", {"name": "Eva"})
    assert status == 409, status
    done(server, "unlock", a.table)
    # A link that has been seen by others is worth nothing any more; the new one is.
    link = done(server, "revoke", a.table, "1").strip()
    closed_with(b, 4003)
    old = Person(server, a.table, b.cookie)
    old.connect()
    assert old.hello["person"] is None, "the old token"
    status, headers, body = request(server.port, "POST", f"/api/tables/{a.table}/recover",
                                    {"token": link.split("#k=")[1]})
    assert status == 200 and json.loads(body)["person"] == 1, body
    b.cookie = headers["Set-Cookie"].split(";")[0]
    b.connect()
    assert b.seat == 1
    assert a.do("token", person=1, hash="0" * 64)["code"] == "UNKNOWN", "only the operator gives tokens"
    # People.
    done(server, "ban", a.table, "2")
    closed_with(c, 4003)
    assert request(server.port, "POST", f"/api/tables/{a.table}/join", {"name": "Dina"}, cookie=c.cookie)[0] in (409, 429)
    assert admin(server, "kick", a.table, "0").returncode == 1, "the host stays"
    done(server, "host", a.table, "1")
    done(server, "kick", a.table, "0")
    closed_with(a, 4003)
    # The end, at once and for everybody.
    done(server, "close", a.table)
    b.drain(0.3)
    assert b.info["status"] == "closed", b.info["status"]
    out = admin(server, "close", a.table)
    assert out.returncode == 1 and "closed" in out.stderr, out.stderr
    assert admin(server, "close", a.table[:-1] + ("a" if a.table[-1] != "a" else "b")).returncode == 1
    for wrong in (("kick", a.table), ("fly", a.table), ("close",), ("kick", a.table, "x")):
        assert admin(server, *wrong).returncode == 2, wrong


def asleep(folder):
    """Orders also reach a table that is not in memory, and one whose server does not run."""
    with Server(VEGLIA, db=os.path.join(folder, "asleep.db"), options=["--idle", "1"]) as server:
        a, b = sit(server, listed=True)
        c, d = sit(server, listed=True)
        for p in (a, b, c, d):
            p.close()
        for _ in range(50):
            if server.metric("veglia_tables_in_memory") == 0:
                break
            time.sleep(0.1)
        done(server, "close", a.table)
        b.connect()
        assert b.info["status"] == "closed"
        b.close()
        server.stop()
        done(server, "unlist", c.table)
        link = done(server, "revoke", c.table, "0").strip()
        server.start()
        assert c.table not in server.get("/api/tables")[1].decode()
        c.connect()
        assert c.hello["person"] is None
        assert request(server.port, "POST", f"/api/tables/{c.table}/recover", {"token": link.split("#k=")[1]})[0] == 200
        # A table taken out of the database leaves memory as well.
        done(server, "prune", "--days", "0")
        closed_with(c, 4001)
        assert server.get(f"/api/tables/{c.table}")[0] == 404
        assert server.get(f"/api/tables/{a.table}")[0] == 404


def drain(server):
    a, b = sit(server)
    done(server, "drain")
    assert server.get("/healthz") == (503, b"draining\n")
    assert server.metric("veglia_draining") == 1
    a.drain(0.2)
    assert a.notices and a.notices[-1]["code"] == "DRAIN", a.notices
    status, _, body = request(server.port, "POST", "/api/tables", {"game": "quest", "name": "Eva"})
    assert status == 503 and json.loads(body)["code"] == "BUSY", body
    a.ok("deal")  # who is here plays on
    for p in (a, b):
        p.drain(0.1)
        if p.now["ask"]["actor"] == p.seat:
            p.ok("move", move=random.Random(1).choice(p.moves()))
    assert server.metric("veglia_tables_in_play") >= 1
    done(server, "undrain")
    assert server.get("/healthz") == (200, b"ok\n")


def long_path():
    """The socket's name may be longer than the kernel takes."""
    with tempfile.TemporaryDirectory() as folder:
        deep = os.path.join(folder, "x" * 60, "y" * 60)
        os.makedirs(deep)
        with Server(VEGLIA, db=os.path.join(deep, "veglia.db")) as server:
            a, _ = sit(server)
            done(server, "close", a.table)
            a.drain(0.3)
            assert a.info["status"] == "closed"
            server.stop()
            assert os.listdir(deep) in (["veglia.db", "veglia.db.lock"], ["veglia.db.lock", "veglia.db"]), os.listdir(deep)


def modes():
    """Database, its companions, its socket and backups are nobody else's, whatever the folder and the mask."""
    before = os.umask(0)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            with Server(VEGLIA, db=os.path.join(folder, "veglia.db")) as server:
                sit(server)
                done(server, "backup", os.path.join(folder, "copy.db"))
                found = {n: stat.S_IMODE(os.lstat(os.path.join(folder, n)).st_mode) for n in os.listdir(folder)}
                assert {"veglia.db", "veglia.db-wal", "veglia.db-shm", "veglia.db.sock", "copy.db"} <= set(found), found
                assert all(m & 0o077 == 0 for m in found.values()), {n: oct(m) for n, m in found.items()}
                server.stop()
                # One that was open to all is closed at the next start.
                os.chmod(server.db, 0o644)
                server.start()
                sit(server)
                for n in os.listdir(folder):
                    assert os.lstat(os.path.join(folder, n)).st_mode & 0o077 == 0, n
    finally:
        os.umask(before)


def hangup(folder):
    """SIGHUP begins the log anew under its name, and ends nothing."""
    log = os.path.join(folder, "log")
    with Server(VEGLIA, db=os.path.join(folder, "hup.db"), options=["--log", log]) as server:
        a, _ = sit(server)
        os.rename(log, log + ".1")
        server.process.send_signal(signal.SIGHUP)
        for _ in range(50):
            if os.path.exists(log):
                break
            time.sleep(0.05)
        a.ok("say", text="ciao")
        done(server, "drain")
        with open(log, encoding="utf-8") as f:
            text = f.read()
        assert '"event":"drain"' in text and '"event":"listening"' not in text, text
        with open(log + ".1", encoding="utf-8") as f:
            assert '"event":"listening"' in f.read()
        assert server.stop() == 0
    with Server(VEGLIA, db=os.path.join(folder, "hup2.db")) as server:  # the log goes to a file of ours, not a terminal
        server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        assert server.get("/healthz") == (200, b"ok\n")


def notify(folder):
    """systemd is told when it is ready, that it is alive, and when it stops."""
    path = os.path.join(folder, "notify")
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    sock.bind(path)
    sock.settimeout(5)
    with Server(VEGLIA, db=os.path.join(folder, "notify.db"),
                wrapper=["env", f"NOTIFY_SOCKET={path}", "WATCHDOG_USEC=2000000"]) as server:
        assert b"READY=1" in sock.recv(4096)
        while b"WATCHDOG=1" not in sock.recv(4096):
            pass
        server.process.terminate()
        while b"STOPPING=1" not in sock.recv(4096):
            pass
        assert server.process.wait(20) == 0
        server.process.stdout.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        with Server(VEGLIA) as server:
            orders(server)
            drain(server)
        asleep(folder)
        if not client.POSTGRES:  # files only
            long_path()
            modes()
        hangup(folder)
        notify(folder)
    print("orders, drain, modes, log, systemd: as docs/hosting.md says")


main()
