#!/usr/bin/env python3
"""What people do around a table: seats, hosts, bots, clocks, answers ahead, tales, matches, links.

usage: table.py VEGLIA
"""
import json
import random
import sys
import time

import schema
from client import Closed, Person, Server, play_out, request

VEGLIA = sys.argv[1]


def person(server, table, name):
    p = Person(server, table)
    p.check = schema.check
    p.join(name)
    p.connect()
    return p


def maker(server, **plan):
    p = Person(server)
    p.check = schema.check
    p.made = p.make(**plan)
    p.connect()
    return p


def settle(*people):
    for p in people:
        p.drain(0.05)


def no(answer, code):
    assert answer["type"] == "no" and answer["code"] == code and answer["why"], (answer, code)


def seats(server):
    a = maker(server, game="quest", seats=3, sit=None, listed=True)
    assert a.seat is None and a.info["you"]["host"]
    b, c = person(server, a.table, "Carlo"), person(server, a.table, "Dina")
    a.ok("sit", seat=2)
    no(b.do("sit", seat=2), "WHEN")
    b.ok("sit", seat=0)
    b.ok("sit", seat=1)  # changes
    settle(a, b, c)
    assert [chair["name"] for chair in a.info["chairs"]] == [None, "Carlo", "Anna"], a.info["chairs"]
    no(c.do("swap", seat=1, **{"with": 2}), "WHO")
    a.ok("swap", seat=1, **{"with": 2})
    settle(a, b, c)
    assert (a.seat, b.seat) == (1, 2) and c.info["you"]["seat"] is None
    no(a.do("deal"), "WHEN")  # a seat is empty
    a.ok("bot", seat=0, bot="random")
    no(a.do("bot", seat=1, bot="random"), "WHEN")
    no(a.do("bot", seat=0, bot="search:99999ms"), "LIMIT")
    a.ok("bot", seat=0, bot=None)
    c.ok("sit", seat=0)
    a.ok("stand", seat=0)  # the host may ask somebody to stand up
    c.ok("sit", seat=0)
    c.ok("name", name="Dina e Lia")
    # A colour of one's own: everybody is told, one of eight or none, and nobody wears another's.
    worn = lambda: [(p["name"], p["colour"]) for p in a.info["people"] if "colour" in p]
    c.ok("colour", colour=8)
    settle(a, b, c)
    assert worn() == [("Dina e Lia", 8)], a.info["people"]
    for wrong in ({"colour": 9}, {"colour": -1}, {"colour": "8"}, {}):
        no(c.do("colour", **wrong), "FORMAT")
    c.ok("colour", colour=0)
    settle(a, b, c)
    assert worn() == [], a.info["people"]
    listed = json.loads(server.get("/api/tables")[1])["tables"]
    assert [t for t in listed if t["id"] == a.table][0]["taken"] == 3
    a.ok("list", on=False)
    assert a.table not in server.get("/api/tables")[1].decode()
    a.ok("deal")
    settle(a, b, c)
    no(c.do("sit", seat=1), "WHEN")
    no(b.do("hash", hash="00" * 32), "WHEN")
    # Somebody leaves in play: a bot goes on; a friend takes over, hand and all, if all who sit agree.
    c.ok("stand")
    d = person(server, a.table, "Edo")
    settle(a, c, d)
    chair = d.info["chairs"][0]
    assert chair["kind"] == "bot" and chair["left"], chair
    no(d.do("sit", seat=0), "WHEN")
    no(d.do("ask", seat=1), "WHEN")
    no(a.do("agree", person=3, on=True), "WHEN")
    d.ok("ask", seat=0)
    no(c.do("agree", person=3, on=True), "WHO")
    a.ok("agree", person=3, on=True)
    settle(d, b)
    assert d.now["you"] is None and b.info["chairs"][0]["asked"] == {"person": 3, "agreed": [0]}
    b.ok("agree", person=3, on=False)
    no(b.do("agree", person=3, on=True), "WHEN")
    d.ok("ask", seat=0)
    for p in (b, a):
        p.ok("agree", person=3, on=True)
    settle(a, c, d)
    assert d.now["you"] == 0 and c.now["you"] is None
    d.ok("stand")
    c.ok("sit", seat=0)  # whoever was that seat may come back to it
    settle(c)
    assert c.now["you"] == 0
    a.ok("host", person=1)
    settle(b)
    assert b.info["you"]["host"]
    no(a.do("close"), "WHO")
    b.ok("close")
    settle(a)
    assert a.info["status"] == "closed"
    no(a.do("say", text="ciao"), "CLOSED")


