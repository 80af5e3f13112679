#!/usr/bin/env python3
"""The number of a release stands in one place, and what goes with it fits: release.py VEGLIA SOURCE"""
import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

VEGLIA, SOURCE = sys.argv[1], Path(sys.argv[2])


def read(path):
    return (SOURCE / path).read_text(encoding="utf-8")


version = re.search(r"version: '([^']+)'", read("meson.build"))[1]
said = subprocess.run([VEGLIA, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
assert said == f"veglia {version}\n", said
entries = re.findall(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", read("CHANGELOG.md"), re.M)
assert entries and entries[0] == version, f"meson.build says {version}, CHANGELOG.md {entries[:1]}"
assert len(entries) == len(re.findall(r"^## ", read("CHANGELOG.md"), re.M)), "an entry of CHANGELOG.md is NUMBER (DAY)"
for path in ("web/package.json", "web/package-lock.json"):
    assert "version" not in json.loads(read(path)), f"{path} has a version of its own"

for size in (48, 128, 256):
    head = (SOURCE / f"packaging/icons/{size}.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:24]) == (size, size), f"{size}.png"

# What the packages say is made from what is said elsewhere: it can be made, and has it all.
with tempfile.TemporaryDirectory() as folder:
    tree = Path(folder)
    for path in ("CHANGELOG.md", "LICENSE"):
        (tree / path).write_text(read(path), encoding="utf-8")
    (tree / "debian").mkdir()
    (tree / "debian/control").write_text(read("packaging/debian/control.in"), encoding="utf-8")
    (tree / "web/dist").mkdir(parents=True)
    part = "-" * 72 + "\n{0} 1.0: {1}\nhttps://x\n\nCopyright (c) 2020 Somebody\n\nTerms of {0}.\n\n"
    (tree / "web/dist/licences.txt").write_text("Head\n\n" + part.format("one", "MIT") + part.format("@two/b", "A WITH B AND C"),
                                                encoding="utf-8")
    subprocess.run([sys.executable, SOURCE / "packaging/debian_words.py", tree], check=True)
    log, terms = (tree / "debian/changelog").read_text(), (tree / "debian/copyright").read_text()
    assert log.startswith(f"veglia ({version}-1) ") and log.count("\n  * ") >= len(re.findall(r"^- ", read("CHANGELOG.md"), re.M))
    assert "License: MIT and A-with-B and C\n" in terms and " one: 2020 Somebody\n" in terms and " @two/b: 2020 Somebody\n" in terms
    assert "\n Terms of @two/b.\n" in terms and "Permission is hereby granted" in terms
print(f"release {version}")
