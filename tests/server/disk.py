#!/usr/bin/env python3
"""A disk that is really full, and one that really turns read-only: small ones, mounted for the purpose.

usage: disk.py VEGLIA [--postgres]     (status 77: nothing may be mounted here)

storage.py lets single calls fail; here the kernel refuses. All mounts are made in a namespace of their own and are
gone with it. The full disk needs no rights; the read-only one needs root and a loop device, and says so without.

--postgres: the full disk is PostgreSQL's, first the one of the tables, then the one of its log.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

import client
import pg
from client import Closed, Server
from cluster import same
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


def small_disk(folder, name, megabytes):
    disk = os.path.join(folder, name)
    os.mkdir(disk)
    made = run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", disk)
    if made.returncode:
        print("skipped: no tmpfs may be mounted here:", made.stderr.strip())
        sys.exit(77)
    return disk


def fill(disk):
    """Gives the file to remove when there shall be room again."""
    ballast = os.path.join(disk, "ballast")
    try:
        with open(ballast, "wb", buffering=0) as f:
            while f.write(b"x" * 4096):
                pass
    except OSError:
        pass
    return ballast


def full(folder):
    """A disk that is full refuses moves, and when there is room again play goes on, without a restart."""
    if client.POSTGRES:
        disk = small_disk(folder, "tables", 4)
        shutil.chown(disk, "nobody", "nogroup")
        server = Server(VEGLIA, options=["--max-rate", "1000000"])
        client.POSTGRES.sql(f"CREATE TABLESPACE small LOCATION '{disk}'", server.db)
        for what in ("TABLE veglia.log", "INDEX veglia.log_pkey", "TABLE veglia.tables"):
            client.POSTGRES.sql(f"ALTER {what} SET TABLESPACE small", server.db)
    else:
        disk = small_disk(folder, "full", 4)
        server = Server(VEGLIA, db=os.path.join(disk, "veglia.db"), options=["--max-rate", "1000000"])
    with server:
        rng, acked = random.Random(8), []
        people = dealt(server)
        for _ in range(20):
            assert step(people, rng, acked)["type"] == "ok"
        ballast = fill(disk)
        answer = until_refused(people, rng, acked)
        assert answer["code"] == "STORAGE" and "salvare" in answer["why"], answer
        told(people)
        status, body = server.get("/healthz")
        assert status == 503 and b"storage" in body, (status, body)
        assert "disk is full" in server.stderr() or "No space left" in server.stderr(), server.stderr()
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
    if not client.POSTGRES:
        run("umount", disk)
    print(f"full: refused, told, resumed without a restart; {len(acked)} acknowledged moves of the round, all there")


def log_full(folder):
    """The disk of PostgreSQL's own log: then it ends itself. Moves wait, and go on when somebody has made room."""
    disk = small_disk(folder, "log", 64)
    base, small = client.POSTGRES, os.path.join(disk, "pg_wal")
    base.stop()
    shutil.move(os.path.join(base.data, "pg_wal"), small)
    os.symlink(small, os.path.join(base.data, "pg_wal"))
    run("chown", "-R", "nobody:nogroup", disk)
    base.start()
    with Server(VEGLIA, options=["--max-rate", "1000000"]) as server:
        rng, acked = random.Random(9), []
        people = dealt(server)
        for _ in range(20):
            assert step(people, rng, acked)["type"] == "ok"
        ballast = fill(disk)
        same(*people)
        asked = next(p for p in people if p.now["ask"]["actor"] == p.seat)
        for _ in range(20):  # until its log wants a new file
            try:
                base.sql("SELECT pg_switch_wal(); CREATE TABLE IF NOT EXISTS public.more(x int); INSERT INTO public.more VALUES(1)", server.db)
            except subprocess.CalledProcessError:
                break
        base.process.wait(60)  # a log that cannot be written is the end
        move = rng.choice(asked.moves())
        ident = asked.tell("move", move=move, at=asked.now["log_count"])
        for p in people:
            while not any(n["code"] == "HOLD" for n in p.notices):
                p.read()
        assert ident not in asked.answers and server.get("/healthz")[0] == 503
        os.unlink(ballast)
        base.start()
        while ident not in asked.answers:
            asked.read()
        assert asked.answers[ident]["type"] == "ok", asked.answers[ident]
        acked.append(f"{asked.seat} {move}")
        for _ in range(10):
            assert step(people, rng, acked)["type"] == "ok"
        assert exported(server, people[0].table) == acked
        server.kill()
        assert exported(server, people[0].table) == acked
    print(f"PostgreSQL's log full: held, told, resumed; {len(acked)} acknowledged moves, all there")


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
        os.execvp("unshare", own + [sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--inside"])
    if "--postgres" in sys.argv:
        with open("/proc/self/uid_map", encoding="ascii") as f:
            if f.read().split()[1:] != ["0", "4294967295"]:
                print("skipped: only root lets PostgreSQL run as somebody else")
                sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        if "--postgres" in sys.argv:
            os.chmod(folder, 0o755)
            client.POSTGRES = pg.Postgres()
            full(folder)
            log_full(folder)
            client.POSTGRES.close()
            for name in ("tables", "log"):
                run("umount", os.path.join(folder, name))
        else:
            full(folder)
            read_only(folder)


main()
