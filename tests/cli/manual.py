#!/usr/bin/env python3
"""Manual pages and completions against the program's own table: manual.py VEGLIA SOURCE BUILD [ROOT]

Every subcommand and option of `veglia help --json` is on its page, in both languages, and is offered by bash, zsh and fish;
nothing else is. Pages are BUILD/man*, completions SOURCE/packaging/completions; with ROOT (an installed system, /usr)
those installed there. Shells and man(1) that are not here are left out, and said so.
"""
import glob
import gzip
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

VEGLIA, SOURCE, BUILD = map(os.path.abspath, sys.argv[1:4])
ROOT = sys.argv[4] if len(sys.argv) > 4 else None
MAN = ROOT + "/share/man" if ROOT else BUILD
SHELLS = {
    "bash": ROOT + "/share/bash-completion/completions/veglia" if ROOT else SOURCE + "/packaging/completions/veglia.bash",
    "zsh": ROOT + "/share/zsh/vendor-completions/_veglia" if ROOT else SOURCE + "/packaging/completions/_veglia",
    "fish": ROOT + "/share/fish/vendor_completions.d/veglia.fish" if ROOT else SOURCE + "/packaging/completions/veglia.fish",
}
TABLE = json.loads(subprocess.run([VEGLIA, "help", "--json"], stdout=subprocess.PIPE, check=True).stdout)
GAMES = json.loads(subprocess.run([VEGLIA, "games", "--json"], stdout=subprocess.PIPE, check=True).stdout)
ENV = {"PATH": os.path.dirname(VEGLIA) + ":" + os.environ["PATH"], "HOME": "/nowhere", "LANG": "C.UTF-8",
       "VEGLIA_LANG": "en", "TERM": "dumb"}


def complete(*words):
    out = subprocess.run([VEGLIA, "help", "--complete", *words], env=ENV, stdout=subprocess.PIPE, check=True, text=True)
    return out.stdout.splitlines()


def offered(*words):
    return [line.split("\t")[0] for line in complete(*words)]


def names(options):
    return ["--" + o["name"] for o in options]


class Offers(unittest.TestCase):
    """`veglia help --complete`, which all shells ask."""

    def test_every_command_and_option_and_no_other(self):
        commands = [c["name"] for c in TABLE["commands"]]
        self.assertEqual(offered(), commands + ["help"])
        self.assertEqual(offered("help", ""), commands)
        self.assertEqual(offered("-"), names(TABLE["options"]))
        for c in TABLE["commands"]:
            self.assertEqual(offered(c["name"], "--"), names(c["options"] + TABLE["options"]), c["name"])
            for line, o in zip(complete(c["name"], "--"), c["options"] + TABLE["options"]):
                self.assertEqual(line.split("\t")[1], o["what"]["en"])

    def test_what_an_option_wants(self):
        bots = [b["name"] for b in TABLE["bots"] if not b["name"].startswith("cmd:")]
        for c in TABLE["commands"]:
            for o in c["options"] + TABLE["options"]:
                value, said = o.get("value", ""), complete(c["name"], "--" + o["name"], "")
                if o["name"] == "bots":
                    want = bots + ["cmd:"] * (c["bots"] == "all")
                    self.assertEqual([line.split("\t")[0] for line in said], want)
                    self.assertEqual(offered(c["name"], "--bots=greedy,ran"), ["--bots=greedy,random"])
                elif value.strip("[]").startswith("FILE"):
                    self.assertEqual(said, ["\tfile"], (c["name"], o["name"]))
                    self.assertEqual(complete(c["name"], f"--{o['name']}=x"), ["\tfile"])
                elif value == "DIR":
                    self.assertEqual(said, ["\tdir"])
                elif "|" in value:
                    self.assertEqual([line.split("\t")[0] for line in said], value.split("|"))

    def test_games_and_their_variants(self):
        for c in TABLE["commands"]:
            if re.match(r"\[?GAME", c["usage"]):
                self.assertEqual(offered(c["name"], ""), [g["id"] for g in GAMES], c["name"])
        for g in GAMES:
            self.assertEqual(offered("play", g["id"], "--edition", ""), g["editions"])
            self.assertEqual(offered("sim", g["id"], "--seats", ""),
                             [str(n) for n in range(g["min"], g["max"] + 1)])
            keys = {word.split("=")[0] for word in offered("play", g["id"], "--option", "")}
            self.assertEqual(keys, {o["key"] for o in g["options"] + g["presets"]})

    def test_orders_and_files(self):
        self.assertIn("backup", offered("admin", ""))
        self.assertEqual(complete("admin", "backup", ""), ["\tfile"])
        self.assertEqual(complete("admin", "list", ""), [])
        self.assertEqual(complete("verify", "one.veglia", ""), ["\tfile"])
        self.assertEqual(complete("replay", "--", "-"), ["\tfile"])
        self.assertEqual(complete("no-such", ""), complete(""))

        for c in TABLE["commands"]:  # GAME [this|that]
            choice = re.match(r"GAME \[([a-z]+(?:\|[a-z]+)+)\]", c["usage"])
            if choice:
                self.assertEqual(offered(c["name"], GAMES[0]["id"], ""), choice[1].split("|"))

    def test_odd_lines_are_harmless(self):
        for words in (["--"], ["-"], ["="], ["--="], ["play", "--bots"], ["play", "--bots=" + "x" * 5000], ["play", "-o", "-o"],
                      ["\x1b[2J"], ["--lang"], ["admin", "", ""], ["play", "-", "-"], ["help", "play", ""]):
            complete(*words)


