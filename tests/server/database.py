#!/usr/bin/env python3
"""The database of docs/cluster.md: TLS with names that are looked at, passwords, and a role that may only use the tables.

usage: database.py VEGLIA ROOT

A PostgreSQL that takes only TLS and passwords, with a certificate made here. The commands for roles and rights are read
from the document. Then two servers play on it, lose their connections and their database, and go on; and everything
that should be refused is, with a reason.
"""
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

import client
import pg
from client import Person, Server, block, free_port
from cluster import exported, everybody_there, patient, play, seated

VEGLIA, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
DOC = os.path.join(ROOT, "docs", "cluster.md")
SECRETS = {"veglia_owner": "padrone di casa", "veglia": "chi serve"}


def certificate(folder, name, signer=None):
    """NAME.crt and NAME.key for the host NAME, signed by `signer` or by itself."""
    key, request, crt = (os.path.join(folder, f"{name}.{end}") for end in ("key", "csr", "crt"))
    made = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}", "-keyout", key]
    if not signer:
        subprocess.run([*made, "-x509", "-days", "2", "-out", crt], check=True, capture_output=True)
    else:
        subprocess.run([*made, "-out", request], check=True, capture_output=True)
        names = os.path.join(folder, "names")
        with open(names, "w", encoding="ascii") as f:
            f.write(f"subjectAltName=DNS:{name}\n")
        subprocess.run(["openssl", "x509", "-req", "-in", request, "-CA", signer + ".crt", "-CAkey", signer + ".key", "-days", "2",
                        "-CAcreateserial", "-extfile", names, "-out", crt], check=True, capture_output=True)
    return os.path.join(folder, name)


class Base:
    """PostgreSQL as the document wants it."""

    def __init__(self, folder):
        authority = certificate(folder, "authority")
        self.root, self.stranger = authority + ".crt", certificate(folder, "stranger") + ".crt"
        own = certificate(folder, "localhost", authority)
        place = tempfile.mkdtemp(dir=folder)
        for end in (".crt", ".key"):
            shutil.copy(own + end, place)
            os.chmod(os.path.join(place, "localhost" + end), 0o600)
        if os.geteuid() == 0:
            for at in (place, *(os.path.join(place, "localhost" + end) for end in (".crt", ".key"))):
                shutil.chown(at, "nobody", "nogroup")
            os.chmod(folder, 0o755)
        self.pg = pg.Postgres(address="127.0.0.1", port=free_port(), owner="postgres", allow="hostssl all all 127.0.0.1/32 scram-sha-256",
                              settings=["ssl=on", f"ssl_cert_file={place}/localhost.crt", f"ssl_key_file={place}/localhost.key"])
        self.passwords = os.path.join(folder, "passwords")
        with open(self.passwords, "w", encoding="utf-8") as f:
            f.writelines(f"*:*:*:{role}:{secret}\n" for role, secret in SECRETS.items())
        os.chmod(self.passwords, 0o600)
        os.environ["PGPASSFILE"] = self.passwords

    def url(self, role="veglia", host="localhost", root=None, mode="verify-full"):
        return f"postgresql://{role}@{host}:{self.pg.port}/veglia?sslmode={mode}&sslrootcert={root or self.root}"

    def as_super(self, sql, where="postgres"):
        return self.pg.sql(sql, f"postgresql://postgres@/{where}?host={self.pg.root}&port={self.pg.port}")


def set_up(base):
    """The document's own commands."""
    secrets = iter(SECRETS.values())
    for line in block(DOC, "roles"):
        base.as_super(line.replace("'...'", f"'{next(secrets)}'") if "'...'" in line else line)
    refused(base.url(), "veglia admin list")  # before there is anything, who may make nothing is told who may
    (line,) = block(DOC, "owner")
    words = shlex.split(line)
    assert words[:2] == ["veglia", "admin"] and words[-1].startswith("postgresql://veglia_owner@HOST/veglia?sslmode=verify-full")
    owner(base)
    for line in block(DOC, "grants"):
        base.pg.sql(line, base.url("veglia_owner"))


