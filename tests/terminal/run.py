#!/usr/bin/env python3
"""The full-screen table, driven by tmux: run.py VEGLIA [slow] [TEST]... [--screens FOLDER]

Every test has a tmux of its own, on a socket of its own, in an empty folder that is also HOME.
"""
import base64
import hashlib
import json
import os
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../server"))

from client import Server  # noqa: E402

VEGLIA = os.path.abspath(sys.argv[1])
SLOW = "slow" in sys.argv[2:]
GAMES = {"quest": 3, "fate": 3, "mind": 3, "fata": 3, "winter": 3}
END = {"it": "Punteggio finale", "en": "Final score"}
TITLE = {"quest": "Quest for Legend", "fate": "Fate e Leggende", "mind": "FantasyMind", "fata": "F.A.T.A.",
         "winter": "Winter Tales"}


class Screen:
    """A terminal with a program in it."""

    def __init__(self, folder, *command, width=80, height=24, env=""):
        self.socket = os.path.join(folder, "tmux-%d" % random.getrandbits(40))
        self.folder = folder
        line = " ".join("'" + str(word).replace("'", "'\\''") + "'" for word in command)
        # curses keeps its memory to the end, and so does a bot that thinks when one leaves: no leaks are looked for.
        self.tmux("-f", "/dev/null", "new-session", "-d", "-s", "v", "-x", str(width), "-y", str(height),
                  f"cd '{folder}' && env -i PATH=\"$PATH\" HOME='{folder}' TERM=tmux-256color LANG=C.UTF-8 ASAN_OPTIONS=detect_leaks=0 {env} {line}; "
                  "echo left with $?; exec sleep 600")

    def tmux(self, *args):
        done = subprocess.run(["tmux", "-S", self.socket, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", timeout=30)
        return done.stdout

    def keys(self, *keys):
        self.tmux("send-keys", "-t", "v", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", "-t", "v", text)

    def text(self):
        return self.tmux("capture-pane", "-p", "-t", "v")

    def coloured(self):
        return self.tmux("capture-pane", "-e", "-N", "-p", "-t", "v")

    def resize(self, width, height):
        self.tmux("resize-window", "-t", "v", "-x", str(width), "-y", str(height))

    def pid(self):
        """Of the program itself."""
        shell = self.tmux("display-message", "-p", "-t", "v", "#{pane_pid}").strip()
        out = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", shell], stdout=subprocess.PIPE, encoding="utf-8").stdout
        return next(int(line.split()[0]) for line in out.splitlines() if VEGLIA in line)

    def until(self, pattern, seconds=20):
        """Waits for the screen to show it: the screen."""
        end = time.monotonic() + seconds
        while True:
            text = self.text()
            if re.search(pattern, text):
                return text
            if time.monotonic() > end:
                raise AssertionError(f"never seen: {pattern}\n{text}")
            time.sleep(0.03)

    def close(self):
        self.tmux("kill-server")


class Terminal(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.place.cleanup)
        self.at = self.place.name
        self.random = random.Random(self.id())

    def open(self, *command, **more):
        screen = Screen(self.at, VEGLIA, *command, **more)
        self.addCleanup(screen.close)
        return screen

    def path(self, name):
        return os.path.join(self.at, name)

    def to_the_end(self, screen, lang, size=None, resized=None, seconds=40):
        """Plays whatever, by keys, until the score; the size changes in the middle."""
        end, turns = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            text = screen.text()
            if END[lang] in text:
                return turns
            if "left with" in text:
                break
            turns += 1
            if turns == 6 and resized:
                screen.resize(*resized)
                continue
            if turns == 9 and resized:
                screen.resize(*size)
                continue
            burst = []
            for _ in range(12):
                burst += ["Down"] * self.random.randrange(4) + ["Enter"]
            screen.keys(*burst)
            time.sleep(0.05)
        raise AssertionError("no end\n" + screen.text())


class Games(Terminal):
    def whole(self, game, lang, size, resized):
        screen = self.open("play", game, "--seats", GAMES[game], "--seed", "7", "--lang", lang, "--save", "g.veglia",
                           width=size[0], height=size[1])
        first = screen.until({"it": "Invio gioca", "en": "Enter plays"}[lang])
        self.assertIn(TITLE[game], first)
        lines = first.rstrip("\n").split("\n")
        self.assertEqual(len(lines), size[1])
        self.to_the_end(screen, lang, size, resized)
        time.sleep(0.5)
        screen.keys("Home")
        sheet = screen.until(r"(?m)^ *1\. .*\d+ (punt|point)")
        self.assertIn(END[lang], sheet)
        screen.keys("Enter")
        text = screen.until("left with 0")
        self.assertIn({"it": "Il verbale è in", "en": "The record is in"}[lang], text)
        done = subprocess.run([VEGLIA, "verify", self.path("g.veglia")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)


def processor(pid):
    """Seconds of processor time it has used."""
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def written(pid):
    """Bytes it has written, to the terminal and elsewhere."""
    with open(f"/proc/{pid}/io") as f:
        return int(re.search(r"wchar: (\d+)", f.read())[1])


class Table(Terminal):
    def play(self, *args, game="quest", save="g.veglia", shows="Enter plays", **more):
        screen = self.open("play", game, "--seed", "3", "--lang", "en", "--save", save, *args, **more)
        screen.until(shows)
        return screen

    def last_choice(self, screen):
        """The line and the number of "That is all"."""
        return next((y, int(m[1])) for y, line in enumerate(screen.text().split("\n")) if (m := re.match(r"[ ▸] (\d) That is all", line)))

    def test_arrows_numbers_letters_and_undo(self):
        screen = self.play()
        last = self.last_choice(screen)[1]
        for key, number in (("Home", 1), ("Down", 2), ("Up", 1), ("2", 2), ("1", 1), ("End", last), ("Home", 1)):
            screen.keys(key)
            screen.until(rf"▸ {number} ")
        screen.type("that")
        screen.until(f"▸ {last} ")
        screen.keys("Home")
        screen.until("▸ 1 ")
        screen.keys("Enter")
        screen.until(r"You start “Song of the")
        screen.keys("U")
        screen.until("You take back one move")
        self.assertNotIn("You start “Song", screen.text())
        self.assertIn("▸ 1 Start “Song of the Sirens”", screen.text())

    def test_help_counsel_story_rules_and_looking_back(self):
        screen = self.play()
        screen.keys("?")
        text = screen.until("The rule of this moment .QS-16.")
        self.assertIn("Song of the Sirens, points 3. Needs: Boat, Companions ×2.", text)
        screen.keys("Escape", "C")
        screen.until("The bot would do this")
        screen.keys("L")
        screen.until("Everything that happened")
        screen.keys("Escape")
        screen.keys("R")
        screen.until("The rules ")
        screen.keys("Escape", "1", "Enter")
        screen.until("You start")
        screen.keys("<")
        screen.until("The table as it was")
        screen.keys(">")
        screen.until("── The table ──")
        screen.keys("Tab", "Down", "Down", "?")
        screen.until("Help")

    def test_too_small_says_so_and_waits(self):
        screen = self.play()
        screen.resize(79, 24)
        screen.until("wants 80 columns and 24 lines: here are 79 and 24")
        screen.resize(90, 30)
        screen.until("Enter plays")

    def test_the_mouse(self):
        screen = self.play()
        screen.keys("Home")
        screen.until("▸ 1 ")
        y, last = self.last_choice(screen)
        click = "\033[M " + chr(33 + 5) + chr(33 + y) + "\033[M#" + chr(33 + 5) + chr(33 + y)
        screen.type(click)
        screen.until(f"▸ {last} ")
        screen.type(click)
        screen.until("You draw|put resources")

    def test_a_drawn_board(self):
        screen = self.play("--first", "1", game="winter", width=110, height=36)
        screen.keys("Enter")  # takes a character
        text = screen.until("Where does Alice start")
        self.assertIn("■ Factory ───", text)

        def click(words):
            y, line = next((i, line) for i, line in enumerate(text.split("\n")) if words in line)
            x = line.index(words) + 1
            screen.type("\033[M " + chr(33 + x) + chr(33 + y) + "\033[M#" + chr(33 + x) + chr(33 + y))

        def look(words):
            """What the terminal was told right before it."""
            return re.search(r"(?:\033\[[0-9;]*m)*$", screen.coloured().split(words)[0])[0]
        self.assertRegex(look("■ Park"), r"[\[;]4[;m]")  # underlined: one may choose it
        click("■ Park")
        screen.until("▸ *[0-9]+ Start at the Park of Oaks")
        self.assertRegex(look("■ Park"), r"[\[;]7[;m]")  # it stands out
        screen.keys("Tab", *["Home"], *["Down"] * next(i - 2 for i, line in enumerate(text.split("\n")) if "■ Park" in line), "?")
        screen.until("the Park of Oaks. Next to: the Great Square")
        screen.keys("Escape", "Escape")
        click("■ Park")
        screen.until("Alice starts at the Park of Oaks")
        # Narrower, it is drawn anew and keeps within its panel.
        screen.resize(80, 24)
        text = screen.until("┴")
        self.assertNotIn("110", text)
        self.assertIn("○", text)

    def test_two_people_and_a_curtain(self):
        screen = self.open("play", "quest", "--seed", "3", "--lang", "en", "--seats", "2", "--you", "1,2", "--names",
                           "Anna,Ugo", "--first", "1", "--save", "g.veglia")
        text = screen.until("Anna is to move")
        self.assertNotIn("hand", text)
        time.sleep(0.5)
        screen.keys("Enter")
        text = screen.until("In hand: ")
        hand = re.search(r"In hand: ([^│\n]*)", text)[1].strip()
        for _ in range(9):
            screen.keys("End", "Enter")
            if "Ugo is to move" in screen.text():
                break
        text = screen.until("Ugo is to move")
        self.assertEqual(re.sub(r"\s+", " ", text).strip(),
                         "Ugo is to move When you are at the screen, press Enter.")
        screen.keys("Enter", "Enter")  # too soon: it stays
        time.sleep(0.5)
        screen.keys("Enter")
        text = screen.until("In hand: ")
        self.assertIn("▸Ugo", text)
        self.assertNotIn("You receive", text.split("Ugo is to move")[0].split("│")[0])
        self.assertTrue(hand)

    def test_signals_and_a_closed_terminal_save(self):
        for how in ("INT", "TERM", "HUP", "key", "closed", "KILL"):
            save = how + ".veglia"
            screen = self.play(save=save)
            screen.keys("Enter")
            screen.until("You start “Song")
            pid = screen.pid()
            if how == "key":
                screen.keys("C-c")
            elif how == "closed":
                screen.close()
            else:
                os.kill(pid, getattr(__import__("signal"), "SIG" + how))
            end = time.monotonic() + 10
            while os.path.exists(f"/proc/{pid}/io") and time.monotonic() < end:
                time.sleep(0.02)
            with open(self.path(save), encoding="utf-8") as f:
                self.assertIn("0 start sirens", f.read(), how)
            if how in ("INT", "TERM", "key"):
                self.assertIn("play --resume", screen.until("left with 0"))
            screen.close()
            again = self.open("play", "--resume", save, "--lang", "en")
            again.until("Enter plays")
            self.assertIn("Song of the Sirens (3)", again.text())
            again.close()

    def test_nothing_steers_the_terminal(self):
        name = "An\033[31mna\u202e"
        screen = self.play("--names", name, game="fate")
        self.assertIn("An[31mna", screen.text())
        screen.keys("Enter")
        screen.keys("N")
        screen.until("Tell:")
        screen.type("a tale \u009b31m \u202eback")
        screen.keys("Enter")
        screen.until("Story added|not moved yet")
        self.assertNotIn("\u202e", screen.text())

    def test_a_bot_thinks_and_the_screen_lives(self):
        screen = self.play("--bots", "search:3000ms", "--first", "2", shows="is thinking")
        screen.keys("?")
        screen.until("The keys:")
        screen.keys("Escape", "C-c")
        screen.until("left with 0")

    def test_little_is_written_and_nothing_at_rest(self):
        screen = self.play(width=120, height=40)
        pid, keys = screen.pid(), 0
        time.sleep(0.3)
        before = written(pid)
        for key in ("Down", "Up", "Down", "Up", "Down", "Up", "Down", "Up"):
            screen.keys(key)
            keys += 1
            time.sleep(0.05)
        each = (written(pid) - before) / keys
        busy, before = processor(pid), written(pid)
        time.sleep(1)
        busy = processor(pid) - busy
        print(f"# {each:.0f} bytes a key at 120x40, {busy * 1000:.0f} ms of processor and "
              f"{written(pid) - before} bytes in a second of rest", file=sys.stderr)
        self.assertLess(each, 1000)  # a whole screen would be 4800 and more
        self.assertEqual(written(pid), before)
        self.assertLess(busy, 0.5)

    def test_a_record_move_by_move(self):
        subprocess.run([VEGLIA, "play", "quest", "--you", "none", "--seed", "4", "--save", self.path("w.veglia")],
                       stdout=subprocess.DEVNULL, check=True)
        screen = self.open("replay", "w.veglia", "--watch", "--lang", "en", width=100, height=30)
        screen.until("▸ a spectator")
        screen.keys("Space", "Home")
        first = screen.until("‖ a spectator")
        self.assertNotIn("In hand: ", first)
        screen.keys("1")
        screen.until("In hand: ")
        self.assertIn("‖ Ada", screen.text())
        screen.keys("Right", "Right", "Left", "+", "2")
        screen.until("‖ Bruno .* speed 4")
        screen.keys("End")
        screen.until("Final score")
        screen.keys("Left")
        screen.until("── The table ──")
        screen.keys("Q")
        screen.until("left with 0")

    def test_by_ear_a_turn_is_short(self):
        for game in GAMES:
            for lang in ("it", "en"):
                out = subprocess.run([VEGLIA, "play", game, "--seats", "3", "--seed", "5", "--lang", lang, "--brief",
                                      "--save", self.path(game + lang)], input="1\n" * 60, stdout=subprocess.PIPE,
                                     encoding="utf-8").stdout.split("\nPunteggio finale")[0].split("\nFinal score")[0]
                seconds = [len(part.split()) / 175 * 60 for part in re.split(r"(?m)^> ", out)]
                self.assertGreater(len(seconds), 12)
                print(f"# {game} {lang}: {max(seconds):.0f} s to a question at most", file=sys.stderr)
                self.assertLess(max(seconds[:-1]), 40, (game, lang))

    def test_line_by_line_where_it_is_wanted(self):
        for args, env in ((("--plain",), ""), ((), "TERM=dumb"), (("--brief",), "")):
            screen = self.open("play", "quest", "--seed", "3", "--lang", "en", *args, env=env)
            screen.until(r"(?m)^> ?$")
            self.assertNotIn("│", screen.text())
            screen.close()


class Online(Terminal):
    """Tables of a real server."""

    def setUp(self):
        super().setUp()
        self.server = Server(VEGLIA, options=["--no-sandbox"])
        self.addCleanup(self.server.close)
        self.addCleanup(lambda: self.server.errors.close())
        self.url = f"http://127.0.0.1:{self.server.port}"

    def open(self, *command, home="home", **more):
        os.makedirs(self.path(home), exist_ok=True)
        screen = Screen(self.path(home), VEGLIA, *command, **more)
        self.addCleanup(screen.close)
        return screen

    def drive(self, players, until, seconds=60):
        """All play whatever until all screens show `until`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            texts = [screen.text() for screen, _ in players]
            if all(re.search(until, text) for text in texts):
                return
            if any(re.search(until, text) for text in texts):
                time.sleep(0.1)
                continue
            for (screen, plain), text in zip(players, texts):
                if plain:
                    screen.keys(*["1", "Enter"] * 5)
                else:
                    screen.keys(*["Down", "Enter", "Enter", "End", "Enter"] * 2)
        raise AssertionError("no end\n" + "\n".join(screen.text() for screen, _ in players))

    @unittest.skipUnless(SLOW, "slow")
    def test_full_screen_and_lines_at_one_table(self):
        anna = self.open("host", "mind", "--server", self.url, "--seats", "3", "--bots", "-,greedy", "--name", "Anna",
                         "--listed", "--lang", "en", home="anna", width=100, height=30)
        text = anna.until(r"/t/\w{13}")
        table = re.search(r"http://127\.0\.0\.1:\d+/t/\w{13}", text)[0]
        listed = subprocess.run([VEGLIA, "tables", self.url, "--lang", "en"], stdout=subprocess.PIPE, encoding="utf-8").stdout
        self.assertIn("FantasyMind, 2 of 3 seats taken, open: Anna", listed)
        self.assertIn(table, listed)
        ugo = self.open("join", table, "--name", "U\033[31mgo", "--seat", "2", "--plain", "--lang", "en", home="ugo")
        ugo.until("Seat 2: .*you")
        anna.until(r"Seat 2: U\[31mgo")  # without what would have turned it red
        anna.until("1 Deal the cards")
        anna.keys("Home", "Enter")
        ugo.until("gets an? ")
        # They talk; the cleaned words arrive.
        ugo.type("/ hello \u009b31m \u202ethere")
        ugo.keys("Enter")
        anna.until(r"hello 31m there")
        anna.keys("/")
        anna.until("Say:")
        anna.type("and you")
        anna.keys("Enter")
        ugo.until("Anna: and you")
        # The server dies and comes back: both go on by themselves.
        self.server.kill()
        anna.until("Connection lost")
        ugo.until("Connection lost")
        self.server.start()
        anna.until("Connected again", 40)
        ugo.until("Connected again", 40)
        # One of them is killed, and comes back as the same person.
        os.kill(ugo.pid(), 9)
        ugo.close()
        ugo = self.open("join", table, "--plain", "--lang", "en", home="ugo")
        ugo.until("Anna: and you")
        self.assertIn("hello", ugo.text())
        self.drive([(anna, False), (ugo, True)], "Final score|Another game")
        ugo.until("Another game")
        self.assertIn("Verified: chance comes from the secret", ugo.tmux("capture-pane", "-p", "-S", "-300", "-t", "v"))
        time.sleep(0.5)
        anna.keys("Escape")
        anna.until("Another game")
        anna.keys("L")
        anna.until("Verified: no one could have chosen this luck")  # her program kept her salt
        anna.keys("Escape")
        anna.keys("Q")
        anna.until("left with 0")

    def test_a_watcher_a_stranger_and_nobody(self):
        screen = self.open("join", self.url + "/t/aaaaaaaaaaaaa", "--watch", "--plain", "--lang", "en")
        self.assertIn("There is no such table", screen.until("left with 1"))
        screen = self.open("join", "http://127.0.0.1:1/t/aaaaaaaaaaaaa", "--name", "A", "--plain", "--lang", "en")
        self.assertIn("does not answer", screen.until("left with 1"))
        for wrong in ("http:/x", "nonsense/t/x", "http://h:99999999/t/aaaaaaaaaaaaa", self.url):
            done = subprocess.run([VEGLIA, "join", wrong], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stdout), (2, b""), wrong)


class Hostile(Terminal):
    """A server that says whatever it likes."""

    def serve(self, messages):
        """Speaks HTTP and WebSocket just enough, then sends these."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def answer():
            while True:
                try:
                    sock, _ = listener.accept()
                except OSError:
                    return
                data = b""
                while b"\r\n\r\n" not in data:
                    data += sock.recv(65536)
                key = re.search(rb"Sec-WebSocket-Key: (\S+)", data)
                if not key:
                    body = b'{"id":"aaaaaaaaaaaaa","recovery":"/t/aaaaaaaaaaaaa#k=' + b"a" * 32 + b'","game":"quest","edition":"x"}'
                    sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                    sock.close()
                    continue
                accept = base64.b64encode(hashlib.sha1(key[1] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
                sock.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
                for text in messages:
                    n = len(text)
                    head = bytes([0x81]) + (bytes([n]) if n < 126 else b"\x7e" + struct.pack(">H", n) if n < 65536 else
                                            b"\x7f" + struct.pack(">Q", n))
                    try:
                        sock.sendall(head + text)
                    except OSError:
                        break
                self.sockets.append(sock)
        self.sockets = []
        threading.Thread(target=answer, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}/t/aaaaaaaaaaaaa"

    def test_nothing_gets_through(self):
        evil = "\033[2J\033]0;owned\007\u009b31m\u202eEVIL\r\n\b"
        chairs = [{"seat": n, "kind": "person", "person": n, "bot": evil, "name": evil, "here": True} for n in range(40)]
        table = {"type": "table", "round": 1, "name": evil * 50, "game": evil, "edition": evil, "status": "playing", "why": evil,
                 "chairs": chairs, "you": {"person": 0, "seat": 99}, "watchers": -5, "luck": {"waits": [0] * 100, "frame": evil}}
        now = {"game": evil, "seats": 3000, "names": [evil] * 90, "you": 2, "number": -1, "games": 10 ** 30, "over": False,
               "ask": {"actor": 2, "also": list(range(-5, 60)), "window": 1}, "prompt": evil * 400, "rule": evil,
               "moves": [{"move": evil, "label": evil + str(n)} for n in range(2000)], "undo": 10 ** 9, "log_count": -7}
        events = [{"entry": n - 3, "game": 99, "type": "narration" if n % 2 else evil, "seat": 77, "text": evil * 60}
                  for n in range(300)]
        state = {"type": "state", "seq": -1, "from": -9, "events": events, "now": now, "lines": evil * 3000}
        over = dict(state, now=dict(now, over=True, match_over=True, score={"points": [10 ** 12] * 99, "rank": [1] * 99, "lines": [
            {"seat": 55, "points": 10 ** 9, "text": evil}] * 999}))
        junk = [b"", b"{", b"[1,2]", b"null", b'{"type":7}', b"\xff\xfe", b"[" * 5000, json.dumps({"type": "hint", "moves": [
            {"visits": -1, "value": 10 ** 20}] * 999}).encode()]
        chat = {"type": "chat", "items": [{"n": 0, "name": evil, "text": evil * 100}] * 300}
        messages = [json.dumps(m).encode() for m in ({"type": "hello"}, table, state, chat, over, state)]
        url = self.serve(junk[:5] + messages + junk[6:])
        for face in ("--plain", "--brief", None):
            screen = self.open("join", url, "--name", "A", "--lang", "en", *([face] if face else []), width=100, height=30)
            screen.until("EVIL")
            title = screen.tmux("display-message", "-p", "-t", "v", "#{pane_title}")
            self.assertNotIn("owned", title)
            raw = screen.coloured()
            self.assertNotIn("\u202e", raw)
            self.assertNotIn("\u009b", raw)
            screen.keys("C-c")
            screen.until("left with [01]")
            screen.close()


def add_games():
    for n, game in enumerate(GAMES):
        for size, resized in (((80, 24), (120, 40)), ((120, 40), (80, 24))):
            lang = ("it", "en")[(n + (size[0] > 80)) % 2]

            def test(self, game=game, lang=lang, size=size, resized=resized):
                self.whole(game, lang, size, resized)
            name = f"test_{game}_{size[0]}x{size[1]}"
            setattr(Games, name, test if SLOW or (game, size) == ("mind", (80, 24)) else unittest.skip("slow")(test))


add_games()

if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *(a for a in sys.argv[2:] if a != "slow")], verbosity=1)
