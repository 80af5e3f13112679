// drag.ts: dragging as another way of choosing. A thing is held, a thread runs from it to the
// pointer, and letting go over a second thing is the same as tapping the two.
import type { Chooser } from '../chooser.svelte'
import { touching } from './fingers'

const FAR = 10 // pixels that tell a drag from a tap

const svg = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name)

// For a thing that can be chosen; `held` gives the chooser and the words it stands for now.
export function draggable(element: HTMLElement, held: () => { chooser: Chooser; token: string | undefined; thing: object }) {
  let from: { x: number; y: number; id: number } | null = null
  let thread: Element | null = null
  let aim: Element | null = null

  function under(event: PointerEvent): HTMLElement | null {
    const found = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest<HTMLElement>('[data-token]'))
    return found.find((one) => one && one !== element) ?? null
  }
  function point(at: Element | null) {
    aim?.classList.remove('aim')
    at?.classList.add('aim')
    aim = at
  }
  function draw(event: PointerEvent) {
    const box = element.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const [tx, ty] = [event.clientX, event.clientY]
    thread!.firstElementChild!.setAttribute('d', `M${x} ${y}Q${(x + tx) / 2} ${Math.min(y, ty) - 40} ${tx} ${ty}`)
    thread!.lastElementChild!.setAttribute('cx', String(tx))
    thread!.lastElementChild!.setAttribute('cy', String(ty))
  }
  function end() {
    thread?.remove()
    point(null)
    thread = from = null
  }

  function down(event: PointerEvent) {
    if (event.button === 0 && event.isPrimary) from = { x: event.clientX, y: event.clientY, id: event.pointerId }
  }
  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return
    if (touching.fingers > 1) {
      if (thread) held().chooser.drop(held().token ?? '', false)
      return end()
    }
    const { chooser, token, thing } = held()
    if (!thread) {
      if (!token || Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return
      element.setPointerCapture(event.pointerId)
      chooser.hold(token, thing)
      thread = svg('svg')
      thread.setAttribute('class', 'thread')
      thread.setAttribute('aria-hidden', 'true')
      thread.append(svg('path'), svg('circle'))
      thread.lastElementChild!.setAttribute('r', '7')
      ;(element.closest('[data-game]') ?? document.body).append(thread)
    }
    draw(event)
    point(under(event))
  }
  function up(event: PointerEvent) {
    if (!thread) return void (from = null)
    const { chooser, token } = held()
    const onto = under(event)
    const home = element.closest('.hand, .board')
    const away = !home?.contains(document.elementFromPoint(event.clientX, event.clientY))
    end()
    // The click that follows belongs to the drag.
    const swallow = (click: Event) => click.stopPropagation()
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
    if (onto?.dataset.token) chooser.tap(onto.dataset.token)
    else if (token) chooser.drop(token, away)
  }

  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', end)
  element.addEventListener('dragstart', (event) => event.preventDefault())
  return { destroy: end }
}
