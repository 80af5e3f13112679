#!/usr/bin/env python3
"""A policy gradient at Quest for Legend with torch (Debian: python3-torch): seat 0 learns, the others play at random.

A net of one hidden layer gives what the seat likes and how it thinks it stands. All its decisions of a round of games are learned from
at once: those of games that brought more of the win than it thought become more likely. Ends with status 77 where torch is missing.

    torch_learn.py --games 20000
"""
import argparse
import sys

import numpy as np

import veglia

try:
    import torch
except ImportError:
    print("torch is missing: apt install python3-torch", file=sys.stderr)
    sys.exit(77)


class Net(torch.nn.Module):
    def __init__(self, numbers, actions, width=64):
        super().__init__()
        self.hidden = torch.nn.Linear(numbers, width)
        self.liking = torch.nn.Linear(width, actions)
        self.standing = torch.nn.Linear(width, 1)
        torch.nn.init.zeros_(self.liking.weight)
        torch.nn.init.zeros_(self.liking.bias)

    def forward(self, seen, mask):
        x = torch.relu(self.hidden(seen))
        return torch.log_softmax(self.liking(x).masked_fill(~mask, -1e9), dim=1), torch.sigmoid(self.standing(x)).squeeze(1)


class Arena:
    def __init__(self, seats, places, seed):
        self.batch = veglia.Batch("quest", seats, places, seed=seed)
        self.rng = np.random.default_rng(seed)
        torch.manual_seed(seed)
        self.net = Net(self.batch.game.observation_size, self.batch.game.num_actions)

    def act(self, learned):
        """An action for each game, by the net where `learned`, else any; and what the net saw."""
        b = self.batch
        actions = b.legal[np.arange(b.n), (self.rng.random(b.n) * b.legal_count).astype(np.int32)]
        rows = np.flatnonzero(learned & (b.legal_count > 1))
        if len(rows):
            seen, mask = torch.tensor(b.observation[rows]), torch.tensor(b.mask[rows]).bool()
            with torch.no_grad():
                odds = self.net(seen, mask)[0].exp()
            actions[rows] = torch.multinomial(odds, 1).squeeze(1).numpy()
            return actions, rows, seen, mask
        return actions, rows, None, None

    def round(self, games, optimiser):
        """So many games, then one step."""
        b, paths, done = self.batch, [[] for _ in range(self.batch.n)], []
        ended = 0
        while ended < games:
            actions, rows, seen, mask = self.act(b.seat == 0)
            for k, i in enumerate(rows):
                paths[i].append((seen[k], mask[k], int(actions[i])))
            b.step(actions)
            for i in np.flatnonzero(b.ended):
                done += [(s, m, a, float(b.reward[i, 0])) for s, m, a in paths[i]]
                paths[i] = []
                ended += 1
        seen, mask = torch.stack([d[0] for d in done]), torch.stack([d[1] for d in done])
        action, share = torch.tensor([d[2] for d in done]), torch.tensor([d[3] for d in done])
        odds, stands = self.net(seen, mask)
        liked = odds.gather(1, action[:, None]).squeeze(1)
        gain = share - stands.detach()
        loss = -(liked * gain / (gain.std() + 1e-6)).mean() + (stands - share).pow(2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        return ended

    def against_random(self, games):
        """The net's share of the wins on seat 0."""
        b, won, ended = self.batch, 0.0, 0
        for i in range(b.n):
            b.reset(i, 99, i)
        while ended < games:
            b.step(self.act(b.seat == 0)[0])
            over = b.ended > 0
            won, ended = won + float(b.reward[over, 0].sum()), ended + int(over.sum())
        return won / ended


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=20000)
    options.add_argument("--seats", type=int, default=2)
    options.add_argument("--places", type=int, default=32)
    options.add_argument("--seed", type=int, default=1)
    said = options.parse_args()
    arena = Arena(said.seats, said.places, said.seed)
    optimiser = torch.optim.Adam(arena.net.parameters(), lr=0.01)
    print(f"before: {100 * arena.against_random(500):.1f} % of the wins against random, of a fair {100 / said.seats:.1f}", flush=True)
    played = 0
    while played < said.games:
        played += arena.round(32, optimiser)
    print(f"after {played} games: {100 * arena.against_random(500):.1f} %")


if __name__ == "__main__":
    main()