def links(server):
    a = maker(server, game="quest", seats=2, sit=0)
    token = a.made["recovery"].split("#k=")[1]
    assert json.loads(server.get(f"/api/tables/{a.table}/recovery", a.cookie)[1])["recovery"] == a.made["recovery"]
    assert server.get(f"/api/tables/{a.table}/recovery")[0] == 403
    status, headers, body = request(server.port, "POST", f"/api/tables/{a.table}/recover", {"token": token})
    assert status == 200 and json.loads(body)["person"] == 0
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and f"Path=/api/tables/{a.table}" in cookie
    phone = Person(server, a.table, cookie.split(";")[0], lang="en")
    phone.connect()
    assert phone.seat == 0
    status, body = server.get(f"/api/tables/{a.table}/qr.svg")
    assert status == 200 and body.startswith(b"<svg")
    assert server.get(f"/api/tables/{a.table}")[0] == 200
    assert server.get("/api/tables/" + a.table[::-1])[0] == 404
    stray = Person(server, a.table[::-1])
    try:
        stray.connect()
        raise AssertionError("a table that is not there")
    except Closed as e:
        assert e.args[0] == 4001, e.args
    # The same person joins again: the same number, another name.
    assert a.join("Annina")["person"] == 0
    settle(phone)
    assert phone.info["people"] == [{"person": 0, "name": "Annina", "seat": 0, "here": True}]


def tales(server):
    a = maker(server, game="quest", seats=2, sit=0, bots=[None, None], first=0)
    b = person(server, a.table, "Carlo")
    w = Person(server, a.table)
    w.check = schema.check
    w.connect()
    b.ok("sit", seat=1)
    a.ok("deal")
    rng = random.Random(2)
    took_back = told = 0
    for _ in range(60):
        settle(a, b, w)
        p = a if a.now["ask"]["actor"] == 0 else b
        before, story = p.now, list(w.events)
        p.ok("move", move=rng.choice(p.moves()), at=p.now["log_count"])
        entry = before["log_count"]
        if p.now["undo"] > 0 and took_back < 5:
            p.ok("undo")
            settle(a, b, w)
            assert p.now["log_count"] == entry and p.now["moves"] == before["moves"]
            assert w.events == story
            took_back += 1
        elif told < 5:
            p.ok("telling", on=True)
            settle(w)
            p.ok("tell", entry=entry, text="Racconto %d.\nCon «virgolette» e <segni>." % told)
            settle(a, b, w)
            assert any(e["type"] == "narration" and e["entry"] == entry for e in w.events)
            told += 1
    assert took_back == 5 and told == 5
    no((a if a.now["ask"]["actor"] == 0 else b).do("tell", entry=0, text="x"), "NOT_YOU")
    no(a.do("move", move="nonsense", at=0), "STALE")
    # Who was away gets what it missed, and only that.
    away = w.seq
    w.close()
    settle(a, b)
    p = a if a.now["ask"]["actor"] == 0 else b
    p.ok("move", move=rng.choice(p.moves()))
    count = len(w.events)
    first = w.events[0]
    w.connect()
    assert w.state["from"] > 0 and w.events[0] is first and len(w.events) >= count and w.seq > away
    fresh = Person(server, a.table)
    fresh.connect()
    assert fresh.events == w.events and fresh.now == w.now


