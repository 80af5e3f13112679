#!/usr/bin/env python3
"""Turns the two rules texts of a game into a C table: embed.py NAME IT.md EN.md OUT.c"""
import sys

name, *texts, out = sys.argv[1:]


def literal(path):
    with open(path, encoding="utf-8") as f:
        lines = f.read().splitlines()
    quoted = [l.replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?") for l in lines]
    return "\n".join(f'    "{l}\\n"' for l in quoted) or '    ""'


with open(out, "w", encoding="utf-8") as f:
    f.write(f"// Made by tools/embed.py from {name}'s rules texts.\n")
    f.write(f"extern const char *const {name}_rules[];\n")
    f.write(f"const char *const {name}_rules[] = {{\n")
    f.write(",\n".join(literal(t) for t in texts))
    f.write("\n};\n")
