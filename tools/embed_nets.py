#!/usr/bin/env python3
"""Turns nets into the table of those in the program (bots/net.h): embed_nets.py OUT.c GAME.net..."""
import os
import sys

out, *nets = sys.argv[1:]
with open(out, "w", encoding="utf-8") as f:
    f.write("// Made by tools/embed_nets.py.\n")
    f.write('#include "bots/net.h"\n')
    for i, net in enumerate(nets):
        with open(net, "rb") as g:
            data = g.read()
        rows = [",".join(str(b) for b in data[k:k + 32]) for k in range(0, len(data), 32)]
        f.write(f"static const uint8_t net{i}[] = {{\n" + ",\n".join(rows) + "};\n")
    f.write("const vg_net_bytes vg_nets[] = {\n")
    for i, net in enumerate(nets):
        game = os.path.splitext(os.path.basename(net))[0]
        f.write(f'    {{"{game}", net{i}, sizeof net{i}}},\n')
    f.write("    {NULL, NULL, 0},\n};\n")
