// past.svelte.ts: looking back. The moments of the game in play as this reader saw them; those before
// the page was opened are asked of whoever keeps the table.
import type { Lang, Now } from './table/types'

export class Past {
  moments = $state.raw<Now[]>([]) // oldest first; the last is now
  at = $state<number | null>(null) // the one that is shown; null: now
  private begun = $state(false) // there is none before the oldest
  private lang: Lang | null = null
  private asked = $state.raw<Promise<boolean> | null>(null)

  constructor(private readonly ask: (count: number) => Promise<Now | null>) {}

  get now(): Now | null {
    return this.moments.at(-1) ?? null
  }
  get shown(): Now | null {
    return this.at === null ? this.now : { ...this.moments[this.at], moves: [], undo: 0 }
  }
  // How far back it is.
  get steps() {
    return this.at === null ? 0 : this.moments.length - 1 - this.at
  }
  get more() {
    return !this.begun || (this.at ?? this.moments.length - 1) > 0
  }
  get asking() {
    return this.asked !== null
  }
  // The log entries that led to the moment shown.
  get led(): [from: number, to: number] {
    const at = this.at ?? this.moments.length - 1
    return [at > 0 ? this.moments[at - 1].log_count : 0, this.moments[at]?.log_count ?? 0]
  }

  // The table has changed. Another reader's eyes, another language or a new game begin again.
  note(now: Now, lang: Lang) {
    const last = this.now
    if (!last || last.you !== now.you || last.number !== now.number || last.seats !== now.seats || this.lang !== lang) {
      this.moments = [now]
      this.at = null
      this.begun = false
      this.asked = null
      this.lang = lang
      void this.earlier()
    } else {
      // A table not yet dealt is no moment of the game.
      this.moments = [...this.moments.filter((one) => one.log_count < now.log_count && one.ask.actor !== 'chance'), now]
      if (this.at !== null && this.at >= this.moments.length - 1) this.at = null
    }
  }

  // Fetches the moment before the oldest; false if there is none.
  private earlier(): Promise<boolean> {
    if (this.begun) return Promise.resolve(false)
    const [oldest] = this.moments
    const asked = (this.asked ??= this.ask(oldest.log_count - 1).then((found) => {
      if (asked !== this.asked) return false // it was asked for another reader
      this.asked = null
      if (this.moments[0] !== oldest || !found || found.log_count >= oldest.log_count) {
        this.begun = !found
        return false
      }
      this.moments = [found, ...this.moments]
      if (this.at !== null) this.at++
      return true
    }))
    return asked
  }

  async back() {
    if ((this.at ?? this.moments.length - 1) === 0 && !(await this.earlier())) return
    this.at = (this.at ?? this.moments.length - 1) - 1
    if (this.at === 0) void this.earlier() // what led there is told as well
  }

  forth() {
    if (this.at !== null) this.at = this.at + 1 < this.moments.length - 1 ? this.at + 1 : null
  }

  leave() {
    this.at = null
  }
}
