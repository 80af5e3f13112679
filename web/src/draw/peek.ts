// peek.ts: a long touch on a thing shows it large, or in full what a mouse reads by pointing at it.
import { touching } from './fingers'

const LONG = 450 // milliseconds
const FAR = 10 // pixels: then it is a drag or a scroll

let bubble: HTMLElement | null = null

function hide() {
  bubble?.remove()
  bubble = null
}

function show(element: HTMLElement, text: string) {
  hide()
  bubble = document.createElement('div')
  bubble.className = 'peek'
  bubble.setAttribute('role', 'status')
  bubble.textContent = text
  ;(element.closest('[data-game]') ?? document.body).append(bubble)
  const box = element.getBoundingClientRect()
  const own = bubble.getBoundingClientRect()
  const above = box.top - own.height - 8
  bubble.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2))}px`
  bubble.style.top = `${above > 8 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 8)}px`
  setTimeout(() => addEventListener('pointerdown', hide, { once: true }), 0)
}

// `text` gives what there is to read now.
export function peek(element: HTMLElement, text: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  const stop = () => clearTimeout(timer)

  function down(event: PointerEvent) {
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    from = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      if (touching.fingers > 1) return
      if (element.dataset.large) element.dispatchEvent(new CustomEvent('large', { bubbles: true }))
      else show(element, text())
      // The click that ends a long touch chooses nothing.
      const swallow = (click: Event) => click.stopPropagation()
      addEventListener('click', swallow, { capture: true, once: true })
      addEventListener('pointerdown', () => removeEventListener('click', swallow, { capture: true }), { capture: true, once: true })
    }, LONG)
  }
  function move(event: PointerEvent) {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR) stop()
  }

  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) element.addEventListener(end, stop)
  element.addEventListener('contextmenu', (event) => (event as PointerEvent).pointerType === 'touch' && event.preventDefault())
  return { destroy: stop }
}
