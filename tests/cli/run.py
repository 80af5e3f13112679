#!/usr/bin/env python3
"""The command line from outside: run.py VEGLIA CANDLES [slow] [TEST]...

VEGLIA is the real program, CANDLES the same with the template game alone, whose
rules never change. Every test runs in an empty folder that is also HOME, so a
test can say that nothing was written.
"""
import fcntl
import json
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

VEGLIA, CANDLES = map(os.path.abspath, sys.argv[1:3])
SLOW = "slow" in sys.argv[3:]
TABLE = json.loads(subprocess.run([VEGLIA, "help", "--json"], stdout=subprocess.PIPE, check=True).stdout)
COMMANDS = [command["name"] for command in TABLE["commands"]]


class Cli(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.at = self.folder.name
        self.env = {"PATH": os.environ["PATH"], "HOME": self.at, "LANG": "en_US.UTF-8"}

    def run_it(self, *args, program=CANDLES, text="", env=None, **more):
        done = subprocess.run(
            [program, *args], input=text, env=self.env if env is None else env, cwd=self.at, encoding="utf-8",
            stdout=more.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, timeout=60, **more)
        return done

    def good(self, *args, **more):
        done = self.run_it(*args, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), args)
        return done.stdout

    def refused(self, *args, says, status=2, **more):
        """One line on stderr, nothing on stdout, nothing written."""
        before = self.files()
        done = self.run_it(*args, **more)
        self.assertEqual(done.returncode, status, (args, done.stderr))
        self.assertEqual(done.stdout, "", args)
        self.assertRegex(done.stderr, r"\Aveglia[^\n]*\n\Z", args)
        self.assertIn(says, done.stderr, args)
        self.assertEqual(self.files(), before)

    def files(self):
        return sorted(os.path.join(d, f) for d, _, fs in os.walk(self.at) for f in fs)

    def path(self, name):
        return os.path.join(self.at, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)

    def terminal(self, *args, keys=(), columns=80, program=CANDLES, env=None, stop=None):
        """Runs it at a terminal: what the screen was sent, and the exit status. `keys` are typed one
        after another, each when the screen has been quiet for a while; `stop` is a signal sent
        when a pattern has been seen: (pattern, signal)."""
        parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        env = dict(self.env, TERM="xterm", NO_COLOR="1", **(env or {}))
        if args[:1] == ("play",) and "--help" not in args:
            args += ("--plain",)  # the full screen has tests of its own: tests/terminal
        p = subprocess.Popen([program, *args], stdin=child, stdout=child, stderr=child, env=env, cwd=self.at,
                             start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(child)
        said, keys, until = b"", list(keys), time.monotonic() + 50
        while time.monotonic() < until:
            ready, _, _ = select.select([parent], [], [], 0.12)
            if ready:
                try:
                    chunk = os.read(parent, 65536)
                except OSError:  # how Linux says that the other end is closed
                    chunk = b""
                if not chunk:
                    break
                said += chunk
                if stop and re.search(stop[0], said.decode(errors="replace")):
                    p.send_signal(stop[1])
                    stop = None
            elif keys:
                os.write(parent, keys.pop(0).encode())
        p.wait(timeout=10)
        os.close(parent)
        return said.decode(errors="replace").replace("\r\n", "\n"), p.returncode

    def play(self, *args, text, **more):
        return self.good("play", "template", "--save", "g.veglia", *args, text=text, **more)


class Help(Cli):
    def test_alone_it_guides(self):
        self.assertRegex(self.good(), rf"(?m)^  {CANDLES} play ")
        self.assertIn("che cosa si gioca", self.good("--lang", "it"))

    def test_every_command_explains_itself(self):
        for name in COMMANDS:
            for lang, usage, example in (("en", "Usage", "Example"), ("it", "Uso", "Esempio")):
                text = self.good(name, "--help", "--lang", lang)
                self.assertIn(f"{usage}: veglia {name}", text)
                self.assertRegex(text, rf"{example}:\n  veglia {name}")
                self.assertEqual(text, self.good("--lang", lang, "help", name))
                self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_language_comes_from_the_environment(self):
        for env, word in (({"LC_ALL": "it_IT.UTF-8", "LANG": "en_US"}, "Uso"),
                          ({"LC_MESSAGES": "en_GB", "LANG": "it_IT"}, "Usage"),
                          ({"LANG": "C"}, "Uso"), ({}, "Uso"), ({"LANG": "english"}, "Uso"),
                          ({"VEGLIA_LANG": "en", "LC_ALL": "it_IT.UTF-8"}, "Usage"),
                          ({"VEGLIA_LANG": "xx", "LANG": "en"}, "Usage")):
            self.assertTrue(self.good("sim", "--help", env=env).startswith(word), env)
        self.assertTrue(self.good("sim", "--help", "--lang", "it", env={"VEGLIA_LANG": "en"}).startswith("Uso"))

    def test_where_the_language_is_not_known_both_are_offered(self):
        offer = "English: --lang en or VEGLIA_LANG=en / Italiano: --lang it o VEGLIA_LANG=it\n"
        for env in ({}, {"LANG": "C"}, {"LC_ALL": "C.UTF-8", "LANG": "en_GB"}, {"LANG": "de_DE.UTF-8"}):
            self.assertTrue(self.good(env=env).startswith(offer), env)  # the first line of the first screen
            self.assertTrue(self.good("play", "template", env=env).startswith(offer), env)
            self.assertIn(offer, self.good("sim", "--help", env=env))
        for env in ({"LANG": "it_IT.UTF-8"}, {"LANG": "en"}, {"VEGLIA_LANG": "en"}):
            self.assertNotIn("VEGLIA_LANG=", self.good(env=env))
        self.assertNotIn("VEGLIA_LANG=", self.good("--lang", "it", env={}))

    def test_version(self):
        self.assertEqual(self.good("-V"), self.good("--version"))
        self.assertEqual(self.good("sim", "-V"), f"veglia {TABLE['version']}\n")

    def test_help_comes_from_the_table(self):
        for command in TABLE["commands"]:
            for lang in ("it", "en"):
                words = " ".join(self.good(command["name"], "--help", "--lang", lang).split())
                for option in command["options"] + TABLE["options"]:
                    self.assertIn("--" + option["name"], words)
                    self.assertIn(" ".join(option["what"][lang].split()), words)
                bots = TABLE["bots"] if command["bots"] == "all" else TABLE["bots"][:-1]
                for bot in bots if command["bots"] != "none" else ():
                    name = bot["name"].replace("COMMAND", "COMANDO") if lang == "it" else bot["name"]
                    self.assertIn(f"{name} {bot['what'][lang]}", words)
            self.assertEqual(command["bots"] != "none", "bots" in [o["name"] for o in command["options"]])
        self.assertEqual([b["name"] for b in TABLE["bots"]],
                         [*(f"level:{n}" for n in range(1, 9)), "random", "greedy", "search", "master", "cmd:COMMAND"])

    def test_what_stands_for_a_value_is_in_the_language_too(self):
        alike = {"BOT", "FILE", "HEX", "HOST", "ID", "MIB", "MS", "SIM", "URL"}  # in both
        for command in TABLE["commands"]:
            shapes = [command["usage"], *(o.get("value", "") for o in command["options"])]
            english = self.good(command["name"], "--help", "--lang", "en")
            italian = self.good(command["name"], "--help", "--lang", "it").split("Esempio:")[0]
            for word in set(re.findall(r"[A-Z]{2,}", " ".join(shapes))):
                self.assertRegex(english, rf"\b{word}\b")
                (self.assertRegex if word in alike else self.assertNotRegex)(italian, rf"\b{word}\b")
        self.refused("verify", "--lang", "it", says="uso: veglia verify VERBALE...")
        self.refused("rules", "template", "x", "--lang", "it", says="uso: veglia rules GIOCO")
        self.refused("--lang", "it", "play", "--first", says="--first vuole un valore: POSTO")

    def test_every_bot_named_is_taken(self):
        for bot in TABLE["bots"][:-1]:
            self.good("sim", "template", "--games", "1", "--bots", bot["name"])

    def test_help_says_which_games(self):
        self.assertIn("template", self.good("games"))
        self.assertIn("quest", self.good("games", program=VEGLIA))


class Refusals(Cli):
    def test_commands_and_options(self):
        self.refused("nonsense", says="there are: play, join")
        with socket.socket() as nobody:  # bound and not listening: whoever calls is told
            nobody.bind(("127.0.0.1", 0))
            self.refused("tables", f"http://127.0.0.1:{nobody.getsockname()[1]}", says="Connection refused", status=1)
        self.refused("two\nlines \033[31mred", says="\"two lines [31mred\"")
        for name in COMMANDS:
            self.refused(name, "--nonsense", says="there is no option \"--nonsense\"; there are: ")
            self.refused(name, "-z", says="\"-z\"")
            self.refused(name, "--lang", "de", says="it, en")
            self.refused(name, "--lang", says="wants a value")
        self.refused("sim", "--json=1", "template", says="takes no value")
        self.refused("sim", "template", "--se", "3", says="\"--se\" could be --seats, --seed: ")
        self.refused("pl", says="\"pl\" could be: play")
        self.refused("r", says="\"r\" could be: rules, replay, review, report")
        self.refused("sim", "template", "--csv", "--json", says="--csv and --json do not go together")
        self.refused("merge", "a", "--csv", "--json", says="--csv and --json do not go together")

    def test_one_language_a_message(self):
        self.refused("replay", "missing", "--lang", "it", says="non c'è niente con questo nome")
        self.refused("replay", ".", "--lang", "it", says="è una cartella")
        self.refused("sim", "template", "--lang", "it", "--checkpoint", "no/where", says="non c'è niente con questo nome")
        self.refused("sim", "template", "--lang", "it", "--bots", "cmd:/nope,random", "--seats", "2",
                     says="questo programma non c'è")

    def test_games(self):
        for name in ("rules", "cards", "sim"):
            self.refused(name, says="template")
        for name in ("play", "games", "rules", "cards", "sim", "bench"):
            self.refused(name, "chess", says="there is no game \"chess\"; there are: template")

    def test_setups(self):
        for name in ("play", "sim"):
            for seats in ("1", "5", "two", "", "-2", "2x", "99999999999999999999"):
                self.refused(name, "template", "--seats", seats, says="from 2 to 4")
            self.refused(name, "template", "--option", "a=b", says="has no options")
            self.refused(name, "template", "--edition", "x", says="classic")
            self.refused(name, "template", "--first", "3", "--seats", "2", says="from 1 to 2")
            self.refused(name, "template", "--first", "0", "--seats", "2", says="from 1 to 2")
            self.refused(name, "template", "--bots", "clever", says="greedy")
            self.refused(name, "template", "--seats", "4", "--bots", "random,random", says="4 seats")
        self.refused("sim", "quest", "--option", "pairs=maybe", says="pairs", program=VEGLIA)

    def test_numbers(self):
        self.refused("sim", "template", "--games", "0", says="from 1")
        self.refused("sim", "template", "--seed", "x", says="from 0")
        self.refused("sim", "template", "--threads", "0", says="from 1 to")
        self.refused("play", "template", "--match", "0", says="from 1 to")
        self.refused("play", "template", "--you", "1,8", says="--you")
        self.refused("play", "template", "--you", "0", says="--you wants a number from 1 to 3")
        self.refused("play", "template", "--names", "A,B", says="more names")
        for seconds in ("x", "", "0", "1x", "nan", "99999"):
            self.refused("bench", "--seconds", seconds, says="from 0.1 to 3600")
            self.refused("bench", "--slower", seconds, says="from 1 to 1000")
        self.refused("sim", "template", "too", "much", says="\"too\" is too much")

    def test_files(self):
        self.write("bad", "veglia record 1\ngame template\nnonsense\n")
        self.write("empty", "")
        for name in ("replay", "verify"):
            self.refused(name, says="no record")
            self.refused(name, "missing", says="missing cannot be read")
            self.refused(name, ".", says="directory")
            self.refused(name, "bad", says="line 3")
            self.refused(name, "empty", says="empty")
        self.refused("play", "--resume", "bad", says="line 3")
        self.refused("play", "--resume", "bad", "--seats", "2", says="--resume")
        self.refused("play", "template", "--save", "bad", says="exists already")
        self.refused("play", "template", "--save", "no/such/folder", says="no/such/")
        self.refused("sim", "template", "--records", "bad", says="--records")
        self.refused("scenario", says="scenario file")
        self.refused("scenario", "missing", says="missing")
        self.refused("sim", "template", "--checkpoint", "no/where", says="no/where cannot be written")
        self.refused("sim", "template", "--checkpoint", ".", says="directory")

    def test_a_record_cut_short(self):
        self.good("play", "template", "--you", "none", "--seed", "3", "--save", "g.veglia")
        whole = self.read("g.veglia")
        cut = whole[:whole.index("* draw") + 4]
        self.write("cut.veglia", cut)
        self.refused("replay", "cut.veglia",
                     says=f"line {cut.count(chr(10)) + 1}: the record is cut in the middle of this line")

    def test_a_record_of_other_rules_still_makes_a_book_of_its_words(self):
        self.good("sim", "winter", "--seats", "4", "--games", "1", "--bots", "greedy", "--seed", "9", "--tell",
                  "--records", ".", program=VEGLIA)
        told = self.read("winter-4-9-0.veglia")
        words = [line.strip()[2:] for line in told.splitlines() if line.startswith('  "')]
        self.assertGreater(len(words), 10)
        old = re.sub(r"^rules \d+$", "rules 1", told, flags=re.M)
        old = old.replace("name 0 Ada", "name 0 Ada\x1b[31m", 1).replace(words[3], words[3] + "\x1b[2J", 1)
        self.write("old.veglia", old)
        self.refused("replay", "old.veglia", says="version 1 of the rules", program=VEGLIA)
        self.good("book", "old.veglia", "-o", "old.md", "--lang", "en", program=VEGLIA)
        made = self.read("old.md")
        self.assertIn("another version of the rules", made)
        plain = re.sub(r"\W", "", made)
        for each in words:
            self.assertIn(re.sub(r"\W", "", each), plain)
        self.assertNotIn("\x1b", made)
        self.refused("book", "none.veglia", says="none.veglia", program=VEGLIA)
        self.write("broken.veglia", told[:300] + "\n0 nonsense\n")
        self.refused("book", "broken.veglia", says="line", program=VEGLIA)

    def test_nothing_is_overwritten_unasked(self):
        self.good("play", "template", "--you", "none", "--seed", "3", "--save", "g.veglia")
        self.write("sim.json", self.good("sim", "template", "--games", "5", "--json"))
        for args, name in ((("book", "g.veglia"), "tale.txt"), (("report", "sim.json"), "page.html")):
            self.write(name, "mine")
            self.refused(*args, "-o", name, says=f"{name} exists already")
            self.assertEqual(self.read(name), "mine")
            self.good(*args, "-o", name, "--force")
            self.assertNotEqual(self.read(name), "mine")
            self.refused(*args, "-o", "no/" + name, says="cannot be written")


class Looking(Cli):
    def test_games_as_json(self):
        games = json.loads(self.good("games", "--json"))
        self.assertEqual([g["id"] for g in games], ["template", "bell", "short"])
        one = json.loads(self.good("games", "quest", "--json", program=VEGLIA))
        self.assertEqual((one["id"], one["min"], one["max"]), ("quest", 2, 4))
        self.assertIn("pairs", [o["key"] for o in one["options"]])

    def test_presets_are_options_set_together(self):
        one = json.loads(self.good("games", "winter", "--json", program=VEGLIA))
        preset = one["presets"][0]
        self.assertEqual(preset["key"], "long-winter")
        self.assertIn("Long Winter", self.good("games", "winter", "--lang", "en", program=VEGLIA))
        played = json.loads(self.good("sim", "winter", "--seats", "4", "--games", "1", "--json",
                                      "--option", "long-winter=yes", program=VEGLIA))["options"]
        for key, value in (each.split("=") for each in preset["sets"]):
            self.assertEqual(played[key], value)
        self.assertNotIn("long-winter", played)
        for o in one["options"]: # the rest stays as it is
            if not any(each.startswith(o["key"] + "=") for each in preset["sets"]):
                normal = o["names"][o["normal"] - o["min"]] if o["names"] else str(o["normal"])
                self.assertEqual(played[o["key"]], normal)

    def test_rules_in_both_languages(self):
        self.assertIn("Accendi le candele", self.good("rules", "template", "--lang", "it"))
        self.assertIn("Light the longest", self.good("rules", "template", "--lang", "en"))
        for lang in ("it", "en"):  # as Markdown, but without the marks that are for programs
            self.assertNotIn("<!--", self.good("rules", "template", "--lang", lang))
            self.assertNotIn("<!--", self.good("rules", "fate", "--lang", lang, program=VEGLIA))

    def test_cards_are_json(self):
        candles = json.loads(self.good("cards", "template"))["pieces"]
        self.assertEqual([(one["slug"], one["copies"]) for one in candles], [(str(n), 2) for n in range(1, 7)])
        json.loads(self.good("cards", "quest", "--lang", "it", program=VEGLIA))

    def test_scenarios(self):
        self.write("right", "game template seats=2 first=0\n> * draw 4\n> * draw 4\n> * draw 3\n"
                            "roll\ngiven hand 0: 2 5\n> 0 play 5\nexpect row 0: 5\n")
        self.write("wrong", "game template seats=2 first=0\nroll\n> 0 snuff\n")
        self.assertIn("1 of 1", self.good("scenario", "right"))
        done = self.run_it("scenario", "right", "wrong")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Awrong:3: ")
        self.assertIn("1 of 2", done.stdout)
        self.write("bell", "game bell seats=2\nroll\n")
        self.assertEqual(self.good("scenario", "right", "bell", "right"),
                         "  template    2 of 2\n  bell        1 of 1\n3 of 3 scenarios go as written\n")
        done = self.run_it("scenario", "right", "missing")
        self.assertEqual(done.returncode, 2)
        self.assertIn("1 of 2", done.stdout)

    def test_several_records_are_verified(self):
        for name in ("a", "b"):
            self.good("play", "template", "--you", "none", "--save", name)
        out = self.good("verify", "a", "b")
        self.assertRegex(out, r"\Aa: All is well[^\n]*\nBut there is [^\n]*\nb: All is well[^\n]*\nBut there is [^\n]*\n\Z")
        self.write("forged", re.sub(r"secret \w", lambda m: "secret " + ("0" if m[0][-1] != "0" else "1"), self.read("a")))
        done = self.run_it("verify", "forged", "b")
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("b: All is well", done.stdout)


class Simulation(Cli):
    def sim(self, *args, **more):
        return json.loads(self.good("sim", *args, "--json", **more))

    def test_threads_do_not_matter(self):
        for bots in ("random", "greedy,random,random"):
            results = []
            for threads in ("1", "2", "5"):
                one = self.sim("template", "--seats", "3", "--games", "500", "--bots", bots,
                               "--threads", threads)
                self.assertEqual(one.pop("threads"), int(threads))
                self.assertGreater(one.pop("seconds"), 0)
                results.append(one)
            self.assertEqual(results[0], results[1])
            self.assertEqual(results[0], results[2])

    def test_seeds_matter(self):
        a, b, c = (self.sim("template", "--games", "300", "--seed", s)["mean_score"] for s in "778")
        self.assertEqual(a, b)
        self.assertNotEqual(a, c)

    def test_sums(self):
        r = self.sim("quest", "--seats", "4", "--games", "400", "--check", program=VEGLIA)
        self.assertEqual(sum(r["wins"]) + r["draws"], 400)
        self.assertAlmostEqual(sum(r["win_share"]), 1, places=4)
        self.assertEqual((r["stuck"], r["game"], r["seats"], r["games"]), (0, "quest", 4, 400))
        self.assertEqual(r["bots"], ["random"] * 4)
        length = r["length"]
        self.assertTrue(length["min"] <= length["mean"] <= length["p95"] <= length["max"])
        self.assertAlmostEqual(length["mean"], r["decisions"] / 400, places=3)
        self.assertGreater(r["moves"], r["decisions"])
        for share, (low, high) in zip(r["win_share"], r["win_share_95"]):
            self.assertTrue(low < share < high)

    def test_games_that_do_not_end_are_named(self):
        results = []
        for threads in ("1", "3"):
            done = self.run_it("sim", "short", "--seats", "3", "--games", "300", "--json",
                               "--threads", threads)
            r = json.loads(done.stdout)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"--seed 1, number {r['first_stuck']['number']}: ", done.stderr)
            self.assertEqual(sum(r["wins"]) + r["draws"] + r["stuck"], 300)
            results.append((r["stuck"], r["first_stuck"], r["mean_score"]))
        self.assertEqual(results[0], results[1])
        self.assertTrue(0 < results[0][0] < 300)

    def test_records_hold_the_games_counted(self):
        r = self.sim("template", "--seats", "3", "--games", "20", "--records", "out",
                     "--bots", "greedy,random,random")
        files = sorted(os.listdir(self.path("out")))
        self.assertEqual(len(files), 20)
        decisions, points = 0, [0, 0, 0]
        for name in files:
            text = self.read("out/" + name)
            self.assertIn("bot 0 greedy\n", text)
            decisions += len(re.findall(r"^[0-9] ", text, re.M))
            told = json.loads(self.good("replay", "out/" + name, "--json"))
            points = [a + b for a, b in zip(points, told["table"]["score"]["points"])]
        self.assertEqual(decisions, r["decisions"])
        self.assertEqual([round(p / 20, 4) for p in points], r["mean_score"])


