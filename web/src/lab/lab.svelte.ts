// lab.svelte.ts: simulations in workers, and the figures while they grow.
//
// Players play parts of the run, each both editions of it; the clerk joins the parts in their order and makes the
// figures, with the lab's own code. A game is the same wherever it is played and everything counted is a sum, so the
// figures of so many games are the same whatever the parts were and however many play.
import type { Lang } from '../table/types'
import { Hand } from './hand'
import type { Asked, Figures, Numbers } from './types'

const FIRST = 16 // games of the first part
const MOST = 4096 // of any part
const MILLIS = 600 // what a part should take
const KEPT = 128 // parts of the printed edition that are kept for the next change

interface Part {
  from: number
  to: number
  text: (string | undefined)[] // by run: printed, changed
  taken: boolean
}

const code = (lang: Lang) => (lang === 'it' ? 0 : 1)

export class Lab {
  asked = $state.raw<Asked | null>(null)
  figures = $state.raw<Figures | null>(null)
  trouble = $state('')
  running = $state(false)
  played = $state(0) // games joined
  target = $state(0)
  readonly hands = Math.min(16, Math.max(1, (navigator.hardwareConcurrency || 2) - 1))

  private readonly clerk: Hand
  private players: Hand[] = []
  private parts: Part[] = []
  private joined = 0 // parts
  private joining = false
  private stale = false // the figures are of fewer games than were joined
  private size = FIRST
  private epoch = 0
  private words = ''
  private table = '' // the words but for the changed numbers

  constructor(readonly game: string, private lang: Lang) {
    this.clerk = new Hand(game)
  }

  numbers = async (lang: Lang) => JSON.parse(await this.clerk.do('numbers', this.game, code(lang))) as Numbers
  report = (lang: Lang) => this.clerk.do('report', code(lang))
  file = (run: number) => this.clerk.do('file', run)

  // What is to be played, a line for each word (src/wasm/lab.c), of which `table` are those that also hold for the
  // printed edition, and how many games. Refused with the reason in `trouble`.
  async ask(words: string, table: string, games: string) {
    const mine = ++this.epoch
    this.stop()
    this.trouble = ''
    let asked: Asked
    try {
      asked = JSON.parse(await this.clerk.do('ask', this.game, `${words}games ${games}\n`, code(this.lang))) as Asked
    } catch (error) {
      if (mine !== this.epoch) return
      this.trouble = (error as Error).message
      this.asked = null
      this.figures = null
      this.parts = []
      this.table = ''
      this.played = 0
      return
    }
    if (mine !== this.epoch) return
    // The printed edition has been played already if only numbers were changed since.
    const known = table === this.table ? this.parts.findIndex((part) => !part.text[0] || part.to > asked.games) : 0
    this.parts = this.parts.slice(0, known < 0 ? undefined : known).map(({ from, to, text }) => ({ from, to, text: [text[0]], taken: false }))
    this.words = words
    this.table = table
    this.joined = 0
    this.joining = false
    this.played = 0
    this.asked = asked
    this.target = asked.games
    this.go()
  }

  // More games of the same.
  extend(games: number) {
    this.target = games
    this.go()
  }

  go() {
    if (!this.asked || this.played >= this.target) return
    this.running = true
    while (this.players.length < this.hands) this.players.push(new Hand(this.game))
    void this.join()
    this.players.forEach((player) => void this.keepBusy(player))
  }

  // Parts that were begun are lost, and played again when it goes on.
  stop() {
    this.running = false
    this.players = this.players.filter((player) => !player.busy || void player.end())
    this.parts.forEach((part) => (part.taken = false))
  }

  async speak(lang: Lang) {
    this.lang = lang
    if (this.played) await this.show()
  }

  end() {
    this.epoch++
    this.players.forEach((player) => player.end())
    this.clerk.end()
  }

  private missing(part: Part): number[] {
    return [...Array(this.asked!.runs).keys()].filter((run) => !part.text[run])
  }

  private next(): Part | undefined {
    const waiting = this.parts.slice(this.joined).find((part) => !part.taken && this.missing(part).length)
    if (waiting) return waiting
    const from = this.parts.at(-1)?.to ?? 0
    if (from >= this.target) return undefined
    const to = Math.min(from + this.size, this.target)
    this.parts.push({ from, to, text: [], taken: false })
    return this.parts.at(-1)
  }

  private async keepBusy(player: Hand) {
    if (player.busy) return
    const mine = this.epoch
    const on = () => this.running && mine === this.epoch && this.players.includes(player)
    player.busy = true
    try {
      while (on()) {
        const part = this.next()
        if (!part) break
        part.taken = true
        if (player.knows !== this.words) {
          await player.do('ask', this.game, this.words, code(this.lang))
          player.knows = this.words
        }
        const start = performance.now()
        const runs = this.missing(part)
        for (const run of runs) part.text[run] = await player.do('play_part', run, part.from, part.to, code(this.lang))
        if (!on()) return
        const took = ((performance.now() - start) / runs.length) * this.asked!.runs
        this.size = Math.max(1, Math.min(MOST, 2 * (part.to - part.from), Math.round(((part.to - part.from) * MILLIS) / Math.max(took, 1))))
        await this.join()
      }
    } catch (error) {
      if (mine !== this.epoch) return
      this.trouble = (error as Error).message
      this.running = false
    } finally {
      player.busy = false
    }
  }

  private async join() {
    if (this.joining) return
    const mine = this.epoch
    this.joining = true
    for (let part; (part = this.parts[this.joined]) && !this.missing(part).length;) {
      for (const [run, text] of part.text.entries()) {
        await this.clerk.do('join_part', run, text!, code(this.lang))
        if (mine !== this.epoch) return
      }
      part.text = this.joined < KEPT ? [part.text[0]] : []
      this.joined++
      this.played = part.to
      this.stale = true
    }
    this.joining = false
    if (this.stale) await this.show()
    if (mine === this.epoch && this.played >= this.target) this.running = false
  }

  private async show() {
    const mine = this.epoch
    this.stale = false
    const figures = JSON.parse(await this.clerk.do('figures', code(this.lang))) as Figures
    if (mine === this.epoch) this.figures = figures
  }
}
