#!/usr/bin/env python3
"""Recomputes the numbers in docs/randomness.md from what that page says, sharing no code with the engine."""
import hashlib
import re
import sys

page = open(sys.argv[1], encoding="utf-8").read()
count = 0


def check(what, got, wanted):
    global count
    count += 1
    if got != wanted:
        sys.exit(f"{what}: the page says {wanted}, its rules give {got}")


def block(name):
    return re.search(f"```{name}\n(.*?)```", page, re.S).group(1)


# ---- ChaCha20 and below(n) ----

def chacha(key, k):
    """The words of chance move k."""
    def quarter(x, a, b, c, d):
        for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & 0xFFFFFFFF
            v = x[r] ^ x[p]
            x[r] = (v << turn | v >> 32 - turn) & 0xFFFFFFFF

    def words(data):
        return [int.from_bytes(data[i:i + 4], "little") for i in range(0, len(data), 4)]

    for counter in range(1 << 32):
        start = words(b"expand 32-byte k" + key + counter.to_bytes(4, "little") + bytes(4)
                      + k.to_bytes(8, "little"))
        x = start[:]
        for _ in range(10):
            for i in range(4):
                quarter(x, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, start))


def below(source, n):
    while True:
        product = next(source) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32


def draw(source, copies):
    i = below(source, sum(copies))
    for kind, n in enumerate(copies):
        if i < n:
            return kind
        i -= n


# ---- the records ----

def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def deal(key, seats):
    """What chance does at a table of Candles with this key, until a seat is asked."""
    deck = [2] * 6
    yield f"start {below(chacha(key, 0), seats)}"
    for k in range(1, 1 + 3 + 2 * seats):
        kind = draw(chacha(key, k), deck)
        deck[kind] -= 1
        yield f"draw {kind + 1}"


def check_key(fed, form):
    check("bytes of the key", fed.hex(), re.sub(r"\s", "", block("bytes" + form)))
    check("their number", str(len(fed)), re.search(
        r"hash of the (\d+) bytes\s+```bytes" + form + "\n", page).group(1))
    check("key", sha(fed).hex(), block("key" + form).strip())
    return sha(fed)


def common(record):
    fields = dict(re.findall(r"^(seats|commit|secret) (\S+)$", record, re.M))
    secret = bytes.fromhex(fields["secret"])
    check("commitment", sha(b"veglia commit 1\n", secret).hex(), fields["commit"])
    return (int(fields["seats"]), secret, dict(re.findall(r"^salt (\d) (\S+)$", record, re.M)),
            re.findall(r"^\* (\S+ \d)$", record, re.M))


record = block("record")
seats, secret, salts, chance = common(record)
for seat, wanted in re.findall(r"^hash (\d) (\S+)$", record, re.M):
    check("hash", sha(b"veglia salt 2\n", bytes.fromhex(salts[seat])).hex(), wanted)
header, moves = record.split("\n\n")
opening = sha(header.encode(), b"\n")
key = check_key(b"veglia key 2\n" + secret + opening + bytes([1]), "")
outcomes = list(deal(key, seats))
check("chance moves", chance, outcomes)
heads = [opening]
for line in re.findall(r"^(?:[\d*]|==).*$", moves, re.M):
    heads.append(sha(b"veglia link 2\n", secret, heads[-1], line.encode(), b"\n"))
check("head", f"{len(heads) - 1} {heads[-1].hex()}", re.search(r"^head (.*)$", moves, re.M).group(1))

rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (\d+) \| (\d+) \| `(\w+ \d)`.*\| `(\w+)\.\.\.` \|$", page, re.M)
check("rows", len(rows), len(outcomes))
for k, word, n, number, outcome, link in rows:
    check("word", f"{next(chacha(key, int(k))):08x}", word)
    check("below", below(chacha(key, int(k)), int(n)), int(number))
    check("outcome", outcomes[int(k)], outcome)
    check("link", heads[int(k) + 1].hex()[:8], link)

seats, secret, salts, chance = common(block("record1"))
fed = b"veglia key 1\n" + secret + bytes([1, seats])
for seat in range(seats):
    salt = salts.get(str(seat), "").encode()
    fed += bytes([len(salt)]) + salt
check("chance moves", chance, list(deal(check_key(fed, "1"), seats)))

# ---- simulation ----

M = 2**64 - 1


def turn(x, n):
    return (x << n | x >> 64 - n) & M


def splitmix(x):
    while True:
        x = (x + 0x9E3779B97F4A7C15) & M
        z = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M
        z = (z ^ z >> 27) * 0x94D049BB133111EB & M
        yield z ^ z >> 31


def xoshiro(s):
    while True:
        yield (turn(s[1] * 5 & M, 7) * 9 & M) >> 32
        t = s[1] << 17 & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turn(s[3], 45)


a, b = splitmix(7), splitmix(3 ^ 0x6A09E667F3BCC908)
state = [next(a) ^ turn(next(b), 23) for _ in range(4)]
check("state", " ".join(f"{x:016x}" for x in state), re.search(r"state is `(.*?)`", page).group(1))
source = xoshiro(state)
check("words", " ".join(f"{next(source):08x}" for _ in range(4)),
      re.search(r"first words are `(.*?)`", page).group(1))
print(f"{count} numbers of the page hold")
