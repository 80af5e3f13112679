#!/usr/bin/env python3
"""The command line from outside: run.py VEGLIA CANDLES

VEGLIA is the real program, CANDLES the same with the template game alone, whose
rules never change. Every test runs in an empty folder that is also HOME, so a
test can say that nothing was written.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

VEGLIA, CANDLES = map(os.path.abspath, sys.argv[1:3])
COMMANDS = ["play", "games", "rules", "cards", "replay", "verify", "sim", "merge", "report", "arena", "scenario", "bench"]


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

    def play(self, *args, text, **more):
        return self.good("play", "template", "--save", "g.veglia", *args, text=text, **more)


class Help(Cli):
    def test_alone_it_guides(self):
        self.assertIn("veglia play", self.good())
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
                          ({"LANG": "C"}, "Uso"), ({}, "Uso")):
            self.assertTrue(self.good("sim", "--help", env=env).startswith(word), env)

    def test_help_says_which_games(self):
        self.assertIn("template", self.good("games"))
        self.assertIn("quest", self.good("games", program=VEGLIA))


class Refusals(Cli):
    def test_commands_and_options(self):
        self.refused("nonsense", says="there are: play, games")
        self.refused("two\nlines \033[31mred", says="\"two lines [31mred\"")
        for name in COMMANDS:
            self.refused(name, "--nonsense", says="there is no option \"--nonsense\"; there are: ")
            self.refused(name, "-z", says="\"-z\"")
            self.refused(name, "--lang", "de", says="it, en")
            self.refused(name, "--lang", says="wants a value")
        self.refused("sim", "--json=1", "template", says="takes no value")

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
            self.refused(name, "template", "--first", "2", "--seats", "2", says="from 0 to 1")
            self.refused(name, "template", "--bots", "clever", says="greedy")
            self.refused(name, "template", "--seats", "4", "--bots", "random,random", says="4 seats")
        self.refused("sim", "quest", "--option", "pairs=maybe", says="pairs", program=VEGLIA)

    def test_numbers(self):
        self.refused("sim", "template", "--games", "0", says="from 1")
        self.refused("sim", "template", "--seed", "x", says="from 0")
        self.refused("sim", "template", "--threads", "0", says="from 1 to")
        self.refused("play", "template", "--match", "0", says="from 1 to")
        self.refused("play", "template", "--you", "0,7", says="--you")
        self.refused("play", "template", "--names", "A,B", says="more names")
        for seconds in ("x", "", "0", "1x", "nan", "99999"):
            self.refused("bench", "--seconds", seconds, says="from 0.1 to 3600")
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


class Looking(Cli):
    def test_games_as_json(self):
        games = json.loads(self.good("games", "--json"))
        self.assertEqual([g["id"] for g in games], ["template", "bell", "short"])
        one = json.loads(self.good("games", "quest", "--json", program=VEGLIA))
        self.assertEqual((one["id"], one["min_seats"], one["max_seats"]), ("quest", 2, 4))
        self.assertIn("pairs", [o["key"] for o in one["options"]])

    def test_rules_in_both_languages(self):
        self.assertIn("Accendi le candele", self.good("rules", "template", "--lang", "it"))
        self.assertIn("Light the longest", self.good("rules", "template", "--lang", "en"))

    def test_cards_are_json(self):
        self.assertEqual(json.loads(self.good("cards", "template")), {"candles": 12})
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
            self.assertIn("salt 0 bot:greedy\n", text)
            decisions += len(re.findall(r"^[0-9] ", text, re.M))
            told = json.loads(self.good("replay", "out/" + name, "--json"))
            points = [a + b for a, b in zip(points, told["table"]["score"]["points"])]
        self.assertEqual(decisions, r["decisions"])
        self.assertEqual([round(p / 20, 4) for p in points], r["mean_score"])


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


class Play(Cli):
    def test_a_whole_game_with_every_command(self):
        # Seed 5: seat 2 starts, and seat 0 holds two candles of 2.
        out = self.play("--seats", "3", "--seed", "5", "--bots", "random", "--first", "0",
                        text="?\nt\nh\nr\n=\nn too early\n99\nplay 6\nu\ns copy.veglia\n1\n"
                             "n I light it slowly\nq\n")
        for words in ("takes back a move", "Candles", "You have not moved yet.",
                      "Choose a number from 1", "you do not hold the candle of 6 (TC-02)",
                      "cannot be taken back", "Saved in copy.veglia", "Story added.",
                      "veglia play --resume g.veglia"):
            self.assertIn(words, out)
        self.assertRegex(out, r"  1  play \d\n")
        self.assertEqual(os.stat(self.path("g.veglia")).st_mode & 0o777, 0o600)
        self.assertIn("I light it slowly", self.read("g.veglia"))

        done = self.run_it("play", "--resume", "g.veglia", text="1\n" * 60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Final score:", done.stdout)
        self.assertIn("veglia verify g.veglia", done.stdout)
        self.assertIn("All is well", self.good("verify", "g.veglia"))
        self.assertIn("Player tells: “I light it slowly”", self.good("replay", "g.veglia"))

    def test_rules_of_the_moment(self):
        out = self.play("--seats", "2", "--seed", "5", "--bots", "random", "--first", "0",
                        text="?\nr TC-03\nr TC-3\nr\nq\n")
        self.assertRegex(out, r"The rule of this moment \(TC-02\):\nLight the longest[^<]*\n> Light the longest[^<]*\n")
        self.assertIn("There is no TC-3 in the rules.", out)
        self.assertNotIn("<!--", out)

    def test_taking_back(self):
        # Seed 1 gives seat 0 two missions; starting one shows nobody anything new.
        out = self.good("play", "quest", "--seed", "1", "--first", "0", "--save", "g.veglia",
                        program=VEGLIA, text="s before\n1\ns moved\nu\ns after\nq\n")
        self.assertIn("You take back one move.", out)
        self.assertEqual(self.read("before"), self.read("after"))
        self.assertNotEqual(self.read("before"), self.read("moved"))
        self.assertEqual(self.read("g.veglia"), self.read("after"))

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
        self.assertIn("promised at the start", self.good("verify", "g.veglia"))
        other = ("0" if secret[0] != "0" else "1") + secret[1:]
        self.write("forged", record.replace(secret, other))
        self.assertIn(self.run_it("verify", "forged").returncode, (1, 2))
        draws = re.findall(r"^\* draw \d$", record, re.M)
        a, b = next((a, b) for a in draws for b in draws if a != b)
        swapped = record.replace(a, "@", 1).replace(b, a, 1).replace("@", b, 1)
        self.write("forged", swapped)
        self.assertIn(self.run_it("verify", "forged").returncode, (1, 2))

    def test_end_of_input_saves_by_itself(self):
        out = self.good("play", "template", text="1\n")
        saved = re.search(r"saved in (\S+)", out).group(1)
        self.assertTrue(saved.startswith(self.at + "/.local/state/veglia/template-"))
        self.assertTrue(os.path.exists(saved))

    def test_hints_can_be_pasted(self):
        out = self.good("play", "template", "--save", "it's mine.veglia", text="q\n")
        hint = re.search(r"To go on: veglia (.*)", out).group(1)
        done = subprocess.run(["sh", "-c", f"{CANDLES} {hint}"], input="q\n", cwd=self.at,
                              env=self.env, encoding="utf-8", stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0)
        self.assertIn("saved in it's mine.veglia", done.stdout)

    def test_no_home(self):
        env = {"PATH": os.environ["PATH"], "LANG": "en"}
        out = self.good("play", "template", text="q\n", env=env)
        self.assertTrue(os.path.exists(self.path(re.search(r"saved in (\S+)", out).group(1))))
        env["XDG_STATE_HOME"] = self.path("state")
        self.assertIn(self.path("state") + "/veglia/", self.good("play", "template", text="q\n",
                                                                 env=env))

    def test_it_asks_a_newcomer(self):
        out = self.good("play", text="2\nx\n1\n2\nq\n")
        for words in ("Lingua / Language", "What will you play?", "A number from 1 to 3.",
                      "How many at the table", "Candles: at the table Player (you), Ada (bot greedy)."):
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
        out = self.play("--you", "0,1", "--names", "Anna,Ugo", "--seats", "2", "--seed", "9",
                        "--first", "0", text="\n1\n\n1\n\n1\n\nq\n")
        # Between two hand-overs only one seat is spoken to.
        parts = re.split(r"(Anna|Ugo) is to move\.", out)
        self.assertGreater(len(parts), 4)
        for reader, text in zip(parts[1::2], parts[2::2]):
            other = "Ugo" if reader == "Anna" else "Anna"
            self.assertNotRegex(text, rf"{other}:[^\n]*in hand")
            self.assertRegex(text, rf"{reader}:[^\n]*in hand")
            self.assertNotRegex(text, rf"{other} draws \w")


class Opportunities(Cli):
    """In the game `bell` whoever is not to play may ring, once a game."""

    def bell(self, *args, text):
        out = self.good("play", "bell", "--save", "g.veglia", "--bots", "greedy", *args, text=text)
        return out, re.findall(r"^(\d) ring$", self.read("g.veglia"), re.M)

    def test_one_person_is_asked_once(self):
        out, rings = self.bell("--seats", "3", "--seed", "5", "--first", "1", text="\nq\n")
        self.assertEqual(out.count("You may step in now."), 1)
        self.assertIn("  0  Let it go\n  1  Ring the bell\n", out)
        self.assertNotIn("0", rings)

    def test_one_person_steps_in(self):
        for answer in ("1", "ring"):
            out, rings = self.bell("--seats", "3", "--seed", "5", "--first", "1",
                                   text=f"7\n{answer}\nq\n")
            self.assertIn("Choose a number from 0 to 1", out)
            self.assertEqual(rings.count("0"), 1)
            os.remove(self.path("g.veglia"))

    def test_several_people_are_asked_and_let_in(self):
        # Anna is asked what to play only after Ugo let his chance go; then she lets him in.
        out, rings = self.bell("--seats", "2", "--seed", "5", "--first", "0", "--you", "0,1",
                               "--names", "Anna,Ugo", text="\n0\n\ni\n\n1\n\nq\n")
        self.assertEqual(re.findall(r"(\w+) is to move", out), ["Ugo", "Anna", "Ugo", "Anna"])
        self.assertEqual(rings, ["1"])

    def test_nobody_to_let_in(self):
        self.assertIn("Nobody else may step in now.", self.play("--first", "0", text="i\nq\n"))

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
        for viewer in ("0", "1", "2", None):
            args = ["--seat", viewer] if viewer else []
            events = {e["entry"]: e for e in json.loads(
                self.good("replay", "g.veglia", "--json", *args))["events"] if e["type"] == "drew"}
            for entry, seat in drawn:
                own = viewer is not None and int(viewer) == seat
                self.assertEqual(events[entry]["args"][0] != 0, own, (viewer, entry))
            text = self.good("replay", "g.veglia", *args)
            own_lines = re.findall(r"^- You draw the candle of \d", text, re.M)
            self.assertEqual(bool(own_lines), viewer is not None)
            self.assertNotRegex(text, r"(Ada|Bruno|Clelia) draws \w")
        self.refused("replay", "g.veglia", "--seat", "3", says="from 0 to 2")
        self.refused("replay", "g.veglia", "--seat", "1", "--all", says="--all")

    def test_quest_keeps_hands_hidden(self):
        self.good("play", "quest", "--save", "q.veglia", "--you", "none", "--seed", "1", "--seats",
                  "3", program=VEGLIA)
        told = [self.good("replay", "q.veglia", "--seat", str(p), program=VEGLIA) for p in range(3)]
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
        self.assertTrue(os.path.exists(self.path("g.veglia")))

    def test_a_signal_saves(self):
        p = subprocess.Popen([CANDLES, "play", "template", "--save", "g.veglia"], env=self.env,
                             cwd=self.at, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
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
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
