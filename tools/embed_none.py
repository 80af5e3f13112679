#!/usr/bin/env python3
"""Stands in for embed.py in the browser build, where the page fetches rules texts when they are asked for."""
import sys

name, out = sys.argv[1], sys.argv[-1]
with open(out, "w", encoding="utf-8") as f:
    f.write(f"extern const char *const {name}_rules[];\n")
    f.write(f'const char *const {name}_rules[] = {{"", ""}};\n')
