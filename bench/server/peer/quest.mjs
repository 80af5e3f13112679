// Quest for Legend for boardgame.io, after src/games/quest/RULES.md, for the peer of bench/server/run.
// Cards: 0..9 missions (two of each), 10..13 resources (eleven of each: boat, favour, crew, equipment).

const NEEDS = [[0, 1, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], [1, 0, 2, 0], [1, 0, 1, 1], [0, 1, 0, 2], [1, 1, 2, 0],
    [1, 1, 0, 2], [0, 0, 2, 2], [1, 2, 1, 1]];
const POINTS = [1, 2, 2, 3, 3, 3, 4, 4, 4, 5];
const HEROES = [
    { own: 8, pair: [3, 3], for: 2 },
    { own: 3, pair: [2, 0], for: 1 },
    { own: 7, pair: [1, 0], for: 3 },
    { own: 6, pair: [2, 1], for: 0 },
];
const HAND = 5;
const isMission = (card) => card < 10;

const missing = (m) => NEEDS[m.mission].map((need, r) => Math.max(0, need - m.under[r]));
const left = (G, seat, m) =>
    missing(m).reduce((a, b) => a + b, 0) - (HEROES[G.heroes[seat]].own === m.mission ? 1 : 0); // QL-09

function setup({ ctx, random }) {
    const deck = [];
    for (let mission = 0; mission < 10; mission++) deck.push(mission, mission);
    for (let r = 10; r < 14; r++) for (let i = 0; i < 11; i++) deck.push(r);
    const shuffled = random.Shuffle(deck);
    const hands = {};
    for (let p = 0; p < ctx.numPlayers; p++) hands[p] = shuffled.splice(0, HAND);
    return {
        heroes: random.Shuffle([0, 1, 2, 3]).slice(0, ctx.numPlayers),
        hands, deck: shuffled, deckCount: shuffled.length, discards: [], decks: 1,
        table: [], done: Array(10).fill(false), points: Array(ctx.numPlayers).fill(0),
        phase: 'start', fresh: [], lastTurns: -1, over: false, serial: 0,
    };
}

// What a seat may do now, as [move, ...arguments]; also how the clients choose.
export function legal(G, seat) {
    const hand = G.hands[seat], hero = HEROES[G.heroes[seat]], list = [];
    const has = (r) => hand.includes(10 + r);
    if (G.phase === 'work') {
        list.push(['done']);
        for (const m of G.table) {
            const need = missing(m);
            for (let r = 0; r < 4; r++) if (need[r] > 0 && has(r)) list.push(['put', m.id, r]);
            const [a, b] = hero.pair;
            const both = a === b ? hand.filter((c) => c === 10 + a).length > 1 : has(a) && has(b);
            if (need[hero.for] > 0 && both) list.push(['pair', m.id]);
            if (hero.own === m.mission && left(G, seat, m) <= 0) list.push(['declare', m.id]);
        }
    } else if (G.phase === 'start') {
        list.push(['done']);
        for (const card of new Set(hand)) if (isMission(card) && !G.done[card]) list.push(['start', card]);
    } else if (G.phase === 'discard') {
        for (const card of new Set(hand)) list.push(['discard', card]);
    }
    return list;
}

function take(hand, card) {
    const at = hand.indexOf(card);
    if (at < 0) return false;
    hand.splice(at, 1);
    return true;
}

function setAside(G, m) {
    G.table.splice(G.table.indexOf(m), 1);
}

// The mission may be full now: its owner completes it, a rival aborts it (QL-03).
function settle(G, seat, m) {
    if (left(G, seat, m) > 0) return;
    setAside(G, m);
    if (m.owner !== Number(seat)) {
        G.discards.push(m.mission);
        for (let r = 0; r < 4; r++) for (let i = 0; i < m.cards[r]; i++) G.discards.push(10 + r);
        return;
    }
    G.points[seat] += POINTS[m.mission];
    G.done[m.mission] = true;
    const twin = G.table.find((other) => other.mission === m.mission); // QL-06
    if (twin) {
        setAside(G, twin);
        G.points[twin.owner] -= POINTS[twin.mission];
    }
    if (G.done.every(Boolean)) finish(G);
}

