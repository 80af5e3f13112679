#!/usr/bin/env python3
"""The designer's lab from outside: run.py VEGLIA CANDLES [slow]

VEGLIA is the real program, CANDLES the same with the template game alone. Every
test runs in an empty folder.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

VEGLIA, CANDLES = map(os.path.abspath, sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
SLOW = "slow" in sys.argv[3:]
QUEST = ("sim", "quest", "--threads", "1", "--json")


def same(text):
    """A result without what may differ between equal runs."""
    r = json.loads(text)
    del r["threads"], r["seconds"]
    return json.dumps(r)


class Lab(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = folder.name
        self.env = {"PATH": os.environ["PATH"], "HOME": self.at, "LANG": "en_US.UTF-8"}

    def start(self, *args, program=VEGLIA):
        return subprocess.Popen([program, *args], cwd=self.at, env=self.env, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8")

    def run_it(self, *args, program=VEGLIA):
        p = self.start(*args, program=program)
        out, err = p.communicate(timeout=50)
        return p.returncode, out, err

    def good(self, *args, **more):
        status, out, err = self.run_it(*args, **more)
        self.assertEqual((status, err), (0, ""), args)
        return out

    def refused(self, *args, says, **more):
        status, out, err = self.run_it(*args, **more)
        self.assertEqual((status, out), (2, ""), (args, err))
        self.assertRegex(err, r"\Aveglia [^\n]*\n\Z")
        self.assertIn(says, err)

    def write(self, name, text):
        with open(os.path.join(self.at, name), "w", encoding="utf-8") as f:
            f.write(text)

    def read(self, name):
        with open(os.path.join(self.at, name), encoding="utf-8") as f:
            return f.read()


class Parts(Lab):
    def shards(self, n, *args):
        names = []
        for k in range(1, n + 1):
            self.write(f"{k}.json", self.good(*QUEST, *args, "--shard", f"{k}/{n}"))
            names.append(f"{k}.json")
        return names

    def test_shards_make_the_whole(self):
        for args in (("--games", "100003" if SLOW else "503"), ("--seats", "3", "--games", "301", "--duplicate", "--swap")):
            names = self.shards(16 if SLOW else 4, *args)
            whole = self.good(*QUEST, *args)
            merged = self.good("merge", *reversed(names), "--json")
            self.assertEqual(same(merged), same(whole))
            cut = whole.index('"threads"')
            self.assertEqual(merged[:cut], whole[:cut])  # bytes, not only values
            self.assertEqual(merged[merged.index('"decisions"'):], whole[whole.index('"decisions"'):])

    def test_parts_that_do_not_fit(self):
        names = self.shards(3, "--games", "30")
        self.refused("merge", names[0], names[2], says="games from 10 on are missing")
        self.refused("merge", names[0], names[0], names[1], says="there twice")
        self.refused("merge", names[0], names[1], says="games 0 to 20 of 30")
        self.write("other.json", self.good(*QUEST, "--games", "30", "--seed", "2", "--shard", "2/3"))
        self.refused("merge", names[0], "other.json", names[2], says="not a part of the same")
        self.write("broken.json", "{\"game\":\"quest\"}")
        self.refused("merge", "broken.json", says="broken.json: it is not the result")
        self.refused("merge", says="no files")
        for shard in ("0/3", "4/3", "3", "1/x", "1/31"):
            self.refused(*QUEST, "--games", "30", "--shard", shard, says="--shard")

    def test_interrupted_and_taken_up_again(self):
        args = (*QUEST, "--games", "60000" if SLOW else "20000", "--duplicate")
        whole = self.good(*args)
        for how in (signal.SIGINT, signal.SIGTERM):
            stops = 0
            for _ in range(50):
                p = self.start(*args, "--checkpoint", "c.json")
                time.sleep(0.1)
                p.send_signal(how)
                out, err = p.communicate(timeout=50)
                if p.returncode == 0:
                    break
                if p.returncode == -how:  # before it listened
                    continue
                self.assertEqual((p.returncode, out), (1, ""))
                self.assertIn("the same command goes on from here", err)
                stops += 1
                if stops == 3:  # the rest in one go
                    out = self.good(*args, "--checkpoint", "c.json")
                    break
            self.assertGreater(stops, 0)
            self.assertEqual(same(out), same(whole))
            self.assertEqual(same(self.read("c.json")), same(whole))
            self.assertEqual(same(self.good(*args, "--checkpoint", "c.json")), same(whole))
            os.remove(os.path.join(self.at, "c.json"))

    def test_a_checkpoint_of_another_run_is_refused(self):
        self.good(*QUEST, "--games", "10", "--checkpoint", "c.json")
        before = self.read("c.json")
        self.refused(*QUEST, "--games", "11", "--checkpoint", "c.json", says="not a part of the same")
        self.assertEqual(self.read("c.json"), before)
        self.write("c.json", before[:200])
        self.refused(*QUEST, "--games", "10", "--checkpoint", "c.json", says="c.json")


class Seating(Lab):
    def test_rotation(self):
        args = (*QUEST, "--seats", "3", "--games", "60", "--bots", "greedy,random,random")
        still = json.loads(self.good(*args))
        moved = json.loads(self.good(*args, "--rotate"))
        self.assertGreater(still["win_share"][0], 0.5)
        self.assertEqual(still["win_share"][0], still["players"][0]["win_share"])
        self.assertLess(max(moved["win_share"]), 0.5)  # every seat had the good bot as often
        self.assertGreater(moved["players"][0]["win_share"], 0.5)
        self.assertLess(moved["players"][1]["win_share"], 0.3)

    def test_duplicate_deals_repeat_the_chance(self):
        # Bots that choose alike: each deal is the same game in every rotation.
        self.good("sim", "template", "--seats", "2", "--games", "8", "--duplicate", "--bots", "greedy",
                  "--records", "out", program=CANDLES)
        firsts = []
        for i in range(8):
            text = self.read(f"out/template-2-1-{i}.veglia")
            firsts.append([line for line in text.splitlines() if line.startswith("*")][:3])
        self.assertTrue(all(firsts[i] == firsts[i + 1] for i in range(0, 8, 2)))
        self.assertGreater(len({str(f) for f in firsts}), 1)

    def test_rounds_are_whole(self):
        r = json.loads(self.good("sim", "template", "--seats", "3", "--games", "10", "--duplicate",
                                 "--json", program=CANDLES))
        self.assertEqual(r["games"], 12)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