def bots_tell(server):
    """What a bot plays in a game of tales it also tells, in the table's language, and it is kept."""
    told = []
    while len(told) < 5:  # how much there is to tell is up to chance
        told = bot_tells(server, told)


def bot_tells(server, before):
    a = maker(server, game="fate", seats=2, sit=0, bots=[None, "random"], lang="it")
    a.ok("deal")
    play_out([a], random.Random(4))
    told = [e for e in a.events if e["type"] == "narration"]
    assert all(e["seat"] == 1 and e["text"] for e in told), told
    assert len({e["entry"] for e in told}) == len(told)
    record = server.get(f"/api/tables/{a.table}/record")[1].decode()
    assert all(e["text"] in record for e in told)
    assert "\nbot 1 random\n" in record and "\nbot 0 " not in record and "\nsalt " not in record
    a.close()
    return before + told


def hints(server):
    """A seat may ask what a bot would do; it learns nothing its own view does not hold."""
    choices = 0
    while choices < 2:  # until who starts is dealt something to think about
        a = maker(server, game="quest", seats=2, sit=0, first=0)
        b = person(server, a.table, "Carlo")
        b.ok("sit", seat=1)
        no(a.do("hint"), "WHEN")
        a.ok("deal")
        settle(a, b)
        choices = len(a.moves())
    no(b.do("hint"), "WHEN")
    watcher = person(server, a.table, "Eva")
    no(watcher.do("hint"), "WHO")
    first, second = a.tell("hint"), a.tell("hint")
    while first not in a.answers or second not in a.answers:
        a.read()
    no(a.answers[second], "BUSY")
    answer = a.answers[first]
    assert answer["type"] == "hint", answer
    assert [m["move"] for m in answer["moves"]] == a.moves()
    assert [m["label"] for m in answer["moves"]] == [m["label"] for m in a.now["moves"]]
    assert sum(m["visits"] for m in answer["moves"]) > 0
    # Whoever moves before the answer is there gets none; whoever leaves harms nobody.
    time.sleep(2.1)
    ident = a.tell("hint")
    a.ok("move", move=answer["moves"][0]["move"])
    while ident not in a.answers:
        a.read()
    assert a.answers[ident]["type"] in ("no", "hint"), a.answers[ident]
    time.sleep(2.1)
    settle(a, b)
    p = a if a.now["ask"]["actor"] == 0 else b
    p.tell("hint")
    p.close()
    p.connect()
    assert (b if p is a else a).ok("say", text="ancora qui")


def reasons(server):
    """Pointing at a thing that cannot be chosen says why, with the rule; only to who sits here."""
    held = []
    while not held:  # until a mission is dealt to who starts
        a = maker(server, game="quest", seats=2, sit=0, first=0)
        b = person(server, a.table, "Carlo")
        b.ok("sit", seat=1)
        no(a.do("why", words="boat"), "WHEN")  # and asking deals nothing
        settle(a)
        assert a.info["status"] == "open" and a.now["log_count"] == 0
        a.ok("deal")
        settle(a, b)
        held = [move.split()[1] for move in a.moves() if " " in move]
    count = a.now["log_count"]
    said = a.do("why", words="boat")
    assert said["type"] == "why" and said["why"].endswith(f"({said['rule']})"), said
    assert a.do("why", words=f"{'x' * 120},boat")["why"] == said["why"]
    assert a.do("why", words=held[0])["why"] == "" and a.do("why", words=f"boat,{held[0]}")["rule"] == said["rule"]
    waits = b.do("why", words="boat")
    assert "Anna" in waits["why"] and waits["rule"] == b.now["rule"], waits
    watcher = person(server, a.table, "Eva")
    no(watcher.do("why", words="boat"), "WHO")
    for words, code in ((None, "FORMAT"), ("", "FORMAT"), (7, "FORMAT"), (["boat"], "FORMAT"), ("x" * 401, "LIMIT")):
        no(a.do("why", words=words), code)
    settle(a)
    assert a.now["log_count"] == count


