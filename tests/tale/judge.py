"""Books nobody looked at while the words were written: the figures of docs/book.md, held to what is wanted.

usage: judge.py VEGLIA MEASURE [quick]   (Winter Tales: 20 four-seat games with seeds 1001 to 1020, 10 six-seat ones with
2001 to 2010; Fate e Leggende: 20 four-seat games with 3001 to 3020; the others: 20 each, of all sizes, for faults. quick:
only that no sentence says what the record does not hold, over a few random games of each)
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

veglia, measure = sys.argv[1:3]
folder = pathlib.Path(tempfile.mkdtemp())


def records(game, seats, seeds, bots="greedy", *options):
    for seed in seeds:
        subprocess.run([veglia, "sim", game, "--seats", str(seats), "--games", "1", "--bots", bots, "--seed",
                        str(seed), "--threads", "1", "--records", folder, *options], check=True, capture_output=True)
    return sorted(folder.glob(f"{game}-{seats}-*"), key=lambda p: int(p.name.split("-")[2]))


def figures(paths, lang):
    done = subprocess.run([measure, f"--lang={lang}", *paths], capture_output=True, text=True)
    print(f"\n{len(paths)} books, {lang}\n{done.stdout}{done.stderr}", end="")
    assert done.returncode == 0, "a fault: see above"
    return {line[:45].strip(): [float(x) for x in re.findall(r"\d+(?:\.\d+)?", line[45:])]
            for line in done.stdout.splitlines()}


def wanted(f, four):
    yield "persons", f["name or stand for a person"][0] >= 70
    yield "pictures", f["pictures about nobody"][0] == 0
    yield "ties", f["tied to an earlier fact"][0] >= 25
    yield "missions", f["threads never mentioned again"][0] == 0
    yield "spoken lines", f["spoken lines (fewest in a book)"][1] >= 3
    yield "cadence", f['", e" cadence (twice running)'][0] <= 15 and f['", e" cadence (twice running)'][1] == 0
    yield "rhythm", f["words a sentence, deviation"][1] >= 6
    yield "book 2", f["already read in book 2"][0] <= 10
    yield "book 10", f["already read in book 10"][0] <= 25
    if four:
        yield "book 20", f["already read in book 20"][0] <= 35
        yield "first sentences", f["different first sentences"][0] >= 15
    yield "epilogue", f["longest epilogue, sentences"][0] <= 25


try:
    if sys.argv[3:] == ["quick"]:
        modules = [word for name in ("powers", "objectives", "abilities") for word in ("--option", f"{name}=yes")]
        for game, seats, options in (("winter", 3, modules), ("winter", 7, modules), ("fate", 2, ["--option", "accord=0"]),
                                     ("fate", 4, ["--option", "accord=0"]), ("quest", 2, []),
                                     ("quest", 4, ["--option", "pairs=yes"]), ("fata", 3, []), ("fata", 5, []),
                                     ("mind", 3, []), ("mind", 8, [])):
            paths = records(game, seats, range(1, 3), "random", *options)
            for lang in ("it", "en"):
                figures(paths, lang)
        sys.exit()
    missed = []
    for game, seats, seeds in (("winter", 4, range(1001, 1021)), ("winter", 6, range(2001, 2011)),
                               ("fate", 4, range(3001, 3021))):
        paths = records(game, seats, seeds)
        for lang in ("it", "en"):
            missed += [f"{game}, {seats} seats, {lang}: {what}"
                       for what, met in wanted(figures(paths, lang), seats == 4) if not met]
    for game, sizes in (("quest", (2, 3, 4)), ("fata", (3, 4, 5)), ("mind", (3, 5, 8))):
        for seats in sizes:
            paths = records(game, seats, range(3001, 3008))
            for lang in ("it", "en"):
                figures(paths, lang)
    assert not missed, missed
finally:
    shutil.rmtree(folder)