def owner(base):
    subprocess.run([VEGLIA, "admin", "list", "--db", base.url("veglia_owner")], check=True, capture_output=True)


def refused(url, *words):
    """A server does not begin there, and says why."""
    out = subprocess.run([VEGLIA, "serve", "--db", url, "--listen", "127.0.0.1:0", "--config", "/dev/null", "--lang", "en",
                          "--control", os.path.join(tempfile.gettempdir(), "veglia-refused.sock")],
                         capture_output=True, text=True, timeout=60, check=False)
    assert out.returncode == 1 and "cannot begin" in out.stderr and all(w in out.stderr for w in words), (words, out.stderr)


def plays(base, folder):
    """Two servers, by TLS and as who may least, through cut connections and a database that starts again."""
    rng, acked = random.Random(1), []
    nodes = [Server(VEGLIA, db=base.url(), options=["--peer", f"127.0.0.1:{free_port()}", "--control", os.path.join(folder, f"{i}.sock")])
             for i in range(2)]
    try:
        everybody_there(nodes)
        people = seated(nodes)
        play(people, rng, acked, 4)
        used = base.as_super("SELECT DISTINCT a.usename, s.ssl, s.version FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid) "
                             "WHERE a.application_name = 'veglia'")
        assert [row[:2] for row in used] == [["veglia", "t"]] and used[0][2] >= "TLSv1.2", used
        # The certificate and the password are read again, by a server that is in its cage by now.
        base.as_super("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'veglia'")
        play(people, rng, acked, 4)
        base.pg.stop()
        base.pg.start()
        for p in people:
            patient(p, nodes[0], 20)
        play(people, rng, acked, 4)
        assert nodes[0].stop() == 0  # handed over
        for p in people:
            patient(p, nodes[1])
        play(people, rng, acked, 4)
        assert exported(nodes[1], people[0].table) == acked
    finally:
        for node in nodes:
            node.close()
    return len(acked)


def refusals(base):
    refused(base.url(root=base.stranger), "certificate verify failed")
    refused(base.url(host="127.0.0.1"), "does not match host name")
    refused(base.url(mode="disable"), "no encryption")
    refused(base.url(role="nobody"), "password")
    # What the servers' role may not do, whoever has it.
    for sql in ("CREATE TABLE veglia.more(x int)", "DROP TABLE veglia.log", "ALTER TABLE veglia.tables ADD COLUMN x int",
                "TRUNCATE veglia.log", "CREATE SCHEMA more", "CREATE TABLE public.more(x int)", "CREATE TEMP TABLE more(x int)",
                "CREATE ROLE more", "COPY (SELECT 1) TO PROGRAM 'true'", "SELECT * FROM pg_authid"):
        try:
            base.pg.sql(sql, base.url())
        except subprocess.CalledProcessError as e:
            assert "permission denied" in e.stderr or "must be" in e.stderr, (sql, e.stderr)
        else:
            raise AssertionError(f"the servers' role may: {sql}")


def older(base):
    """A newer Veglia: the servers' role cannot bring the tables up to date and says who can."""
    base.pg.sql("ALTER TABLE veglia.nodes DROP COLUMN news; UPDATE veglia.about SET version = version - 1", base.url("veglia_owner"))
    refused(base.url(), "permission denied", "veglia admin list --db postgresql://OWNER@")
    owner(base)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(VEGLIA, db=base.url(), options=["--control", os.path.join(folder, "sock")])
        p = Person(server)
        p.make(game="quest", seats=2, sit=0)
        server.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        base = Base(folder)
        client.POSTGRES = None  # servers are given their address
        set_up(base)
        made = plays(base, folder)
        refusals(base)
        older(base)
        base.pg.close()
    print(f"TLS and a role that may only use the tables: {made} moves, through cut connections and a restart; the rest is refused")


main()
