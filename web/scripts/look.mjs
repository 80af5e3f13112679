// look.mjs GAME [SEATS] [MOVES] [LANG]: what the page is given in mid-game, as JSON.
import { fileURLToPath } from 'node:url'
import { openEngine } from './engine.mjs'

const { text } = await openEngine(fileURLToPath(new URL('../generated/veglia.wasm', import.meta.url)))
const [id, seats = 0, moves = 60, lang = 'it'] = process.argv.slice(2)
const code = lang === 'it' ? 0 : 1
const game = JSON.parse(text('games').out).find((one) => one.id === id)
const table = text('open', id, Number(seats) || game.max, 1, '', new Uint8Array(32).fill(3), code).status
text('start', table)
const look = (viewer) => JSON.parse(text('json', table, viewer, code).out)
for (let i = 0; i < Number(moves); i++) {
  const { over, ask } = look(-3)
  if (over) break
  text('play', table, ask.actor, text('bot', table, ask.actor, 'greedy', i, code).out, code)
}
const { ask, log_count } = look(-3)
const now = look(ask.actor ?? -3)
const events = JSON.parse(text('events', table, ask.actor ?? -3, code, Math.max(0, log_count - 8)).out)
const catalog = JSON.parse(text('catalog', id, '', code).out)
console.log(JSON.stringify({ now, events, catalog }, null, 1))
