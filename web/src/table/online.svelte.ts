// online.svelte.ts: a table kept by a server, spoken to as docs/protocol.md says. A lost connection
// is made again by itself; commands that were on their way are sent again under the same number,
// which the server knows how to forgive.
import { engine } from '../engine/engine'
import { NORMAL_LEVEL } from '../games/brief'
import { colourOf } from '../colours'
import { settings } from '../settings.svelte'
import { Luck } from './luck'
import type { Client, FromChat, FromHello, FromOk, FromState, FromTable, HttpDay, HttpTables, HttpTicket, Server } from '../../generated/types'
import type { Table } from './table'
import type { Chair, Events, Hint, Lang, Now, Reason } from './types'

export type Chain = Pick<FromHello, 'round' | 'links' | 'head'> // how far the chain of a round is (docs/randomness.md): in every message
export type TableInfo = FromTable
export type Clock = NonNullable<FromState['clock']>
type Line = FromChat['items'][number]

// A command by its verb: what it takes along, and the message that answers it.
type Verb = Client['do']
type Takes<V extends Verb> = Omit<Extract<Client, { do: V }>, 'id' | 'do'>
type Given<V extends Verb> = object extends Takes<V> ? [Takes<V>?] : [Takes<V>]
type Answer<V extends Verb> = V extends 'hint' | 'why' | 'past' ? Extract<Server, { type: V }> : FromOk

