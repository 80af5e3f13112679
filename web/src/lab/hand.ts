// hand.ts: one worker of the lab: does what it is told, one thing after another.
import { Refused } from '../engine/engine'
import type { Answer } from '../engine/wasm'

export class Hand {
  busy = false // with a part
  knows = '' // what it was last asked to play
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  private readonly waiting: { good: (text: string) => void; bad: (error: Error) => void }[] = []

  constructor(private readonly game: string) {
    this.worker.onmessage = (event: MessageEvent<Answer>) => {
      const next = this.waiting.shift()
      if (event.data.status === 0) next?.good(event.data.text)
      else next?.bad(new Refused(event.data.text))
    }
    this.worker.onerror = (event) => this.waiting.splice(0).forEach(({ bad }) => bad(new Error(event.message)))
  }

  do(name: string, ...args: (number | string)[]): Promise<string> {
    return new Promise((good, bad) => {
      this.waiting.push({ good, bad })
      this.worker.postMessage({ game: this.game, name, args })
    })
  }

  // In the middle of whatever it does; nobody is told.
  end() {
    this.waiting.length = 0
    this.worker.terminate()
  }
}
