#!/usr/bin/env python3
"""A linear learner at Quest for Legend: from random play to something better in a minute.

How much a seat likes an action is a weighted sum of what it knows, with weights of its own for each action; it plays by lot, what it
likes more more often (softmax). Seat 0 learns, the other seats play at random. When a game is over, what seat 0 did in it becomes
more or less likely as the share of the win was more or less than usual (REINFORCE). The loop over games is the batch's, so numpy
sees hundreds of decisions at once.

    learn.py --games 5000
"""
import argparse

import numpy as np

import veglia


class Learner:
    def __init__(self, game, seats, places, seed):
        self.batch = veglia.Batch(game, seats, places, seed=seed, arrays=("seat", "observation", "mask", "legal", "legal_count", "ended", "reward"))
        self.rng = np.random.default_rng(seed)
        self.weights = np.zeros((self.batch.game.num_actions, self.batch.game.observation_size + 1), np.float32)
        self.rows = np.arange(places)
        self.usual = 1 / seats
        self.forget()

    def forget(self):
        self.path = [[] for _ in self.rows]  # of each game: what was seen, and what each action gained by being taken or not

    def choose(self, mine):
        """What seat 0 does in these games, and for each what it saw, which actions it had, and which of them it was for or against."""
        seen = np.concatenate([self.batch.observation[mine], np.ones((len(mine), 1), np.float32)], axis=1)
        game, action = np.nonzero(self.batch.mask[mine])  # only what is allowed is looked at
        liking = np.einsum("ij,ij->i", seen[game], self.weights[action])
        first = np.searchsorted(game, np.arange(len(mine)))
        liking -= np.maximum.reduceat(liking, first)[game]
        odds = np.exp(liking)
        odds /= np.add.reduceat(odds, first)[game]
        # The largest of odds / exponential noise comes as often as its odds are.
        score = odds / self.rng.exponential(size=len(odds)).astype(np.float32)
        taken = score >= np.maximum.reduceat(score, first)[game]
        chosen = np.full(len(mine), -1)
        chosen[game[taken]] = action[taken]
        push = (action == chosen[game]) - odds
        last = np.append(first[1:], len(game))
        return chosen, [(seen[k], action[a:b], push[a:b]) for k, (a, b) in enumerate(zip(first, last))]

    def play(self, games, rate=0.0):
        """So many games; with a rate they are learned from. Gives seat 0's share of the wins."""
        b, won, ended = self.batch, 0.0, 0
        self.forget()
        while ended < games:
            actions = b.legal[self.rows, (self.rng.random(b.n) * b.legal_count).astype(np.int32)]  # any
            mine = np.flatnonzero((b.seat == 0) & (b.legal_count > 1))
            if len(mine):
                actions[mine], steps = self.choose(mine)
                for i, step in zip(mine, steps) if rate else ():
                    self.path[i].append(step)
            b.step(actions)
            over = np.flatnonzero(b.ended)
            won += float(b.reward[over, 0].sum())
            ended += len(over)
            for i in over if rate else ():
                self.learn(self.path[i], float(b.reward[i, 0]), rate)
                self.path[i] = []
        return won / ended

    def learn(self, path, share, rate):
        gain = share - self.usual
        self.usual += 0.01 * gain
        for seen, action, push in path:
            self.weights[action] += (rate * gain * push)[:, None] * seen


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=5000)
    options.add_argument("--seats", type=int, default=2)
    options.add_argument("--places", type=int, default=64)
    options.add_argument("--rate", type=float, default=0.05)
    options.add_argument("--seed", type=int, default=1)
    said = options.parse_args()
    learner = Learner("quest", said.seats, said.places, said.seed)
    print(f"at random: {100 * learner.play(500):.1f} % of the wins, of a fair {100 / said.seats:.1f}")
    learner.play(said.games, rate=said.rate)
    print(f"after {said.games} games: {100 * learner.play(500):.1f} %")


if __name__ == "__main__":
    main()
