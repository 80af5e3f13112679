#!/usr/bin/env python3
"""`veglia join` over https: secure.py VEGLIA (status 77: openssl is not installed)

Something that ends TLS stands before a real server, with certificates made here: one that is trusted because
SSL_CERT_FILE names it, the same untrusted, one for another name, one that has expired, and something that is no TLS.
"""
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest

sys.argv, VEGLIA = [sys.argv[0], sys.argv[1]], os.path.abspath(sys.argv[1])
from run import Server, Terminal  # noqa: E402


def pump(one, other):
    try:
        while True:
            data = one.recv(65536)
            if not data:
                break
            other.sendall(data)
    except (OSError, ValueError):
        pass
    for sock in (one, other):
        try:
            socket.socket.shutdown(sock, socket.SHUT_RDWR)
        except OSError:
            pass


class Terminator:
    """TLS on a port of its own; what is inside goes to `port`. Notes every byte that got through."""

    def __init__(self, certificate, port):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(*certificate)
        self.to, self.inside, self.open = port, 0, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                raw, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.one, args=(raw,), daemon=True).start()

    def one(self, raw):
        try:
            sock = self.context.wrap_socket(raw, server_side=True)
        except (OSError, ssl.SSLError):
            raw.close()
            return
        first = sock.recv(65536)
        self.inside += len(first)
        there = socket.create_connection(("127.0.0.1", self.to))
        there.sendall(first)
        self.open += [sock, there]
        threading.Thread(target=pump, args=(there, sock), daemon=True).start()
        pump(sock, there)
        sock.close()
        there.close()

    def cut(self):
        for sock in self.open:
            try:
                socket.socket.shutdown(sock, socket.SHUT_RDWR)
            except OSError:
                pass
        self.open.clear()

    def close(self):
        self.listener.close()
        self.cut()


class Secure(Terminal):
    def setUp(self):
        super().setUp()
        self.server = Server(VEGLIA, options=["--no-sandbox"])
        self.addCleanup(self.server.close)
        self.addCleanup(lambda: self.server.errors.close())

    def certificate(self, name, names):
        cert, key = self.path(name + ".pem"), self.path(name + ".key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", cert, "-subj", f"/CN={name}", "-addext", f"subjectAltName={names}",
                        "-days", "2"], check=True, capture_output=True)
        return cert, key

    def expired(self):
        """One for localhost that was good for a day of 2020."""
        cert, key = self.certificate("past", "DNS:localhost")
        with open(self.path("ca.conf"), "w", encoding="utf-8") as f:
            f.write(f"[ca]\ndefault_ca=c\n[c]\ndatabase={self.path('index')}\nnew_certs_dir={self.at}\nrand_serial=yes\n"
                    "default_md=sha256\npolicy=p\nx509_extensions=e\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=DNS:localhost\n")
        open(self.path("index"), "w").close()
        subprocess.run(["openssl", "req", "-new", "-key", key, "-subj", "/CN=past", "-out", self.path("past.csr")], check=True,
                       capture_output=True)
        subprocess.run(["openssl", "ca", "-batch", "-config", self.path("ca.conf"), "-selfsign", "-keyfile", key, "-in",
                        self.path("past.csr"), "-out", cert, "-notext", "-startdate", "20200101000000Z", "-enddate",
                        "20200102000000Z"], check=True, capture_output=True)
        return cert, key

    def terminator(self, certificate):
        one = Terminator(certificate, self.server.port)
        self.addCleanup(one.close)
        return one

    def ask(self, port, cert=None, host="localhost", lang="en"):
        env = {"PATH": os.environ["PATH"], "HOME": self.at, "LANG": "C.UTF-8", "SSL_CERT_DIR": "/nowhere"}
        if cert:
            env["SSL_CERT_FILE"] = cert
        done = subprocess.run([VEGLIA, "tables", f"https://{host}:{port}", "--lang", lang], env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8", timeout=60)
        return done.returncode, done.stdout, re.sub(r"\s+", " ", done.stderr)

    def test_a_game_and_a_cut(self):
        cert, key = self.certificate("good", "DNS:localhost,IP:127.0.0.1")
        tls = self.terminator((cert, key))
        self.assertEqual(self.ask(tls.port, cert), (0, "No table is listed.\n", ""))
        self.assertEqual(self.ask(tls.port, cert, "127.0.0.1")[0], 0)
        url, env = f"https://localhost:{tls.port}", f"SSL_CERT_FILE={cert}"
        anna = self.open("host", "mind", "--server", url, "--seats", "3", "--bots", "greedy,greedy", "--name", "Anna",
                         "--lang", "en", env=env)
        self.assertIn(url + "/t/", anna.until(r"https://localhost:\d+/t/\w{13}"))
        anna.until("1 Deal the cards")
        anna.keys("Home", "Enter")
        anna.until("Your turn|decides")
        tls.cut()
        anna.until("Connection lost")
        anna.until("Connected again", 40)
        end = time.monotonic() + 60
        while "Final score" not in anna.text() and time.monotonic() < end:
            anna.keys("Down", "Enter", "End", "Enter")
            time.sleep(0.05)
        anna.until("Final score")

    def test_who_is_not_trusted_is_told_nothing(self):
        good = self.certificate("good", "DNS:localhost")
        other = self.certificate("other", "DNS:elsewhere.example")
        past = self.expired()
        for certificate, cert, host, why, perche in (
                (good, None, "localhost", "nobody this computer trusts vouches .*SSL_CERT_FILE=FILE", "nessuno di cui questo computer si fida"),
                (good, good[0], "127.0.0.1", "for another name", "è di un altro nome"),
                (other, other[0], "localhost", "for another name", "è di un altro nome"),
                (past, past[0], "localhost", "has expired", "è scaduto")):
            tls = self.terminator(certificate)
            status, out, err = self.ask(tls.port, cert, host)
            self.assertEqual((status, out), (1, ""), why)
            self.assertRegex(err, why)
            self.assertIn(perche, self.ask(tls.port, cert, host, "it")[2])
            self.assertEqual(tls.inside, 0, why)

    def test_no_tls_at_all(self):
        status, out, err = self.ask(self.server.port)
        self.assertEqual((status, out), (1, ""))
        self.assertIn("nobody speaks https there", err)
        status, _, err = self.ask(1)
        self.assertIn("localhost does not answer", err)


if __name__ == "__main__":
    if not shutil.which("openssl"):
        print("skipped: openssl is not installed")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0]], verbosity=1, warnings="ignore")  # sockets end with their threads
