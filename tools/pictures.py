#!/usr/bin/env python3
"""Draws the pictures of the cards from their rows, with a child's hand, always the same.

    pictures.py c OUT.c THINGS GAME=ROWS...        a table for the books (src/tale/picture.h)
    pictures.py json OUT.json THINGS GAME=ROWS     the same of one game for the page
    pictures.py check THINGS GAME=ROWS...          every picture in its frame, no two alike

docs/pictures.md tells what may stand in the rows, and what a picture is made of here: src/tale/picture.c and
web/src/draw/picture.ts read it.
"""
import json
import math
import os
import random
import re
import sys

WIDTH, HEIGHT, FINE = 120, 90, 4  # of a picture in its rows; how many steps of the drawing a unit has
LINE, OFF = 7, 3  # in those steps: how wide a line is, how far beside it the wash lies


class Wrong(Exception):
    pass


# ---- reading ----

def lines_of(path):
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.split("#")[0].strip() if not line.startswith("colour") else line.strip()
            if line:
                yield f"{os.path.basename(path)}:{number}", line


def read_stroke(text, where):
    """'yk b 10 10 / 20 20': colours, shape, numbers; a slash after a point makes it a corner."""
    head, shape, *rest = text.split()
    numbers, corners = [], set()
    for word in rest:
        if word == "/":
            corners.add(len(numbers) // 2 - 1)
        else:
            numbers.append(float(word))
    if len(head) != 2 or shape not in SHAPES or not numbers:
        raise Wrong(f"{where}: '{text}' is no stroke")
    return head, shape, numbers, corners


def is_stroke(text):
    return re.match(r"[-~a-z0-9][-a-zA-Z0-9] [a-z] ", text) is not None


def read_things(path):
    colours, things = {}, {}
    for where, line in lines_of(path):
        if line.startswith("colour "):
            _, letter, value, *_ = line.split()
            colours[letter] = value
            continue
        name, _, body = line.partition(":")
        name, *given = name.split()
        if name in things:
            raise Wrong(f"{where}: {name} is drawn twice")
        own = dict(pair.split("=") for pair in given)
        strokes = []
        for piece in filter(None, (p.strip() for p in body.split(";"))):
            if is_stroke(piece):
                strokes.append(read_stroke(piece, where))
            else:  # another thing in this one
                strokes.append(piece)
        things[name] = (own, strokes, where)
    return colours, things


def read_rows(path):
    rows = []
    for where, line in lines_of(path):
        name, _, body = line.partition(":")
        parts = [p.strip() for p in body.split(";")]
        rows.append((name.strip(), [p for p in parts if p], where))
    return rows


# ---- shapes: points, closed, corners ----

def ring(cx, cy, rx, ry, start=0, end=360):
    whole = abs(end - start) >= 360
    steps = max(3, round(abs(end - start) / 45))
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps if whole else steps + 1)]
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles], whole


def pairs(numbers):
    return list(zip(numbers[::2], numbers[1::2]))


def shaped(shape, n, corners):
    if shape == "o":
        points, closed = ring(n[0], n[1], n[2], n[2])
        return points, closed, set()
    if shape == "e":
        points, closed = ring(*n)
        return points, closed, set()
    if shape == "a":  # an arc: centre, radii, from, to in degrees, clockwise from the right
        points, closed = ring(*n)
        return points, closed, set()
    if shape == "r":
        x, y, w, h = n
        points = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        return points, True, set(range(4))
    if shape in "sg":  # a star, a cogwheel: centre, outer and inner radius, points; turned so that one is on top
        cx, cy, far, near, count = n
        points = []
        for i in range(int(count)):
            for part, radius in ((0, far), (0.5, near)) if shape == "s" else ((-0.22, far), (0.22, far), (0.32, near), (0.68, near)):
                angle = 2 * math.pi * (i + part) / count - math.pi / 2
                points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
        return points, True, set(range(len(points)))
    points = pairs(n)
    if shape in "lp":
        return points, shape == "p", set(range(len(points)))
    if shape == "z":  # a scribble over a box: x y w h step
        x, y, w, h, step = n
        points, at, up = [], x, False
        while at < x + w:
            points.append((min(at + (step if up else 0), x + w), y if up else y + h))
            at += step / 2
            up = not up
        return points, False, set(range(len(points)))
    return points, shape == "b", corners


SHAPES = "oearlpcbzsg"


# ---- the hand ----

def wobble(points, closed, corners, hand, most):
    """Long ways get a point in the middle; every point trembles a little."""
    out, sharp = [], set()
    count = len(points)
    for i, (x, y) in enumerate(points):
        if i in corners:
            sharp.add(len(out))
        out.append((x, y))
        if i == count - 1 and not closed:
            break
        nx, ny = points[(i + 1) % count]
        far = math.hypot(nx - x, ny - y)
        if i in corners and (i + 1) % count in corners and far > 18:
            pieces = 3 if far > 60 else 2
            for k in range(1, pieces):
                out.append((x + (nx - x) * k / pieces, y + (ny - y) * k / pieces))
    return [(x + hand.uniform(-most, most), y + hand.uniform(-most, most)) for x, y in out], sharp