class Pages(unittest.TestCase):
    @staticmethod
    def page(name, section=1, lang="en"):
        path = os.path.join(MAN, *([lang] if lang != "en" else []), f"man{section}", f"{name}.{section}")
        if os.path.exists(path + ".gz"):
            return gzip.open(path + ".gz", "rt", encoding="utf-8").read()
        with open(path, encoding="utf-8") as f:
            return f.read()

    def test_every_option_on_its_page(self):
        for lang in ("en", "it"):
            for c in TABLE["commands"]:
                page = self.page("veglia-" + c["name"], 1, lang).replace("\\-", "-")
                options = c["options"] + TABLE["options"]
                shown = re.findall(r"^\.TP\n(?:\\fB-\w\\fR, )?\\fB--([a-z-]+)\\fR", page, re.M)
                self.assertEqual(shown, [o["name"] for o in options], (c["name"], lang))
                flat = re.sub(r"\\f.|\\:|\\&|\\e", "", page)
                for o in options:
                    self.assertIn(re.sub(r"\\e", "", o["what"][lang].replace("`", "")), flat)
                self.assertIn(c["what"][lang][1:], flat)
                for word in TABLE["values"]:  # what stands for a value, in the page's language
                    if re.search(rf"\b{word['en']}\b", c["usage"]):
                        self.assertRegex(flat, rf"(?m)^veglia {c['name']} .*\b{word[lang]}\b")
                self.assertIn(c["example"].splitlines()[0].replace("'", "\\(aq"), flat)
            whole = self.page("veglia", 1, lang)
            self.assertEqual(re.findall(r"^\\fBveglia (\w+)\\fR$", whole, re.M), [c["name"] for c in TABLE["commands"]])
            for bot in TABLE["bots"]:
                self.assertIn(bot["what"][lang], whole)

    def test_no_page_too_many(self):
        made = {os.path.relpath(p, MAN).removesuffix(".gz") for p in
                glob.glob(MAN + "/man[1-9]/veglia*") + glob.glob(MAN + "/it/man[1-9]/veglia*")}
        pages = ["veglia.1"] + [f"veglia-{c['name']}.1" for c in TABLE["commands"]]
        self.assertEqual(made, {f"{d}man1/{p}" for d in ("", "it/") for p in pages} |
                         {"man5/veglia-record.5", "man7/veglia-protocol.7"})

    def test_the_documents_are_whole(self):
        for name, section in (("record", 5), ("protocol", 7)):
            if not os.path.exists(f"{SOURCE}/docs/{name}.md"):
                continue
            with open(f"{SOURCE}/docs/{name}.md", encoding="utf-8") as f:
                text = re.sub(r"^\|.*\n(?=\|---)", "", f.read().split("\n", 1)[1], flags=re.M)  # heads of tables need not be
            page = re.sub(r"\\f.|\\:|\\&", "", self.page("veglia-" + name, section))
            for escape, char in (("\\-", "-"), ("\\(aq", "'"), ("\\(ha", "^"), ("\\(ga", "`"), ("\\(ti", "~"), ("\\e", "\\")):
                page = page.replace(escape, char)
            have = set(re.findall(r"\w+", page.lower()))
            want = set(re.findall(r"\w+", re.sub(r"\]\([^)]*\)|<!--.*?-->|^```\w*", "", text, flags=re.M).lower()))
            self.assertEqual(want - have, set(), name)

    @unittest.skipUnless(shutil.which("man") and shutil.which("troff"), "no man(1) here")
    def test_roff_has_nothing_to_say(self):
        for path in glob.glob(MAN + "/man[1-9]/veglia*") + glob.glob(MAN + "/it/man1/veglia*"):
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, env=dict(ENV, MANWIDTH="80"), text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), path)


