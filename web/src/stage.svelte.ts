// stage.svelte.ts: what others play, shown large for as long as it takes to read it. Bots of this device wait for it;
// the reader may hold it or skip it, and is never kept from moving.
import type { Large } from './games/board'
import { settings } from './settings.svelte'

export interface Scene {
  key: string
  seat: number
  said: string // the sentence that tells it
  large: Large
}

class Stage {
  scenes = $state.raw<Scene[]>([]) // the first one is shown
  held = $state(false) // the reader looks at it as long as it takes
  pinned = $state(false) // it is what the reader is asked about
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting: (() => void)[] = []

  get shown(): Scene | null {
    return this.scenes[0] ?? null
  }

  // Adds what was played. Nobody who wants everything at once is shown anything but what is asked about.
  play(scenes: Scene[]) {
    if (!settings.pause || !scenes.length) return
    this.scenes = [...this.scenes, ...scenes].slice(-6)
    if (this.timer === undefined) this.run()
  }

  // This scene alone stays until clear().
  pin(scene: Scene) {
    clearTimeout(this.timer)
    this.timer = undefined
    this.pinned = true
    this.scenes = [scene]
    this.release()
  }

  private run() {
    clearTimeout(this.timer)
    this.timer = undefined
    const scene = this.shown
    if (!scene) return this.release()
    if (this.held || this.pinned) return
    const long = scene.large.text.length
    this.timer = setTimeout(() => this.skip(), settings.pace === 'calm' ? Math.min(5000, 1300 + 30 * long) : Math.min(2500, 600 + 12 * long))
  }

  skip() {
    this.scenes = this.scenes.slice(1)
    this.pinned = false
    this.held = false
    this.run()
  }

  hold(on: boolean) {
    this.held = on
    this.run()
  }

  clear() {
    this.scenes = []
    this.pinned = this.held = false
    this.run()
  }

  private release() {
    for (const go of this.waiting.splice(0)) go()
  }

  // Resolves when nothing is being shown that somebody waits for.
  free(): Promise<void> {
    return this.timer === undefined && !this.held ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve))
  }
}

export const stage = new Stage()
