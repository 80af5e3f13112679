// offline.svelte.ts: a table kept on this device: the engine in the worker, bots beside it, people
// taking turns at the screen. Saved after every move.
import { engine, EVERYTHING, Refused, WATCHER } from '../engine/engine'
import { settings } from '../settings.svelte'
import { stage } from '../stage.svelte'
import { voice } from '../voice.svelte'
import { t } from '../words'
import { save, find, type Saved } from './store'
import type { Table } from './table'
import type { Chair, Events, Hint, Lang, Muse, Now, Reason } from './types'

export interface Plan {
  game: string
  chairs: Chair[]
  games?: number
  options?: string
  guided?: boolean
  day?: string // the deal of this day: then the rest of the plan is the day's
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((b) => (b % 36).toString(36)).join('')

export class OfflineTable implements Table {
  readonly kind = 'offline'
  now = $state.raw<Now | null>(null)
  events = $state.raw<Events>([])
  fresh = $state.raw<Events>([])
  chairs = $state.raw<Chair[]>([])
  thinking = $state<number | null>(null)
  trouble = $state('')
  curtain = $state<number | null>(null)
  connected = true
  guided = false
  day = '' // whose deal this is; "": nobody else's

  private viewer: number // whose eyes the screen shows
  private eyes = WATCHER // where no person plays
  private lang: Lang = settings.lang
  private seen = 0 // log entries already shown
  private shownTo: number | null = null // and to whose eyes
  private looks = 0
  private changes = 0 // moves made and taken back
  private teller = 0
  private busy = false
  private answered: Now | null = null // what was on the screen when the last move was chosen: it is answered once
  private left = false

  private constructor(
    readonly id: string,
    readonly game: string,
    private readonly handle: number
  ) {
    this.viewer = WATCHER
  }

  // Makes a new table and deals.
  static async make(plan: Plan): Promise<OfflineTable> {
    const handle = plan.day
      ? await engine.day(plan.game, plan.day, settings.lang)
      : await engine.open(plan.game, plan.chairs.length, plan.games ?? 1, plan.options ?? '', settings.lang)
    for (const chair of plan.chairs) {
      await engine.name(handle, chair.seat, chair.name || t('guest')) // nobody is called by a number
      if (plan.day) continue // everybody has the same luck and the same bots
      if (chair.kind === 'bot') await engine.seatBot(handle, chair.seat, chair.bot ?? 'greedy') // so its record knows
      else await engine.salt(handle, chair.seat, crypto.getRandomValues(new Uint8Array(32)))
    }
    await engine.start(handle)
    const table = new OfflineTable(newId(), plan.game, handle)
    table.chairs = plan.chairs
    table.guided = plan.guided ?? false
    table.day = plan.day ?? ''
    await table.keep()
    return table
  }

  // A game of a record goes on from where that ends, with its cards and its luck, and others in the chairs.
  static async from(record: string, chairs: Chair[], eyes: number): Promise<OfflineTable> {
    const handle = await engine.load(record, settings.lang)
    const { game } = await engine.now(handle, WATCHER, settings.lang)
    await engine.start(handle)
    const table = new OfflineTable(newId(), game, handle)
    table.chairs = chairs
    table.eyes = eyes
    await table.keep()
    return table
  }

  // A table this device saved; null if it is not here.
  static async open(id: string): Promise<OfflineTable | null> {
    const saved = await find(id)
    if (!saved) return null
    const table = new OfflineTable(saved.id, saved.game, await engine.load(saved.record, settings.lang))
    table.chairs = saved.chairs
    table.guided = saved.guided
    table.day = saved.day ?? ''
    table.eyes = saved.eyes ?? WATCHER
    await engine.start(table.handle)
    const people = saved.chairs.filter((chair) => chair.kind === 'person')
    table.viewer = people.length === 1 ? people[0].seat : people.length ? WATCHER : table.eyes
    await table.look(true)
    void table.go()
    return table
  }

  get undoable() {
    return (this.now?.undo ?? 0) > 0
  }

  private isPerson(seat: unknown): seat is number {
    return typeof seat === 'number' && this.chairs[seat]?.kind === 'person'
  }

