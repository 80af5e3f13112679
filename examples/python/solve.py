#!/usr/bin/env python3
"""Solves a tiny edition of Quest for Legend exactly, and asks how far a bot is from that.

    solve.py --edition-file examples/tiny.txt --bots random,greedy,master

Two seats play for their share of the win, so what one gains the other loses, and there is a way to play that nobody can gain
against. It is found by CFR+ (counterfactual regret minimisation) on the whole tree of the game: an information set is all that a
seat has seen since the deal, move by move. How exact the answer is, is measured and not assumed: what the best answer to it gains.

Then every bot is asked in every position it can get into against that play. What a decision loses is the best that could be had
there, less the best that can be had after what the bot chose.
"""
import argparse
import pathlib
import sys

import numpy as np

import veglia

TINY = pathlib.Path(__file__).resolve().parent.parent / "tiny.txt"


class Tree:
    """Every history after the deal, level by level: what came before each, who decides, and what that seat has seen."""

    def __init__(self, deals, bots):
        self.sets = [{}, {}]  # of each seat: what it has seen -> its number
        self.first = [[0], [0]]  # where the actions of a set begin; the last: where all end
        self.choice = {bot: [[], []] for bot in bots}  # by set: which of the actions
        self.levels = []
        # A history on the edge of the tree: its state, and what each seat has seen.
        level = [(state, (state.view(0).key(), state.view(1).key())) for _, state in deals]
        reach = np.array([odds for odds, _ in deals])
        came = np.zeros(len(level), np.int64), np.full(len(level), -1), np.full(len(level), -1)
        while level:
            who = np.array([state.current_player() for state, _ in level])
            value = np.array([state.returns()[0] if who[i] == veglia.OVER else 0.0 for i, (state, _) in enumerate(level)])
            parent, action, by, odds, after = [], [], [], [], []
            for i, (state, seen) in enumerate(level):
                player = who[i]
                outcomes = state.chance_outcomes() if player == veglia.CHANCE else [(a, 1.0) for a in state.legal_actions()]
                begin = self._set(player, seen, state, outcomes, bots) if player >= 0 else -1
                for k, (a, chance) in enumerate(outcomes):
                    child = state.child(a)
                    after.append((child, tuple(hash((seen[p], child.view(p).key())) for p in (0, 1))))
                    parent.append(i), action.append(begin + k if player >= 0 else -1), by.append(player), odds.append(chance)
            self.levels.append(dict(who=who, value=value, parent=came[0], action=came[1], by=came[2], chance=reach))
            level, reach, came = after, np.array(odds), (np.array(parent, np.int64), np.array(action), np.array(by))
        self.size = sum(len(l["who"]) for l in self.levels)

    def _set(self, player, seen, state, outcomes, bots):
        """Where the actions of this information set begin."""
        sets, first = self.sets[player], self.first[player]
        if seen[player] not in sets:
            sets[seen[player]] = len(sets)
            first.append(first[-1] + len(outcomes))
            view = state.view(player)
            for bot in bots:
                chosen = bots[bot].choose(view) if len(outcomes) > 1 else outcomes[0][0]
                self.choice[bot][player].append([a for a, _ in outcomes].index(chosen))
        return first[sets[seen[player]]]

    def ready(self):
        self.begin = [np.array(first[:-1]) for first in self.first]
        self.count = [np.diff(first) for first in self.first]
        self.total = [first[-1] for first in self.first]
        self.of = [np.repeat(np.arange(len(c)), c) for c in self.count]  # action -> its set

    def even(self):
        return [1.0 / self.count[p][self.of[p]] for p in (0, 1)]

    def play(self, bot):
        """A bot's way of playing, as probabilities."""
        out = [np.zeros(n) for n in self.total]
        for p in (0, 1):
            out[p][self.begin[p] + np.array(self.choice[bot][p])] = 1
        return out

    def reaches(self, play):
        """How likely chance, and each seat's decisions, make every history."""
        out = []
        for depth, level in enumerate(self.levels):
            if depth == 0:
                out.append([np.ones(len(level["who"])), np.ones(len(level["who"])), level["chance"].copy()])
                continue
            before = out[-1]
            now = [r[level["parent"]] for r in before]
            for p in (0, 1):
                mine = level["by"] == p
                now[p][mine] *= play[p][level["action"][mine]]
            chance = level["by"] == veglia.CHANCE
            now[2][chance] *= level["chance"][chance]
            out.append(now)
        return out

    def values(self, play, best=None, reach=None):
        """Seat 0's value of every history; and, for each action, the value there weighed by how others get there.

        With `best` that seat answers as well as can be instead of playing as told."""
        reach = reach or self.reaches(play)
        gain = [np.zeros(n) for n in self.total]
        after = None
        kept = []
        for depth in range(len(self.levels) - 1, -1, -1):
            level, value = self.levels[depth], self.levels[depth]["value"].copy()
            if after is not None:
                below = self.levels[depth + 1]
                weight = np.where(below["by"] == veglia.CHANCE, below["chance"], 0.0)
                for p in (0, 1):
                    mine = below["by"] == p
                    edge, parent = below["action"][mine], below["parent"][mine]
                    others = reach[depth][1 - p][parent] * reach[depth][2][parent]
                    gain[p] += np.bincount(edge, others * (after[mine] if p == 0 else 1 - after[mine]), self.total[p])
                    if p == best:
                        weight[mine] = self.best_of(p, gain[p])[edge]
                    else:
                        weight[mine] = play[p][edge]
                value += np.bincount(below["parent"], weight * after, len(value))
            kept.append(value)
            after = value
        root = float(np.dot(after, self.levels[0]["chance"]))
        return root, gain, kept[::-1]

    def best_of(self, p, gain):
        """1 for the best action of each set."""
        top = np.maximum.reduceat(gain, self.begin[p])[self.of[p]]
        out = (gain >= top).astype(float)
        first = np.flatnonzero(out)
        keep = np.zeros(len(out))
        keep[first[np.unique(self.of[p][first], return_index=True)[1]]] = 1
        return keep


