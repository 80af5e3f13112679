#!/usr/bin/env python3
"""A bot that misbehaves on purpose: bad_bot.py HOW [AFTER]

It answers well AFTER times (default 3) before it does what HOW says.
"""
import json
import os
import signal
import sys
import time

how, after = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3


def say(line):
    print(line, flush=True)


def misbehave(moves):
    if how == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "leave":
        sys.exit(0)
    elif how == "hang":
        time.sleep(60)
    elif how == "deaf":  # stops reading and answering, and leaves a child behind
        if os.fork() == 0:
            time.sleep(60)
        time.sleep(60)
    elif how == "flood":
        while True:
            say("info " + "x" * 900)
    elif how == "line":
        sys.stdout.write("bestmove " + "x" * 100000)
        sys.stdout.flush()
        time.sleep(60)
    elif how == "nonsense":
        say("bestmove fly to the moon")
    elif how == "noise":
        sys.stdout.buffer.write(b"\xff\xfe\x00\x1b[31m\n")
        sys.stdout.flush()
    elif how == "empty":
        say("")
    elif how == "chatty":  # allowed: it answers in the end
        for _ in range(20):
            say("info thinking")
        say("bestmove " + moves[0])


if how == "mute":
    time.sleep(60)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "veglia":
        say("hello" if how == "rude" else "ready bad")
    elif word == "go":
        moves = json.loads(rest)["moves"]
        if after > 0:
            after -= 1
            say("bestmove " + moves[0])
        else:
            misbehave(moves)
    elif word == "quit":
        break
