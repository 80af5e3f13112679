#!/usr/bin/env python3
"""A disk that is really full, and one that really turns read-only: small ones, mounted for the purpose.

usage: disk.py VEGLIA     (status 77: nothing may be mounted here)

storage.py lets single calls fail; here the kernel refuses. All mounts are made in a namespace of their own and are
gone with it. The full disk needs no rights; the read-only one needs root and a loop device, and says so without.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

from client import Closed, Server
from storage import dealt, exported, goes_on, step

VEGLIA = sys.argv[1]


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, check=False)


def until_refused(people, rng, acked, most=3000):
    for _ in range(most):
        answer = step(people, rng, acked)
        if answer["type"] == "no":
            return answer
        if people[0].now["match_over"]:
            people[0].ok("again")
            people[0].ok("deal")
            acked.clear()  # of this round
    raise AssertionError("the disk never refused")


def told(people):
    """Everybody at the table reads what happened, and is asked to come back."""
    for p in people:
        try:
            while True:
                p.read()
        except Closed as e:
            assert e.args[0] == 1013, e.args
        assert p.notices and p.notices[-1]["code"] == "STORAGE"


def full(folder):
    disk = os.path.join(folder, "full")
    os.mkdir(disk)
    made = run("mount", "-t", "tmpfs", "-o", "size=4m", "none", disk)
    if made.returncode:
        print("skipped: no tmpfs may be mounted here:", made.stderr.strip())
        sys.exit(77)
    with Server(VEGLIA, db=os.path.join(disk, "veglia.db"), options=["--max-rate", "1000000"]) as server:
        rng, acked = random.Random(8), []
        people = dealt(server)
        for _ in range(20):
            assert step(people, rng, acked)["type"] == "ok"
        ballast = os.path.join(disk, "ballast")
        try:
            with open(ballast, "wb", buffering=0) as f:
                while f.write(b"x" * 4096):
                    pass
        except OSError:
            pass
        answer = until_refused(people, rng, acked)
        assert answer["code"] == "STORAGE" and "salvare" in answer["why"], answer
        told(people)
        status, body = server.get("/healthz")
        assert status == 503 and b"storage" in body, (status, body)
        assert "disk is full" in server.stderr(), server.stderr()
        for p in people:  # one may still look
            p.connect()
            assert p.now["log_count"] > 0
        assert step(people, rng, acked)["code"] == "STORAGE"
        os.unlink(ballast)
        for p in people:
            p.close()
            p.connect()
        for _ in range(10):
            assert step(people, rng, acked)["type"] == "ok"
        assert server.get("/healthz")[0] == 200
        assert exported(server, people[0].table) == acked
        server.kill()
        assert exported(server, people[0].table) == acked
    run("umount", disk)
    print(f"full: refused, told, resumed without a restart; {len(acked)} acknowledged moves of the round, all there")


def read_only(folder):
    """As after an error of the disk: ext4 gives up under the running server and takes nothing more."""
    image, disk = os.path.join(folder, "image"), os.path.join(folder, "disk")
    os.mkdir(disk)
    with open(image, "wb") as f:
        f.truncate(32 << 20)
    mkfs, fsck = (shutil.which(name, path="/usr/sbin:/sbin:/usr/bin") for name in ("mkfs.ext4", "e2fsck"))
    made = mkfs and run(mkfs, "-q", "-F", image)
    if made and made.returncode == 0:
        made = run("mount", "-o", "loop", image, disk)
    if not made or made.returncode:
        print("read-only: skipped, no ext4 may be mounted here:", made.stderr.strip() if made else "no mkfs.ext4")
        return
    try:
        with Server(VEGLIA, db=os.path.join(disk, "veglia.db"), options=["--max-rate", "1000000"]) as server:
            rng, acked = random.Random(9), []
            people = dealt(server)
            for _ in range(20):
                assert step(people, rng, acked)["type"] == "ok"
            assert run("mount", "-o", "remount,abort", disk).returncode == 0
            answer = until_refused(people, rng, acked, most=1)
            assert answer["code"] == "STORAGE", answer
            told(people)
            status, body = server.get("/healthz")
            assert status == 503 and b"storage" in body, (status, body)
            server.stop()
            # Mended, and mounted read-only by mistake: the server says why it does not begin.
            assert run("umount", disk).returncode == 0
            assert run(fsck, "-fy", image).returncode < 4
            assert run("mount", "-o", "loop,ro", image, disk).returncode == 0
            assert not server.start(expect=False)
            said = server.stderr()
            assert "cannot begin" in said and "ead-only" in said, said
            assert run("umount", disk).returncode == 0
            assert run("mount", "-o", "loop", image, disk).returncode == 0
            server.start()
            goes_on(server, people, rng, acked, 10)
            server.stop()
    finally:
        run("umount", disk)
    print(f"read-only: refused, told, and after the repair all {len(acked)} acknowledged moves are there")


def main():
    if "--inside" not in sys.argv:
        own = ["unshare", "-m"] if os.getuid() == 0 else ["unshare", "-Urm"]
        if not shutil.which("unshare") or run(*own, "true").returncode:
            print("skipped: no namespace of its own to mount in")
            sys.exit(77)
        os.execvp("unshare", own + [sys.executable, os.path.abspath(__file__), VEGLIA, "--inside"])
    with tempfile.TemporaryDirectory() as folder:
        full(folder)
        read_only(folder)


main()