def looking_back(server):
    """What was on the table before, as each saw it then, after a new connection too, and no more."""
    rng = random.Random(8)
    looked = 0
    for game, seats in (("quest", 2), ("fate", 2), ("fata", 3), ("mind", 3), ("winter", 3)):
        a = maker(server, game=game, seats=seats, sit=0, bots=[None] + ["random"] * (seats - 1))
        no(a.do("past", at=3), "WHEN")
        watcher = Person(server, a.table)
        watcher.check = schema.check
        watcher.connect()
        seen = {p: {} for p in (a, watcher)}

        def note(p, message):
            if message["type"] == "state" and message["now"]["log_count"]:
                seen[p][message["now"]["log_count"]] = {**message["now"], "undo": 0}

        for p in seen:
            p.check = lambda who, message, raw: (schema.check(who, message, raw), note(who, message))
        a.ok("deal")
        for _ in range(30):
            settle(a)
            if a.now["over"]:
                break
            if a.moves():
                a.ok("move", move=rng.choice(a.moves()))
        settle(a, watcher)
        for p in seen:
            p.close()
            p.seq = 0
            p.connect()
            over = p.now["over"]
            for count, then in list(seen[p].items()):
                if count < p.now["log_count"] and not over:
                    assert p.do("past", at=count)["now"] == then, (game, count)
                    looked += 1
            assert p.do("past", at=0)["now"] is None
            newest = p.do("past", at=10**9)["now"]
            assert over or newest == {**p.now, "undo": 0}
            no(p.do("past"), "FORMAT")
            no(p.do("past", at=-1), "FORMAT")
            p.close()
    assert looked > 100, looked


def match(server):
    a = maker(server, game="mind", seats=3, sit=0, bots=[None, "random", "random"], games=3)
    a.ok("deal")
    play_out([a], random.Random(1))
    assert a.now["number"] == 3 and len(a.now["match"]["points"]) == 3
    record = server.get(f"/api/tables/{a.table}/record")[1].decode()
    assert "== game 2\n" in record and "== game 3\n" in record
    # A rematch: everybody one seat on, bots under the names they had.
    before = [chair["name"] for chair in a.info["chairs"]]
    a.ok("again")
    a.drain(0.05)
    assert [chair["name"] for chair in a.info["chairs"]] == before[-1:] + before[:-1], (before, a.info["chairs"])
    a.ok("bot", seat=2, bot=None)
    a.ok("bot", seat=2, bot="random")
    a.drain(0.05)
    names = [chair["name"] for chair in a.info["chairs"]]
    assert len(set(names)) == 3, names


def clocks(server):
    a = maker(server, game="quest", seats=2, sit=0, first=0, pace={"seconds": 1, "absent": "bot"})
    b = person(server, a.table, "Carlo")
    b.ok("sit", seat=1)
    a.ok("deal")
    settle(a, b)
    assert a.state["clock"]["seat"] == 0 and 0 < a.state["clock"]["left"] <= 1000, a.state["clock"]
    count = a.now["log_count"]
    end = time.time() + 6
    while not a.info["chairs"][0]["stand_in"] and time.time() < end:
        a.drain(0.1)
    assert a.info["chairs"][0]["stand_in"]
    while a.now["log_count"] == count and time.time() < end:
        a.drain(0.1)
    assert a.now["log_count"] > count, "the bot did not step in"
    a.ok("say", text="eccomi")  # back
    settle(a)
    assert not a.info["chairs"][0]["stand_in"]
    # skip: only the one decision
    c = maker(server, game="quest", seats=2, sit=0, bots=[None, "random"], first=0, pace={"seconds": 1, "absent": "skip"})
    c.ok("deal")
    settle(c)
    count = c.now["log_count"]
    end = time.time() + 6
    while c.now["log_count"] == count and time.time() < end:
        c.drain(0.1)
    assert c.now["log_count"] > count and not c.info["chairs"][0]["stand_in"]


