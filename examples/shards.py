#!/usr/bin/env python3
"""`veglia sim` over many machines: one command shards, submits, retries what failed, merges and reports.

    shards.py plan                    -- quest --seats 3 --games 1000000000 --bots greedy
    shards.py run FOLDER --by slurm   -- quest --seats 3 --games 1000000000 --bots greedy --measure

After `--` stands what `veglia sim` takes, but for --shard, --checkpoint, --threads and how to print. FOLDER must be one that all
machines see. Each shard keeps a checkpoint there: whatever is killed, the same command goes on from where it was, and the result
is that of one machine to the last byte, but for `threads` and `seconds`. By `local` the shards run here, by `parallel` with GNU
parallel (--to names its machines: --sshlogin), by `slurm` as one array job. docs/shards.md tells the rest.
"""
import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

# One shard, for a shell on whatever machine: written whole or not at all.
JOB = """#!/bin/sh
# Shard $1 of {shards}, made by shards.py.
cd {folder} || exit 1
[ -s part-$1.json ] && exit 0
{veglia} sim {words} --shard $1/{shards} --threads 1 --checkpoint checkpoint-$1.json --json >making-$1.json &&
    mv making-$1.json part-$1.json && rm -f checkpoint-$1.json
"""


def fail(why):
    print(f"shards.py: {why}", file=sys.stderr)
    sys.exit(2)


def words_of(rest):
    if not rest:
        fail("after -- stands what veglia sim takes: a game first")
    taken = {"--shard", "--checkpoint", "--threads", "--json", "--csv", "--rows", "--records"}
    for word in rest:
        if word.split("=")[0] in taken:
            fail(f"{word} is not for here")
    # Machines begin in the folder: paths must be whole.
    out = list(rest)
    for i, word in enumerate(out[:-1]):
        if word == "--edition-file":
            out[i + 1] = str(pathlib.Path(out[i + 1]).resolve())
    return out


def games_of(words):
    return int(words[words.index("--games") + 1]) if "--games" in words[:-1] else 1000


def plan(said):
    """How long it will take, from how fast a short run is here."""
    words = words_of(said.sim)
    games = games_of(words)
    at = words.index("--games") if "--games" in words else None
    few = words[:at] + words[at + 2:] if at is not None else list(words)
    n, spent, tried = 0, 0.0, 50
    while spent < said.seconds:
        out = subprocess.run([said.veglia, "sim", *few, "--games", str(tried), "--threads", "1", "--json"], capture_output=True, text=True)
        if out.returncode:
            sys.stderr.write(out.stderr)
            return out.returncode
        n, spent = tried, json.loads(out.stdout)["seconds"]
        tried *= 2 if spent > said.seconds / 4 else 8
    rate = n / spent
    hours = games / rate / 3600
    shards = max(1, min(1000000, games, round(hours * 2)))
    print(f"{n} games took {spent:.1f} s on one core here: {rate:.0f} a second")
    print(f"{games} games: {hours:.2f} hours of one core; {hours / 64:.2f} on 64 cores, {hours / 1024:.3f} on 1024")
    print(f"--shards {shards} makes parts of about {60 * hours / shards:.0f} minutes")
    return 0


def missing(folder, shards):
    return [k for k in range(1, shards + 1) if not (folder / f"part-{k}.json").exists()]


def by_local(folder, todo, said):
    def one(k):
        return subprocess.run(["sh", "job", str(k)], cwd=folder).returncode

    with ThreadPoolExecutor(said.jobs or os.cpu_count()) as pool:
        list(pool.map(one, todo))


def by_parallel(folder, todo, said):
    command = ["parallel", "--will-cite"]
    if said.jobs:
        command += ["--jobs", str(said.jobs)]
    if said.to:
        command += ["--sshlogin", said.to]
    subprocess.run([*command, f"sh {shlex.quote(str(folder / 'job'))}", ":::", *map(str, todo)])


def by_slurm(folder, todo, said):
    array = ",".join(map(str, todo)) + (f"%{said.jobs}" if said.jobs else "")
    (folder / "array.sh").write_text(f"#!/bin/sh\nexec sh {shlex.quote(str(folder / 'job'))} $SLURM_ARRAY_TASK_ID\n")
    subprocess.run(["sbatch", "--wait", "--requeue", "--job-name=veglia", f"--array={array}", "--ntasks=1", "--cpus-per-task=1",
                    f"--output={folder}/log-%a.txt", f"--chdir={folder}", *said.sbatch.split(), str(folder / "array.sh")])


def run(said):
    words = words_of(said.sim)
    folder = pathlib.Path(said.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # The same folder goes on with the same run, and with no other.
    about = json.dumps({"sim": words, "shards": said.shards})
    kept = folder / "plan.json"
    if kept.exists() and kept.read_text() != about:
        fail(f"{folder} holds another run: {kept.read_text()}")
    veglia = said.veglia if os.sep not in said.veglia else str(pathlib.Path(said.veglia).resolve())
    kept.write_text(about)
    (folder / "job").write_text(JOB.format(folder=shlex.quote(str(folder)), veglia=shlex.quote(veglia), words=shlex.join(words), shards=said.shards))
    by = {"local": by_local, "parallel": by_parallel, "slurm": by_slurm}[said.by]
    for attempt in range(1 + said.retries):
        todo = missing(folder, said.shards)
        if not todo:
            break
        print(f"{said.shards - len(todo)} of {said.shards} shards are there; {len(todo)} to play", flush=True)
        begun = time.monotonic()
        by(folder, todo, said)
        left = missing(folder, said.shards)
        print(f"{len(todo) - len(left)} played in {time.monotonic() - begun:.0f} s", flush=True)
    if left := missing(folder, said.shards):
        print(f"shards.py: shards {left[:8]} failed {1 + said.retries} times; the same command tries again", file=sys.stderr)
        return 1
    parts = [f"part-{k}.json" for k in range(1, said.shards + 1)]
    whole = subprocess.run([veglia, "merge", "--json", *parts], cwd=folder, capture_output=True)
    if whole.returncode:
        sys.stderr.buffer.write(whole.stderr)
        return whole.returncode
    (folder / "whole.json").write_bytes(whole.stdout)
    page = subprocess.run([veglia, "report", "whole.json", "--output", "report.html", "--force"], cwd=folder)
    print(f"{folder / 'whole.json'}, {folder / 'report.html'}")
    return page.returncode


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = options.add_subparsers(dest="command", required=True)
    planning = commands.add_parser("plan", help="how long it will take")
    planning.add_argument("--seconds", type=float, default=2, help="how long to measure (2)")
    running = commands.add_parser("run", help="plays it, or goes on with it")
    running.add_argument("folder", help="where everything is kept; all machines must see it")
    running.add_argument("--by", choices=("local", "parallel", "slurm"), default="local")
    running.add_argument("--shards", type=int, default=64)
    running.add_argument("--jobs", type=int, help="at most so many at once")
    running.add_argument("--retries", type=int, default=3, help="how often what failed is tried again (3)")
    running.add_argument("--to", help="parallel: its --sshlogin, as 8/one,16/two")
    running.add_argument("--sbatch", default="", help="slurm: more of sbatch's options, as --sbatch='--partition=long --time=4:00:00'")
    for command in planning, running:
        command.add_argument("--veglia", default="veglia", help="the program, by its path on every machine")
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    said = options.parse_args(sys.argv[1:at])
    said.sim = sys.argv[at + 1:]
    return plan(said) if said.command == "plan" else run(said)


if __name__ == "__main__":
    sys.exit(main())
