#!/usr/bin/env python3
"""docs/cluster.md, followed to the letter: the cluster of one machine, a server killed, the database lost, a copy.

usage: cluster_docs.py VEGLIA ROOT     (status 77: HAProxy is not installed)
"""
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pg
from client import Closed, Person, block, free_port, request

VEGLIA, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
HAPROXY = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
LOST = (Closed, OSError, ConnectionError, AssertionError)


def commands(mark):
    return [shlex.split(line) for line in block(os.path.join(ROOT, "docs", "cluster.md"), mark)]


class Front:
    def __init__(self, port):
        self.port = port


def insist(what, seconds=20):
    for _ in range(seconds * 10):
        try:
            return what()
        except LOST:
            time.sleep(0.1)
    return what()


def back(p):
    p.close()
    p.connect(timeout=5)


def catch_up(p):
    try:
        if p.ws is None:
            p.connect(timeout=5)
        p.drain(0.1)
    except LOST:
        p.close()
        raise


def move(people, number):
    """So many moves, each repeated under its id until it is answered."""
    for _ in range(number):
        for p in people:
            insist(lambda p=p: catch_up(p))
        for p in people:
            if p.now["ask"]["actor"] != p.seat:
                continue
            p.counter += 1
            ident, what, at = f"{p.prefix}-{p.counter}", p.moves()[0], p.now["log_count"]

            def ask():
                try:
                    if p.ws is None:
                        p.connect(timeout=5)
                    p.ws.send({"id": ident, "do": "move", "move": what, "at": at})
                    while ident not in p.answers:
                        p.read()
                except (Closed, OSError):
                    p.close()
                    raise
            insist(ask, 40)
            assert p.answers[ident]["type"] == "ok", p.answers[ident]
            break


def for_the_world():
    """HAProxy takes the configuration as it stands, but for the place of the certificate."""
    with tempfile.TemporaryDirectory() as folder:
        key, pem, conf = (os.path.join(folder, name) for name in ("key", "veglia.pem", "haproxy.cfg"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=veglia.example.org",
                        "-keyout", key, "-out", pem], check=True, capture_output=True)
        with open(pem, "a", encoding="ascii") as f, open(key, encoding="ascii") as g:
            f.write(g.read())
        with open(os.path.join(ROOT, "packaging", "cluster", "haproxy.cfg"), encoding="utf-8") as f:
            text = f.read()
        assert text.count("/etc/haproxy/veglia.pem") == 1
        with open(conf, "w", encoding="utf-8") as f:
            f.write(text.replace("/etc/haproxy/veglia.pem", pem))
        out = subprocess.run([HAPROXY, "-c", "-f", conf], capture_output=True, text=True, check=False)
        assert out.returncode == 0 and "WARNING" not in out.stderr, out.stderr


def through_the_front(port):
    """What is the operator's is not for people; nobody says himself where he calls from; a long body is not taken."""
    assert request(port, "GET", "/metrics")[0] == 403
    assert request(port, "GET", "/healthz")[0] == 200
    assert request(port, "POST", "/api/tables", b"x" * 20000)[0] == 413


def main():
    if not HAPROXY:
        print("skipped: no haproxy")
        sys.exit(77)
    for_the_world()
    (words,) = commands("try")
    port = free_port()
    assert words == ["packaging/cluster/try", "--port", "8080"], words
    process = subprocess.Popen([os.path.join(ROOT, words[0]), "--port", str(port), "--veglia", VEGLIA], cwd=ROOT,
                               stdout=subprocess.PIPE, text=True)
    parts, folder = {}, None
    try:
        for line in process.stdout:
            found = re.match(r"  (.*?) +process (\d+)", line)
            if found:
                parts[found[1]] = int(found[2])
            if line.startswith("Open"):
                folder = re.search(r"logs in ([^;]*);", line)[1]
                break
        assert len(parts) == 6 and folder, parts
        through_the_front(port)
        front = Front(port)
        a, b = Person(front), None
        insist(lambda: a.make(game="quest", seats=2, sit=0))
        b = Person(front, a.table)
        insist(lambda: b.join("Carlo"))
        for p in (a, b):
            insist(lambda p=p: back(p))
        b.ok("sit", seat=1)
        a.ok("deal")
        move((a, b), 6)
        for name in ("server 1", "server 2"):  # whoever has it
            os.kill(parts[name], signal.SIGKILL)
            time.sleep(0.5)
        move((a, b), 4)
        for pid in [parts["database"], *pg.children(parts["database"])]:
            os.kill(pid, signal.SIGKILL)
        time.sleep(1)
        (words,) = commands("promote")
        words = [w.replace("FOLDER", folder) for w in words]
        subprocess.run([pg.program(words[0]), *words[1:]], check=True, capture_output=True)
        move((a, b), 6)
        count = a.now["log_count"]
        url = f"postgresql://veglia@/veglia?host={folder}&port=5433"
        with tempfile.TemporaryDirectory() as away:
            for words in reversed(commands("copy")):  # out, and in again
                words = [w.replace("postgresql://veglia@HOST/veglia", url).replace("/var/lib/veglia", away) for w in words]
                for p in (a, b):
                    p.close()
                out = subprocess.run([VEGLIA, *words[1:], "--lang", "en"], capture_output=True, text=True, check=False)
                assert "Copied and compared: 1 tables" in out.stdout or "a server has" in out.stderr, out
        print(f"docs/cluster.md holds: {count} entries played through two servers killed and a database lost")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


main()