def path_of(points, closed, sharp):
    """A curve through the points, broken at corners; whole numbers, each from the last one."""
    count = len(points)
    fine = [(int(round(x * FINE)), int(round(y * FINE))) for x, y in points]
    at = fine[0]
    out = [f"M{at[0]} {at[1]}"]
    last, smooth = "M", None

    def put(letter, *xy):
        nonlocal last, at
        words = [w for x, y in xy for w in (x - at[0], y - at[1])]
        text = "".join((" " if w >= 0 and (i or letter == last) else "") + str(w) for i, w in enumerate(words))
        out.append(("" if letter == last else letter) + text)
        last, at = letter, xy[-1]

    for i in range(count if closed else count - 1):
        j = (i + 1) % count
        p1, p2 = fine[i], fine[j]
        p0 = fine[i - 1] if (closed or i) and i not in sharp else p1
        p3 = fine[(j + 1) % count] if (closed or j < count - 1) and j not in sharp else p2
        if i in sharp and j in sharp:
            put("l", p2)
            smooth = None
            continue
        c1 = (p1[0] + round((p2[0] - p0[0]) / 6), p1[1] + round((p2[1] - p0[1]) / 6))
        c2 = (p2[0] - round((p3[0] - p1[0]) / 6), p2[1] - round((p3[1] - p1[1]) / 6))
        if smooth is not None and i not in sharp:  # the handle is the last one's, mirrored
            put("s", c2, p2)
        else:
            put("c", c1, c2, p2)
        smooth = c2
    return "".join(out) + ("z" if closed else "")


def short(v):
    """A number for an attribute: three digits after the point at most, none that say nothing."""
    text = f"{v:.3f}".rstrip("0").rstrip(".")
    text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    return "0" if text in ("", "-", "-0") else text


# ---- pictures ----

class Drawing:
    def __init__(self, colours, things):
        self.colours, self.things = colours, things
        self.made = {}  # things as strokes, digits for the colours that change

    def colour(self, letter, where):
        if letter not in "-~" and not letter.isdigit() and letter.lower() not in self.colours:
            raise Wrong(f"{where}: there is no colour '{letter}'")
        return letter

    def stroke(self, stroke, own, hand, most, where):
        head, shape, numbers, corners = stroke
        points, closed, corners = shaped(shape, numbers, corners)
        size = max(max(x for x, _ in points) - min(x for x, _ in points), max(y for _, y in points) - min(y for _, y in points))
        points, sharp = wobble(points, closed, corners, hand, max(most / 6, min(most, size * most / 36)))
        return "".join(self.colour(own.get(c, c), where) for c in head) + path_of(points, closed, sharp)

    def frame(self, points, where):
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if min(xs) < -0.1 or max(xs) > WIDTH + 0.1 or min(ys) < -0.1 or max(ys) > HEIGHT + 0.1:
            raise Wrong(f"{where}: outside the frame: x {min(xs):.0f} to {max(xs):.0f}, y {min(ys):.0f} to {max(ys):.0f}")

    def placed(self, text, where):
        """'key 60 45 40 -20 < 1=y': a thing, its middle, its size, how it is turned, mirrored, colours."""
        name, *words = text.split()
        if name not in self.things:
            raise Wrong(f"{where}: there is no thing '{name}'")
        numbers = [float(w) for w in words if w != "<" and "=" not in w]
        own = dict(w.split("=") for w in words if "=" in w)
        backdrop = not numbers
        x, y, size, turn = (numbers + [50, 50, 100, 0][len(numbers):])[:4]
        return name, backdrop, x, y, size / 100, math.radians(turn), -1 if "<" in words else 1, own

    def points(self, name, where):
        """All points of a thing, those of things in it too."""
        for stroke in self.things[name][1]:
            if isinstance(stroke, str):
                inner, _, x, y, s, a, m, _ = self.placed(stroke, where)
                yield from (turned(p, x, y, s, a, m) for p in self.points(inner, where))
            else:
                yield from shaped(stroke[1], stroke[2], stroke[3])[0]

    def thing(self, name, where):
        if name in self.made:
            return self.made[name]
        out = []
        hand = random.Random(name)
        for stroke in self.things[name][1]:
            if isinstance(stroke, str):  # a thing in a thing: drawn where it stands
                inner, _, x, y, s, a, m, own = self.placed(stroke, where)
                mine = {**self.things[inner][0], **own}
                for part in self.things[inner][1]:
                    if isinstance(part, str):
                        raise Wrong(f"{where}: {inner} in {name} is made of things itself")
                    points, closed, corners = shaped(*part[1:])
                    points = [turned(p, x, y, s, a, m) for p in points]
                    points, sharp = wobble(points, closed, corners, hand, 0.7)
                    out.append("".join(self.colour(mine.get(c, c), where) for c in part[0]) + path_of(points, closed, sharp))
            else:
                backdrop = max(x for x, _ in shaped(*stroke[1:])[0]) > 101
                out.append(self.stroke(stroke, {}, hand, 0.8 if backdrop else 1.3, where))
        self.made[name] = ";".join(out)
        return self.made[name]

    def place(self, text, hand, where):
        if is_stroke(text):
            stroke = read_stroke(text, where)
            self.frame(shaped(*stroke[1:])[0], where)
            return self.stroke(stroke, {}, hand, 0.75, where)
        name, backdrop, x, y, s, a, m, own = self.placed(text, where)
        self.thing(name, where)
        colours = {**self.things[name][0], **own}
        for letter in colours.values():
            self.colour(letter, where)
        dyes = "".join(key + value for key, value in sorted(colours.items()))
        if backdrop:
            return f"@{name}"
        self.frame([turned(p, x, y, s, a, m) for p in self.points(name, where)], where)
        matrix = [m * s * math.cos(a), m * s * math.sin(a), -s * math.sin(a), s * math.cos(a)]
        ex, ey = x - matrix[0] * 50 - matrix[2] * 50, y - matrix[1] * 50 - matrix[3] * 50
        # The wash lies off the line by the same step everywhere, however the thing is turned.
        ox, oy = (OFF * math.cos(a) + OFF * math.sin(a)) * m / s, (-OFF * math.sin(a) + OFF * math.cos(a)) / s
        numbers = " ".join(short(v) for v in matrix + [ex * FINE, ey * FINE])
        return f"@{name},{numbers},{short(round(ox, 1))} {short(round(oy, 1))},{short(round(LINE / s, 1))},{short(round(2 * LINE / s, 1))},{dyes}"

    def picture(self, name, parts, where):
        return ";".join(self.place(part, random.Random(f"{name} {i}"), f"{where} {name}") for i, part in enumerate(parts))


