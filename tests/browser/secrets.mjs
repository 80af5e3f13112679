// secrets.mjs: no message to a browser, and no page, tells what its seat may not know.
//
// What a seat knows is its view; a world alike to it has other cards wherever it cannot look
// (tests/wasm/twin.h). Two things are shown in mid-game of each game:
// 1. every message a browser was sent at the server's table is, letter by letter, what the engine
//    says of that moment to that seat, and would be the same in a world alike to it;
// 2. a page that keeps its own table, and so knows everything, is the same document to the last
//    attribute when the world behind it is changed for another that is alike to its reader, at
//    its own turn and while the device is handed on.
// Each field of the state that hides something must have been different in some of those worlds.
import { base, engine, expect, games, keep, reader, settled, switchLanguage } from './harness.mjs'

const WATCHER = -3
const MOST = 200 // messages of one game that are looked at

// What has been seen hidden, and seen different behind the same eyes.
class Fields {
  hidden = new Set()
  changed = new Set()
  worlds = 0
  add({ hidden, changed }) {
    const before = this.changed.size
    hidden.forEach((name) => this.hidden.add(name))
    changed.forEach((name) => this.changed.add(name))
    this.worlds += changed.length > 0
    return this.changed.size > before // something new
  }
}

// The first place where two texts part, with what is around it.
function difference(a, b) {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const from = Math.max(0, at - 80)
  return `…${a.slice(from, at + 80)}… / …${b.slice(from, at + 80)}…`
}
const same = (a, b, what) => expect(a === b, `${what}: ${difference(a, b)}`)

// The record as far as its first `count` moves.
function upTo(record, count) {
  const lines = record.split('\n').filter((line) => !/^(secret|head|renamed) /.test(line))
  const moves = lines.flatMap((line, i) => (/^(\d+(\/\w+)?|\*) /.test(line) ? [i] : []))
  return lines.slice(0, moves[count] ?? lines.length).join('\n') + '\n'
}

// What may be in a message besides the game itself, and besides what all have: `common`.
const common = ['type', 'round', 'links', 'head']
const shapes = {
  hello: 'protocol server table person seat',
  table: 'seq id game name edition options games status why listed door lang host pace chairs people watchers luck you shared',
  state: 'seq from events now clock telling',
  chat: 'items', telling: 'seats', notice: 'code why', ok: 'id seq again', no: 'id code why', why: 'id why rule', past: 'id now', hint: 'id moves'
}

// Everything `seat` was sent at a table whose record this is, in the language `code`.
export function checkMessages(frames, record, seat, code) {
  const fields = new Fields()
  const messages = frames.map((frame) => JSON.parse(frame))
  for (const message of messages) {
    const odd = Object.keys(message).filter((key) => !common.includes(key) && !shapes[message.type]?.split(' ').includes(key))
    expect(odd.length === 0, `a ${message.type} message says ${odd}`)
    expect(common.every((key) => key in message), `a ${message.type} message does not say ${common}`)
  }
  const states = messages.filter((message) => message.type === 'state' && message.now.you === seat && !message.now.over && message.now.log_count > 0)
  const step = Math.ceil(states.length / MOST)
  let looked = 0
  // Looking back shows what was shown then.
  for (const { now } of messages.filter((message) => message.type === 'past' && message.now && message.now.you === seat)) {
    const table = engine.text('load', upTo(record, now.log_count), code).status
    same(JSON.stringify(now), JSON.stringify({ ...JSON.parse(engine.text('json', table, seat, code).out), undo: 0 }), `the past at move ${now.log_count} is not what the seat knew`)
    engine.text('close', table)
  }
  for (const { now, events, from } of states.filter((_, n) => n % step === 0)) {
    const table = engine.text('load', upTo(record, now.log_count), code).status
    expect(table, `the record does not load up to ${now.log_count}: ${engine.text('load', upTo(record, now.log_count), code).out}`)
    const said = () => [engine.text('json', table, seat, code).out, engine.text('events', table, seat, code, from).out]
    const [here, told] = said()
    same(JSON.stringify(now), JSON.stringify(JSON.parse(here)), `a message at move ${now.log_count} is not what the seat may know`)
    const heard = (all) => JSON.stringify(all.filter(({ type }) => type !== 'narration')) // that may be told later, to all
    same(heard(events), heard(JSON.parse(told)), `events at move ${now.log_count} are not what the seat may know`)
    for (let seed = 0; seed < 2; seed++) {
      fields.add(JSON.parse(engine.text('twin', table, seat, seed).out))
      const [there, other] = said()
      same(here, there, `at move ${now.log_count} a message depends on what the seat may not know`)
      same(told, other, `at move ${now.log_count} an event depends on what the seat may not know`)
    }
    engine.text('close', table)
    looked++
  }
  expect(looked > 10, `only ${looked} messages were looked at`)
  return { looked, fields }
}

