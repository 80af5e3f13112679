#!/usr/bin/env python3
"""A bot for Veglia in another language: docs/bot-protocol.md, nothing but the standard library.

    veglia arena quest --bots cmd:examples/bot.py,random

It plays any game: it likes to do something rather than nothing. In Quest for
Legend it knows a little more: pairs first, then its own missions, then new
ones, then spoiling those of others; what is equal is left to chance.
"""
import json
import random
import sys

IDLE = ("pass", "done", "wait", "end", "stop", "no")


def quest(view, move, seat):
    """How much this move is liked, in Quest for Legend."""
    word = move.split()
    if word[0] == "pair":
        return 4
    if word[0] == "put":
        mine = word[2].split("@")[1].split(".")[0] == str(seat)
        return 3 if mine else 1
    if word[0] == "start":
        return 2
    if word[0] == "discard":
        return 1
    return 0.5


def like(game, view, move, seat):
    if game["game"] == "quest":
        return quest(view, move, seat)
    return 0 if move.split()[0] in IDLE else 1


def say(line):
    print(line, flush=True)  # a line that stays in a buffer is a line too late


def main():
    game, rng = {}, random.Random(1)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "veglia":
            say("ready example in Python")
        elif word == "newgame":
            game = json.loads(rest)
        elif word == "go":
            ask = json.loads(rest)
            marks = [like(game, ask["view"], m, ask["seat"]) + rng.random() / 2 for m in ask["moves"]]
            say("bestmove " + ask["moves"][marks.index(max(marks))])
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
