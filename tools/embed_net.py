#!/usr/bin/env python3
"""Turns the nets of a game into a C table: embed_net.py NAME NET... OUT.c"""
import sys

name, *nets, out = sys.argv[1:]
with open(out, "w", encoding="utf-8") as f:
    f.write(f"// Made by tools/embed_net.py from {name}'s nets.\n")
    f.write('#include "engine/game.h"\n')
    f.write(f"extern const vg_blob {name}_nets[];\n")
    for i, net in enumerate(nets):
        with open(net, "rb") as g:
            data = g.read()
        rows = [",".join(str(b) for b in data[k:k + 32]) for k in range(0, len(data), 32)]
        f.write(f"static const uint8_t net{i}[] = {{\n" + ",\n".join(rows) + "};\n")
    f.write(f"const vg_blob {name}_nets[] = {{\n")
    f.write("".join(f"    {{net{i}, sizeof net{i}}},\n" for i in range(len(nets))))
    f.write("    {NULL, 0},\n};\n")
