// voice.svelte.ts: what happens, for those who listen. Sentences are added one after another and stay, each only when the
// last could be heard; what others do in the meantime is said together, in brief (digest.ts). A round of others' moves is
// never longer than can be listened to; what was left out is told on request. Bots of this device wait if they are asked to.
import { beats, digest } from './digest'
import { settings } from './settings.svelte'
import type { Events } from './table/types'
import { t } from './words'

const BEAT = 1000 / 3 // milliseconds
const KEPT = 40
const ROUND = 58 // beats of a round of others' moves

interface Item {
  text?: string
  events?: Events
}

class Voice {
  lines = $state.raw<{ n: number; text: string; own: boolean }[]>([]) // own: said to the reader alone
  private names: string[] = []
  private you: number | null = null
  private room = ROUND
  private queue: Item[] = []
  private count = 0
  private spent = 0 // beats of this round
  private left = 0 // sentences nobody had time for
  private speaking = false
  private waiting: (() => void)[] = []

  // Who sits at this table, who listens, and how many beats a round may take.
  at(names: string[], you: number | null, room = ROUND) {
    Object.assign(this, { names, you, room })
  }

  // What others did. `hold`: nothing is said before the reader's turn, which comes at once.
  tell(events: Events, hold = false) {
    if (!events.some((event) => event.text && event.type !== 'narration')) return
    const last = this.queue.at(-1)
    if (last?.events) last.events = [...last.events, ...events]
    else this.queue.push({ events })
    if (!hold && !this.speaking) void this.run()
  }

  // Something for the reader: with it a new round begins.
  say(text: string) {
    this.queue.push({ text })
    if (!this.speaking) void this.run()
  }

  private async run() {
    this.speaking = true
    for (let item = this.queue.shift(); item; item = this.queue.shift()) {
      let text = item.text ?? ''
      if (item.events) {
        const told = digest(item.events, { names: this.names, you: this.you, lang: settings.lang, room: this.room - this.spent })
        text = told.text
        this.left += told.left
        this.spent += beats(text)
      } else {
        if (this.left) this.add(this.left === 1 ? t('heardMore1') : t('heardMore', this.left))
        this.spent = this.left = 0
      }
      if (!text) continue
      this.add(text, !item.events)
      if (settings.ear || settings.pause) await new Promise((resolve) => setTimeout(resolve, beats(text) * BEAT))
    }
    this.speaking = false
    for (const go of this.waiting.splice(0)) go()
  }

  private add(text: string, own = false) {
    this.lines = [...this.lines, { n: this.count++, text, own }].slice(-KEPT)
  }

  // Resolves when what was said could be heard, for those who want to be waited for.
  free(): Promise<void> {
    return this.speaking && settings.ear ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve()
  }

  clear() {
    this.queue = []
    this.lines = []
    this.spent = this.left = 0
  }
}

export const voice = new Voice()
