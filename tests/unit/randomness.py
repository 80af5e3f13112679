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


# ---- the record ----

fields = dict(re.findall(r"^(seats|commit|secret) (\S+)$", block("record"), re.M))
salts = dict(re.findall(r"^salt (\d) (\S+)$", block("record"), re.M))
chance = re.findall(r"^\* (\S+ \d)$", block("record"), re.M)
seats, secret = int(fields["seats"]), bytes.fromhex(fields["secret"])
check("commitment", hashlib.sha256(b"veglia commit 1\n" + secret).hexdigest(), fields["commit"])
fed = b"veglia key 1\n" + secret + bytes([1, seats])
for seat in range(seats):
    salt = salts.get(str(seat), "").encode()
    fed += bytes([len(salt)]) + salt
check("bytes of the key", fed.hex(), re.sub(r"\s", "", block("bytes")))
check("their number", len(fed), int(re.search(r"hash of the (\d+) bytes", page).group(1)))
key = hashlib.sha256(fed).digest()
check("key", key.hex(), block("key").strip())

deck = [2] * 6
outcomes = [f"start {below(chacha(key, 0), seats)}"]
for k in range(1, 1 + 3 + 2 * seats):
    kind = draw(chacha(key, k), deck)
    deck[kind] -= 1
    outcomes.append(f"draw {kind + 1}")
check("chance moves", chance, outcomes)

rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (\d+) \| (\d+) \| `(\w+ \d)`", page, re.M)
check("rows", len(rows), len(outcomes))
for k, word, n, number, outcome in rows:
    check("word", f"{next(chacha(key, int(k))):08x}", word)
    check("below", below(chacha(key, int(k)), int(n)), int(number))
    check("outcome", outcomes[int(k)], outcome)

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
