#!/usr/bin/env python3
"""What the documents say can be done, done: docs.py VEGLIA SOURCE BUILD

Every command in README.md and docs/*.md is run as it stands there, in a scratch
folder that looks like the source tree; every path there must exist; docs/cli.md
must name every option and every bot. What cannot be run is listed below with
its reason, and the lists may hold nothing that is no longer in the documents.
"""
import fnmatch
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

VEGLIA, SOURCE, BUILD = map(os.path.abspath, sys.argv[1:4])
sys.path.insert(0, os.path.join(SOURCE, "tests/server"))
import client  # noqa: E402

PAGES = ["README.md"] + sorted(os.path.relpath(p, SOURCE) for p in glob.glob(SOURCE + "/docs/*.md"))
MORE_PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", "web/README.md"]  # paths alone
TABLE = json.loads(subprocess.run([VEGLIA, "help", "--json"], stdout=subprocess.PIPE, check=True).stdout)

# Not run, and why. `make TARGET` is asked with -n whether there is such a target.
NOT_RUN = {
    "systemctl enable --now veglia": "needs root, systemd and an installed unit",
    "systemctl start veglia": "needs root, systemd and an installed unit",
    "systemctl stop veglia": "needs root, systemd and an installed unit",
    "systemctl restart veglia": "needs root, systemd and an installed unit",
    "systemctl edit veglia": "needs root, systemd and an installed unit",
    'veglia admin list --db "postgresql://veglia_owner@HOST/veglia?sslmode=verify-full"':
        "wants a PostgreSQL: tests/server/database.py",
    "veglia admin copy --from /var/lib/veglia/veglia.db --to postgresql://veglia@HOST/veglia":
        "wants a PostgreSQL: tests/server/cluster_docs.py",
    "veglia admin copy --from postgresql://veglia@HOST/veglia --to /var/lib/veglia/veglia.db":
        "wants a PostgreSQL: tests/server/cluster_docs.py",
    "veglia admin drain": "wants a running server: tests/server/orders.py",
    "make quick": "is part of what runs this test",
    "meson test -C build --suite quick": "is what runs this test",
    "build/tools/lab/strength GAME SEATS GAMES BOT RIVAL 11": "is built only when it is wanted",
    "build/tools/lab/search_speed quest 2 3 100": "is built only when it is wanted",
    "parallel veglia sim quest --games 1000000 --threads 1 --shard {}/16 --json '>' {}.json ::: $(seq 16)":
        "GNU parallel is not among our packages; the shards are made without it",
}
# They look like commands and are lines of a format.
NOT_COMMANDS = {"veglia record 1", "veglia record 2", "veglia 1"}
# Pages whose blocks another test recomputes.
NOT_HERE = {"docs/randomness.md": "tests/unit/randomness.py", "docs/record.md": "a record", "docs/testing.md": "a scenario"}
# What stands for something else.
MEANS = {"GAME": "quest", "<id>": "quest", "COMMAND": "games", "RECORD": "game.veglia", "DIR": "records",
         "PERSON": "1", "/backup/": "backup/", "/var/lib/veglia/": ".local/state/veglia/"}
MOST_GAMES = 200  # longer simulations are run with so many
# Paths that are not in the tree, and why.
NOT_THERE = {
    "web/dist": "built", "build/veglia": "built", "veglia.db": "the host's own", "pg_hba.conf": "PostgreSQL's own",
    "build/tools/lab/strength": "built only when it is wanted", "build/tools/lab/search_speed": "built only when it is wanted",
}


def read(page):
    with open(os.path.join(SOURCE, page), encoding="utf-8") as f:
        return f.read()


PROGRAMS = r"(?:(?:build/)?veglia(?= |$)|make |meson |parallel |systemctl |build/(?:tests|tools)/|echo )"


def commands_of(page):
    """(command, whole): whole if it stands on a line of its own."""
    fence = False
    for line in read(page).splitlines():
        if line.startswith("```"):
            fence = not fence
        elif fence or re.match(r"    \S", line):
            if page in NOT_HERE and fence:
                continue
            text = line.strip()
            text = text[2:] if text.startswith("$ ") else text
            if re.match(PROGRAMS, text) and "`" not in text:
                yield re.split(r"\s+#|\s{2,}", text)[0], True
        if not fence:
            for span in re.findall(r"`([^`]+)`", line):
                if re.match(PROGRAMS, span):
                    yield span, False