class Reviews(Cli):
    def test_many_reviews_add_up(self):
        self.good("sim", "template", "--seats", "3", "--games", "6", "--bots", "easy", "--seed", "5", "--records", "out")
        files = ["out/" + name for name in sorted(os.listdir(self.path("out")))]
        how = ("--quick", "--seat", "2", "--json")
        sheets = [json.loads(self.good("review", name, *how))["sheet"][1] for name in files]
        [many] = json.loads(self.good("review", *files, *how))
        choices = sum(s["choices"] for s in sheets)
        self.assertEqual((many["game"], many["games"], many["choices"]), ("template", 6, choices))
        self.assertAlmostEqual(many["accuracy"], sum(s["verdicts"]["sound"] for s in sheets) / choices, 3)
        self.assertAlmostEqual(many["luck"], sum(s["luck"] for s in sheets) / 6, 3)
        marked = sum(s["choices"] - s["verdicts"]["sound"] for s in sheets)
        self.assertTrue(0 < sum(w["marked"] for w in many["worst"]) <= marked)
        self.assertRegex(self.good("review", *files, *how[:3]), r"6 games, accuracy \d+\.\d %")


class Nets(Cli):
    def train(self, *args):
        return self.good("train", "template", "--seats", "2", "--games", "40", "--units", "8", "--match", "0", *args)

    def bytes(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def test_a_net_is_taught_described_and_plays(self):
        curve = json.loads(self.train("-o", "a.net", "--curve", "a.svg", "--json"))
        self.assertEqual(curve["games"], 40)
        self.assertEqual(curve["curve"][-1]["games"], 40)
        self.assertEqual((curve["lambda"], curve["step"]), (0.7, 4))
        other = json.loads(self.train("-o", "other.net", "--lambda", "90", "--step", "1", "--json"))
        self.assertEqual((other["lambda"], other["step"]), (0.9, 1))
        self.assertIn("</svg>", self.read("a.svg"))
        self.train("-o", "b.net")
        self.assertEqual(self.bytes("a.net"), self.bytes("b.net"))
        net = json.loads(self.good("net", "a.net", "-o", "small.net", "--json"))
        self.assertEqual((net["game"], net["min_seats"], net["max_seats"], net["units"], net["games"]),
                         ("template", 2, 2, 8, 40))
        self.assertTrue(net["can_learn"] and net["fits"])
        self.assertEqual(len(self.bytes("small.net")), net["bytes"])
        self.assertFalse(json.loads(self.good("net", "small.net", "--json"))["can_learn"])
        self.good("sim", "template", "--seats", "2", "--games", "4", "--bots", "greedy@small.net,search:20@a.net")
        self.good("train", "template", "--from", "a.net", "--games", "80", "--match", "0", "-o", "c.net")
        self.assertEqual(json.loads(self.good("net", "c.net", "--json"))["games"], 80)

    def test_a_net_learns_to_beat_a_bot(self):
        told = json.loads(self.train("-o", "a.net", "--against", "random", "--match", "8", "--json"))
        self.assertEqual(told["ahead_of"], "random")
        self.assertTrue(0 <= told["curve"][-1]["low"] <= told["curve"][-1]["ahead"] <= told["curve"][-1]["high"] <= 1)
        self.train("-o", "itself.net", "--match", "8")
        self.assertNotEqual(self.bytes("a.net"), self.bytes("itself.net"))
        self.assertIn("beats greedy in", self.good("train", "template", "--from", "itself.net", "--against", "greedy", "--games", "80", "--match", "8", "-o", "b.net"))
        self.assertIn("beats level:1 in", self.train("-o", "c.net", "--against", "level:1", "--match", "8"))
        self.refused("train", "template", "-o", "d.net", "--against", "cmd:true", says="--against wants a bot of ours")
        self.refused("train", "template", "-o", "d.net", "--against", "nobody", says="nobody")

    def test_a_net_learns_a_game_in_its_variants(self):
        how = ("train", "quest", "--seats", "2", "--games", "8", "--units", "8", "--match", "0")
        self.good(*how, "-o", "a.net", program=VEGLIA)
        self.good(*how, "--vary", "pairs", "-o", "b.net", program=VEGLIA)
        self.assertNotEqual(self.bytes("a.net"), self.bytes("b.net"))
        more = ("train", "quest", "--games", "16", "--match", "0", "--from")
        self.good(*more, "b.net", "-o", "c.net", program=VEGLIA)
        self.good(*how[:5], "16", *how[6:], "--vary", "pairs", "-o", "d.net", program=VEGLIA)
        self.assertEqual(*(json.loads(self.good("net", n, "--json", program=VEGLIA))["games"] for n in ("c.net", "d.net")))
        self.refused(*more, "b.net", "--vary", "pairs", "-o", "e.net", program=VEGLIA, says="--from goes on as it was")
        self.refused(*how, "--vary", "nothing", "-o", "e.net", program=VEGLIA, says="has no variant nothing")

    def test_those_of_the_project_fit(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "nets")
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            size = 0
            for line in self.good("net", path, "--json", program=VEGLIA).splitlines():
                net = json.loads(line)
                self.assertTrue(net["fits"], "make train")
                self.assertEqual(f"{net['game']}.net", name)
                self.assertFalse(net["can_learn"])
                size += net["bytes"]
            self.assertEqual(size, os.path.getsize(path))  # told of every net in it

    def test_what_does_not_fit_is_refused(self):
        self.train("-o", "a.net")
        self.good("net", "a.net", "-o", "small.net")
        self.write("no.net", "not a net at all")
        sim = ("sim", "template", "--games", "4")
        self.refused(*sim, "--seats", "3", "--bots", "greedy@a.net", says="this net can play with 2 to 2 seats, not with 3")
        self.refused(*sim, "--seats", "2", "--bots", "greedy@no.net", says="this is no net")
        self.refused(*sim, "--seats", "2", "--bots", "greedy@gone.net", says="gone.net")
        self.refused("sim", "quest", "--games", "4", "--bots", "greedy@a.net", program=VEGLIA, says='this net is for "template"')
        self.refused("net", "no.net", says="this is no net")
        self.write("empty.net", "")
        self.refused("net", "empty.net", says="this is no net")
        self.refused("train", "template", "--from", "small.net", "-o", "b.net", says="only what play needs")
        for taught in (("--units", "16"), ("--lambda", "90"), ("--step", "1")):
            self.refused("train", "template", "--from", "a.net", *taught, "-o", "b.net", says="--from goes on as it was")
        self.refused("train", "template", "--lambda", "101", "-o", "b.net", says="--lambda")
        self.refused("train", "template", "--units", "12", "-o", "b.net", says="a multiple of 8")
        self.refused("train", "template", says="-o is needed")
        self.refused("train", "template", "-o", "a.net", says="a.net")


class Bench(Cli):
    def test_figures_and_the_bare_loop(self):
        two, four = json.loads(self.good("bench", "quest", "--seconds", "0.3", "--json", program=VEGLIA))
        self.assertEqual([r["seats"] for r in (two, four)], [2, 4])
        for row in (two, four):
            for key, value in row.items():
                if key != "game":
                    self.assertGreater(value, 0, key)
        # The bare loop must play the same game, or the ratio means nothing.
        self.assertAlmostEqual(four["bare_decisions_per_game"] / four["decisions_per_game"], 1,
                               delta=0.02)
        self.assertNotIn("bare_ns", two)
        for key in ("greedy_games_per_second", "search_games_per_second", "simulations_per_second", "evaluate_ns", "world_ns"):
            self.assertIn(key, two)

    def test_a_history_tells_what_is_slower(self):
        def run(*args, status=0):
            r = self.run_it("bench", "mind", "--seconds", "0.1", "--against", "runs", *args, program=VEGLIA)
            self.assertEqual(r.returncode, status, r.stderr)
            return r.stderr

        def history(times):  # five runs that were so many times as fast as any machine is
            rows = [{"game": "mind", "seats": seats, "evaluate_ns": 1 / times, "games_per_second": times} for seats in (3, 8)]
            self.write("runs", "".join(json.dumps({"when": "", "version": "", "rows": rows}) + "\n" for _ in range(5)))

        self.assertIn("nothing yet to compare with", run())
        first = self.read("runs").splitlines()
        self.assertEqual([r["seats"] for r in json.loads(first[0])["rows"]], [3, 8])
        history(1e-9)
        self.assertIn("nothing is slower by more than 20 %", run())
        self.assertEqual(len(self.read("runs").splitlines()), 6)
        history(1e9)
        said = run("--slower", "50", status=1)
        for words in ("mind, 3 seats: random games/s", "mind, 8 seats: ns: judgement", "times slower"):
            self.assertIn(words, said)
        self.assertEqual(len(self.read("runs").splitlines()), 6)  # it happened, and is kept
        for text in ("nonsense\n", "[]\n", '{"rows":1}\n', '{"rows":[{"game":"mind"}]}\n'):
            self.write("runs", text)
            self.refused("bench", "mind", "--against", "runs", says="line 1", program=VEGLIA)
            self.assertEqual(self.read("runs"), text)
        self.refused("bench", "mind", "--against", "no/where", says="cannot be written", program=VEGLIA)


class Play(Cli):
    def test_a_whole_game_with_every_command(self):
        # Seed 5: seat 2 starts, and seat 0 holds two candles of 2.
        out = self.play("--seats", "3", "--seed", "6", "--bots", "random", "--first", "1",
                        text="?\nt\nh\nr\n=\nn too early\n99\nplay 6\nu\ns copy.veglia\n1\n"
                             "n I light it slowly\nq\n")
        for words in ("takes back a move", "counsel", "Candles", "You have not moved yet.",
                      "Choose a number from 1", "you do not hold the candle of 6 (TC-02)",
                      "cannot be taken back", "Saved in copy.veglia", "Story added.",
                      f"To go on:\n  {CANDLES} play --resume g.veglia\n"):
            self.assertIn(words, out)
        self.assertRegex(out, r"  1  play \d\n")
        self.assertEqual(os.stat(self.path("g.veglia")).st_mode & 0o777, 0o600)
        self.assertIn("I light it slowly", self.read("g.veglia"))

        done = self.run_it("play", "--resume", "g.veglia", text="1\n" * 60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Final score:", done.stdout)
        self.assertNotIn("verify", done.stdout)  # from a known seed there is nothing to verify
        self.assertIn(f"  {CANDLES} replay g.veglia\n", done.stdout)
        self.assertIn("All is well", self.good("verify", "g.veglia"))
        self.assertIn("seat 1 tells: “I light it slowly”", self.good("replay", "g.veglia"))
        self.assertIn("You tell: “I light it slowly”", self.good("replay", "g.veglia", "--seat", "1"))

    def test_rules_of_the_moment(self):
        out = self.play("--seats", "2", "--seed", "5", "--bots", "random", "--first", "1",
                        text="?\nr TC-03\nr TC-3\nr\nq\n")
        self.assertRegex(out, r"The rule of this moment \(TC-02\):\nLight the longest[^<]*\n> Light the longest[^<]*\n")
        self.assertIn("There is no TC-3 in the rules.", out)
        self.assertNotIn("<!--", out)

    def test_taking_back(self):
        # Seed 1 gives seat 0 two missions; starting one shows nobody anything new.
        out = self.good("play", "quest", "--seed", "1", "--first", "1", "--save", "g.veglia",
                        program=VEGLIA, text="s before\n1\ns moved\nu\ns after\nq\n")
        self.assertIn("You take back one move.", out)
        def moves(name):
            return re.sub(r"^head .*\n", "", self.read(name), flags=re.M)
        self.assertEqual(moves("moved") + "0 undo\n", moves("after"))
        self.assertTrue(moves("moved").startswith(moves("before")))
        self.assertNotEqual(moves("before"), moves("moved"))
        self.assertIn("before exists already", self.good(
            "play", "quest", "--seed", "1", "--first", "1", program=VEGLIA, text="s before\nq\n"))

    def test_a_resumed_game_goes_on_alike(self):
        whole = "1\n" * 60
        self.play("--seats", "3", "--seed", "11", text=whole)
        one = self.read("g.veglia")
        os.rename(self.path("g.veglia"), self.path("one.veglia"))
        self.play("--seats", "3", "--seed", "11", text="1\n1\n")
        self.assertLess(len(self.read("g.veglia")), len(one))
        self.good("play", "--resume", "g.veglia", text=whole)
        self.assertEqual(self.read("g.veglia"), one)

    def test_secret_chance_is_committed_and_revealed(self):
        out = self.play(text="1\n" * 60)
        record = self.read("g.veglia")
        commit = re.search(r"^commit (\w{64})$", record, re.M).group(1)
        secret = re.search(r"^secret (\w{64})$", record, re.M).group(1)
        self.assertLess(out.index(commit), out.index(secret))
        self.assertRegex(out, r"Verified: the \d+ outcomes of chance come from the secret promised before the\s+deal.")
        proof = self.good("verify", "g.veglia")
        self.assertIn("promised at the start", proof)
        self.assertIn("in league with all who gave a salt: seat 1.", proof)
        other = ("0" if secret[0] != "0" else "1") + secret[1:]
        self.write("forged", record.replace(secret, other))
        done = self.run_it("verify", "forged")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("the secret is not the one committed to", done.stderr)
        draws = re.findall(r"^\* draw \d$", record, re.M)
        a, b = next((a, b) for a in draws for b in draws if a != b)
        swapped = record.replace(a, "@", 1).replace(b, a, 1).replace("@", b, 1)
        self.write("forged", swapped)
        done = self.run_it("verify", "forged")
        line = next(i for i, (x, y) in enumerate(zip(record.split("\n"), swapped.split("\n"))) if x != y)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"forged: line {line + 1}: the secret gives", done.stderr)

    def test_the_records_of_the_documents_verify(self):
        docs = os.path.join(os.path.dirname(__file__), "../../docs")
        for page in ("record.md", "randomness.md"):
            with open(os.path.join(docs, page), encoding="utf-8") as f:
                examples = re.findall(r"```record1?\n(.*?)```", f.read(), re.S)
            self.assertTrue(examples)
            for text in examples:
                self.write("example", text)
                self.assertIn("All is well", self.good("verify", "example"))

    def test_a_record_is_held_to_what_was_seen(self):
        out = self.play(text="1\n" * 60)
        record = self.read("g.veglia")
        commit = re.search(r"^commit (\w{64})$", record, re.M).group(1)
        salt = re.search(r"^salt 0 (\w{64})$", record, re.M).group(1)
        links, head = re.search(r"^head (\d+) (\w{64})$", record, re.M).groups()
        for word in (commit, salt):
            self.assertIn(word, out)
        good = self.good("verify", "g.veglia", "--commit", commit, "--salt", "1=" + salt, "--head",
                         f"{links}:{head}", "--head", head)
        self.assertIn("No one could have chosen this luck: your salt is in it.", good)
        other = "0" * 64
        for option, value, why in (("--commit", other, "the commitment"), ("--salt", "1=" + other, "the salt of seat 1"),
                                   ("--salt", "2=" + salt, "the salt of seat 2"), ("--head", other, "not in the chain"),
                                   ("--head", f"{links}:{other}", "lines "), ("--head", f"999:{head}", "999 lines")):
            done = self.run_it("verify", "g.veglia", option, value)
            self.assertEqual((done.returncode, done.stdout), (1, ""), option)
            self.assertIn("this record is not of the game you saw", done.stderr)
            self.assertIn(why, done.stderr)
        for option, value in (("--commit", "12"), ("--salt", salt), ("--salt", "9=" + salt), ("--head", "x:" + head)):
            self.assertEqual(self.run_it("verify", "g.veglia", option, value).returncode, 2, option)
        os.rename(self.path("g.veglia"), self.path("whole.veglia"))
        self.play("--seats", "2", "--seed", "3", text="1\n")  # and one that is not finished
        both = self.good("verify", "g.veglia")
        self.assertIn("The game is not finished", both)
        self.assertIn("the host is trusted", both)
        self.write("wrong", record.replace("\n0 ", "\n1 ", 1))
        done = self.run_it("verify", "g.veglia", "wrong")
        self.assertEqual(done.returncode, 2)
        self.assertIn("g.veglia: All is well", done.stdout)
        self.assertEqual(self.run_it("verify", "g.veglia", "wrong", "--commit", commit).returncode, 2)

    def test_end_of_input_saves_by_itself(self):
        out = self.good("play", "template", text="1\n")
        saved = re.search(r"saved in (\S+)", out).group(1)
        self.assertTrue(saved.startswith(self.at + "/.local/state/veglia/template-"))
        self.assertTrue(os.path.exists(saved))

    def test_hints_can_be_pasted(self):
        out = self.good("play", "template", "--save", "it's mine.veglia", text="1\nq\n")
        hint = re.search(r"To go on:\n(.*)", out).group(1)
        done = subprocess.run(["sh", "-c", hint], input="q\n", cwd=self.at,
                              env=self.env, encoding="utf-8", stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0)
        self.assertIn("saved in it's mine.veglia", done.stdout)

    def test_no_home(self):
        env = {"PATH": os.environ["PATH"], "LANG": "en"}
        out = self.good("play", "template", text="1\nq\n", env=env)
        self.assertTrue(os.path.exists(self.path(re.search(r"saved in (\S+)", out).group(1))))
        env["XDG_STATE_HOME"] = self.path("state")
        self.assertIn(self.path("state") + "/veglia/", self.good("play", "template", text="1\nq\n",
                                                                 env=env))

    def test_it_asks_a_newcomer(self):
        out = self.good("play", text="2\nx\n1\n2\nq\n")
        for words in ("Lingua / Language", "What will you play?", "A number from 1 to 3.",
                      "How many at the table", "Candles: at the table you, Ada (bot greedy)."):
            self.assertIn(words, out)
        self.assertIn("A che cosa giochi?", self.good("play", text="1\n"))
        self.good("play", text="")

    def test_a_match_adds_up(self):
        out = self.play("--match", "3", "--seats", "2", "--seed", "4", text="1\n" * 120)
        self.assertIn("Game 3 of 3.", out)
        self.assertEqual(out.count("In the match:"), 3)
        self.assertIn("All is well", self.good("verify", "g.veglia"))

    def test_watching_bots(self):
        out = self.play("--you", "none", "--seed", "2", text="")
        self.assertIn("Final score:", out)
        self.assertNotIn("> ", out)

    def test_passing_the_screen(self):
        out = self.play("--you", "1,2", "--names", "Anna,Ugo", "--seats", "2", "--seed", "9",
                        "--first", "1", text="\n1\n\n1\n\n1\n\nq\n")
        # Between two hand-overs only one seat is spoken to.
        parts = re.split(r"(Anna|Ugo) is to move\.", out)
        self.assertGreater(len(parts), 4)
        for reader, text in zip(parts[1::2], parts[2::2]):
            other = "Ugo" if reader == "Anna" else "Anna"
            self.assertNotRegex(text, rf"{other}:[^\n]*in hand")
            self.assertRegex(text, rf"{reader}:[^\n]*in hand")
            self.assertNotRegex(text, rf"{other} draws \w")


    def test_a_hint(self):
        out = self.good("play", "quest", "--seed", "1", "--first", "1", "--save", "g.veglia",
                        program=VEGLIA, text="c\nc\nq\n")
        hints = re.findall(r"The bot would do this: (\d+), [^\n]*\. It tried \d+ possible games: with this move it "
                           r"wins \d+ in 100, with the next best \((\d+)\) \d+\.", out)
        self.assertEqual(len(hints), 2)
        self.assertNotEqual(*hints[0])
        self.assertIn("Il bot farebbe così: ", self.good("play", "quest", "--seed", "1", "--first", "1", "--lang", "it",
                                                        program=VEGLIA, text="c\nq\n"))

    def test_nothing_is_saved_before_the_first_move(self):
        for text in ("q\n", "", "t\n?\nh\nq\n"):
            out = self.good("play", "template", text=text)
            self.assertIn("nothing to save", out)
            self.assertEqual(self.files(), [])
        self.assertEqual(os.listdir(self.at), [])

    def test_resume_alone(self):
        self.refused("play", "--resume", says="there is no game to go on with in " + self.at)
        for n, name in enumerate(("template", "bell", "template")):
            self.good("play", name, "--seats", str(2 + n % 2), text="1\nq\n" if name == "template" else "0\n1\nq\n")
            newest = max(self.files(), key=lambda f: (os.stat(f).st_mtime_ns, f))
            os.utime(newest, (n * 1000, n * 1000))
        first, bell, last = sorted(self.files(), key=os.path.getmtime)
        out = self.good("play", "--resume", text="q\n")
        names = re.findall(r"^  (\S+\.veglia)  ", out, re.M)
        self.assertEqual(names, [os.path.basename(f) for f in (last, bell, first)])
        self.assertIn("Candles, 2 seats, ", out)
        self.assertIn(f"saved in {last}\n", out)
        # Any of them by its name alone; and once it is over it is no longer offered.
        self.assertIn(f"saved in {bell}\n", self.good("play", "--resume", os.path.basename(bell), text="q\n"))
        self.good("play", "--resume", last, text="1\n" * 90)
        self.assertNotIn(os.path.basename(last) + "  ", self.good("play", "--resume", text="q\n"))
        self.refused("play", "--resume", "nowhere.veglia", says="nowhere.veglia cannot be read")

    def test_who_gives_no_name(self):
        out = self.play("--seats", "2", "--seed", "5", "--first", "1", text="1\nq\n")
        self.assertRegex(out, r"(?m)^You:.*in hand")
        self.assertNotIn("(you)", out)
        self.assertIn("\nTu:", self.good("play", "template", "--lang", "it", "--seed", "5", text="q\n"))
        out = self.good("play", "template", "--names", "Anna", "--seed", "5", text="q\n")
        self.assertIn("at the table Anna (you), Ada", out)
        out = self.good("play", "template", "--seats", "3", "--you", "1,3", "--first", "3", text="")
        self.assertIn("at the table Player 1, Ada (bot greedy), Player 3.", out)
        self.assertIn("Player 3 is to move.", out)


class Terminal(Cli):
    """What a person sees, and types, at a terminal."""
    UP, DOWN, RIGHT, LEFT, HOME, END, DELETE = ("\033[A", "\033[B", "\033[C", "\033[D", "\033[H", "\033[F", "\033[3~")

    def screen(self, text):
        """The lines as they stand in the end: what was drawn over is gone."""
        lines = []
        for line in text.split("\n"):
            line = re.sub(r"\033\[[0-9;?]*[A-JL-Za-z]", "", line)
            lines.append(re.split(r"\r|\033\[K", line)[-1] if "\033[K" in line else line.rsplit("\r", 1)[-1])
        return lines

    def test_editing(self):
        # "n tell ti" is mended into "n I tell it": word by word, letter by letter.
        keys = ["1\r", "n tell ti", self.LEFT + self.LEFT, self.DELETE, self.RIGHT + "t", self.HOME,
                self.RIGHT + self.RIGHT, "I ", self.END, " at èla\x7f\x7f", "\x17", "\x17", "\r", "q\r"]
        out, status = self.terminal("play", "template", "--seats", "2", "--first", "1", "--seed", "5",
                                    "--save", "g.veglia", keys=keys)
        self.assertEqual(status, 0, out)
        self.assertIn('" I tell it\n', self.read("g.veglia"))

    def test_long_lines_and_history(self):
        tale = "word " * 30 + "end"
        keys = ["1\r", "n " + tale, self.HOME, self.END, "\r", "n other\r", self.UP + self.UP + "!", "\r",
                self.UP, self.DOWN, "t\x03"]
        out, status = self.terminal("play", "template", "--seats", "2", "--first", "1", "--seed", "5",
                                    "--save", "g.veglia", keys=keys, columns=40)
        self.assertEqual(status, 0, out)  # Ctrl-C saves and leaves
        self.assertIn(f'" {tale}!\n', self.read("g.veglia"))

    def test_the_next_person_does_not_see_what_was_typed(self):
        keys = ["\r", "n my secret\r", "1\r", "\r", self.UP, "\r", "q\r"]
        out, status = self.terminal("play", "template", "--seats", "2", "--first", "1", "--seed", "9", "--you", "1,2",
                                    keys=keys)
        self.assertEqual(status, 0, out)
        self.assertEqual(out.count("my secret"), 1)

    def test_the_end_of_input_leaves(self):
        out, status = self.terminal("play", "template", keys=["\x04"])
        self.assertEqual(status, 0, out)
        self.assertIn("nothing to save", out)

    @unittest.skipUnless(SLOW, "slow")
    def test_no_word_is_broken(self):
        self.good("play", "template", "--you", "none", "--seed", "3", "--save", "g.veglia")
        for columns in (40, 80):
            for lang in ("it", "en"):
                for args in ((), ("games",), ("games", "winter"), ("sim", "--help"), ("play", "--help"), ("serve", "--help"),
                             ("rules", "fate"), ("rules", "quest"), ("sim", "fate", "--games", "20", "--measure"),
                             ("arena", "quest", "--bots", "random,greedy", "--games", "8"), ("bench", "quest", "--seconds", "0.1"),
                             ("sim", "fate", "--seets", "3")):
                    out, _ = self.terminal(*args, "--lang", lang, columns=columns, program=VEGLIA,
                                           env={"PAGER": "cat"})
                    for line in self.screen(out):
                        if not re.match(r"  veglia |\S+$| *\S+$", line):  # examples to copy; one long word
                            self.assertLess(len(line), columns, (args, line))
                out, _ = self.terminal("play", "quest", "--seed", "2", "--lang", lang, columns=columns, program=VEGLIA,
                                       keys=["?\r", "c\r", "r\r", "1\r", "q\r"])
                for line in self.screen(out):
                    if not re.match(r"  \S*veglia |\S+$| *\S+$", line):
                        self.assertLess(len(line), columns, line)

    def test_tables_are_laid_out(self):
        out, _ = self.terminal("rules", "fate", "--lang", "en", columns=80, program=VEGLIA, env={"PAGER": "cat"})
        self.assertNotIn("|", out)
        self.assertNotIn("<!--", out)

    def test_a_pager(self):
        os.mkdir(self.path("bin"))
        for name in ("less", "mine"):
            self.write("bin/" + name, f"#!/bin/sh\necho by {name} $LESS\nexec cat\n")
            os.chmod(self.path("bin/" + name), 0o755)
        path = self.path("bin") + ":" + os.environ["PATH"]
        out, status = self.terminal("rules", "template", env={"PATH": path})
        self.assertEqual(status, 0)
        self.assertIn("by less FRX", out)
        self.assertIn("Light the longest", out)
        self.assertIn("by mine", self.terminal("rules", "template", env={"PATH": path, "PAGER": "mine"})[0])

    @unittest.skipUnless(SLOW, "slow")
    def test_the_bar_stays_on_its_line(self):
        for columns in (20, 40, 80):
            for args in (("bench", "quest", "--seconds", "1.5"), ("sim", "quest", "--games", "9000000")):
                stop = (r"\d %.*\d %", signal.SIGINT) if args[0] == "sim" else None
                out, _ = self.terminal(*args, columns=columns, program=VEGLIA, stop=stop)
                bars = re.findall(r"\r([^\r\n]*?\d %[^\r\n]*?)\033\[K", out)
                self.assertGreater(len(bars), 1, out)
                self.assertLess(max(map(len, bars)), columns)


class Serve(Cli):
    def serve(self, *args, env=None):
        p = subprocess.Popen([VEGLIA, "serve", *args], env=dict(self.env, **(env or {})), cwd=self.at, encoding="utf-8",
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(p.communicate)
        self.addCleanup(p.terminate)
        return p, p.stdout.readline()

    def test_what_cannot_be_is_refused_at_once(self):
        for listen in ("", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:80x", "127.0.0.1:65536", "1.2.3:80",
                       "host.example:80", "[::1:80", ":99999999999"):
            self.refused("serve", "--listen", listen, says="--listen wants HOST:PORT", program=VEGLIA)
        for url in ("", "veglia.example.org", "ftp://veglia.example.org", "https://", "https://a.example/path", "http://a b",
                    "https://a.example?x"):
            self.refused("serve", "--base-url", url, says="--base-url wants an address", program=VEGLIA)
        self.refused("serve", "--listen", "x", "--lang", "it", says="vuole INDIRIZZO:PORTA", program=VEGLIA)
        self.write("c.conf", "listen = nowhere\n")
        self.refused("serve", "--config", "c.conf", says="--listen wants HOST:PORT", program=VEGLIA)
        self.assertEqual(self.files(), [self.path("c.conf")])  # no database

    def test_a_port_that_is_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.refused("serve", "--listen", f"127.0.0.1:{port}", status=1, program=VEGLIA,
                         says=f"127.0.0.1:{port}: address already in use; choose another port with --listen")
            self.refused("serve", "--listen", f"127.0.0.1:{port}", "--lang", "it", status=1, program=VEGLIA,
                         says=f"127.0.0.1:{port} è occupato; scegli un'altra porta con --listen")

    def test_the_next_port_is_tried(self):
        blocked = None
        try:  # whoever has 8080 now, we or somebody else, it is taken
            blocked = socket.create_server(("127.0.0.1", 8080))
        except OSError:
            pass
        try:
            p, line = self.serve("--db", "a.db")
            if line == "":  # on a machine where all ten are taken it must say so
                self.assertIn("--listen", p.stderr.read())
            else:
                self.assertRegex(line, r"ready: http://127\.0\.0\.1:80(8[1-9])\n")
        finally:
            if blocked:
                blocked.close()

    def test_two_of_them(self):
        p, line = self.serve("--db", "a.db", "--listen", "127.0.0.1:0")
        self.assertIn("ready", line)
        self.refused("serve", "--db", "a.db", "--listen", "127.0.0.1:0", "--lang", "it", status=1, program=VEGLIA,
                     says="i tavoli in a.db sono di un'altra Veglia accesa")

    def test_words_for_people_and_for_programs(self):
        # At a terminal the line stands alone; with --log, or to a file, there is the log.
        for args, log in (((), False), (("--log", "-"), True)):
            out, status = self.terminal("serve", "--listen", "127.0.0.1:0", "--db", "b.db", *args, program=VEGLIA,
                                        stop=("stops it", signal.SIGTERM))
            self.assertEqual(status, 0, out)
            self.assertEqual('{"at":' in out, log, out)
            self.assertIn("Veglia is ready: http://127.0.0.1:", out)
        p, line = self.serve("--listen", "127.0.0.1:0", "--db", "b.db")
        p.terminate()
        self.assertIn('"event":"listening"', p.stderr.read())

    def test_a_bad_database_in_one_language(self):
        self.write("bad.db", "this is no database" * 100)
        for lang, says in (("it", "non posso cominciare: bad.db: il file è rovinato, o non è un database"),
                           ("en", "cannot begin: bad.db: file is not a database")):
            done = self.run_it("serve", "--db", "bad.db", "--listen", "127.0.0.1:0", "--lang", lang, "--log", "log",
                               program=VEGLIA)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(says, done.stderr)


class Opportunities(Cli):
    """In the game `bell` whoever is not to play may ring, once a game."""

    def bell(self, *args, text):
        out = self.good("play", "bell", "--save", "g.veglia", "--bots", "greedy", *args, text=text)
        return out, re.findall(r"^(\d) ring$", self.read("g.veglia"), re.M)

    def test_one_person_is_asked_once(self):
        out, rings = self.bell("--seats", "3", "--seed", "12", "--first", "2", text="\n1\nq\n")
        self.assertEqual(out.count("You may step in now."), 1)
        self.assertIn("  0  Let it go\n  1  Ring the bell\n", out)
        self.assertNotIn("0", rings)

    def test_one_person_steps_in(self):
        for answer in ("1", "ring"):
            out, rings = self.bell("--seats", "3", "--seed", "5", "--first", "2",
                                   text=f"7\n{answer}\nq\n")
            self.assertIn("Choose a number from 0 to 1", out)
            self.assertEqual(rings.count("0"), 1)
            os.remove(self.path("g.veglia"))

    def test_several_people_are_asked_and_let_in(self):
        # Anna is asked what to play only after Ugo let his chance go; then she lets him in.
        out, rings = self.bell("--seats", "2", "--seed", "5", "--first", "1", "--you", "1,2",
                               "--names", "Anna,Ugo", text="\n0\n\ni\n\n1\n\nq\n")
        self.assertEqual(re.findall(r"(\w+) is to move", out), ["Ugo", "Anna", "Ugo", "Anna"])
        self.assertEqual(rings, ["1"])

    def test_nobody_to_let_in(self):
        self.assertIn("Nobody else may step in now.", self.play("--first", "1", text="i\nq\n"))

    def test_simulated_seats_ring_or_wait(self):
        for bots in ("random", "greedy"):
            r = json.loads(self.good("sim", "bell", "--seats", "3", "--games", "200", "--bots", bots,
                                     "--records", bots, "--json"))
            self.assertEqual((r["stuck"], r["games"]), (0, 200))
        rings = [len(re.findall(r"^\d ring$", self.read("random/" + f), re.M))
                 for f in os.listdir(self.path("random"))]
        self.assertGreater(sum(rings), 200)
        self.assertLessEqual(max(rings), 3)


class Replay(Cli):
    def test_no_seat_reads_what_others_hold(self):
        self.play("--seats", "3", "--seed", "6", "--you", "none", text="")
        everything = json.loads(self.good("replay", "g.veglia", "--all", "--json"))["events"]
        drawn = [(e["entry"], e["seat"]) for e in everything if e["type"] == "drew"]
        self.assertGreater(len(drawn), 6)
        for viewer in ("1", "2", "3", None):
            args = ["--seat", viewer] if viewer else []
            events = {e["entry"]: e for e in json.loads(
                self.good("replay", "g.veglia", "--json", *args))["events"] if e["type"] == "drew"}
            for entry, seat in drawn:
                own = viewer is not None and int(viewer) - 1 == seat
                self.assertEqual(events[entry]["args"][0] is not None, own, (viewer, entry))
            text = self.good("replay", "g.veglia", *args)
            own_lines = re.findall(r"^- You draw the candle of \d", text, re.M)
            self.assertEqual(bool(own_lines), viewer is not None)
            self.assertNotRegex(text, r"(Ada|Bruno|Clelia) draws \w")
        self.refused("replay", "g.veglia", "--seat", "4", says="from 1 to 3")
        self.refused("replay", "g.veglia", "--seat", "0", says="from 1 to 3")
        self.refused("replay", "g.veglia", "--seat", "1", "--all", says="--all")

    def test_quest_keeps_hands_hidden(self):
        self.good("play", "quest", "--save", "q.veglia", "--you", "none", "--seed", "1", "--seats",
                  "3", program=VEGLIA)
        told = [self.good("replay", "q.veglia", "--seat", str(p), program=VEGLIA) for p in (1, 2, 3)]
        self.assertEqual(len(set(told)), 3)
        watcher = self.good("replay", "q.veglia", program=VEGLIA)
        everything = self.good("replay", "q.veglia", "--all", program=VEGLIA)
        self.assertNotEqual(watcher, everything)
        self.assertIn("Final score:", watcher)

    def test_a_record_from_a_pipe(self):
        self.play("--you", "none", "--seed", "6", text="")
        record = self.read("g.veglia")
        self.assertEqual(self.good("replay", "-", text=record), self.good("replay", "g.veglia"))


class World(Cli):
    def test_closed_and_full_outputs(self):
        for args in (["games"], ["sim", "template", "--games", "5"], ["--help"],
                     ["rules", "template"], ["sim", "--help"]):
            with open("/dev/full", "w") as full:
                done = self.run_it(*args, stdout=full)
            self.assertEqual(done.returncode, 1, args)
            self.assertIn("cannot be written", done.stderr)
            line = " ".join([CANDLES, *args]) + " >&-"
            done = subprocess.run(["sh", "-c", line], env=self.env, cwd=self.at,
                                  stderr=subprocess.PIPE, encoding="utf-8")
            self.assertEqual(done.returncode, 1, args)
            self.assertIn("cannot be written", done.stderr)

    def test_closed_stdin_is_an_end(self):
        done = subprocess.run(["sh", "-c", f"{CANDLES} play template --save g.veglia <&-"],
                              env=self.env, cwd=self.at, stdout=subprocess.PIPE, encoding="utf-8")
        self.assertEqual(done.returncode, 0)
        self.assertIn("nothing to save", done.stdout)

    def test_a_signal_saves(self):
        p = subprocess.Popen([CANDLES, "play", "template", "--save", "g.veglia"], env=self.env,
                             cwd=self.at, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        while b"> " not in p.stdout.read1(65536):
            pass
        p.stdin.write(b"1\n")
        p.stdin.flush()
        while b"> " not in p.stdout.read1(65536):
            pass
        p.terminate()
        p.communicate(timeout=10)
        self.assertEqual(p.returncode, 0)
        self.good("replay", "g.veglia")

    def test_no_colour_unless_a_terminal_wants_it(self):
        import pty
        for no_colour, bold in (("", True), ("1", False)):
            env = dict(self.env, TERM="xterm", NO_COLOR=no_colour)
            parent, child = pty.openpty()
            subprocess.run([CANDLES, "rules", "template"], env=env, stdout=child, check=True)
            os.close(child)
            text = b""
            try:
                while True:
                    chunk = os.read(parent, 65536)
                    if not chunk:
                        break
                    text += chunk
            except OSError:
                pass  # how Linux says that the other end is closed
            os.close(parent)
            self.assertEqual(b"\033[1m" in text, bold)
        self.assertNotIn("\033", self.good("rules", "template"))
        self.assertNotIn("\033", self.play(text="1\n" * 60))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *(a for a in sys.argv[3:] if a != "slow")])
