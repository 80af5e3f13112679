// engine.ts: the engine for pages: each function asks the worker and promises the answer.
import { settings } from '../settings.svelte'
import type { Review } from '../review'
import type { Events, Hint, Lang, Now, Proof, Reason } from '../table/types'

type Arg = number | string | Uint8Array
interface Answer {
  status: number
  text: string
  bytes?: Uint8Array<ArrayBuffer>
}

export const WATCHER = -3
export const EVERYTHING = -4

// What the engine refused, in words for the player.
export class Refused extends Error {}

// How a game of a day's deal went.
export interface DayResult {
  points: number[]
  rank: number[]
  decisions: number
  share: string // a line to be shown around
}

const waiting = new Map<number, (answer: Answer) => void>()
let worker: Worker | undefined
let count = 0

const ask = (name: string, ...args: Arg[]) => call(name, args, false)

function hire(): Worker {
  const hired = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  hired.onmessage = (event: MessageEvent<Answer & { id: number }>) => {
    waiting.get(event.data.id)?.(event.data)
    waiting.delete(event.data.id)
  }
  return hired
}

function call(name: string, args: Arg[], raw: boolean, by = (worker ??= hire())): Promise<Answer> {
  return new Promise((resolve) => {
    waiting.set(++count, resolve)
    by.postMessage({ id: count, name, args, raw })
  })
}

// A review is long work: it has a worker of its own, and the table goes on beside it. Told to stop, it gives null.
async function reviewed(record: string, number: number, seat: number, stop: AbortSignal, progress: (share: number) => void): Promise<Record<Lang, Review> | null> {
  const own = hire()
  const mine = async (name: string, ...args: Arg[]) => {
    const answer = await call(name, args, false, own)
    if (name === 'review_open' ? !answer.status : answer.status !== 0) throw new Refused(answer.text)
    return answer
  }
  try {
    const { status: review } = await mine('review_open', record, number, seat, 1, code(settings.lang))
    for (let more = true; more; ) {
      if (stop.aborted) return null
      const at = JSON.parse((await mine('review_work', review, 120)).text) as { done: number; total: number; more: boolean }
      progress(at.done / at.total)
      more = at.more
    }
    const [it, en] = [await mine('review_json', review, 0), await mine('review_json', review, 1)]
    return { it: JSON.parse(it.text) as Review, en: JSON.parse(en.text) as Review }
  } finally {
    own.terminate()
  }
}

async function must(name: string, ...args: Arg[]): Promise<string> {
  const answer = await ask(name, ...args)
  if (answer.status !== 0) throw new Refused(answer.text)
  return answer.text
}

const code = (lang: Lang) => (lang === 'it' ? 0 : 1)
const text = async (name: string, ...args: Arg[]) => (await ask(name, ...args)).text
const chance = () => crypto.getRandomValues(new Uint32Array(1))[0]

const rules = import.meta.glob<string>('../../generated/rules/*.md', { query: '?url', import: 'default' })
const catalogs = new Map<string, Promise<unknown>>()

export const engine = {
  // The rules in our words, as Markdown; "" for a game there is not.
  async rules(game: string, lang: Lang): Promise<string> {
    const url = await rules[`../../generated/rules/${game}.${lang}.md`]?.()
    return url ? (await fetch(url)).text() : ''
  },
  catalog(game: string, edition: string, lang: Lang): Promise<unknown> {
    const key = `${game} ${edition} ${lang}`
    if (!catalogs.has(key)) catalogs.set(key, must('catalog', game, edition, code(lang)).then((json) => JSON.parse(json)))
    return catalogs.get(key)!
  },
  async open(game: string, seats: number, rounds: number, options: string, lang: Lang): Promise<number> {
    const secret = crypto.getRandomValues(new Uint8Array(32))
    const { status, text } = await ask('open', game, seats, rounds, options, secret, code(lang))
    if (!status) throw new Refused(text)
    return status
  },
  // The table of a day's deal (2026-11-17): three seats, bots in the last two.
  async day(game: string, date: string, lang: Lang): Promise<number> {
    const { status, text } = await ask('day', game, date, code(lang))
    if (!status) throw new Refused(text)
    return status
  },
  dayCheck: async (table: number, sound: number, choices: number, lang: Lang) => JSON.parse(await must('day_check', table, sound, choices, code(lang))) as DayResult,
  async load(record: string, lang: Lang): Promise<number> {
    const { status, text } = await ask('load', record, code(lang))
    if (!status) throw new Refused(text)
    return status
  },
  close: (table: number) => ask('close', table),
  name: (table: number, seat: number, name: string) => must('name', table, seat, name, 0),
  seatBot: (table: number, seat: number, spec: string) => must('seat_bot', table, seat, spec, 0),
  salt: (table: number, seat: number, salt: Uint8Array) => must('salt', table, seat, salt, 0),
  saltHash: (game: string, salt: Uint8Array) => text('salt_hash', game, salt),
  start: (table: number) => ask('start', table),
  play: (table: number, seat: number, move: string, lang: Lang) => must('play', table, seat, move, code(lang)),
  undo: (table: number, seat: number, lang: Lang) => must('undo', table, seat, code(lang)),
  nextGame: (table: number, lang: Lang) => must('next_game', table, code(lang)),
  narrate: (table: number, seat: number, entry: number, words: string, lang: Lang) =>
    must('narrate', table, seat, entry, words, code(lang)),
  now: async (table: number, viewer: number, lang: Lang) => JSON.parse(await text('json', table, viewer, code(lang))) as Now,
  events: async (table: number, viewer: number, lang: Lang, from: number) =>
    JSON.parse(await text('events', table, viewer, code(lang), from)) as Events,
  everything: async (table: number, lang: Lang) => JSON.parse(await text('everything', table, code(lang))) as Now['view'],
  record: (table: number, secret: boolean) => text('record', table, secret ? 1 : 0),
  // The book of a record as a file.
  async bookFile(record: string, form: 'html' | 'epub', lang: Lang): Promise<Blob> {
    const { status, text, bytes } = await call('book', [record, form === 'html' ? 1 : 2, code(lang)], true)
    if (status !== 0 || !bytes) throw new Refused(text)
    return new Blob([bytes], { type: form === 'html' ? 'text/html' : 'application/epub+zip' })
  },
  // A teller that follows a table: it is told every move, and has something to say about some.
  follow: async (record: string, lang: Lang) => (await ask('follow', record, code(lang))).status,
  unfollow: (teller: number) => ask('unfollow', teller),
  moved: (teller: number, seat: number, move: string, lang: Lang) => must('moved', teller, seat, move, code(lang)),
  tell: async (teller: number, first: number, lang: Lang) =>
    JSON.parse(await must('tell', teller, first, code(lang))) as { entry: number; seat: number; text: string; questions: string }[],
  why: async (table: number, seat: number, words: string, lang: Lang) => JSON.parse(await text('why', table, seat, words, code(lang))) as Reason,
  past: async (table: number, viewer: number, lang: Lang, count: number) =>
    JSON.parse(await text('past', table, viewer, code(lang), count)) as Now | null,
  // A record held to what was kept of its game, in the lines of src/wasm/check.c ("": nothing).
  check: async (record: string, seen: string, lang: Lang) => JSON.parse(await must('check', record, seen, code(lang))) as Proof,
  review: reviewed,
  bot: (table: number, seat: number, spec: string, lang: Lang) => must('bot', table, seat, spec, chance(), code(lang)),
  hint: async (table: number, seat: number, lang: Lang) =>
    JSON.parse(await must('hint', table, seat, chance(), code(lang))) as Hint[]
}
