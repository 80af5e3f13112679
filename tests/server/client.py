"""A client of the protocol in plain Python: HTTP and WebSocket on sockets, nothing installed."""
import base64
import hashlib
import http.client
import json
import os
import random
import re
import socket
import struct
import subprocess
import tempfile
import time


TLS = None  # an ssl.SSLContext: everything goes through it, as HOST
HOST = None
PLACES = {}  # the address of a port that is not on this machine's loopback


def dial(port, timeout):
    sock = socket.create_connection((PLACES.get(port, "127.0.0.1"), port), timeout=timeout)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return TLS.wrap_socket(sock, server_hostname=HOST) if TLS else sock


def block(document, mark):
    """The indented lines that follow <!-- mark --> in a document: what a reader is told to do."""
    with open(document, encoding="utf-8") as f:
        found = re.search(rf"<!-- {mark} -->\n+((?:    [^\n]+\n)+)", f.read())
    assert found, f"<!-- {mark} --> is not in {document}"
    return [line.strip() for line in found[1].splitlines()]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Closed(Exception):
    """The server closed the connection; args: the close code, or None."""


class Socket:
    """One WebSocket."""

    def __init__(self, port, path, cookie=None, origin=None, timeout=20, headers=None):
        self.sock = dial(port, timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (f"GET {path} HTTP/1.1\r\nHost: {HOST or f'127.0.0.1:{port}'}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n")
        if cookie:
            head += f"Cookie: {cookie}\r\n"
        if origin:
            head += f"Origin: {origin}\r\n"
        for name, value in (headers or {}).items():
            head += f"{name}: {value}\r\n"
        self.sock.sendall((head + "\r\n").encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.more()
        answer, self.data = self.data.split(b"\r\n\r\n", 1)
        self.status = int(answer.split(b" ")[1])
        if self.status != 101:
            raise Closed(self.status)

    def more(self):
        chunk = self.sock.recv(65536)
        if not chunk:
            raise Closed(None)
        self.data += chunk

    def _take(self, n):
        while len(self.data) < n:
            self.more()
        out, self.data = self.data[:n], self.data[n:]
        return out

    def send_frame(self, opcode, payload, fin=True, masked=True):
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if masked else 0
        n = len(payload)
        if n < 126:
            head += bytes([bit | n])
        elif n < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", n)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", n)
        if masked:
            mask = os.urandom(4)
            payload = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
            head += mask
        self.sock.sendall(head + payload)

    def send(self, value):
        self.send_frame(1, json.dumps(value).encode())

    def recv_frame(self):
        """The next frame: its text, or None for another kind; pings are answered."""
        a, b = self._take(2)
        n = b & 127
        if n == 126:
            n = struct.unpack(">H", self._take(2))[0]
        elif n == 127:
            n = struct.unpack(">Q", self._take(8))[0]
        payload = self._take(n)
        opcode = a & 15
        if opcode == 8:
            raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
        if opcode == 9:
            self.send_frame(10, payload)
        return payload if opcode == 1 else None

    def recv_text(self):
        """The next text message."""
        while True:
            text = self.recv_frame()
            if text is not None:
                return text

    def pending(self, wait=0):
        """Is there something to read?"""
        if self.data or (TLS and self.sock.pending()):
            return True
        import select
        return bool(select.select([self.sock], [], [], wait)[0])

    def close(self):
        self.sock.close()


def request(port, method, path, body=None, cookie=None, headers=None):
    """(status, headers, bytes)"""
    conn = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    conn.sock = dial(port, 20)
    heads = {"Host": HOST} if HOST else {}
    heads.update(headers or {})
    data = None
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        heads.setdefault("Content-Type", "application/json")
    elif method == "POST":
        data = b""
    if cookie:
        heads["Cookie"] = cookie
    conn.request(method, path, data, heads)
    answer = conn.getresponse()
    out = answer.status, answer.headers, answer.read()
    conn.close()
    return out


def table_number(ident):
    """A table's id as the database has it."""
    number = 0
    for letter in ident:
        number = number << 5 | "abcdefghijklmnopqrstuvwxyz234567".index(letter)
    return number


POSTGRES = None  # on_postgres.py: a pg.Postgres whose databases servers use instead of files
DATABASES = {}  # what stands for which file


class Server:
    """A `veglia serve` of our own, on a port of its own; `at` an address and port, if they matter."""

    def __init__(self, binary, db=None, options=(), wrapper=(), at=None):
        self.folder = None
        if db is None or POSTGRES:
            self.folder = tempfile.TemporaryDirectory()
        if db is None and not POSTGRES:
            db = os.path.join(self.folder.name, "veglia.db")
        self.where = []  # for veglia admin, beside --db
        if POSTGRES:
            if db not in DATABASES or db is None:
                DATABASES[db] = POSTGRES.new()
            db = DATABASES[db]
            self.where = ["--control", os.path.join(self.folder.name, "sock")]
        self.binary, self.db, self.options, self.wrapper = binary, db, list(options) + self.where, list(wrapper)
        self.address, self.port = at or ("127.0.0.1", 0)
        if at:
            PLACES[self.port] = self.address
        self.process = None
        self.log = []
        self.start()

    def start(self, expect=True):
        # The port stays the same when the server is started again, as it would in life.
        args = self.wrapper + [self.binary, "serve", "--listen", f"{self.address}:{self.port}", "--db", self.db,
                               "--bot-delay", "0", "--max-makes", "100000", "--max-per-address", "0", "--max-work", "0", "--lang", "en",
                               "--config", "/dev/null"] + self.options
        for _ in range(50):
            self.errors = tempfile.TemporaryFile()
            self.process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=self.errors)
            line = self.process.stdout.readline().decode()
            if line:
                self.port = int(line.rsplit(":", 1)[1])
                return True
            self.process.wait()
            if "address already in use" not in self.stderr():
                break
            time.sleep(0.1)
        if expect:
            raise RuntimeError("the server does not start: " + self.stderr())
        return False

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def replayed(self):
        """The log, once live tables have been read."""
        for _ in range(400):
            if '"event":"replayed"' in self.stderr():
                break
            time.sleep(0.05)
        return self.stderr()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Stops it gently; gives its exit status."""
        self.process.terminate()
        status = self.process.wait(30)
        self.process.stdout.close()
        return status

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        if self.folder:
            self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def get(self, path, cookie=None):
        status, _, body = request(self.port, "GET", path, cookie=cookie)
        return status, body

    def metric(self, name):
        for line in self.get("/metrics")[1].decode().splitlines():
            if line.startswith(name + " "):
                return int(line.split()[1])
        raise KeyError(name)


def strip(events):
    """What replay --json and a client's list have in common."""
    return [(e["entry"], e["type"], e["seat"], e["text"]) for e in events]


