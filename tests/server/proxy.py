#!/usr/bin/env python3
"""packaging/nginx.conf with a real nginx: a game through the proxy, over TLS's plain sister.

usage: proxy.py VEGLIA NGINX.CONF     (status 77: nginx is not installed)

The certificate lines are taken out and the ports changed; everything else is the example as it stands.
"""
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from client import Closed, Person, Server, Socket, play_out, request

VEGLIA, CONF = sys.argv[1], sys.argv[2]


def free_port():
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
    s.close()
    return port


def main():
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx:
        sys.exit(77)
    port = free_port()
    with Server(VEGLIA, options=["--trust-proxy", "--base-url", f"http://127.0.0.1:{port}", "--max-makes", "3",
                                 "--max-rate", "100000"]) as server, tempfile.TemporaryDirectory() as folder:
        text = open(CONF, encoding="utf-8").read()
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
        text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.S)
        text = re.sub(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};", text)
        text = re.sub(r".*(listen \[::\]:443|ssl_certificate).*\n", "", text)
        conf = os.path.join(folder, "nginx.conf")
        with open(conf, "w", encoding="utf-8") as f:
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
            direct, server.port = server.port, port  # everything below goes through nginx
            assert server.get("/healthz") == (200, b"ok\n")
            a = Person(server)
            a.make(game="quest", seats=2, sit=0)
            a.connect()
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
            Socket(port, f"/api/tables/{a.table}/ws", a.cookie, origin=f"http://127.0.0.1:{port}").close()
            # Limits count the caller, not the proxy: whoever claims another address is still the same.
            codes = [request(port, "POST", "/api/tables", {"game": "quest", "name": "x"},
                             headers={"X-Forwarded-For": f"10.0.0.{i}"})[0] for i in range(5)]
            assert codes.count(429) == 3, codes
            big = request(port, "POST", "/api/tables", b"x" * 20000)
            assert big[0] == 413, big[0]
            server.port = direct
            server.stop()
            print(f"{made} moves through nginx")
        finally:
            proxy.terminate()
            proxy.wait(10)


main()