def bot_for_the_absent(server):
    """Who sits and is here decides whether a bot plays on for who has gone; back again, it plays no more."""
    a = maker(server, game="quest", seats=3, sit=0)
    b = person(server, a.table, "Berto")
    c = person(server, a.table, "Carla")
    b.ok("sit", seat=1)
    c.ok("sit", seat=2)
    a.ok("deal")
    settle(a, b)
    no(a.do("stead", seat=2, on=True), "WHEN")  # she is here
    c.close()
    end = time.time() + 10
    while a.info["chairs"][2]["here"] and time.time() < end:
        a.drain(0.1)
    a.ok("stead", seat=2, on=True)
    settle(a, b)
    chair = b.info["chairs"][2]
    assert chair["stead"] == [0] and not chair["stand_in"], chair
    a.ok("stead", seat=2, on=False)
    settle(a, b)
    assert "stead" not in b.info["chairs"][2]
    b.ok("stead", seat=2, on=True)
    a.ok("stead", seat=2, on=True)
    settle(a, b)
    assert b.info["chairs"][2]["stand_in"]
    c.connect()
    settle(a, c)
    assert not a.info["chairs"][2]["stand_in"] and "stead" not in a.info["chairs"][2]


def host_leaves(server):
    a = maker(server, game="quest", seats=2, sit=0)
    w = person(server, a.table, "Carlo")
    b = person(server, a.table, "Dina")
    b.ok("sit", seat=1)
    a.close()
    end = time.time() + 10
    while b.info["host"] == 0 and time.time() < end:
        b.drain(0.1)
    assert b.info["you"]["host"], "a seated person inherits"
    b.ok("list", on=True)
    a.connect()
    assert not a.info["you"]["host"]
    w.close()


def sandboxed(server):
    status = open(f"/proc/{server.process.pid}/status", encoding="ascii").read()
    assert "Seccomp:\t2" in status, "no sandbox"


def ahead(binary):
    """Pass until my turn: windows are answered after the same wait as a bot's, whatever is held."""
    with Server(binary, options=["--bot-delay", "120", "--max-rate", "1000000"]) as server:
        rng = random.Random(3)
        for game in ("fate", "fata", "winter"):
            a = maker(server, game=game, seats=3, sit=0)
            others = [person(server, a.table, n) for n in ("Carlo", "Dina")]
            for i, p in enumerate(others):
                p.ok("sit", seat=i + 1)
            a.ok("deal")
            everyone = [a] + others
            waits = []
            for _ in range(150):
                newest = max(everyone, key=lambda q: q.now["log_count"])
                for q in everyone:
                    q.drain(0.02)
                    while q.now["log_count"] < newest.now["log_count"]:
                        q.read()
                if newest.now["over"] or len(waits) >= 6:
                    break
                ask = newest.now["ask"]
                p = everyone[ask["actor"]]
                if p.now["log_count"] != newest.now["log_count"]:
                    continue
                if ask["window"]:
                    count, began = p.now["log_count"], time.time()
                    p.ok("ahead", on=True)
                    while p.now["log_count"] == count:
                        p.read()
                    waits.append(time.time() - began)
                else:
                    p.do("move", move=rng.choice(p.moves()), at=p.now["log_count"])
            if not waits:
                continue
            assert all(w < 0.6 for w in waits), waits
            for p in everyone:
                p.close()
            return game, len(waits)
    raise AssertionError("no window was met")


def main():
    with Server(VEGLIA, options=["--max-rate", "1000000"]) as server:
        seats(server)
        links(server)
        tales(server)
        bots_tell(server)
        hints(server)
        reasons(server)
        looking_back(server)
        match(server)
        clocks(server)
        sandboxed(server)
        assert "error" not in server.stderr()
        assert server.stop() == 0
    with Server(VEGLIA, options=["--idle", "1"]) as server:
        bot_for_the_absent(server)
        host_leaves(server)
    game, count = ahead(VEGLIA)
    print(f"seats, links, tales, matches, clocks as they should be; {count} windows of {game} answered ahead")


main()
