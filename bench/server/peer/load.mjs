// People at tables of boardgame.io, in a process of their own: node load.mjs PORT TABLES SECONDS PID
// As bench/server/load.c does with ours: whoever is asked plays a random move at once, and the time until its own
// new state has come is counted. A table that ends is left for a new one.
import { readFileSync, readdirSync } from 'node:fs';
import { io } from 'socket.io-client';
import { legal } from './quest.mjs';

const [port, tables, seconds, pid] = process.argv.slice(2).map(Number);
const SEATS = 4;
const latencies = [];
let counting = false, games = 0, bytes = 0;

function choose(seat) {
    const { G, ctx, _stateID } = seat.state;
    if (seat.sent || !G || ctx.currentPlayer !== seat.player) return;
    if (ctx.gameover) return;
    const list = legal(G, seat.player);
    const [type, ...args] = list[Math.floor(Math.random() * list.length)];
    seat.sent = performance.now();
    seat.sentID = _stateID;
    seat.socket.emit('update', { type: 'MAKE_MOVE', payload: { type, args, playerID: seat.player } }, _stateID,
        seat.match, seat.player);
}

function next(seat) {
    seat.sent = 0;
    seat.match = `${seat.table}-${++seat.round}`;
    seat.socket.emit('sync', seat.match, seat.player, undefined, SEATS);
}

function heard(seat, match, state) {
    if (match !== seat.match) return;
    if (seat.sent && state._stateID > seat.sentID) {
        if (counting) latencies.push(performance.now() - seat.sent);
        seat.sent = 0;
    }
    seat.state = state;
    if (state.ctx.gameover) {
        if (seat.player === '0') games++;
        next(seat);
    } else {
        choose(seat);
    }
}

const all = [];
for (let table = 0; table < tables; table++)
    for (let p = 0; p < SEATS; p++) {
        const socket = io(`http://127.0.0.1:${port}/quest`, { transports: ['websocket'], forceNew: true });
        const seat = { socket, table, player: String(p), round: 0, state: {}, sent: 0, match: '' };
        socket.on('sync', (match, info) => heard(seat, match, info.state));
        socket.on('update', (match, state) => heard(seat, match, state));
        all.push(seat);
        await new Promise((resolve, reject) => {
            socket.once('connect', resolve);
            socket.once('connect_error', reject);
        });
        socket.io.engine.on('data', (data) => { bytes += data.length ?? 0; });
    }
console.log(`${all.length} connections`);
for (const seat of all) next(seat);

const used = () => {
    let sum = 0;
    for (const task of readdirSync(`/proc/${pid}/task`))
        sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e3;
    return sum;
};
setTimeout(() => {
    counting = true;
    bytes = 0;
    const from = used(), own = process.cpuUsage(), start = performance.now();
    setTimeout(() => {
        const n = latencies.length, took = (performance.now() - start) / 1000;
        const mine = process.cpuUsage(own);
        latencies.sort((a, b) => a - b);
        console.log(`moves, as fast as it goes, in memory only: ${(n / took).toFixed(0)}/s, p50 ` +
            `${latencies[n >> 1].toFixed(1)} ms, p99 ${latencies[Math.floor(n * 0.99)].toFixed(1)} ms; ` +
            `${(bytes / took / 1e6).toFixed(1)} MB/s to clients, ${games} games over`);
        console.log(`processor, us a move: server ${((used() - from) / n).toFixed(0)}, all clients ` +
            `${((mine.user + mine.system) / n).toFixed(0)}`);
        process.exit(0);
    }, seconds * 1000);
}, 3000);