function finish(G) {
    for (const m of G.table) G.points[m.owner] -= POINTS[m.mission];
    G.table = [];
    G.over = true;
}

function put(G, seat, id, cards, counts) {
    const m = G.table.find((one) => one.id === id);
    if (!m || G.phase !== 'work' || missing(m)[counts] < 1) return false;
    for (const r of cards) {
        if (!take(G.hands[seat], 10 + r)) return false;
        m.cards[r]++;
    }
    m.under[counts]++;
    settle(G, seat, m);
    return true;
}

function draw({ G, random }, seat) {
    if (G.deck.length > 0) G.hands[seat].push(G.deck.pop());
    if (G.deck.length === 0) {
        if (G.decks === 1 && G.discards.length > 0) { // QL-14
            G.deck = random.Shuffle(G.discards);
            G.discards = [];
            G.decks = 2;
        } else if (G.lastTurns < 0) {
            G.lastTurns = G.heroes.length;
        }
    }
    G.deckCount = G.deck.length;
}

function endTurn({ G, events }) {
    if (G.lastTurns === 0) finish(G);
    if (G.lastTurns > 0) G.lastTurns--;
    G.phase = G.table.length > 0 || G.lastTurns >= 0 ? 'work' : 'start';
    events.endTurn();
}

const ok = (done) => (done ? undefined : 'INVALID_MOVE');
const moves = {
    put: ({ G, playerID }, id, r) => ok(put(G, playerID, id, [r], r)),
    pair: ({ G, playerID }, id) => {
        const hero = HEROES[G.heroes[playerID]];
        return ok(put(G, playerID, id, hero.pair, hero.for));
    },
    declare: ({ G, playerID }, id) => {
        const m = G.table.find((one) => one.id === id);
        if (!m || G.phase !== 'work' || HEROES[G.heroes[playerID]].own !== m.mission) return 'INVALID_MOVE';
        return ok(left(G, playerID, m) <= 0 && (settle(G, playerID, m), true));
    },
    start: ({ G, playerID }, card) => {
        if (G.phase !== 'start' || G.done[card] || !isMission(card)) return 'INVALID_MOVE';
        if (!take(G.hands[playerID], card)) return 'INVALID_MOVE';
        G.table.push({ id: G.serial++, mission: card, owner: Number(playerID), under: [0, 0, 0, 0],
            cards: [0, 0, 0, 0] });
    },
    done: (at) => {
        const { G, playerID } = at;
        if (G.phase === 'work' && G.lastTurns < 0) {
            G.phase = 'start';
        } else if (G.phase === 'work') {
            endTurn(at); // QL-15: the last round has only this phase
        } else if (G.phase === 'start') {
            draw(at, playerID);
            if (G.hands[playerID].length > HAND) G.phase = 'discard';
            else endTurn(at);
        } else {
            return 'INVALID_MOVE';
        }
    },
    discard: (at, card) => {
        const { G, playerID } = at;
        if (G.phase !== 'discard' || !take(G.hands[playerID], card)) return 'INVALID_MOVE';
        G.discards.push(card);
        if (G.hands[playerID].length <= HAND) endTurn(at);
    },
};
for (const name of Object.keys(moves)) moves[name] = { move: moves[name], client: false };

export const Quest = {
    name: 'quest',
    setup, moves, minPlayers: 2, maxPlayers: 4,
    endIf: ({ G }) => (G.over ? { points: G.points } : undefined),
    // Hands are secret but for their size, the deck entirely.
    playerView: ({ G, playerID }) => ({
        ...G, deck: [],
        hands: Object.fromEntries(Object.entries(G.hands).map(([p, h]) => [p, p === playerID ? h : h.length])),
    }),
};
