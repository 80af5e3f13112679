#!/usr/bin/env python3
"""How long a turn takes by ear: ear.py VEGLIA [WORDS A MINUTE]   (status 77: espeak-ng is not installed)

espeak-ng reads what `veglia play --brief` writes from one answer to the next question, as a screen reader would, in
both languages: no question may be further away than 40 seconds. The longest are listed; without --brief they are
measured too, for whom it does not matter.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

VEGLIA = os.path.abspath(sys.argv[1])
PACE = sys.argv[2] if len(sys.argv) > 2 else "175"
GAMES = ("quest", "fate", "mind", "fata", "winter")
LIMIT = 40


def seconds(text, lang):
    sound = subprocess.run(["espeak-ng", "-v", lang, "-s", PACE, "--stdout"], input=text.encode(), stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, check=True).stdout
    return max(0, len(sound) - 44) / 2 / 22050


def parts(game, lang, seed, brief):
    """What is written before each question."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "COLUMNS": "80"}
        out = subprocess.run([VEGLIA, "play", game, "--seats", "3", "--seed", str(seed), "--lang", lang, *brief, "--save",
                              os.path.join(folder, "g")], input="1\n2\n1\n" * 30, stdout=subprocess.PIPE, encoding="utf-8",
                             env=env, timeout=120).stdout
    out = re.split("\n(?:Punteggio finale|Final score)", out)[0]
    return re.split(r"(?m)^> ", out)[:-1]


def main():
    if not shutil.which("espeak-ng"):
        print("skipped: espeak-ng is not installed")
        sys.exit(77)
    wrong = 0
    for game in GAMES:
        for lang in ("it", "en"):
            for brief in (("--brief",), ()):
                said = [part for seed in ((5, 6) if brief else (5,)) for part in parts(game, lang, seed, brief)]
                opening, said = said[0], sorted(said[1:], key=lambda part: len(part.split()))
                times = [(seconds(part, lang), part) for part in said[-4:]]
                middle, (longest, text) = seconds(said[len(said) // 2], lang), max(times)
                first = seconds(opening, lang)
                bad = brief and max(longest, first) >= LIMIT
                wrong += bool(bad)
                print(f"{'TOO LONG ' if bad else ''}{game} {lang} {' '.join(brief) or '(all)':7}: opening {first:.0f} s, "
                      f"to a question {middle:.0f} s in the middle, {longest:.0f} s at most ({len(said)} questions)")
                if bad:
                    print("    " + (text if longest > first else opening).replace("\n", "\n    "))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
