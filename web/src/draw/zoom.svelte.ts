// zoom.svelte.ts: a board looked at from nearer or from further away: two fingers, the wheel with Ctrl, the keys + - 0, two
// taps on the ground, buttons. It is drawn in the same way, only larger; what does not fit any more scrolls, and the ground
// can be dragged. Nothing glides.
import { flushSync } from 'svelte'

const LEAST = 0.5
const MOST = 3
const STEP = 1.25
const TWICE = 350 // milliseconds between two taps that are one
const NEAR = 24 // pixels between them; more is a drag

type Point = { clientX: number; clientY: number }

export class Zoom {
  by = $state(1)
  private middle: HTMLElement | undefined

  nearer = () => this.to(this.by * STEP)
  further = () => this.to(this.by / STEP)
  reset = () => this.to(1)

  // What is at `at` stays there; without it, what is in the middle.
  to(by: number, at?: Point) {
    const drawn = this.middle?.querySelector<HTMLElement>('.drawn')
    if (!drawn) return
    const box = this.scroller()
    const room = box.getBoundingClientRect()
    const { clientX, clientY } = at ?? { clientX: room.left + room.width / 2, clientY: room.top + room.height / 2 }
    const old = drawn.getBoundingClientRect()
    const [x, y] = [(clientX - old.left) / this.by, (clientY - old.top) / this.by]
    const next = Math.min(MOST, Math.max(LEAST, Math.abs(by - 1) < 0.06 ? 1 : by))
    const { style } = drawn
    style.flex = style.minHeight = style.transform = style.transformOrigin = style.marginBottom = ''
    this.by = next
    flushSync()
    if (next !== 1) {
      const height = drawn.offsetHeight
      style.flex = 'none'
      style.minHeight = `${height}px`
      style.transformOrigin = next < 1 ? 'top' : 'top left'
      style.transform = `scale(${next})`
      if (next < 1) style.marginBottom = `${height * (next - 1)}px`
    }
    const now = drawn.getBoundingClientRect()
    box.scrollLeft += now.left + x * next - clientX
    box.scrollTop += now.top + y * next - clientY
  }

  // What scrolls: the board, or on small screens the box it shares with the seats.
  private scroller(): HTMLElement {
    return getComputedStyle(this.middle!).display === 'contents' ? this.middle!.querySelector<HTMLElement>('.board')! : this.middle!
  }

  use = (middle: HTMLElement) => {
    this.middle = middle
    const board = middle.querySelector<HTMLElement>('.board')!
    const ground = ({ target }: Event) => !(target as Element).closest('button, a, summary, input, .thing.can, .guide')
    const spread = ([a, b]: TouchList | Touch[]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
    let pinch: { from: number; by: number } | null = null
    let held: { x: number; y: number; left: number; top: number } | null = null
    let tap = { time: 0, x: 0, y: 0 }

    const wide: [string, (event: any) => void][] = [
      ['wheel', (event: WheelEvent) => {
        if (!event.ctrlKey) return
        event.preventDefault()
        event.stopPropagation()
        this.to(this.by * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200), event)
      }],
      ['touchstart', (event: TouchEvent) => {
        pinch = event.touches.length === 2 ? { from: spread(event.touches), by: this.by } : null
      }],
      ['touchmove', (event: TouchEvent) => {
        if (!pinch || event.touches.length !== 2) return
        event.preventDefault()
        event.stopPropagation()
        const [a, b] = event.touches
        this.to((pinch.by * spread([a, b])) / pinch.from, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 })
      }]
    ]
    const close: [string, (event: any) => void][] = [
      ['pointerdown', (event: PointerEvent) => {
        if (this.by === 1 || event.pointerType !== 'mouse' || event.button || !ground(event)) return
        const box = this.scroller()
        held = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop }
      }],
      ['pointermove', (event: PointerEvent) => {
        if (!held || !event.buttons) return void (held = null)
        this.scroller().scrollTo(held.left + held.x - event.clientX, held.top + held.y - event.clientY)
      }],
      ['click', (event: MouseEvent) => {
        const { timeStamp: time, clientX: x, clientY: y } = event
        const twice = time - tap.time < TWICE && Math.hypot(x - tap.x, y - tap.y) < NEAR
        if (!ground(event) || !twice) return void (tap = ground(event) ? { time, x, y } : { time: 0, x, y })
        tap = { time: 0, x, y }
        this.to(this.by === 1 ? 2 : 1, event)
      }]
    ]
    // Where the middle has no box of its own (wide screens), browsers do not look for who wants wheel and touches there.
    for (const one of [middle, board]) for (const [name, hear] of wide) one.addEventListener(name, hear, { passive: false })
    for (const [name, hear] of close) board.addEventListener(name, hear)
    return { destroy: () => (this.middle = undefined) }
  }
}