def replayed(binary, record, *who):
    """The events of a record as the command line shows them to a viewer."""
    out = subprocess.run([binary, "replay", "-", "--json", "--lang", "it", *who], input=record, capture_output=True,
                         text=True, check=True).stdout
    events = []
    for line in out.splitlines():
        value = json.loads(line)
        for item in value if isinstance(value, list) else value.get("events", [value]):
            if "entry" in item and "type" in item:
                events.append(item)
    return events


class Keeper:
    """What a client keeps of chance, to hold the record to it (docs/protocol.md, Chance)."""

    def __init__(self):
        self.rounds = {}  # round: what was seen of it
        self.salt = None  # for the next deal
        self.asked = None  # the command that sent its hash
        self.silent = False  # does not reveal: a nuisance

    def of(self, n):
        return self.rounds.setdefault(n, {"commit": set(), "frame": None, "salt": None, "seat": None, "heads": {}})

    def note(self, n, m):
        if m.get("head"):
            seen = self.of(n)["heads"]
            assert seen.setdefault(m["links"], m["head"]) == m["head"], "the chain was rewritten"
            assert max(seen) == m["links"], "the chain has become shorter"

    def table(self, person, m):
        luck, seat, me = m.get("luck"), m["you"]["seat"], m["you"]["person"]
        if not luck:
            return
        seen = self.of(m["round"])
        seen["commit"].add(luck["commit"])
        if seat is None or m["status"] != "open":
            return
        if luck["dealing"]:
            mine = self.salt and f"hash {seat} {hashlib.sha256(b'veglia salt 2' + bytes([10]) + self.salt).hexdigest()}\n"
            if seat in luck["waits"] and mine and mine in luck["frame"] and not self.silent and not seen["frame"]:
                seen.update(frame=luck["frame"], salt=self.salt.hex(), seat=seat)
                person.tell("reveal", salt=self.salt.hex())
                self.salt = None
        elif not m["chairs"][seat]["salted"] and me not in luck["unheard"]:
            if luck["voids"]:  # what was revealed for a void deal is worth nothing
                seen.update(frame=None, salt=None, seat=None)
            if self.asked is None or self.asked in person.answers:
                self.salt = os.urandom(32)
                self.asked = person.tell(
                    "hash", hash=hashlib.sha256(b"veglia salt 2\n" + self.salt).hexdigest())

    def verify(self, binary, path, n):
        """veglia verify of the record at `path`, held to round `n` as it was seen."""
        seen = self.of(n)
        assert len(seen["commit"]) == 1, seen["commit"]
        args = [binary, "verify", path, "--lang", "en", "--commit", *seen["commit"]]
        if seen["salt"]:
            args += ["--salt", f"{seen['seat'] + 1}={seen['salt']}"]
        links = sorted(seen["heads"])
        for i in links[::max(1, len(links) // 60)][:62] + links[-1:]:
            args += ["--head", f"{i}:{seen['heads'][i]}"]
        if seen["frame"]:
            with open(path, encoding="utf-8") as f:
                head = f.read().split("\n\n")[0] + "\n"
            assert "".join(x for x in head.splitlines(True) if not x.startswith("salt ")) == seen["frame"]
        return subprocess.run(args, capture_output=True, encoding="utf-8")


class Person:
    """Somebody at a table: keeps the cookie, the events and the newest messages, as a client should."""

    def __init__(self, server, table=None, cookie=None, lang="it"):
        self.server, self.table, self.cookie, self.lang = server, table, cookie, lang
        self.ws = None
        self.prefix = "%06x" % random.getrandbits(24)
        self.counter = 0
        self.seq = 0
        self.events = []
        self.now = self.state = self.info = self.hello = None
        self.round = 0
        self.chat = []
        self.answers = {}
        self.notices = []
        self.messages = 0
        self.check = None  # called with every message, parsed
        self.keeper = None  # a Keeper: takes part in chance

    def _token(self, answer):
        status, headers, body = answer
        assert status == 200, (status, body)
        self.cookie = headers["Set-Cookie"].split(";")[0]
        self.table = json.loads(body)["id"]
        return json.loads(body)

    def make(self, **plan):
        plan.setdefault("name", "Anna")
        return self._token(request(self.server.port, "POST", "/api/tables", plan))

    def join(self, name="Carlo"):
        return self._token(request(self.server.port, "POST", f"/api/tables/{self.table}/join", {"name": name},
                                   cookie=self.cookie))

    def connect(self, timeout=20):
        path = f"/api/tables/{self.table}/ws?lang={self.lang}"
        if self.seq:
            path += f"&since={self.seq}"
        self.ws = Socket(self.server.port, path, self.cookie, timeout=timeout)
        self.hello = None
        # hello, table, state: then the client is up to date
        while self.hello is None or self.state is None or self.fresh is False:
            self.read()

    @property
    def seat(self):
        return self.info["you"]["seat"] if self.info else None

    def read(self):
        """Reads one message and takes it in; gives it."""
        return self.take_in(self.ws.recv_text())

    def take_in(self, raw):
        m = json.loads(raw)
        self.messages += 1
        if self.check:
            self.check(self, m, raw)
        kind = m["type"]
        if self.keeper:
            self.keeper.note(m["round"], m)
        if kind == "hello":
            self.hello = m
            self.fresh = False
        elif kind == "table":
            self.info = m
            if self.keeper:
                self.keeper.table(self, m)
            if m["status"] == "frozen":
                self.fresh = True
                self.state = self.state or {}
        elif kind == "state":
            self.fresh = True
            if m["round"] != self.round:
                assert m["from"] == 0, m["from"]
                self.round = m["round"]
            self.events = [e for e in self.events if e["entry"] < m["from"]] + m["events"]
            self.state, self.now, self.seq = m, m["now"], m["seq"]
        elif kind == "chat":
            for item in m["items"]:
                if item["n"] >= len(self.chat):
                    self.chat.append(item)
        elif kind in ("ok", "no", "hint", "why", "past"):
            self.answers[m["id"]] = m
        elif kind == "notice":
            self.notices.append(m)
        return m

    def drain(self, wait=0):
        """Takes in what has come. A ping alone is no reason to wait for a message."""
        while self.ws.pending(wait):
            raw = self.ws.recv_frame()
            if raw is not None:
                self.take_in(raw)

    def tell(self, do, **args):
        """Sends a command; gives its id."""
        self.counter += 1
        ident = f"{self.prefix}-{self.counter}"
        self.ws.send({"id": ident, "do": do, **args})
        return ident

    def do(self, do, **args):
        """Sends a command and reads until its answer."""
        ident = self.tell(do, **args)
        while ident not in self.answers:
            self.read()
        return self.answers[ident]

    def ok(self, do, **args):
        answer = self.do(do, **args)
        assert answer["type"] == "ok", answer
        return answer

    def moves(self):
        return [m["move"] for m in self.now["moves"]] if self.now else []

    def close(self):
        if self.ws:
            self.ws.close()
            self.ws = None

LOST = (Closed, OSError, ConnectionError)


class Stubborn(Person):
    """Does not give up: comes back, and repeats what was not acknowledged."""

    patience, pause = 5, 0.02  # seconds: for an answer, and before coming back
    not_done = ()  # refusals after which it asks again

    def persist(self, do, **args):
        self.counter += 1
        ident = f"{self.prefix}-{self.counter}"
        sent = False
        while True:
            try:
                if self.ws is None:
                    self.connect(timeout=self.patience)
                    sent = False
                if not sent:
                    self.ws.send({"id": ident, "do": do, **args})
                    sent = True
                while ident not in self.answers:
                    self.read()
                answer = self.answers[ident]
                if answer["type"] == "no" and answer["code"] in self.not_done:
                    del self.answers[ident]
                    sent = False
                    time.sleep(self.pause)
                    continue
                return answer
            except LOST:
                self.close()
                time.sleep(self.pause)

    def catch_up(self):
        try:
            if self.ws is None:
                self.connect(timeout=self.patience)
            self.drain()
        except LOST:
            self.close()
            time.sleep(0.02)


def sit(server, **plan):
    """Two people who sit at a table of their own, before the deal; every message is held to the schema."""
    import schema  # here: flood.py measures where there is no jsonschema
    a = Person(server)
    a.make(**{"game": "quest", "seats": 2, "sit": 0, **plan})
    b = Person(server, a.table)
    b.join("Carlo")
    for p in (a, b):
        p.check = schema.check
        p.connect()
    b.ok("sit", seat=1)
    return a, b


def play_out(people, rng, most=100000, watchers=()):
    """Lets people play random moves until the match is over; gives how many they made.

    Watchers only read: the server drops who does not."""
    made = 0
    while not people[0].now["match_over"]:
        acted = False
        for p in watchers:
            p.drain()
        for p in people:
            p.drain()
            if p.now["over"]:
                if not p.now["match_over"] and p is people[0]:
                    p.do("next")
                    acted = True
                continue
            if p.seat is None or not p.moves():
                continue
            asked = p.now["ask"]["actor"] == p.seat
            if not asked and rng.random() < 0.8:
                continue
            p.do("move", move=rng.choice(p.moves()), at=p.now["log_count"])
            made += 1
            acted = True
        if not acted:
            # Somebody else (a bot) has the move, or an opportunity was let pass.
            for p in people:
                if p.now["ask"]["actor"] == p.seat:
                    break
            else:
                people[0].drain(0.02)
        assert made < most
    return made