async function request<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${path}${path.includes('?') ? '&' : '?'}lang=${settings.lang}`, body === undefined
    ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  const json = (await answer.json()) as T & { why?: string }
  if (!answer.ok) throw new Error(json.why ?? answer.statusText)
  return json
}

// Is there a server behind this page, or only the page?
export async function serverThere(): Promise<boolean> {
  try {
    return Array.isArray(await listed())
  } catch {
    return false
  }
}

export type Listed = HttpTables['tables'][number]
export const listed = async () => (await request<HttpTables>('/api/tables')).tables

// The list of a day's deal, and a game for it.
export const dayList = (game: string, day: string) => request<HttpDay>(`/api/days/${game}?date=${day}`)
export const sendDay = (game: string, day: string, name: string, record: string) =>
  request<HttpDay>(`/api/days/${game}`, { name, date: day, record })

// The record of the newest finished round at a table, open to anybody.
export async function finished(id: string): Promise<string> {
  const answer = await fetch(`/api/tables/${id}/record?lang=${settings.lang}`)
  if (!answer.ok) throw new Error(((await answer.json()) as { why: string }).why)
  return answer.text()
}

// Makes a table and gives its path.
export async function makeTable(plan: Record<string, unknown>): Promise<string> {
  return (await request<HttpTicket>('/api/tables', plan)).path
}

// Another table with the cards of this one, for its host: its id.
export const copyTable = async (id: string) => (await request<HttpTicket>(`/api/tables/${id}/copy`, {})).id

// With whoever is there: the open table of this game that waits longest for somebody, or a new one
// for one more, bots in the other seats.
// The page of that table does the rest: it sits down, and deals once all are there.
const QUICK = 'veglia.quick'
export async function quickMatch(game: string, least: number): Promise<string> {
  const open = (await listed()).filter((table) => table.game === game && table.status === 'open' && table.taken < table.seats).slice(0, 8)
  let found = ''
  for (const { id } of open.reverse()) {
    const { chairs, door } = await request<TableInfo>(`/api/tables/${id}`)
    if (door && chairs.some((chair) => chair.kind === 'person' && chair.here)) found ||= `/t/${id}` // somebody really waits
  }
  const path = found || (await makeTable({
    game, seats: Math.max(least, 2), name: settings.name, sit: 0, bots: Array.from({ length: least }, (_, seat) => (seat < 2 ? null : NORMAL_LEVEL)), lang: settings.lang, listed: true
  }))
  sessionStorage.setItem(QUICK, path.slice(3))
  return path
}
export const isQuick = (id: string) => sessionStorage.getItem(QUICK) === id

// Tables of the server at which this device has been, newest first.
export interface Visited {
  id: string
  game: string
  at: number
}
const KEY = 'veglia.visited'
export function visited(): Visited[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Visited[]
  } catch {
    return []
  }
}
function remember(id: string, game: string) {
  const list = [{ id, game, at: Date.now() }, ...visited().filter((table) => table.id !== id)].slice(0, 12)
  try {
    localStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // The link still leads back.
  }
}
function unremember(id: string) {
  localStorage.setItem(KEY, JSON.stringify(visited().filter((table) => table.id !== id)))
}

export class OnlineTable implements Table {
  readonly kind = 'online'
  now = $state.raw<Now | null>(null)
  events = $state.raw<Events>([])
  fresh = $state.raw<Events>([])
  info = $state.raw<TableInfo | null>(null)
  chat = $state.raw<Line[]>([])
  telling = $state.raw<number[]>([])
  hushed = $state<number[]>([]) // people whose words this reader does not want to see
  clock = $state.raw<(Clock & { at: number }) | null>(null)
  connected = $state(false)
  missing = $state(false) // there is no such table
  unreachable = $state(false) // the server has not answered
  trouble = $state('')
  readonly thinking = null
  readonly curtain = null

  private socket: WebSocket | undefined
  private seq = -1
  private lang: Lang = settings.lang
  private left = false
  private delay = 500
  private count = 0
  private worn = -1 // the colour said on this connection
  private readonly prefix = Math.random().toString(36).slice(2, 8)
  readonly luck = new Luck(this)
  private readonly waiting = new Map<string, { text: string; done: (error?: Error, answer?: unknown) => void }>()
  private readonly wake = () => this.connected || this.connect()

  constructor(readonly id: string) {
    addEventListener('online', this.wake)
    this.connect()
  }

  get game() {
    return this.info?.game ?? this.now?.game ?? ''
  }
  get undoable() {
    return (this.now?.undo ?? 0) > 0
  }
  get chairs(): Chair[] {
    return (this.info?.chairs ?? []).map((chair) => ({
      seat: chair.seat, name: chair.name ?? '', kind: chair.kind, bot: chair.bot, here: chair.here, standIn: chair.stand_in,
      colour: chair.person === null ? 0 : colourOf(this.info?.people.find(({ person }) => person === chair.person)?.colour)
    }))
  }

  private connect() {
    if (this.left) return
    this.socket?.close()
    const url = new URL(`/api/tables/${this.id}/ws`, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('lang', this.lang)
    if (this.seq >= 0) url.searchParams.set('since', String(this.seq))
    const socket = (this.socket = new WebSocket(url))
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data) as Server)
    socket.onopen = () => {
      if (socket !== this.socket) return
      this.connected = true
      this.worn = -1
      this.unreachable = false
      this.delay = 500
      for (const { text } of this.waiting.values()) socket.send(text)
    }
    socket.onclose = (event) => {
      if (socket !== this.socket) return
      this.connected = false
      this.unreachable = true
      if (event.code === 4001) {
        this.missing = true
        unremember(this.id)
        return
      }
      if (event.code === 4003) this.seq = -1 // sent away: from now on one who watches
      setTimeout(() => socket === this.socket && this.connect(), this.delay)
      this.delay = Math.min(this.delay * 2, 8000)
    }
  }

  private hear(message: Server) {
    this.luck.note(message)
    switch (message.type) {
      case 'hello':
        break
      case 'table':
        this.info = message
        if (message.status === 'closed') unremember(this.id)
        else if (message.you.person !== null) remember(this.id, message.game)
        this.seq = Math.max(this.seq, message.seq)
        void this.luck.hear(message)
        this.takeSeat(message)
        break
      case 'state': {
        const whole = message.from === 0
        this.fresh = whole && this.now === null ? [] : message.events.filter((event) => event.entry >= (this.now?.log_count ?? 0))
        this.events = [...this.events.filter((event) => event.entry < message.from), ...message.events]
        this.now = message.now
        this.telling = message.telling
        this.clock = message.clock && { ...message.clock, at: Date.now() }
        this.seq = message.seq
        if (message.now.over) void import('./history').then(({ noteResult }) => noteResult({ id: this.id, online: true, round: message.round }, message.now, this.chairs, this.info?.you.seat ?? null))
        break
      }
      case 'chat':
        this.chat = [...this.chat.filter((line) => !message.items.some((item) => item.n === line.n)), ...message.items]
        break
      case 'telling':
        this.telling = message.seats
        break
      case 'notice':
        this.trouble = message.why
        break
      case 'ok':
      case 'hint':
      case 'why':
      case 'past':
      case 'no': {
        if (message.id === null) break // of no command of ours
        const asked = this.waiting.get(message.id)
        this.waiting.delete(message.id)
        asked?.done(message.type === 'no' ? new Error(message.why) : undefined, message)
        break
      }
    }
  }

  // Asks the server to do something; rejects with the reason if it does not.
  send<V extends Verb>(what: V, ...[args]: Given<V>): Promise<Answer<V>> {
    const id = `${this.prefix}-${++this.count}`
    const text = JSON.stringify({ id, do: what, ...args })
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, done: (error, answer) => (error ? reject(error) : resolve(answer as Answer<V>)) })
      if (this.connected) this.socket?.send(text)
    })
  }

  // The same, for buttons: what went wrong is shown at the table.
  async try<V extends Verb>(what: V, ...args: Given<V>) {
    this.trouble = ''
    try {
      await this.send(what, ...args)
    } catch (error) {
      this.trouble = (error as Error).message
    }
  }

  // A person gets a name and a voice here. The connection is made anew to carry the cookie.
  async join(name: string) {
    this.trouble = ''
    try {
      await request(`/api/tables/${this.id}/join`, { name })
      this.seq = -1
      this.sits = true
      this.connect()
    } catch (error) {
      this.trouble = (error as Error).message
    }
  }

  // Who joins a table that gathers wants to play: the first free seat is taken.
  private sits = false
  private takeSeat(info: TableInfo) {
    if (!this.sits || info.you.person === null) return
    this.sits = false
    const free = info.chairs.find((chair) => chair.kind === 'empty')
    if (free && info.you.seat === null && info.status === 'open') void this.send('sit', { seat: free.seat }).catch(() => {}) // somebody was quicker
  }

  // The others are told which colour this person has chosen; servers do not keep it.
  wear(colour: number) {
    const me = this.info?.people.find(({ person }) => person === this.info?.you.person)
    if (!me || !this.connected || this.worn === colour || colourOf(me.colour) === colour) return
    this.worn = colour
    void this.send('colour', { colour }).catch(() => {})
  }

  // The recovery link of a person: the token stands behind #k= and leaves the address bar at once.
  async recover(token: string) {
    history.replaceState(null, '', location.pathname)
    try {
      await request(`/api/tables/${this.id}/recover`, { token })
      this.seq = -1
      this.connect()
    } catch (error) {
      this.trouble = (error as Error).message
    }
  }

  sit = (seat: number) => this.try('sit', { seat })
  // A seat left in play: back to one's own, or asking for it.
  async seek(seat: number) {
    this.trouble = ''
    await this.send('sit', { seat }).catch(() => this.try('ask', { seat }))
  }

  play = (move: string) => this.try('move', { move, at: this.now?.log_count })
  undo = () => this.try('undo')
  narrate = (entry: number, text: string) => this.try('tell', { entry, text })
  nextGame = () => this.try('next')

  async rematch() {
    await this.try('again')
    return ''
  }

  async speak(lang: Lang) {
    if (lang === this.lang) return
    this.lang = lang
    this.trouble = '' // it was said in the other language
    this.seq = -1
    this.connect()
  }

  // The link that gives this person's seat back, on another device for instance.
  recovery = async () => location.origin + (await request<{ recovery: string }>(`/api/tables/${this.id}/recovery`)).recovery

  // Idle questions: nobody hears of it when they are not answered.
  why = (words: string[]): Promise<Reason> => this.send('why', { words: words.join() }).catch(() => ({ why: '', rule: '' }))
  past = (count: number) => this.send('past', { at: count }).then(({ now }) => now, () => null)
  lift() {}
  async hint(): Promise<Hint[]> {
    this.trouble = ''
    try {
      return (await this.send('hint')).moves
    } catch (error) {
      this.trouble = (error as Error).message
      return []
    }
  }
  record = async () => {
    const answer = await fetch(`/api/tables/${this.id}/record?round=${this.info?.round ?? 1}`)
    if (!answer.ok) throw new Error(((await answer.json()) as { why: string }).why)
    return answer.text()
  }

  check = async () => engine.check(await this.record(), this.luck.memory(this.info?.round ?? 1), this.lang)

  leave() {
    this.left = true
    removeEventListener('online', this.wake)
    this.socket?.close()
  }
}
