// walk.mjs WASM WALK GAMES [--speed]: a thousand random games of each game must end in the same
// hash in the browser build and in the native one. With --speed, prints how much slower it is.
import { execFileSync } from 'node:child_process'
import { openEngine } from '../../web/scripts/engine.mjs'

const [wasm, walk, games, flag] = process.argv.slice(2)
const { text } = await openEngine(wasm)
let wrong = 0
if (flag === '--speed') console.log('game      native ns/move  browser ns/move  ratio')
for (const { id } of JSON.parse(text('games').out)) {
  if (flag === '--speed') text('walk', id, 1, 2000) // let the compiler warm up
  const native = execFileSync(walk, ['7', games, id], { encoding: 'utf8' }).trim().split(' ')
  const start = process.cpuUsage()
  const [hash, moves] = text('walk', id, 7, Number(games)).out.split(' ')
  const used = process.cpuUsage(start) // processor time: what other programs do does not count
  if (/^0+$/.test(hash) || hash !== native[1] || moves !== native[2]) {
    wrong++ // 0: a game stood still or did not end
    console.log(`${id}: native ${native[1]} after ${native[2]} moves, browser ${hash} after ${moves}`)
  }
  const judged = text('judged', id).out
  if (judged !== native[4]) {
    wrong++
    console.log(`${id}: native judges positions as ${native[4]}, browser as ${judged}`)
  }
  if (flag === '--speed') {
    const here = ((used.user + used.system) * 1e3) / Number(moves)
    const there = (Number(native[3]) * 1e9) / Number(moves)
    console.log(`${id.padEnd(9)} ${there.toFixed(1).padStart(14)} ${here.toFixed(1).padStart(16)} ${(here / there).toFixed(2).padStart(6)}`)
  }
}
process.exit(wrong ? 1 : 0)
