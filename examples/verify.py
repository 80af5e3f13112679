#!/usr/bin/env python3
"""Checks the luck of records: verify.py RECORD... Written from docs/randomness.md, record.md, notation.md and chance.md
alone; the lists of cards are read from chance.md. Commitment, salts, key, chain and every outcome of chance are held to
these pages, following the cards as far as chance needs them; whether moves are allowed is for `veglia verify`.
Ends with 0 if all is well, 1 if something differs (the first difference is named), 2 if there is nothing to check."""
import hashlib, pathlib, re, sys
from collections import Counter

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "chance.md"
KINDS = {}  # "quest CARD": {"boat": (11, []), ...}, in the order in which a draw walks through them
for name, rows in re.findall(r"```kinds (\w+ \w+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S):
    KINDS[name] = {w[0]: (int(w[1]), w[2:]) for w in map(str.split, rows.splitlines())}
DIE = {str(face): 1 for face in range(1, 7)}

class Differs(Exception): "What differs, or should be there."
class Over(Exception): "The record has no more lines of this game."

def sha(*parts):
    return hashlib.sha256(b"".join(p.encode() if isinstance(p, str) else p for p in parts)).digest()

def stream(key, k):
    """The words of chance move k: ChaCha20 as in RFC 8439."""
    for counter in range(1 << 32):
        data = b"expand 32-byte k" + key + counter.to_bytes(4, "little") + bytes(4) + k.to_bytes(8, "little")
        start = [int.from_bytes(data[i:i + 4], "little") for i in range(0, 64, 4)]
        x = start[:]
        for i in list(range(8)) * 10:  # four columns, then four diagonals
            a, b, c, d = (4 * j + (i + j * (i // 4)) % 4 for j in range(4))
            for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[p] = (x[p] + x[q]) & 0xFFFFFFFF
                x[r] = ((x[r] ^ x[p]) << turn | (x[r] ^ x[p]) >> 32 - turn) & 0xFFFFFFFF
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, start))

def below(source, n):
    while (product := next(source) * n) % 2**32 < 2**32 % n: pass
    return product >> 32

class Table:
    """One game being followed. lines: (number, seat or None for chance, words), the next one last."""
    def __init__(self, lines, seats, option, start, key):
        self.lines, self.seats, self.option, self.start, self.key, self.k = lines, seats, option, start, key, 0
    def next(self):
        if not self.lines: raise Over
        return self.lines[-1][1], *self.lines[-1][2]
    def chance(self, verb, pool):
        """The next line must be this outcome. pool: the outcomes in their order, with copies."""
        if self.next()[0] is not None: raise Differs(f"chance should {verb} here")
        if not (n := sum(pool.values())): raise Differs(f"there is nothing to {verb}")
        i = below(stream(self.key, self.k), n)
        outcome = next(o for o, copies in pool.items() if (i := i - copies) < 0)
        if self.lines[-1][2] != [verb, *outcome.split()]: raise Differs(f"chance gives \"{verb} {outcome}\"")
        self.lines.pop(); self.k += 1
        return outcome
    def draw(self, left, back=None):
        if back and not sum(left.values()): left.update(back); back.clear()  # the kinds keep their order
        left[card := self.chance("draw", left)] -= 1
        return card
    def __iter__(self):
        """All lines that follow; one of chance has to be checked before the next is asked for."""
        while self.lines:
            seat, verb, *a = self.next()
            if seat is not None: self.lines.pop()
            yield seat, verb, a

def deck(kinds):
    return Counter({kind: n for kind, (n, _) in KINDS[kinds].items()})

def quest(t):
    left, back, slots, heroes, decks = deck("quest CARD"), Counter(), [], [], 1
    for p in range(t.seats):
        heroes.append(t.chance("hero", {f"{p} {h}": 1 for h in KINDS["quest HERO"] if h not in heroes}).split()[1])
    for seat, verb, a in t:
        if seat is None:
            t.draw(left)
            if decks == 1 and not sum(left.values()): left.update(back); back.clear(); decks = 2
        elif verb == "discard": back[a[0]] += 1
        elif verb == "start": slots.append((a[0], seat, Counter(KINDS["quest MISSION"][a[0]][1]), []))
        elif verb in ("put", "pair", "declare"):
            mission, owner, later = re.fullmatch(r"(\w+)@(\d)(\.2)?", a[-1]).groups()
            slot = [s for s in slots if s[:2] == (mission, int(owner))][1 if later else 0]
            own, one, two, stands = KINDS["quest HERO"][heroes[seat]][1]
            if verb == "put": slot[2][a[0]] -= 1; slot[3].append(a[0])
            if verb == "pair": slot[2][stands] -= 1; slot[3].extend((one, two))
            missing = sum(slot[2].values())
            if verb == "declare" or missing == 0 or missing == 1 and mission == own:
                completed = seat ^ int(owner) in ((0, 2) if t.option.get("pairs") == "yes" else (0,))
                slots = [s for s in slots if s is not slot and not (completed and s[0] == mission)]
                back.update([] if completed else [mission, *slot[3]])

def fate(t):
    left, back, objects, stories = deck("fate CARD"), Counter(), dict.fromkeys(KINDS["fate OBJECT"], 1), {}
    at, ring, played, hushes = [0] * t.seats, 10 + 3 * (t.seats - 2), None, 0
    for seat, verb, a in t:
        if verb in ("discard", "play"): back[a[0]] += 1
        if verb == "pass" or verb == "play" and a[0] == "hush": hushes += verb == "play"; continue
        if played and hushes % 2 == 0:  # the interruption before this line was not cancelled: it acts
            who, card, *aim = played
            if card == "shortcut": at[who] = int(aim[0])
            if card == "unravel": back[stories[int(aim[0])].pop()[0]] += 1
            if card == "shape-shift": stories[int(aim[0])][-1][1] = int(aim[1])
        played, hushes = (seat, *a) if verb == "play" else None, 0
        if verb == "die": t.chance("die", DIE)
        elif verb == "object": del objects[t.chance("object", objects)]
        elif seat is None: t.draw(left, back)
        elif verb == "move" and a[0] != "0": at[seat] = (at[seat] + int(a[1]) * (1 if a[0] == "cw" else -1)) % ring
        elif verb == "tell":
            story, after = stories.setdefault(at[seat], []), len(a)
            if "after" in a: after, story[-1][1] = a.index("after"), int(a[-1])
            story.append([a[0], int(a[after - 1] if after > 1 else a[0][1])])
            if {value for _, value in story} >= {1, 2, 3, 4, 5}: back.update(c for c, _ in stories.pop(at[seat]))

def mind(t):
    pile, bottom, bank, chosen = deck("mind COFFER"), [], deck("mind STONE"), []
    bank.subtract(dict.fromkeys(bank, 2 if t.seats < 5 else 1 if t.seats < 7 else 0))
    for seat, verb, a in t:
        if verb == "return": bottom.append(a[1])
        elif verb == "choose" and seat is not None: chosen.append(a[0])
        elif verb == "choose": chosen.append(t.chance(verb, {c: 1 for c in deck("mind CHARACTER") if c not in chosen}))
        elif verb == "deal": bank[t.chance(verb, bank)] -= 1
        elif verb == "roll": t.chance(verb, DIE)
        elif seat is None and sum(pile.values()): t.draw(pile)
        elif seat is None: t.chance("draw", {bottom.pop(0): 1} if bottom else {})

def fata(t):
    lineages = [c for c, (_, with_seats) in KINDS["fata LINEAGE"].items() if str(t.seats) in with_seats]
    treasures = [x for x in KINDS["fata TREASURE"] if x.split("-")[0] in lineages]
    left, pile, rounds, is_of, shown, out, hit = deck("fata CARD"), set(), 0, [], {}, set(), set()
    hand, row, veil, down, up = ([new() for _ in range(t.seats)] for new in (Counter, lambda: [[], []], list, set, set))
    aside, turn, lasting, flying, cast, named, due = Counter(), None, [], [], None, None, True
    def order(some): return {x: 1 for x in treasures if x in some}
    def queen():  # the treasures begin anew, as they did at the start
        nonlocal rounds
        if (rounds := rounds + 1) == 3: raise Over
        pile.update(treasures)
        for some in down + up: some.clear()
        for _ in range(3): show()
    def show():
        treasure = t.chance("show", order(pile) | ({"queen": 1} if len(pile) <= 4 else {}))
        queen() if treasure == "queen" else pile.remove(treasure)
    def draw(to):
        if not sum(left.values()):  # whatever lies nowhere else lies in the discards
            left.update(deck("fata CARD"))
            for some in (aside, lasting, flying, *hand, *veil, *sum(row, [])): left.subtract(some)
        if sum(left.values()): to[t.draw(left)] += 1
    def lay(seat, treasure): (up if shown.get(seat) == treasure.split("-")[0] else down)[seat].add(treasure)
    def lift(card): next(r for r in sum(row, []) if card in r).remove(card)
    def pick(target):  # of a trimagic; None: no more
        nonlocal cast, due
        if not cast:
            those = row[turn][named if named is not None else 0 if len(row[turn][0]) == 3 else 1]
            cast, due = [those, those[0].split("-")[0], int(those[2].split("-")[2])], False
            hit.clear()
        cast[2] = 0 if target is None else cast[2] - 1
        if target is None: pass
        elif cast[1] == "draw": draw(hand[target])
        elif cast[1] == "rob" and target != turn and not veil[target] and down[target]:
            down[target].remove(treasure := t.chance("rob", order(down[target]))); lay(turn, treasure)
        elif cast[1] == "drop" and sum(hand[target].values()):
            hand[target][t.chance("lose", {c: hand[target][c] for c in left})] -= 1; hit.add(target)
    def end_cast():
        cast[0].clear()
        fallen = [p for p in [*range(turn + 1, t.seats), *range(turn)] if p in hit and not sum(hand[p].values())]
        for p in fallen:
            if rounds == 1: draw(hand[p])
            else: out.add(p); row[p] = [[], []]; veil[p] = []
        for p in fallen if rounds == 2 else []:
            pool, down[p], up[p], to = down[p] | up[p], set(), set(), turn
            while pool:
                to = next(q % t.seats for q in range(to + 1, to + 9) if q % t.seats not in out)
                pool.remove(treasure := t.chance("share", order(pool))); lay(to, treasure)
    for _ in range(t.seats): is_of.append(t.chance("lineage", {c: 1 for c in lineages if c not in is_of}))
    queen()
    for some in [some for some in hand for _ in range(4)]: draw(some)
    while True:
        seat, verb, *a = t.next()
        if seat is None and verb == "show": queen(); continue  # she has come of herself
        if seat is None and flying: flying = []; draw(aside); continue  # nothing was left to give
        if seat is None: raise Differs("chance is not asked here")
        t.lines.pop()
        if seat != turn:
            if turn is not None: hand[turn].update(aside); aside.clear()
            turn, lasting, flying, veil[seat], cast, named, due = seat, [], [], [], None, None, True
        mine, mine_rows, to = hand[seat], row[seat], row[seat][a[1:] == ["b"]]
        if verb in ("play", "charm"): mine[a[0]] -= 1
        if verb == "play": to.append(a[0]); draw(aside)
        elif verb == "charm" and a[0] == "dew-veil": veil[seat].append(a[0]); draw(aside)
        elif verb == "charm" and a[0] in ("third-sight", "falling-star"): lasting.append(a[0]); draw(aside)
        elif verb == "charm" and a[0] == "twin-dream": flying = a; draw(mine); draw(mine); flying = []; draw(aside)
        elif verb == "charm": flying = a  # until it has touched something
        elif verb == "exchange":
            n = sum(mine.values()); mine.clear()
            for _ in range(max(n - 1, 1)): draw(mine)
        elif verb == "steal": lift(a[0]); to.append(a[0])
        elif flying and verb in ("on", "swap"):
            if verb == "swap":
                for r in sum(row, []): r[:] = [{a[0]: a[1], a[1]: a[0]}.get(c, c) for c in r]
            elif flying == ["blind-bargain"]:
                both = {f"{x} {y}": 1 for x in order(down[seat]) for y in order(down[int(a[0])])}
                given, received = t.chance("trade", both).split()
                down[seat].remove(given); down[int(a[0])].remove(received); lay(int(a[0]), given); lay(seat, received)
            elif flying != ["glass-eye"]: lift(a[0]); mine[a[0]] += flying == ["homecoming"]
            flying = []; draw(aside)
        elif verb == "on": pick(int(a[0]))
        elif verb == "stop": pick(None)
        elif verb in ("take", "give"):
            stars = sum(int(r[-1].split("-")[2]) for r in mine_rows if r) + ("falling-star" in lasting)
            lay(int(a[1]) if verb == "give" else seat, a[0])
            if due and stars >= 3: due = False
            else: pick(seat)
            show()
        elif verb == "row": named = "ab".index(a[0])
        elif verb == "reveal":
            shown[seat], some, down[seat] = is_of[seat], down[seat], set()
            for treasure in some: lay(seat, treasure)
        elif verb == "discard": mine.update(aside); aside.clear(); mine[a[0]] -= 1
        if cast and cast[2] == 0: end_cast(); cast = named = None

def winter(t):
    left, back, goals = deck("winter CARD"), Counter(), deck("winter OBJECTIVE")
    side = {x: note[0] for kinds in KINDS if "winter" in kinds for x, (_, note) in KINDS[kinds].items() if note}
    sides, last = ("spring", "winter"), t.seats - 1 if t.seats % 2 else None  # the Writer gets one of each
    wanted = [((t.start + i) % t.seats, s) for i in range(t.seats) for s in (sides if i == last else (sides[i % 2],))]
    have, aside, opened, active, mission, trap, told = {}, [], [], {}, None, False, False  # mission: cards lying there
    before = {}  # what a seat did last: who has spent a card tells of a movement
    for seat, verb, a in t:
        if verb == "objective":
            who, of = wanted.pop(0)
            have[who, of] = t.chance(verb, {g: n for g, n in goals.items() if side[g] == of})
            goals[have[who, of]] -= 1
        elif verb == "open":
            of, gone = ("winter" if opened else "spring"), ("artefatto-i" if opened == ["artefatto-p"] else None)
            opened.append(t.chance(verb, {m: 1 for m in KINDS["winter MISSION"] if side[m] == of and m != gone}))
        elif seat is None: t.draw(left, back)
        elif verb == "resolve": mission, trap, told = [], False, False
        elif verb == "play" and mission is not None and not trap: mission += [c for c in a[:1] if c in left]
        elif verb == "remember": mission.remove(a[0])
        elif verb == "tell": told = told or (mission is not None and before.get(seat) != "spend")
        elif verb == "done": trap = False
        elif verb == "slot" and told: back.update(mission); mission, told = None, False
        elif verb not in ("with", "pass", "slot"):
            if mission and verb != "play": back.update(mission); mission = []
            if verb in ("spend", "attack", "trap", "play") and a[0] in left: back[a[0]] += 1
            told, trap = False, trap or verb == "bid"
            if verb in ("activate", "join"): active[seat] = a[0]
            if verb == "swap":
                aside.append(have.pop((seat, of := side[active[seat]])))
                if not sum(n for g, n in goals.items() if side[g] == of):
                    goals.update(g for g in aside if side[g] == of)
                    aside = [g for g in aside if side[g] != of]
                wanted = [(seat, of)]
        before[seat] = verb

def verify(text):
    """Gives how many outcomes of chance hold, and how many people's salts."""
    header, said, body, end = [], {}, [], {}
    for number, line in enumerate(text.splitlines(), 1):
        if not (w := line.split()) or w[0][0] == "#" or line[0] == " ": continue  # nothing, or narration
        if w[0] in ("head", "secret", "renamed"): end[w[0]] = w[1:]
        elif w[0] in ("*", "==") or w[0][0].isdigit(): body.append((number, w))
        else: header.append(" ".join(w)); said.setdefault(w[0], []).append(w[1:])
    form, game, seats, first = said["veglia"][0][1], said["game"][0][0], int(said["seats"][0][0]), said["first"][0][0]
    hashes, salts = ({int(w[0]): w[1] for w in said.get(kind, [])} for kind in ("hash", "salt"))
    if "seed" in said: secret = sha("veglia seed 1\n", said["seed"][0][0])
    elif "commit" in said and "secret" in end: secret = bytes.fromhex(end["secret"][0])
    else: raise LookupError("no secret is shown")
    if "commit" in said and sha("veglia commit 1\n", secret).hex() != said["commit"][0][0]:
        raise Differs("the secret is not the one committed to")
    if form == "2" and {p: sha("veglia salt 2\n", bytes.fromhex(x)).hex() for p, x in salts.items()} != hashes:
        raise Differs("a salt does not belong to its hash")
    chain, games, outcomes = [opening := sha("".join(line + "\n" for line in header))], [[]], 0
    for number, w in body:  # the chain has all lines, a game those that were not taken back
        chain.append(sha("veglia link 2\n", secret, chain[-1], " ".join(w), "\n"))
        seat = None if w[0] == "*" else w[0].split("/")[0]
        if seat == "==": games.append([])
        elif w[1] == "undo": games[-1].remove([x for x in games[-1] if x[1] == int(seat)][-1])
        else: games[-1].append((number, seat and int(seat), w[1:]))
    option, start = dict(w[0].split("=") for w in said.get("option", [])), None if first == "chance" else int(first)
    of_seats = [bytes([len(x)]) + x.encode() for x in (salts.get(p, "") for p in range(seats))]
    for g, lines in enumerate(games, 1):
        key = sha("veglia key 2\n", secret, opening, bytes([g]))
        if "shared" in said: key = sha("veglia shared key 2\n", secret, bytes([g]))
        if form == "1": key = sha("veglia key 1\n", secret, bytes([g, seats]), *of_seats)
        t = Table(lines[::-1], seats, option, start, key)
        try:
            verb = "first" if game == "quest" else "start"
            if start is None: t.start = int(t.chance(verb, {str(p): 1 for p in range(seats)}))
            {"quest": quest, "fate": fate, "mind": mind, "fata": fata, "winter": winter}[game](t)
        except Over: pass
        except (Differs, LookupError, ValueError, TypeError, AttributeError, StopIteration) as why:
            at = t.lines[-1][0] if t.lines else len(text.splitlines())
            raise Differs(f"line {at}: {why if isinstance(why, Differs) else 'makes no sense'}") from why
        outcomes, start = outcomes + t.k, None if t.start is None else (t.start + 1) % seats
    if form == "2" and end.get("head") != [str(len(body)), chain[-1].hex()]: raise Differs("the head is another")
    return outcomes, len(hashes)

if __name__ == "__main__":
    status = 0
    for path in sys.argv[1:]:
        try: print(path + ": %d outcomes hold; %d people added a salt" % verify(pathlib.Path(path).read_text("utf-8")))
        except Differs as why: print(f"{path}: {why}"); status = max(status, 1)
        except (LookupError, ValueError, OSError) as why: print(f"{path}: cannot be checked: {why}"); status = 2
    sys.exit(status)
