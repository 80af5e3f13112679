"""A batch left to lot plays the very games of `veglia sim`: equal counts for equal seeds.

usage: sim.py VEGLIA
"""
import json
import subprocess
import sys

import numpy as np

import veglia

N, PLACES = 60, 20
for game in veglia.games():
    for seats in {game.min_seats, game.max_seats}:
        said = json.loads(subprocess.run([sys.argv[1], "sim", game.id, "--seats", str(seats), "--games", str(N), "--seed", "3",
                                          "--threads", "1", "--json"], capture_output=True, check=True).stdout)
        batch = veglia.Batch(game, seats, PLACES, seed=3, arrays=("ended", "reward", "points", "length", "number"))
        share, points, decisions, played = np.zeros(seats), np.zeros(seats), 0, 0
        while played < N:
            before = batch.number.copy()
            batch.random()
            for i in np.flatnonzero(batch.ended & (before < N)):
                share += batch.reward[i]
                points += batch.points[i]
                decisions += int(batch.length[i])
                played += 1
        assert decisions == said["decisions"], (game, seats, decisions, said["decisions"])
        assert np.allclose(share / N, said["win_share"], atol=6e-5), (game, share / N, said["win_share"])
        assert np.allclose(points / N, said["mean_score"], atol=6e-5), (game, points / N, said["mean_score"])
print("the same games")
