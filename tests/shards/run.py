"""examples/shards.py: killed in the middle and taken up again it gives the bytes of one machine, by every way to submit.

usage: run.py VEGLIA CLUSTER.PY
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

VEGLIA, CLUSTER = (str(pathlib.Path(a).resolve()) for a in sys.argv[1:3])
SIM = ["quest", "--seats", "3", "--games", "300", "--seed", "5", "--bots", "greedy,random,random", "--rotate", "--measure"]
SHARDS = 5

# Stands in for sbatch: plays the array here, and loses the first task it is given once.
SBATCH = r"""#!/usr/bin/env python3
import os, pathlib, subprocess, sys
array = next(a for a in sys.argv if a.startswith("--array=")).split("=")[1]
tasks, most = array.split("%") if "%" in array else (array, "")
assert "--wait" in sys.argv and most == "2", sys.argv
for i, task in enumerate(tasks.split(",")):
    lost = pathlib.Path("lost")
    if i == 0 and not lost.exists():
        lost.write_text(task)
        continue
    subprocess.run(["sh", sys.argv[-1]], env=dict(os.environ, SLURM_ARRAY_TASK_ID=task), check=True)
"""
# Stands in for GNU parallel where it is not installed.
PARALLEL = r"""#!/usr/bin/env python3
import subprocess, sys
at = sys.argv.index(":::")
for task in sys.argv[at + 1:]:
    subprocess.run(sys.argv[at - 1] + " " + task, shell=True, check=True)
"""


def plain(text):
    """Without how long it took, and on how many threads."""
    out = json.loads(text)
    del out["seconds"], out["threads"]
    return json.dumps(out)


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.one = subprocess.run([VEGLIA, "sim", *SIM, "--threads", "1", "--json"], capture_output=True, text=True, check=True).stdout

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.top = pathlib.Path(held.name)
        self.folder = self.top / "a run" # a name that a shell must be told of

    def command(self, *more, sim=SIM):
        return [sys.executable, CLUSTER, "run", str(self.folder), "--shards", str(SHARDS), "--veglia", VEGLIA, *more, "--", *sim]

    def run_it(self, *more, **rest):
        return subprocess.run(self.command(*more), capture_output=True, text=True, cwd=self.top, **rest)

    def check(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(plain((self.folder / "whole.json").read_text()), plain(self.one))
        self.assertIn("<html", (self.folder / "report.html").read_text()[:200])

    def fakes(self, **programs):
        for name, text in programs.items():
            (self.top / name).write_text(text)
            (self.top / name).chmod(0o755)
        return dict(os.environ, PATH=f"{self.top}:{os.environ['PATH']}")

    def test_killed_and_taken_up_again(self):
        for _ in range(3):
            going = subprocess.Popen(self.command("--jobs", "2"), stdout=subprocess.DEVNULL, start_new_session=True, cwd=self.top)
            had = len(list(self.folder.glob("part-*.json"))) if self.folder.exists() else 0
            until = time.monotonic() + 60
            while len(list(self.folder.glob("part-*.json"))) == had and going.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
            os.killpg(going.pid, signal.SIGKILL)
            going.wait()
        self.assertFalse((self.folder / "whole.json").exists())
        done = self.run_it("--jobs", "2")
        self.assertNotIn(f"0 of {SHARDS} shards are there", done.stdout)
        self.check(done)
        # All is there already: merged again, nothing played.
        self.check(self.run_it())

    def test_a_checkpoint_is_taken_up(self):
        done = self.run_it("--jobs", "1")
        self.check(done)
        # Half of a shard is what a checkpoint holds: only the other half is played. (One game more in it would be missed.)
        part = self.folder / "part-2.json"
        was = part.read_text()
        part.unlink()
        half = subprocess.run([VEGLIA, "sim", *SIM, "--shard", f"3/{2 * SHARDS}", "--threads", "1", "--json"], capture_output=True, check=True)
        (self.folder / "checkpoint-2.json").write_bytes(half.stdout)
        self.check(self.run_it())
        self.assertEqual(plain(part.read_text()), plain(was))
        self.assertFalse((self.folder / "checkpoint-2.json").exists())

    def test_slurm_loses_a_task(self):
        done = self.run_it("--by", "slurm", "--jobs", "2", env=self.fakes(sbatch=SBATCH))
        self.assertTrue((self.folder / "lost").exists() or (self.top / "lost").exists())
        self.check(done)

    def test_parallel(self):
        real = subprocess.run("parallel --version", shell=True, capture_output=True).returncode == 0
        self.check(self.run_it("--by", "parallel", env=None if real else self.fakes(parallel=PARALLEL)))

    def test_refusals(self):
        self.check(self.run_it())
        other = subprocess.run(self.command(sim=SIM[:-1]), capture_output=True, text=True)
        self.assertEqual(other.returncode, 2)
        self.assertIn("another run", other.stderr)
        for bad in (["--", "quest", "--shard", "1/2"], ["--"]):
            said = subprocess.run([sys.executable, CLUSTER, "run", str(self.top / "b"), *bad], capture_output=True, text=True)
            self.assertEqual(said.returncode, 2)
        lost = subprocess.run([sys.executable, CLUSTER, "run", str(self.top / "c"), "--shards", "2", "--retries", "1", "--veglia", "/bin/false",
                               "--", *SIM], capture_output=True, text=True)
        self.assertEqual(lost.returncode, 1)
        self.assertIn("failed 2 times", lost.stderr)

    def test_a_plan(self):
        said = subprocess.run([sys.executable, CLUSTER, "plan", "--seconds", "0.1", "--veglia", VEGLIA, "--", "quest", "--games", "1000000000"],
                              capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertRegex(said.stdout, r"1000000000 games: [\d.]+ hours of one core")


unittest.main(argv=sys.argv[:1] + sys.argv[3:])