def solve(tree, rounds):
    """CFR+: the play that nobody gains against, and by how much somebody still would."""
    regret, total = [np.zeros(n) for n in tree.total], [np.zeros(n) for n in tree.total]

    def now(p):
        sums = np.bincount(tree.of[p], regret[p], len(tree.count[p]))[tree.of[p]]
        return np.where(sums > 0, regret[p] / np.where(sums > 0, sums, 1), 1 / tree.count[p][tree.of[p]])

    for t in range(1, rounds + 1):
        for p in (0, 1):
            play = [now(0), now(1)]
            reach = tree.reaches(play)
            _, gain, _ = tree.values(play, reach=reach)
            mean = np.bincount(tree.of[p], play[p] * gain[p], len(tree.count[p]))[tree.of[p]]
            regret[p] = np.maximum(regret[p] + gain[p] - mean, 0)
            mine = np.zeros(tree.total[p])  # how far this seat's own decisions lead to each set
            for level, r in zip(tree.levels[1:], reach[:-1]):
                here = level["by"] == p
                mine[level["action"][here]] = r[p][level["parent"][here]]
            total[p] += t * mine * play[p]
    out = []
    for p in (0, 1):
        sums = np.bincount(tree.of[p], total[p], len(tree.count[p]))[tree.of[p]]
        out.append(np.where(sums > 0, total[p] / np.where(sums > 0, sums, 1), 1 / tree.count[p][tree.of[p]]))
    first, second = tree.values(out, best=0)[0], tree.values(out, best=1)[0]
    return out, first, second


def judge(tree, perfect, bot):
    """Of the decisions a bot gets to against perfect play: how many are best, and what one loses."""
    decisions = best = lost = 0.0
    ways = tree.play(bot) if bot in tree.choice else tree.even()
    worth = []
    for p in (0, 1):
        play = [perfect[0], perfect[1]]
        _, gain, _ = tree.values(play, best=p)
        play[p] = ways[p]
        reach = tree.reaches(play)
        got, _, _ = tree.values(play, reach=reach)
        worth.append(got if p == 0 else 1 - got)
        # How often a set is reached: all of it, and by the others alone.
        mine, others = np.zeros(len(tree.count[p])), np.zeros(len(tree.count[p]))
        for depth, level in enumerate(tree.levels[1:]):
            here = level["by"] == p
            if not here.any():
                continue
            parents, at = np.unique(level["parent"][here], return_index=True)
            sets = tree.of[p][level["action"][here][at]]
            r = reach[depth]
            rest = r[1 - p][parents] * r[2][parents]
            others += np.bincount(sets, rest, len(others))
            mine += np.bincount(sets, rest * r[p][parents], len(mine))
        top = np.maximum.reduceat(gain[p], tree.begin[p])
        loss = (top[tree.of[p]] - gain[p]) / np.where(others > 0, others, 1)[tree.of[p]]
        weight = mine[tree.of[p]] * ways[p] * (tree.count[p] > 1)[tree.of[p]]
        decisions += weight.sum()
        best += weight[loss < 1e-3].sum()
        lost += (weight * loss).sum()
    return best / decisions, lost / decisions, worth


def deals_of(game, heroes):
    """All deals to two seats with these heroes, with their odds. In which order the cards came is all the same."""
    state = game.new_initial_state(2, edition="custom", first=0)
    for seat, hero in enumerate(heroes):
        state.play(f"hero {seat} {hero}")
    now = {state.key(): (1.0, state)}
    for _ in range(10):
        after = {}
        for odds, state in now.values():
            for action, chance in state.chance_outcomes():
                child = state.child(action)
                before = after.get(child.key(), (0.0, None))[0]
                after[child.key()] = (before + odds * chance, child)
        now = after
    return list(now.values())


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--edition-file", default=TINY, help="default: examples/tiny.txt")
    options.add_argument("--heroes", default="hercules,jason", help="of the two seats; the first begins")
    options.add_argument("--bots", default="random,greedy,master")
    options.add_argument("--rounds", type=int, default=300)
    said = options.parse_args()
    game = veglia.Game("quest")
    game.tune(open(said.edition_file, encoding="utf-8").read())
    names = said.bots.split(",")
    tree = Tree(deals_of(game, said.heroes.split(",")), {name: veglia.Bot(name) for name in names if name != "random"})
    tree.ready()
    perfect, most, least = solve(tree, said.rounds)
    value = (most + least) / 2
    print(f"{tree.size} histories, {len(tree.count[0])} and {len(tree.count[1])} information sets")
    print(f"who begins gets {100 * value:.2f} % of the win; the best answer gains {100 * (most - least) / 2:.3f} points on either side")
    for name in names:
        share, loss, worth = judge(tree, perfect, name)
        print(f"{name}: {100 * share:.1f} % of its decisions are best, one loses {100 * loss:.2f} points; against perfect play it gets "
              f"{100 * worth[0]:.1f} % beginning and {100 * worth[1]:.1f} % otherwise, of {100 * value:.1f} and {100 * (1 - value):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