def turned(point, x, y, s, a, m):
    px, py = (point[0] - 50) * m * s, (point[1] - 50) * s
    return x + px * math.cos(a) - py * math.sin(a), y + px * math.sin(a) + py * math.cos(a)


def draw(things_path, games):
    colours, things = read_things(things_path)
    drawing = Drawing(colours, things)
    made, faults = {}, []
    for game, path in games:
        for name, parts, where in read_rows(path):
            full = f"{game}/{name}"
            if full in made:
                faults.append(f"{where}: {name} is drawn twice")
            try:
                made[full] = drawing.picture(name, parts, where)
            except (Wrong, ValueError, TypeError) as wrong:
                faults.append(str(wrong) if isinstance(wrong, Wrong) else f"{where} {name}: {wrong}")
    if faults:
        sys.exit("\n".join(faults))
    return colours, things, made, drawing.made


def main():
    form, *args = sys.argv[1:]
    out = args.pop(0) if form != "check" else None
    things_path, *games = args
    games = [tuple(g.split("=", 1)) for g in games]
    colours, things, made, used = draw(things_path, games)
    if form == "check":
        check(games, things, made, used)
        return
    with open(out, "w", encoding="utf-8") as f:
        if form == "json":
            json.dump({"colours": colours, "things": used, "pictures": {n.split("/")[1]: p for n, p in made.items()}}, f, separators=(",", ":"))
        else:
            f.write("// Made by tools/pictures.py from the rows of the pictures.\n#include \"tale/picture.h\"\n\n")
            f.write("const char *const vg_colours['z' + 1] = {\n")
            f.writelines(f"    ['{letter}'] = \"{value}\",\n" for letter, value in sorted(colours.items()))
            f.write("};\n")
            for table, drawn in (("things", used), ("pictures", made)):
                f.write(f"const vg_drawn vg_drawn_{table}[] = {{\n")
                f.writelines(f'    {{"{name}", "{strokes}"}},\n' for name, strokes in sorted(drawn.items()))
                f.write(f"}};\nconst int vg_drawn_{table}_count = {len(drawn)};\n")


def check(games, things, made, used):
    faults = []
    seen = {}
    for game, path in games:
        for name, parts, where in read_rows(path):
            # Two pictures of the same things in the same places are one picture, however the hand trembles.
            key = tuple(parts)
            if key in seen:
                faults.append(f"{where}: {name} is {seen[key]}")
            seen[key] = f"{game}/{name}"
            middle = [p for p in parts[1:]]
            if not 1 <= len(middle) <= 24:
                faults.append(f"{where}: {name} has {len(middle)} parts")
    faults += [f"{where}: nobody draws {name}" for name, (_, _, where) in things.items() if name not in used]
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(made)} pictures of {len(used)} things, {sum(len(p) for p in made.values())} bytes")


if __name__ == "__main__":
    main()
