#!/usr/bin/env python3
"""Steps a second of a batch of 1,024 Quest games on one core: the loop in C, and Python choosing every action with numpy.

    PYTHONPATH=python python3 bench/batch.py [ROUNDS]

Both write the same arrays. Rounds of the two take turns, since other programs may be at work; the ratio is that of the medians.
Processor time, so that who else runs does not count.
"""
import sys
import time

import numpy as np

import veglia

N, STEPS = 1024, 60
rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
rows, rng = np.arange(N), np.random.default_rng(1)


def in_c(batch):
    batch.random(STEPS)


def in_python(batch):
    for _ in range(STEPS):
        batch.step(batch.legal[rows, (rng.random(N) * batch.legal_count).astype(np.int32)])


for seats in 2, 4:
    for name, arrays in (("legal actions, rewards", ("seat", "legal", "legal_count", "ended", "reward")),
                         ("and masks", ("seat", "legal", "legal_count", "mask", "ended", "reward")),
                         ("and observations", ("seat", "legal", "legal_count", "mask", "observation", "ended", "reward"))):
        batch = veglia.Batch("quest", seats, N, arrays=arrays)
        took = {in_c: [], in_python: []}
        for _ in range(rounds):
            for way, times in took.items():
                begun = time.process_time()
                way(batch)
                times.append((time.process_time() - begun) / STEPS / N * 1e9)
        c, python = (float(np.median(times)) for times in took.values())
        print(f"quest, {seats} seats, {name}: C {c:.0f} ns a step, Python {python:.0f}: {1e9 / python / 1e6:.2f} million steps a second, {100 * c / python:.0f} % of C")