  // Shows the table as it stands to whoever looks at the screen. Looks may overlap: the newest counts.
  // `again` is an entry that was shown already and has since been told.
  private async look(whole = false, again = Infinity) {
    const mine = ++this.looks
    const { viewer: eyes, lang, seen } = this
    const { log_count, over } = await engine.now(this.handle, WATCHER, lang)
    const viewer = eyes === WATCHER && over ? EVERYTHING : eyes
    const from = whole || eyes !== this.shownTo ? 0 : Math.min(seen, log_count, again)
    const now = await engine.now(this.handle, viewer, lang)
    const events = await engine.events(this.handle, viewer, lang, from)
    if (mine !== this.looks) return
    if (viewer >= 0 && !this.isPerson(viewer)) now.moves = [] // one looks over a bot's shoulder
    this.fresh = from === 0 ? [] : events.filter((event) => event.entry >= seen || event.type === 'narration')
    this.events = [...this.events.filter((event) => event.entry < from), ...events]
    this.now = now
    this.seen = now.log_count
    this.shownTo = eyes
  }

  private async keep() {
    const record = await engine.record(this.handle, true)
    const over = this.now?.match_over ?? false
    const people = this.chairs.filter((chair) => chair.kind === 'person')
    if (this.now?.over && people.length === 1) (await import('./history')).noteResult({ id: this.id, online: false, round: 1 }, this.now, $state.snapshot(this.chairs), people[0].seat)
    const saved: Saved = {
      id: this.id, game: this.game, chairs: $state.snapshot(this.chairs), record, over, guided: this.guided, day: this.day, eyes: this.eyes, at: Date.now()
    }
    await save(saved)
  }

  // Lets bots play until a person is asked or the game is over.
  private async go() {
    if (this.busy) return
    this.busy = true
    try {
      while (!this.left) {
        const { ask, over } = await engine.now(this.handle, WATCHER, this.lang)
        if (over) break
        if (await this.opportunity(ask.also)) continue
        if (this.isPerson(ask.actor)) {
          await this.turnTo(ask.actor)
          break
        }
        if (typeof ask.actor !== 'number') break
        await this.botMove(ask.actor)
      }
    } catch (error) {
      this.trouble = error instanceof Refused ? error.message : String(error)
    } finally {
      this.thinking = null
      this.busy = false
    }
  }

  // Bots that could move out of turn are asked whether they would.
  private async opportunity(also: number[]): Promise<boolean> {
    for (const seat of also) {
      if (this.isPerson(seat)) continue
      const { changes } = this
      const move = await engine.bot(this.handle, seat, this.chairs[seat].bot ?? 'greedy', this.lang)
      if (changes !== this.changes) return true // somebody was quicker: everything is asked anew
      if (!move) continue
      await this.carryOut(seat, move)
      return true
    }
    return false
  }

  private async botMove(seat: number) {
    this.thinking = seat
    const { changes } = this
    const started = performance.now()
    const move = await engine.bot(this.handle, seat, this.chairs[seat].bot ?? 'greedy', this.lang)
    await wait(settings.pause - (performance.now() - started))
    await stage.free()
    await voice.free()
    if (!this.left && changes === this.changes) await this.carryOut(seat, move) // unless the table changed meanwhile
  }

  private async carryOut(seat: number, move: string) {
    const entry = this.seen
    this.changes++
    await engine.play(this.handle, seat, move, this.lang)
    await this.look()
    await this.tale(seat, move, entry)
    await this.keep()
  }

  // A bot tells its move. The teller is fetched only once somebody here has moved: nobody waits for it.
  private async tale(seat: number, move: string, entry: number) {
    if (!settings.tales || !this.answered) return this.hush()
    try {
      if (this.teller) await engine.moved(this.teller, seat, move, this.lang)
      else this.teller = await engine.follow(await engine.record(this.handle, true), this.lang)
      if (!this.teller || this.isPerson(seat)) return
      const told = (await engine.tell(this.teller, entry, this.lang)).filter((one) => one.seat === seat)
      for (const one of told) await engine.narrate(this.handle, one.seat, one.entry, one.text, this.lang)
      if (told.length) await this.look(false, entry)
    } catch {
      this.hush() // a table full of words takes no more: then the bot plays on in silence
    }
  }

