#!/usr/bin/env python3
"""Turns a net of a game into a C table: embed_net.py NAME NET OUT.c"""
import sys

name, net, out = sys.argv[1:]
with open(net, "rb") as f:
    data = f.read()
rows = [",".join(str(b) for b in data[i:i + 32]) for i in range(0, len(data), 32)]
with open(out, "w", encoding="utf-8") as f:
    f.write(f"// Made by tools/embed_net.py from {name}'s net.\n")
    f.write('#include "engine/game.h"\n')
    f.write(f"extern const vg_blob {name}_net;\n")
    f.write("static const uint8_t bytes[] = {\n" + ",\n".join(rows) + "};\n")
    f.write(f"const vg_blob {name}_net = {{bytes, sizeof bytes}};\n")