// Fields that hide something only while chance deals and nobody is asked; and bytes without meaning.
const never = ['pool', 'spare']

// Moments of games that differ in what they hide, until every secret of the game has been hidden in
// one: each is the record up to there, with seat 0 or 1 being asked. The same each time.
function moments({ id, min, options }) {
  const seats = Math.max(min, 3)
  const most = options.map(({ key, names, max }) => `${key}=${names ? names.at(-1) : max}`).filter((option) => !/^(judge|accord|cap|chapters|memories)=/.test(option))
  const found = []
  const fields = new Fields()
  let secret = []
  let next = 40 // besides, one now and then
  for (let seed = 1; seed <= 8; seed++) {
    const table = engine.text('open', id, seats, 1, seed % 2 ? '' : most.join(' '), new Uint8Array(32).fill(seed), 0).status
    expect(table, `${id} cannot be played with ${most}`)
    engine.text('start', table)
    const used = new Map() // how often each verb was played: the rarest goes first
    for (let n = 0; n < 1200 && (next < 200 || secret.some((name) => !fields.changed.has(name))); n++) {
      const { over, ask } = JSON.parse(engine.text('json', table, WATCHER, 0).out)
      if (over) break
      if (ask.actor < 2) {
        const record = engine.text('record', table, 1).out
        let fresh = false
        for (const viewer of [WATCHER, ask.actor]) {
          const copy = engine.text('load', record, 0).status
          const twin = JSON.parse(engine.text('twin', copy, viewer, n).out)
          engine.text('close', copy)
          fresh = fields.add(twin) || fresh
          secret = twin.secret.filter((name) => !never.includes(name))
        }
        if (fresh || (seed === 1 && n >= next)) {
          found.push({ record, seats, told: n }) // the world of this number told the moment apart
          next = n + 40
        }
      }
      const { moves } = JSON.parse(engine.text('json', table, ask.actor, 0).out)
      const verb = (move) => move.split(' ')[0]
      const rarest = Math.min(...moves.map(({ move }) => used.get(verb(move)) ?? 0))
      const rare = moves.filter(({ move }) => (used.get(verb(move)) ?? 0) === rarest)
      const { move } = rare[(n * 7 + seed) % rare.length]
      used.set(verb(move), rarest + 1)
      expect(engine.text('play', table, ask.actor, move, 0).status === 0, `${move} is refused`)
    }
    engine.text('close', table)
    if (secret.every((name) => fields.changed.has(name))) break
  }
  const missing = secret.filter((name) => !fields.changed.has(name))
  expect(missing.length === 0, `no moment was found that hides ${missing}`)
  return { found, secret }
}

export const tests = {}

for (const game of games) {
  tests[`secrets ${game.id}`] = async () => {
    const { found, secret } = moments(game)
    const { page, close } = await reader()
    const fields = new Fields()
    let seed = 0
    // The document in the other language and in this one: all is asked of the engine anew.
    const shown = async () => {
      await switchLanguage(page)
      const there = await page.evaluate(() => globalThis.driver.dom())
      await switchLanguage(page)
      return there + (await page.evaluate(() => globalThis.driver.dom()))
    }
    const compare = async (viewer, when, told) => {
      const before = await shown()
      for (const world of [told, ++seed]) {
        fields.add(await page.evaluate(([viewer, world]) => globalThis.driver.twin(viewer, world), [viewer, world]))
        same(before, await shown(), `${when} the page depends on what the reader may not know`)
      }
    }
    await page.goto(base)
    for (const [n, { record, seats, told }] of found.entries()) {
      // Two people share the device; the table is kept on it as the page keeps it.
      await page.evaluate(keep, { id: `moment${n}`, game: game.id, record, names: Array.from({ length: seats }, (_, seat) => `Nome ${seat}`), people: 2 })
      await page.goto(`${base}/play/moment${n}`)
      await page.locator('.curtain button').waitFor()
      await settled(page)
      await compare(WATCHER, `moment ${n}: behind the curtain`, told)
      // Not by the mouse: what lies under it may say why it cannot be chosen.
      await page.evaluate(() => document.querySelector('.curtain button').click())
      await page.locator('.seat.asked.you').waitFor()
      await settled(page)
      const seat = await page.evaluate(() => Number(document.querySelector('.seat.you').dataset.place.slice(5)))
      await compare(seat, `moment ${n}: at the turn of seat ${seat}`, told)
    }
    const missing = secret.filter((name) => !fields.changed.has(name))
    expect(missing.length === 0, `never different on the page: ${missing}`)
    console.log(`    ${found.length} moments, ${fields.worlds} other worlds on the same page: ${[...fields.changed].join(', ') || 'nothing is hidden'}`)
    await close()
  }
}