  private hush() {
    if (this.teller) void engine.unfollow(this.teller)
    this.teller = 0
  }

  // With several people at one screen nobody sees another's hand: the curtain falls in between.
  private async turnTo(seat: number) {
    if (this.viewer === seat) return
    const people = this.chairs.filter((chair) => chair.kind === 'person')
    this.viewer = people.length > 1 ? WATCHER : seat
    if (people.length > 1) this.curtain = seat
    await this.look(true)
  }

  async lift() {
    if (this.curtain === null) return
    this.viewer = this.curtain
    await this.look(true)
    this.curtain = null
  }

  async play(move: string) {
    if (this.viewer < 0 || this.answered === this.now) return
    this.answered = this.now
    this.trouble = ''
    try {
      await this.carryOut(this.viewer, move)
    } catch (error) {
      this.answered = null
      this.trouble = error instanceof Refused ? error.message : String(error)
    }
    void this.go()
  }

  why = (words: string[]): Promise<Reason> => engine.why(this.handle, this.viewer, words.join(), this.lang)
  past = (count: number) => engine.past(this.handle, this.viewer, this.lang, count)

  async undo() {
    if (this.viewer < 0 || !this.undoable) return
    this.trouble = ''
    this.changes++
    this.hush()
    await engine.undo(this.handle, this.viewer, this.lang).catch(() => {}) // too late: somebody moved
    await this.look()
    this.fresh = []
    await this.keep()
  }

  // The teller's own thoughts about a move: fetched when they are asked for.
  async muse(entry: number): Promise<Muse | null> {
    try {
      const teller = this.teller || (await engine.follow(await engine.record(this.handle, true), this.lang))
      if (!teller) return null
      const told = (await engine.tell(teller, entry, this.lang)).find((one) => one.entry === entry)
      if (teller !== this.teller) await engine.unfollow(teller)
      return told ? { questions: told.questions, draft: told.text } : null
    } catch {
      return null // then there are the other ways to begin
    }
  }

  async narrate(entry: number, text: string) {
    const seat = this.events.find((event) => event.entry === entry)?.seat
    if (!this.isPerson(seat)) return
    await engine.narrate(this.handle, seat, entry, text, this.lang)
    await this.look(false, entry)
    await this.keep()
  }

  async speak(lang: Lang) {
    this.lang = lang
    this.trouble = '' // it was said in the other language
    await this.look(true)
  }

  async hint(): Promise<Hint[]> {
    return this.viewer >= 0 ? engine.hint(this.handle, this.viewer, this.lang) : []
  }

  record = () => engine.record(this.handle, true)
  // How a finished game of a day's deal went.
  dayResult = (sound: number, choices: number) => engine.dayCheck(this.handle, sound, choices, this.lang)

  async nextGame() {
    this.hush()
    await engine.nextGame(this.handle, this.lang)
    await this.look()
    await this.keep()
    void this.go()
  }

  // The same game as this one was set up: its variants and how many games stand in the record.
  private async plan(chairs: Chair[]): Promise<Plan> {
    const [head] = (await this.record()).split('\n\n')
    if (this.day) return { game: this.game, chairs: $state.snapshot(this.chairs), day: this.day }
    const all = (word: string) => [...head.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, value]) => value)
    return { game: this.game, chairs, guided: this.guided, options: all('option').join(' '), games: Number(all('games')[0] ?? 1) }
  }

  // The same people at a new table, everybody where they are.
  restart = () => this.anew($state.snapshot(this.chairs))

  private async anew(chairs: Chair[]): Promise<string> {
    const table = await OfflineTable.make(await this.plan(chairs))
    table.leave()
    return `/play/${table.id}`
  }

  // Another bot in the place of one.
  async level(seat: number, bot: string) {
    if (this.chairs[seat]?.kind !== 'bot' || this.day) return
    this.chairs = this.chairs.map((chair) => (chair.seat === seat ? { ...chair, bot } : chair))
    await this.keep()
  }

  // The same people at a new table, everybody one seat on.
  rematch = () => this.anew([...this.chairs.slice(1), this.chairs[0]].map((chair, seat) => ({ ...chair, seat })))

  leave() {
    this.left = true
    this.hush()
    void engine.close(this.handle)
  }
}
