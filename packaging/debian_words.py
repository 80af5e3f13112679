#!/usr/bin/env python3
"""What the Debian packages say that is said elsewhere already: debian_words.py TREE

TREE/debian/changelog is CHANGELOG.md, TREE/debian/copyright is LICENSE and the list of licences of the page.
"""
import email.utils
import re
import sys
import textwrap
from datetime import datetime, timezone
from pathlib import Path

TREE = Path(sys.argv[1])


def read(path):
    return (TREE / path).read_text(encoding="utf-8")


def changelog():
    who = re.search(r"^Maintainer: (.*)", read("debian/control"), re.M)[1]
    out = []
    for version, day, text in re.findall(r"^## (\S+) \(([\d-]+)\)\n(.*?)(?=^## |\Z)", read("CHANGELOG.md"), re.M | re.S):
        date = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=timezone.utc)
        items = [" ".join(item.split()) for item in re.findall(r"^- (.*(?:\n  .*)*)", text, re.M)]
        out.append(f"veglia ({version}-1) unstable; urgency=medium\n")
        out += [textwrap.fill(item, 76, initial_indent="  * ", subsequent_indent="    ") for item in items]
        out.append(f"\n -- {who}  {email.utils.format_datetime(date)}\n")
    return "\n".join(out)


def indented(text):
    return "\n".join(" " + line.rstrip() if line.strip() else " ." for line in text.strip().splitlines())


def copyright():
    ours = read("LICENSE")
    whose = re.search(r"^Copyright \(c\) (.*)", ours, re.M)[1]
    theirs = read("web/dist/licences.txt")
    parts = re.findall(r"^-{72}\n(\S+) (\S+): (.+)\n(.*)\n((?:.*\n)*?)(?=-{72}\n|\Z)", theirs, re.M)
    holders, names = [], []
    for name, _, licence, _, text in parts:
        said = re.findall(r"^\W*(?:Copyright:?|©)\s+(?:\(c\)\s+|©\s+)?(.*\d{4}.*)$", text, re.M | re.I)
        holders += [f"{name}: {line.strip()}" for line in said] or [f"{name}: its authors"]
        names += [one for one in re.split(r" AND ", licence.replace(" WITH ", "-with-")) if one not in names]
    return f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Veglia

Files: *
Copyright: {whose}
License: MIT

Files: web/dist/*
Copyright: {whose}
{chr(10).join(" " + line for line in dict.fromkeys(holders))}
License: {" and ".join(names)}
{indented(theirs)}

License: MIT
{indented(ours.split(chr(10) * 2, 2)[2])}
"""


(TREE / "debian/changelog").write_text(changelog(), encoding="utf-8")
(TREE / "debian/copyright").write_text(copyright(), encoding="utf-8")
