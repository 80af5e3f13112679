// boardgame.io's server with Quest, games in memory only (its default): node server.mjs PORT
import server from 'boardgame.io/dist/cjs/server.js';
import { Quest } from './quest.mjs';

const { Server, Origins } = server;
const one = Server({
    games: [Quest],
    origins: [Origins.LOCALHOST, '*'],
    authenticateCredentials: () => true,
});
one.app.on('error', () => {});
await one.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
