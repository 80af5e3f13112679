#!/usr/bin/env python3
"""What a terminal shows does not depend on what its reader may not know: twins.py VEGLIA_TWIN [slow]

VEGLIA_TWIN is `veglia` with tests/terminal/twin.c in it. Whole games are played with the same keys in several worlds
that differ in everything the reader may not know: lines, queries, screens, pages, looking back must be the same bytes.
"""
import os
import re
import subprocess
import sys
import time
import unittest

SLOW = "slow" in sys.argv[2:]
sys.argv, VEGLIA = [sys.argv[0], sys.argv[1]], os.path.abspath(sys.argv[1])
from run import GAMES, Terminal  # noqa: E402

# What of a game's state others may not know; a test that changes less proves less.
HIDDEN = {"quest": {"hand"}, "fate": {"hand"}, "mind": set(), "fata": {"hand", "lineage"}, "winter": {"hand"}}
ASK = ["t", "hand", "score", "last", "h", "?", "=", "where a", "needs o", "where di", "r", "chance"]


def asleep(pid):
    """No thread of it wants the processor; it may be gone."""
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/stat") as f:
                if f.read().rsplit(")", 1)[1].split()[0] not in "SZ":
                    return False
    except OSError:
        pass
    return True


class Twins(Terminal):
    def lines(self, game, script, world=None, eyes=None, *args):
        env = {"PATH": os.environ["PATH"], "HOME": self.at, "LANG": "C.UTF-8", "COLUMNS": "80"}
        if world is not None:
            env["VEGLIA_TWIN"] = str(world)
        if eyes is not None:
            env["VEGLIA_EYES"] = str(eyes)
        save = self.path("g.veglia")
        if os.path.exists(save):
            os.remove(save)
        done = subprocess.run([VEGLIA, "play", game, "--seats", str(GAMES[game]), "--lang", "en", "--save", save, *args],
                              input="\n".join(script) + "\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", env=env, timeout=120)
        said = re.search(r"# (\d+) worlds:(.*)", done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, (int(said[1]), set(said[2].split())) if said else (0, set())

    def same(self, one, other, what):
        if one == other:
            return
        at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
        self.fail(f"{what}: differs after …{one[max(0, at - 300):at]!r}\nhere {one[at:at + 120]!r}\nthere {other[at:at + 120]!r}")

    def test_lines(self):
        for game in GAMES:
            for seed, args in ((3, ()), (4, ("--brief",)), (5, ("--you", "1,2", "--names", "Anna,Ugo"))):
                if seed > 3 and not SLOW and game not in ("quest", "fata"):
                    continue
                script = []
                for n in range(160 if SLOW else 60):
                    script += [str(self.random.randrange(1, 5)), "1"] + ([ASK[n // 3 % len(ASK)]] if n % 3 == 0 else [])
                true, (none, _) = self.lines(game, script, None, None, "--seed", str(seed), *args)
                self.assertEqual(none, 0)
                for world in (1, 2):
                    eyes = None if "--you" in args else 0  # one person: nobody else's eyes are needed
                    other, (worlds, changed) = self.lines(game, script, world, eyes, "--seed", str(seed), *args)
                    self.same(true, other, (game, seed, world))
                    self.assertGreater(worlds, 50)
                    self.assertLessEqual(HIDDEN[game], changed, (game, worlds))
                print(f"# {game} {' '.join(args)}: {len(true)} bytes the same in other worlds ({worlds} times: {', '.join(sorted(changed))})",
                      file=sys.stderr)

    def test_before_the_curtain(self):
        """Until Ugo is called to the screen nothing was read with his eyes; Anna's part is the same in all worlds."""
        for game in GAMES:
            args = ("--seed", "6", "--you", "1,2", "--names", "Anna,Ugo", "--first", "1", "--plain")
            script = ["t", "h", "hand", "last"] + ["1", "t"] * 30
            whole, _ = self.lines(game, script, None, None, *args)
            for world in (1, 2):
                out, _ = self.lines(game, script, world, 0, *args)
                self.assertIn("Ugo", out[-200:], game)
                self.assertGreater(len(out), 500)
                self.same(whole[:len(out)], out, game)

    def steps(self, game, world, people):
        """Every screen of a game, key by key."""
        env = f"VEGLIA_TWIN={world}" if world else ""
        save = f"{game}-{world}-{people}.veglia"
        screen = self.open("play", game, "--seats", GAMES[game], "--seed", "9", "--lang", "en", "--save", save,
                           *(("--you", "1,2", "--names", "Anna,Ugo") if people > 1 else ()), env=env)
        screen.until("Enter plays|is to move")
        pid = screen.pid()
        keys, seen = ["?", "Escape", "L", "Escape", "<", "<", ">", ">", "Tab", "Down", "?", "Escape", "Escape"], []
        for n in range(10):
            keys += ["Down", "Enter"] + (["<", "Escape"] if n % 5 == 4 else [])
        for key in keys:
            if not seen or re.search("is to move|Final score", seen[-1]):
                time.sleep(0.5)  # curtains and scores stay that long
            screen.keys(key)
            text, still, end = "", 0, time.monotonic() + 20
            while still < 3 and time.monotonic() < end:
                time.sleep(0.03)
                again = screen.text()
                calm = again == text and asleep(pid) and not re.search("is thinking|decides", text)
                still = still + 1 if calm else 0
                text = again
            if "left with" in text:
                break
            seen.append(text.replace(save, "SAVE"))
        screen.close()
        return seen

    @unittest.skipUnless(SLOW, "slow")
    def test_screens(self):
        # Curtains are alike in all games, and FantasyMind hides nothing.
        for game, people in (("quest", 1), ("quest", 2), ("fate", 1), ("fata", 1), ("winter", 1)):
            true = self.steps(game, 0, people)
            other = self.steps(game, 1 + people, people)
            for n, (a, b) in enumerate(zip(true, other)):
                self.assertEqual(a, b, f"{game}, {people} people, key {n}")
            self.assertEqual(len(true), len(other), game)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=1)
