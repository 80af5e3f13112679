#!/usr/bin/env python3
"""The pictures of the terminal in docs/screens: screens.py VEGLIA FOLDER (needs tmux and chromium)

Every game in the middle of a practice game, at 80x24 by day in Italian and at 120x40 by night in English.
"""
import os
import subprocess
import sys
import tempfile
import time

sys.argv, ARGS = [sys.argv[0], sys.argv[1]], sys.argv[2:]
from run import GAMES, Screen, VEGLIA  # noqa: E402
import picture  # noqa: E402

FOLDER = os.path.abspath(ARGS[0])


def photograph(captured, name, width, height, dark):
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        with open(page, "w", encoding="utf-8") as f:
            f.write(picture.page(captured, dark))
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        f"--window-size={width * 9 + 38},{height * 19 + 24}",
                        f"--screenshot={os.path.join(FOLDER, name)}.png", "file://" + page],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, timeout=120)


def main():
    for game, seats in GAMES.items():
        for lang, (width, height), dark in (("it", (80, 24), False), ("en", (120, 40), True)):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                screen = Screen(folder, VEGLIA, "play", game, "--seats", seats, "--seed", "3", "--lang", lang,
                                width=width, height=height)
                screen.until("Invio gioca|Enter plays")
                for _ in range(14):
                    screen.keys("Enter")
                    time.sleep(0.15)
                screen.keys("Down")
                time.sleep(0.5)
                photograph(screen.coloured(), f"terminal-{game}-{'night' if dark else 'day'}", width, height, dark)
                screen.close()


main()