def veglia_words(command):
    """The words after `veglia`, or None."""
    words = command.split()
    return words[1:] if os.path.basename(words[0]) == "veglia" else None


class Docs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.at = cls.folder.name
        for name in ("src", "docs", "examples", "packaging", "Makefile", "tools", "meson.build"):
            os.symlink(os.path.join(SOURCE, name), os.path.join(cls.at, name))
        os.mkdir(cls.at + "/tests")
        os.symlink(SOURCE + "/tests/scenarios", cls.at + "/tests/scenarios")
        shutil.copytree(SOURCE + "/tests/golden", cls.at + "/tests/golden")
        os.symlink(BUILD, cls.at + "/build")
        for name in ("bin", "backup"):
            os.mkdir(f"{cls.at}/{name}")
        os.symlink(VEGLIA, cls.at + "/bin/veglia")
        cls.env = {"PATH": f"{cls.at}/bin:{os.environ['PATH']}", "HOME": cls.at, "LANG": "en_US.UTF-8"}
        # What the documents speak of: finished games, one in play, shards, a server's table.
        cls.sh("veglia play quest --you none --save game.veglia")
        cls.sh("veglia play winter --you none --save winter.veglia")
        cls.sh("veglia play quest --first 1 --seed 1", text="1\nq\n")
        for k in range(1, 17):
            cls.sh(f"veglia sim quest --games 160 --threads 1 --shard {k}/16 --json > {k}.json")
        server = client.Server(VEGLIA, db=os.path.join(cls.at, ".local/state/veglia/veglia.db"))
        cls.tables = []  # one for each command that does something to it, with somebody beside the host
        for _ in range(16):
            person = client.Person(server)
            person.make(game="quest", seats=2)
            client.Person(server, person.table).join()
            cls.tables.append(person.table)
        server.close()
        cls.given = set(os.listdir(cls.at))

    @classmethod
    def sh(cls, line, text=""):
        done = subprocess.run(["bash", "-c", line], cwd=cls.at, env=cls.env, input=text, encoding="utf-8", timeout=100,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise AssertionError(f"{line}\nexit status {done.returncode}\n{done.stderr}")
        return done.stdout

    def stand_in(self, command):
        """The command with real things for what stands for them."""
        for word, meaning in MEANS.items():
            command = re.sub(rf"(?<![\w-]){re.escape(word)}" + r"(?![\w-])" * word[-1].isalnum(), meaning, command)
        files = "tests/scenarios/quest/*.txt" if " scenario " in command else "game.veglia"
        command = re.sub(r"\bFILE(\.\.\.)?(?!\w)", files, command)
        if " ID" in command:
            command = command.replace(" ID", " " + self.tables.pop())
        return re.sub(r"--games (\d+)", lambda m: f"--games {min(int(m[1]), MOST_GAMES)}", command)

    def mentioned(self, command):
        """A span that names a command and perhaps options, but not what it works on: both exist."""
        words = veglia_words(command)
        names = {c["name"]: c for c in TABLE["commands"]}
        if not words or words[0] not in names:
            return False
        options = {"--" + o["name"] for o in names[words[0]]["options"] + TABLE["options"]}
        needed = re.match(r"[A-Za-z]", names[words[0]]["usage"])
        self.assertLessEqual({w for w in words[1:] if w.startswith("--")}, options, command)
        given = [w for w in words[1:] if not w.startswith("-")]
        return bool(needed) and len(given) < (2 if words[0] == "admin" and words[-1] in ("export", "close") else 1)

    def run_command(self, command):
        real = self.stand_in(command)
        if command.startswith("make "):
            self.sh(f"make -n {real.split()[1]}")
        elif re.fullmatch(r"(build/)?veglia serve", real):
            p = subprocess.Popen(["bash", "-c", "exec " + real], cwd=self.at, env=self.env, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL)
            said = p.stdout.readline().decode()
            p.send_signal(signal.SIGTERM)
            p.communicate(timeout=30)
            self.assertIn("http://127.0.0.1:80", said)
        else:
            self.sh(real)

    def test_commands(self):
        seen, done = set(), set()
        for page in PAGES:
            for name in set(os.listdir(self.at)) - self.given:  # every page begins anew
                (shutil.rmtree if os.path.isdir(f"{self.at}/{name}") else os.remove)(f"{self.at}/{name}")
            for command, whole in commands_of(page):
                seen.add(command)
                if command in NOT_COMMANDS or command in NOT_RUN or command in done:
                    continue
                done.add(command)
                with self.subTest(page=page, command=command):
                    if whole or not self.mentioned(self.stand_in(command)):
                        self.run_command(command)
        self.assertEqual(set(NOT_RUN) - seen, set(), "listed, but no longer in the documents")
        self.assertEqual(NOT_COMMANDS - seen, set(), "listed, but no longer in the documents")
        self.assertGreater(len(done), 40)

    def test_paths(self):
        tracked = subprocess.run(["git", "ls-files"], cwd=SOURCE, stdout=subprocess.PIPE, encoding="utf-8")
        known = tracked.stdout.split() or [  # a tree without its history
            path for path in glob.glob("**", root_dir=SOURCE, recursive=True)
            if not re.match(r"build|web/(node_modules|dist|generated)/", path)]
        used = set()
        for page in PAGES + MORE_PAGES:
            for path in sorted(self.paths_of(page)):
                allowed = [p for p in NOT_THERE if fnmatch.fnmatch(path.rstrip("/"), p) or path.startswith(p + "/") or
                           path.endswith("/" + p)]
                used.update(allowed)
                with self.subTest(page=page, path=path):
                    self.assertTrue(allowed or self.exists(page, path, known), "there is no such path")
        self.assertEqual(set(NOT_THERE) - used, set(), "listed, but no longer in the documents")

    def paths_of(self, page):
        text = re.sub(r"```.*?```", "", read(page), flags=re.S)
        found = {m for m in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in m}
        found |= set(re.findall(r'src="([^":]+)"', text))
        top = "|".join(("src", "docs", "tests", "tools", "web", "bench", "examples", "packaging", r"\.ci", "build"))
        found |= {m.rstrip(".,:") for m in re.findall(rf"(?<![\w/.~$-])(?:{top})/[\w.<>*/-]+", text)}
        for span in re.findall(r"`([^`]+)`", text):
            if re.fullmatch(r"[\w.<>*-]+\.(md|c|h|py|def|mjs|ts|svelte|conf|service|schema\.json|wasm|db)", span):
                found.add(span)
        return found

    def exists(self, page, path, known):
        pattern = re.sub(r"<\w+>", "*", path.rstrip("/"))
        here = os.path.normpath(os.path.join(os.path.dirname(page), pattern))
        return any(fnmatch.fnmatch(f, p) or fnmatch.fnmatch(f, p + "/*") for f in known
                   for p in (pattern, here, "*/" + pattern)) or glob.glob(os.path.join(self.at, pattern))

    def test_every_option_and_bot_is_on_the_page(self):
        page = read("docs/cli.md")
        parts = re.split(r"^## veglia (\w+)", page, flags=re.M)
        common, sections = parts[0], dict(zip(parts[1::2], parts[2::2]))
        self.assertEqual(set(sections), {c["name"] for c in TABLE["commands"]})
        names = {o["name"] for c in TABLE["commands"] for o in c["options"] + TABLE["options"]}
        for command in TABLE["commands"]:
            own = sections[command["name"]]
            setup = common if "seats" in [o["name"] for o in command["options"]] else ""
            for option in command["options"]:
                self.assertRegex(own + setup, rf"--{option['name']}(?![\w-])", command["name"])
            # And nothing that is not there.
            self.assertLessEqual(set(re.findall(r"`--([a-z-]+)", own)), names, command["name"])
        for option in TABLE["options"]:
            self.assertIn("--" + option["name"], common)
        for bot in TABLE["bots"]:
            self.assertIn(f"`{bot['name']}`", common)

    def test_the_limits_of_a_host_are_on_its_page(self):
        page = read("docs/hosting.md")
        serve = next(c for c in TABLE["commands"] if c["name"] == "serve")
        for option in serve["options"]:
            self.assertIn(option["name"], page)

    def test_the_game_in_the_readme_reads_so(self):
        said = self.sh("build/veglia play quest --seats 3 --lang en --plain", text="q\n")
        shown = read("README.md").split("$ build/veglia play quest --seats 3 --lang en --plain\n")[1].split("```")[0]
        for line in shown.strip().splitlines():  # lines without luck in them
            if re.match(r"Quest for|Commitment of|Type a number", line):
                self.assertIn(line + "\n", said)
        self.assertRegex(shown, r"(?m)^> 1$")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
