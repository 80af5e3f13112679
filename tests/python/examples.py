"""The examples of examples/python, run as they stand.

usage: examples.py VEGLIA EXAMPLES page|random|learn|solve|torch
"""
import json
import pathlib
import re
import subprocess
import sys

import veglia

program, folder, which = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]


def run(name, *arguments):
    done = subprocess.run([sys.executable, folder / name, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode == 77:
        print(done.stderr)
        sys.exit(77)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def percents(text):
    return [float(x) for x in re.findall(r"([\d.]+) %", text)]


def page():
    """Every block of docs/python.md, each as a program of its own."""
    blocks = re.findall(r"^```python\n(.*?)^```", (folder / "../../docs/python.md").read_text(encoding="utf-8"), re.S | re.M)
    assert len(blocks) == 3, len(blocks)
    for block in blocks:
        done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, block + done.stderr


def random():
    """The very games of `veglia sim`: equal counts for equal seeds, opportunities out of turn included."""
    for game in veglia.games():
        for seats in sorted({game.min_seats, game.max_seats}):
            said = subprocess.run([program, "sim", game.id, "--seats", str(seats), "--games", "60", "--seed", "3", "--threads", "1", "--json"],
                                  capture_output=True, check=True)
            theirs, ours = json.loads(said.stdout), json.loads(run("random_play.py", game.id, seats, 60, "--seed", 3, "--threads", seats % 2 + 1))
            for key in "game", "seats", "games", "seed", "decisions", "win_share", "mean_score":
                assert ours[key] == theirs[key], (game, key, ours[key], theirs[key])
            assert all(abs(ours["length"][k] - theirs["length"][k]) < 0.01 for k in ours["length"]), (ours, theirs)


def learn():
    before, after = percents(run("learn.py", "--games", 1000))
    assert 42 < before < 58 < after, (before, after)


def solve():
    said = run("solve.py", "--bots", "random,greedy", "--rounds", 20)
    value, gap = float(re.search(r"gets ([\d.]+) % of the win", said).group(1)), float(re.search(r"gains ([\d.]+) points", said).group(1))
    assert 65.5 < value < 67 and gap < 0.6, said
    best = {name: float(share) for name, share in re.findall(r"(\w+): ([\d.]+) % of its decisions are best", said)}
    lost = {name: float(points) for name, points in re.findall(r"(\w+):.*one loses ([\d.]+) points", said)}
    assert best["random"] < best["greedy"] <= 100 and lost["random"] > lost["greedy"] > 0, said


def torch():
    before, _, after = percents(run("torch_learn.py", "--games", 3000))[:3]
    assert after > before + 5, (before, after)


{"page": page, "random": random, "learn": learn, "solve": solve, "torch": torch}[which]()
print(f"{which}: as it should be")
