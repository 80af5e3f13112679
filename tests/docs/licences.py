#!/usr/bin/env python3
"""The list of licences beside the page is that of the page: licences.py SOURCE PAGE     (status 77: the page is not built)

What the page's sources import, found without asking the bundler, is in sbom.json; whatever is there has the version of the
lock file, a licence we may ship, and its text in licences.txt.
"""
import json
import re
import sys
from pathlib import Path

SOURCE, PAGE = Path(sys.argv[1]), Path(sys.argv[2])
MAY_SHIP = {"MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "CC0-1.0", "CC-BY-3.0", "OFL-1.1", "Apache-2.0 WITH LLVM-exception"}


def main():
    if not (PAGE / "index.html").exists():
        print("skipped: the page is not built")
        sys.exit(77)
    bom = json.loads((PAGE / "sbom.json").read_text(encoding="utf-8"))
    words = (PAGE / "licences.txt").read_text(encoding="utf-8")
    listed = {c["name"]: c for c in bom["components"]}
    version = re.search(r"version: '([^']+)'", (SOURCE / "meson.build").read_text(encoding="utf-8"))[1]
    assert bom["metadata"]["component"]["version"] == version, "the page is of another version"

    # What the sources import by name.
    imported = set()
    for path in (SOURCE / "web/src").rglob("*"):
        if path.suffix in (".ts", ".js", ".svelte", ".css"):
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"^\s*import type .*$", "", text, flags=re.M)
            for name in re.findall(r"""(?:from|import)\s*\(?\s*['"]([a-z@][^'":]*)['"]""", text):
                imported.add("/".join(name.split("/")[:2 if name.startswith("@") else 1]))
            if re.search(r"['\"]icon:", text):
                imported.add("@iconify-json/game-icons")
            imported |= {"@fontsource/" + font for font in re.findall(r"generated/fonts/(.+?)-\d+\.woff2", text)}
    assert {"svelte", "roughjs", "@iconify-json/game-icons"} <= imported, imported
    assert imported <= set(listed), f"imported and not listed: {imported - set(listed)}"

    # Roughjs is nothing without its own packages.
    lock = json.loads((SOURCE / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name in lock["node_modules/roughjs"]["dependencies"]:
        assert name in listed, f"{name} is not listed"
    for name, c in listed.items():
        if c["purl"].startswith("pkg:npm"):
            assert lock["node_modules/" + name]["version"] == c["version"], f"{name} is listed with another version"
        terms = c["licenses"][0].get("expression") or c["licenses"][0]["license"]["id"]
        assert set(terms.split(" AND ")) <= MAY_SHIP, f"{name}: {terms}"
        entry = re.search(rf"^{re.escape(name)} {re.escape(c['version'])}: {re.escape(terms)}\n.*\n\n(.+\n)", words, re.M)
        assert entry, f"{name} has no text in licences.txt"
    assert "wasi-libc" in listed and any("libclang-rt" in name for name in listed), "the engine's own parts are not listed"
    assert len(re.findall(r"^-{72}$", words, re.M)) == len(listed)
    print(f"{len(listed)} parts of the page, each with its licence")


main()