class Shells(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = folder.name
        for name in ("a game.veglia", "game.veglia"):
            open(os.path.join(self.at, name), "w").close()
        os.mkdir(self.at + "/records")

    def typed(self, argv, start):
        """What each line of CASES is after the tab key, at a terminal."""
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(self.at)
            os.execvpe(argv[0], argv, dict(ENV, HOME=self.at, PS1="% "))
        seen = b""

        def until(pattern):
            nonlocal seen
            end = time.monotonic() + 30
            while not re.search(pattern, seen) and time.monotonic() < end:
                if select.select([fd], [], [], 0.1)[0]:
                    try:
                        seen += os.read(fd, 65536)
                    except OSError:
                        break
            self.assertRegex(seen, pattern)

        try:
            os.write(fd, start.encode() + b"; echo ready$((1))!\n")
            until(rb"ready1!")
            for number, (line, _) in enumerate(self.CASES):
                # Tab, then home, and the shell echoes what it made of the line. It takes key after key: no need to wait.
                os.write(fd, line.encode() + b"\t\x01echo '<%d' \x05 '>'\n" % number)
                until(rb"\n<%d [^\n]*>" % number)
                yield re.findall(rb"\n<%d ([^\n]*?) *>" % number, seen)[-1].decode().strip()
        finally:
            os.close(fd)
            os.waitpid(pid, 0)

    CASES = [("veglia repl", "veglia replay"), ("veglia serve --max-con", "veglia serve --max-connections"),
             ("veglia sim --bots greedy,ran", "veglia sim --bots greedy,random"),
             ("veglia sim --bots=mas", "veglia sim --bots=master"),
             ("veglia play quest --option pairs=y", "veglia play quest --option pairs=yes"),
             ("veglia verify game", "veglia verify game.veglia"), ("veglia sim quest --records ", "veglia sim quest --records records/")]

    @unittest.skipUnless(shutil.which("bash"), "no bash here")
    def test_bash(self):
        got = list(self.typed(["bash", "--norc", "--noprofile", "-i"], f". {SHELLS['bash']}"))
        self.assertEqual(got, [want for _, want in self.CASES])
        # Every option of every command, without a terminal.
        script = f""". {SHELLS['bash']}
            compopt() {{ :; }}
            for command in $*; do
                COMP_LINE="veglia $command --" COMP_POINT=$((10 + ${{#command}})) COMP_WORDS=(veglia $command --) COMP_CWORD=2
                _veglia veglia; echo $command "${{COMPREPLY[@]}}"
            done"""
        out = subprocess.run(["bash", "-c", script, "x", *(c["name"] for c in TABLE["commands"])], env=ENV, text=True, check=True,
                             stdout=subprocess.PIPE).stdout.splitlines()
        self.assertEqual(out, [" ".join([c["name"]] + names(c["options"] + TABLE["options"])) for c in TABLE["commands"]])

    @unittest.skipUnless(shutil.which("zsh"), "no zsh here")
    def test_zsh(self):
        start = f"fpath=({os.path.dirname(SHELLS['zsh'])} $fpath); autoload -U compinit; compinit -u -D"
        got = list(self.typed(["zsh", "-f", "-i"], start))
        self.assertEqual(got, [want.rstrip("/") for _, want in self.CASES])  # it takes a slash of its own back

    @unittest.skipUnless(shutil.which("fish"), "no fish here")
    def test_fish(self):
        for line, want in self.CASES:
            out = subprocess.run(["fish", "--no-config", "-c", f"source {SHELLS['fish']}; complete -C '{line}'"], cwd=self.at,
                                 env=dict(ENV, HOME=self.at), text=True, check=True, stdout=subprocess.PIPE).stdout
            self.assertEqual([one.split("\t")[0] for one in out.splitlines()], [want.split(" ")[-1]], line)


if __name__ == "__main__":
    for shell in ("bash", "zsh", "fish", "man"):
        if not shutil.which(shell):
            print(f"there is no {shell} here: left out")
    unittest.main(argv=sys.argv[:1])
