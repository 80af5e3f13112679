#!/usr/bin/env python3
"""examples/verify.py, written from the documents alone, and `veglia verify` agree: on honest records of all games, and on
records somebody changed.

usage: verifier.py VEGLIA [RECORDS [SEED]]"""
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

VEGLIA = sys.argv[1]
RECORDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
VERIFIER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "verify.py"
sys.path.insert(0, str(VERIFIER.parent))
import verify  # noqa: E402
rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
path = pathlib.Path(tempfile.mkdtemp()) / "record.veglia"
seen = collections.Counter()


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def both(text):
    """What the two say of a record: (exit status, words) each."""
    path.write_text(text, encoding="utf-8")
    ours = run(VEGLIA, "verify", path, "--lang", "en")
    try:
        theirs = 0, "%d outcomes hold; %d people" % verify.verify(text)
    except verify.Differs as why:
        theirs = 1, str(why)
    return (ours.returncode, ours.stdout + ours.stderr), theirs


def play(game):
    """A game of bots; some options may not go together."""
    while True:
        seats = rng.randint(game["min"], game["max"])
        command = [VEGLIA, "play", game["id"], "--you", "none", "--silent", "--seats", str(seats),
                   "--bots", rng.choice(["random", "random", "greedy"])]
        for o in game["options"]:
            values = o["names"] or range(o["min"], min(o["max"], o["min"] + 20) + 1)
            if rng.random() < 0.5:
                command += ["--option", f"{o['key']}={rng.choice(values)}"]
        command += ["--match", "3"] if rng.random() < 0.2 else []
        command += ["--first", str(rng.randrange(seats))] if rng.random() < 0.2 else []
        path.unlink(missing_ok=True)
        if run(*command, "--save", path).returncode == 0:
            return path.read_text(encoding="utf-8")


def flip(digit):
    return "%x" % (int(digit, 16) ^ 1)


def outcome(text):
    """Two outcomes of the same sort, not alike, change places."""
    lines = text.split("\n")
    chance = [i for i, line in enumerate(lines) if line.startswith("* ")]
    pairs = [(i, j) for i, j in zip(chance, chance[1:])
             if lines[i] != lines[j] and lines[i].split()[1] == lines[j].split()[1] != "hero"]
    i, j = rng.choice(pairs)
    lines[i], lines[j] = lines[j], lines[i]
    return "\n".join(lines)


def digit(word):
    """A change of one digit behind this word of the header, or of the end."""
    return lambda text: re.sub(rf"(?m)^({word} )(.)", lambda found: found[1] + flip(found[2]), text, count=1)


def move(text):
    """A seat's move is played by nobody: the line goes."""
    lines = text.split("\n")
    del lines[rng.choice([i for i, line in enumerate(lines) if re.match(r"\d", line)])]
    return "\n".join(lines)


def changes(text):
    yield "outcome", outcome
    yield "secret", digit("secret")
    yield "commit", digit("commit")
    if text.startswith("veglia record 1"):
        yield "salt", lambda text: text.replace("salt 0 ", "salt 0 x", 1)
    else:
        yield "head", digit(r"head \d+")
        yield "name", lambda text: text.replace("name 0 ", "name 0 Z", 1)
        yield "bot", lambda text: re.sub(r"(?m)^bot 0 \S+", "bot 0 mock", text, count=1)
        yield "move", move


games = json.loads(run(VEGLIA, "games", "--json").stdout)
for number in range(RECORDS):
    game = games[number % len(games)]
    text = play(game)
    ours, theirs = both(text)
    counted = [re.findall(r"\d+ outcomes", words) for _, words in (ours, theirs)]
    if ours[0] or theirs[0] or counted[0] != counted[1]:
        kept = pathlib.Path(tempfile.mkdtemp()) / "record.veglia"
        kept.write_text(text, encoding="utf-8")
        sys.exit(f"{game['id']}, kept in {kept}:\n{ours}\n{theirs}")
    seen[game["id"]] += int(counted[0][0].split()[0])
    for what, change in changes(text):
        changed = change(text)
        assert changed != text, what
        ours, theirs = both(changed)
        if not ours[0] or not theirs[0]:
            sys.exit(f"{game['id']} with another {what}: {ours}, {theirs}")
        seen[what] += 1
# From a shell: one that holds, one that differs, one without its secret.
path.write_text(text, encoding="utf-8")
assert run(sys.executable, VERIFIER, path).returncode == 0
path.write_text(outcome(text), encoding="utf-8")
assert run(sys.executable, VERIFIER, path).returncode == 1
path.write_text(re.sub("(?m)^secret.*\n", "", text), encoding="utf-8")
assert run(sys.executable, VERIFIER, path).returncode == 2
print(f"{RECORDS} records,", ", ".join(f"{name} {n}" for name, n in sorted(seen.items())))
