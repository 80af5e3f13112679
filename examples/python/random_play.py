#!/usr/bin/env python3
"""Random play with statistics: the very games of `veglia sim`, from Python.

    random_play.py quest 3 1000 --seed 1        as    veglia sim quest --seats 3 --games 1000 --seed 1

Place i of the batch plays the games i, i + n, i + 2n... of that run. The batch goes on with games past the last one while others
finish theirs: those are not counted.
"""
import argparse
import json

import numpy as np

import veglia


def play(game, seats, games, seed=1, places=256, threads=1):
    places = min(places, games)
    batch = veglia.Batch(game, seats, places, seed=seed, threads=threads, arrays=("ended", "reward", "points", "length", "number"))
    share, points, lengths = np.zeros(seats), np.zeros(seats, int), []
    while len(lengths) < games:
        before = batch.number.copy()
        batch.random()
        ended = np.flatnonzero(batch.ended & (before < games))
        share += batch.reward[ended].sum(axis=0)
        points += batch.points[ended].sum(axis=0)
        lengths += batch.length[ended].tolist()
    return dict(game=game, seats=seats, games=games, seed=seed, decisions=sum(lengths), win_share=(share / games).round(6).tolist(),
                mean_score=(points / games).round(4).tolist(),
                length=dict(min=min(lengths), mean=round(sum(lengths) / games, 4), max=max(lengths)))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("game")
    options.add_argument("seats", type=int)
    options.add_argument("games", type=int)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    said = options.parse_args()
    print(json.dumps(play(said.game, said.seats, said.games, said.seed, threads=said.threads)))
