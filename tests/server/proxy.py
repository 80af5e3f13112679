#!/usr/bin/env python3
"""packaging/nginx.conf with a real nginx: a game over TLS, from the client's handshake to the database.

usage: proxy.py VEGLIA NGINX.CONF     (status 77: nginx or openssl is not installed)

The certificate is one we sign ourselves, the ports are free ones; everything else is the example as it stands.
"""
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

import client
from client import Closed, Person, Server, Socket, free_port, play_out, request

VEGLIA, CONF = sys.argv[1], sys.argv[2]
NAME = "veglia.example.org"


def certificate(openssl, folder):
    """(certificate, key) for NAME, signed by itself."""
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run([openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj", f"/CN={NAME}", "-addext",
                    f"subjectAltName=DNS:{NAME}"], check=True, capture_output=True)
    return cert, key


def main():
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    openssl = shutil.which("openssl")
    if not nginx or not openssl:
        print("skipped: no nginx or no openssl")
        sys.exit(77)
    port, plain = free_port(), free_port()
    with Server(VEGLIA, options=["--trust-proxy", "--base-url", f"https://{NAME}", "--max-makes", "3",
                                 "--max-rate", "100000"]) as server, tempfile.TemporaryDirectory() as folder:
        cert, key = certificate(openssl, folder)
        text = open(CONF, encoding="utf-8").read()
        for old, new in (("127.0.0.1:8080", f"127.0.0.1:{server.port}"),
                         ("listen 80;", f"listen 127.0.0.1:{plain};"),
                         ("    listen [::]:80;\n", ""),
                         ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
                         ("    listen [::]:443 ssl http2;\n", ""),
                         (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", cert),
                         (f"/etc/letsencrypt/live/{NAME}/privkey.pem", key)):
            assert old in text, old
            text = text.replace(old, new)
        conf = os.path.join(folder, "nginx.conf")
        with open(conf, "w", encoding="utf-8") as f:
            text = text.replace("client_max_body_size", "set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;\n"
                                "    client_max_body_size", 1)
            f.write(f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\nhttp {{\naccess_log off;\n"
                    + "".join(f"{kind}_temp_path {folder}/{kind};\n"
                              for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) + text + "}\n")
        proxy = subprocess.Popen([nginx, "-c", conf, "-p", folder], stderr=subprocess.PIPE)
        try:
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.05)
            moved = request(plain, "GET", "/t/x", headers={"Host": NAME})
            assert moved[0] == 301 and moved[1]["Location"] == f"https://{NAME}/t/x", moved
            # Everything below goes through nginx, by a client that trusts this certificate and no other.
            direct, server.port = server.port, port
            client.TLS, client.HOST = ssl.create_default_context(cafile=cert), NAME
            assert server.get("/healthz") == (200, b"ok\n")
            page = request(port, "GET", "/healthz")
            assert "max-age" in page[1]["Strict-Transport-Security"], page[1]
            a = Person(server)
            made = request(port, "POST", "/api/tables", {"game": "quest", "seats": 2, "sit": 0, "name": "Anna"})
            assert made[0] == 200 and "; Secure" in made[1]["Set-Cookie"] and "HttpOnly" in made[1]["Set-Cookie"], made
            a._token(made)
            a.connect()
            version = a.ws.sock.version()
            assert version in ("TLSv1.2", "TLSv1.3"), version
            b = Person(server, a.table)
            b.join("Carlo")
            b.connect()
            b.ok("sit", seat=1)
            a.ok("deal")
            made = play_out([a, b], random.Random(1))
            status, record = server.get(f"/api/tables/{a.table}/record")
            assert status == 200 and b"secret " in record
            try:
                Socket(port, f"/api/tables/{a.table}/ws", a.cookie, origin="https://evil.example")
                raise AssertionError("another site's socket")
            except Closed as e:
                assert e.args[0] == 403
            Socket(port, f"/api/tables/{a.table}/ws", a.cookie, origin=f"https://{NAME}").close()
            # Limits count the caller, not the proxy: whoever claims another address is still the same.
            codes = [request(port, "POST", "/api/tables", {"game": "quest", "name": "x"},
                             headers={"X-Forwarded-For": f"10.0.0.{i}"})[0] for i in range(5)]
            assert codes.count(429) == 3, codes
            big = request(port, "POST", "/api/tables", b"x" * 20000)
            assert big[0] == 413, big[0]
            # One household has so much and no more, by the first half of an IPv6 address (real_ip says who it is).
            def many(count, address):
                return [request(port, "GET", "/healthz", headers={"X-Test-Address": address(i)})[0] for i in range(count)]
            codes = many(400, lambda i: f"2001:db8:7:7::{i + 1:x}")
            assert codes.count(429) > 20 and codes[:150].count(200) == 150, codes.count(429)
            assert many(10, lambda i: f"2001:db8:7:{i + 8:x}::1") == [200] * 10, "other households"
            metrics = request(port, "GET", "/metrics")
            assert metrics[0] == 200, metrics[0]  # from here; packaging/nginx.conf lets nobody else
            server.port = direct
            server.stop()
            print(f"{made} moves through nginx over {version}, the certificate checked")
        finally:
            proxy.terminate()
            proxy.wait(10)


main()
