// replay.svelte.ts: a record stepped through, with anybody's eyes. Each step is the record played
// again up to there: a thousand moves take the engine a few milliseconds.
import { engine, EVERYTHING, WATCHER } from '../engine/engine'
import { settings } from '../settings.svelte'
import type { Table } from './table'
import type { Chair, Events, Hint, Lang, Now, Reason } from './types'

export class ReplayTable implements Table {
  readonly kind = 'replay'
  now = $state.raw<Now | null>(null)
  events = $state.raw<Events>([])
  fresh = $state.raw<Events>([])
  chairs = $state.raw<Chair[]>([])
  at = $state(0) // moves shown
  eyes = $state(EVERYTHING)
  readonly thinking = null
  readonly curtain = null
  readonly connected = true
  readonly undoable = false
  trouble = $state('')

  private readonly head: string
  private readonly moves: string[] // each with its narration and the line that parts two games
  private lang: Lang = settings.lang

  private constructor(
    readonly id: string,
    readonly game: string,
    private readonly text: string
  ) {
    const cut = text.indexOf('\n\n')
    this.head = cut < 0 ? text : text.slice(0, cut + 2)
    this.moves = []
    let parting = ''
    for (const line of cut < 0 ? [] : text.slice(cut + 2).split('\n')) {
      if (/^\d+ undo$/.test(line)) {
        this.moves.pop() // taken back: it was as if it had never been
      } else if (/^(\d+(\/\w+)?|\*) /.test(line)) {
        this.moves.push(`${parting}${line}\n`)
        parting = ''
      } else if (line.startsWith('==')) parting = line + '\n'
      else if (/^\s+"/.test(line) && this.moves.length) this.moves[this.moves.length - 1] += line + '\n'
    }
    this.at = this.moves.length
  }

  get length() {
    return this.moves.length
  }

  static async open(id: string, record: string): Promise<ReplayTable> {
    const handle = await engine.load(record, settings.lang)
    const now = await engine.now(handle, WATCHER, settings.lang)
    await engine.close(handle)
    const table = new ReplayTable(id, now.game, record)
    table.chairs = now.names.map((name, seat) => ({ seat, name: name ?? '', kind: 'person' }))
    await table.show()
    return table
  }

  // The record up to here is a game of its own; without its secret, so chance is only what is written.
  private upTo(count: number): string {
    return count >= this.moves.length ? this.text : this.head + this.moves.slice(0, count).join('')
  }

  // This moment as a game that goes on with the luck it had; "" where its secret is not known.
  fromHere(): string {
    const end = /^seed /m.test(this.head) ? '' : /^secret \w{64}$/m.exec(this.text)?.[0]
    return end === undefined ? '' : this.head + this.moves.slice(0, this.at).join('') + end + (end && '\n')
  }

  private async show() {
    const handle = await engine.load(this.upTo(this.at), this.lang)
    const now = await engine.now(handle, this.eyes, this.lang)
    if (this.eyes === EVERYTHING) now.view = await engine.everything(handle, this.lang)
    now.moves = []
    now.undo = 0
    const whole = this.eyes === EVERYTHING && this.at < this.length ? await this.wholeEvents(now.log_count) : null
    const events = whole ?? (await engine.events(handle, this.eyes, this.lang, 0))
    await engine.close(handle)
    const last = now.log_count - 1
    this.fresh = events.filter((event) => event.entry === last)
    this.events = events
    this.now = now
  }

  // With everybody's eyes the sentences tell everything too: they come from the finished game.
  private async wholeEvents(count: number): Promise<Events> {
    const handle = await engine.load(this.text, this.lang)
    const events = await engine.events(handle, EVERYTHING, this.lang, 0)
    await engine.close(handle)
    return events.filter((event) => event.entry < count)
  }

  async step(to: number) {
    this.at = Math.max(0, Math.min(this.length, to))
    await this.show()
  }

  async look(eyes: number) {
    this.eyes = eyes
    await this.show()
  }

  async speak(lang: Lang) {
    this.lang = lang
    await this.show()
  }

  record = async () => this.text
  play = async () => {}
  why = async (): Promise<Reason> => ({ why: '', rule: '' })
  past = async () => null
  undo = async () => {}
  narrate = async () => {}
  nextGame = async () => {}
  rematch = async () => ''
  hint = async (): Promise<Hint[]> => []
  lift() {}
  leave() {}
}
