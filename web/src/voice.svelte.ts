// voice.svelte.ts: what happens, for those who listen. Sentences are added one after another and stay; who asks for it
// gets the next one only when the last could be heard, and bots of this device wait as long.
import { settings } from './settings.svelte'
import type { Events } from './table/types'

const WORD = 60_000 / 175 // milliseconds a word takes
const KEPT = 40

class Voice {
  lines = $state.raw<{ n: number; text: string }[]>([])
  private queue: string[] = []
  private count = 0
  private speaking = false
  private waiting: (() => void)[] = []

  // The same said again and again is said once, with its number; what is told has its own place.
  tell(events: Events) {
    const said: { text: string; times: number }[] = []
    for (const event of events) {
      if (!event.text || event.type === 'narration') continue
      const last = said.at(-1)
      if (last?.text === event.text) last.times++
      else said.push({ text: event.text, times: 1 })
    }
    if (said.length) this.say(said.map(({ text, times }) => (times > 1 ? `${text}, ${times} ×` : text)).join('. '))
  }

  say(text: string) {
    this.queue.push(text)
    if (!this.speaking) void this.run()
  }

  private async run() {
    this.speaking = true
    for (let text = this.queue.shift(); text !== undefined; text = this.queue.shift()) {
      this.lines = [...this.lines, { n: this.count++, text }].slice(-KEPT)
      if (settings.ear) await new Promise((resolve) => setTimeout(resolve, text!.split(/\s+/).length * WORD))
    }
    this.speaking = false
    for (const go of this.waiting.splice(0)) go()
  }

  free(): Promise<void> {
    return this.speaking ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve()
  }

  clear() {
    this.queue = []
    this.lines = []
  }
}

export const voice = new Voice()
