"""A captured screen (tmux capture-pane -e) as a web page, so that it can be looked at and photographed."""
import html
import re

PLAIN = ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"]


def colour(n):
    if n < 16:
        return PLAIN[n % 8]
    if n >= 232:
        return "#" + "%02x" % (8 + 10 * (n - 232)) * 3
    n -= 16
    levels = [0, 95, 135, 175, 215, 255]
    return "#%02x%02x%02x" % (levels[n // 36], levels[n // 6 % 6], levels[n % 6])


def spans(line, state):
    """The line's text with its looks; `state` goes on from line to line."""
    for part in re.split(r"(\033\[[0-9;]*m)", line):
        codes = re.fullmatch(r"\033\[([0-9;]*)m", part)
        if not codes:
            if part:
                yield part, dict(state)
            continue
        numbers = [int(n or 0) for n in codes[1].split(";")]
        while numbers:
            n = numbers.pop(0)
            if n == 0:
                state.clear()
            elif n == 38 and numbers[:1] == [5]:
                state["fg"] = colour(numbers[1])
                numbers = numbers[2:]
            elif 30 <= n <= 37:
                state["fg"] = PLAIN[n - 30]
            elif n == 39:
                state.pop("fg", None)
            elif n in (1, 2, 3, 4, 7):
                state[n] = True
            elif n in (22, 23, 24, 27):
                for off in ((1, 2) if n == 22 else (n - 20,)):
                    state.pop(off, None)


def page(captured, dark=True):
    ground, ink = ("#191a20", "#efe6d2") if dark else ("#f6efe0", "#2a2320")
    out, state = [], {}
    for line in captured.rstrip("\n").split("\n"):
        row = ""
        for text, look in spans(line, state):
            fg, bg = look.get("fg", ink), ground
            if look.get(7):
                fg, bg = bg, fg
            style = f"color:{fg};background:{bg}"
            style += ";font-weight:bold" if look.get(1) else ""
            style += ";opacity:.65" if look.get(2) else ""
            style += ";font-style:italic" if look.get(3) else ""
            style += ";text-decoration:underline" if look.get(4) else ""
            row += f'<span style="{style}">{html.escape(text)}</span>'
        out.append(row)
    return (f'<!doctype html><meta charset="utf-8"><body style="margin:0;background:{ground};color:{ink}">'
            '<pre style="margin:10px;font:15px/19px \'DejaVu Sans Mono\',monospace;display:inline-block">'
            + "\n".join(out) + "\n</pre>")
