// animate.ts: shows a move as a movement of the thing itself.
//
// Before the table changes, where every [data-thing] is; after it, each one that stands elsewhere
// glides there from its old place. A new thing with data-from="hand-2" comes from the element with
// data-place="hand-2". Nothing waits for it; with reduced motion things only fade in.

type Places = Map<string, DOMRect>

export function before(root: HTMLElement): Places {
  const places: Places = new Map()
  for (const element of root.querySelectorAll<HTMLElement>('[data-thing]'))
    places.set(element.dataset.thing!, element.getBoundingClientRect())
  return places
}

export function after(root: HTMLElement, old: Places) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  for (const element of root.querySelectorAll<HTMLElement>('[data-thing]')) {
    const to = element.getBoundingClientRect()
    const was = old.get(element.dataset.thing!)
    const place = element.dataset.from && root.querySelector(`[data-place="${element.dataset.from}"]`)
    const from = was ?? (place ? place.getBoundingClientRect() : undefined)
    if (was && Math.abs(was.x - to.x) < 2 && Math.abs(was.y - to.y) < 2) continue
    if (still || !from) {
      if (!was) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 })
      continue
    }
    const x = from.x + from.width / 2 - (to.x + to.width / 2)
    const y = from.y + from.height / 2 - (to.y + to.height / 2)
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${was ? 1 : 0.5})`, opacity: was ? 1 : 0.4 },
        { transform: 'none', opacity: 1 }
      ],
      { duration: 450, easing: 'cubic-bezier(.2,.7,.2,1)' }
    )
  }
}
