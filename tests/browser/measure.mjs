// measure.mjs: what runs inside the page and says what is wrong with how the table is laid out in the room it has.
//
// Texts that share a place, texts under something else, words cut off where nothing can be scrolled, targets too small for
// a finger, a board that has less than half of the room. `touch`: this is a screen for fingers.
export function measure({ touch }) {
  const TARGET = 40
  const found = []
  const fault = (kind, what) => found.push(`${kind}: ${what}`)
  const name = (one) => `.${one?.closest('[class]')?.getAttribute('class').replace(/ ?svelte-\w+/, '') ?? ''}`
  const say = (text) => `“${text.replace(/\s+/g, ' ').trim().slice(0, 40)}”`
  const table = document.querySelector('.table')
  const middle = document.querySelector('.middle')
  const own = getComputedStyle(middle).display === 'contents' ? document.querySelector('.board') : middle
  const head = document.querySelector('header').getBoundingClientRect()
  const side = document.querySelector('main > .side').getBoundingClientRect().width

  // The room is what neither the bar above nor the log beside takes.
  const board = own.getBoundingClientRect()
  const share = (board.width * Math.min(board.height, innerHeight - board.top)) / ((innerWidth - side) * (innerHeight - head.bottom))
  if (share < 0.5) fault('board', `${(share * 100).toFixed(0)} % of the room`)
  if (document.documentElement.scrollWidth > innerWidth) fault('sideways', `${document.documentElement.scrollWidth} px in ${innerWidth}`)
  for (const box of document.querySelectorAll('.middle, .board, main > .foot, main > .side'))
    if (getComputedStyle(box).display !== 'contents' && box.scrollWidth > box.clientWidth + 1) fault('sideways', `.${box.classList[0]}: ${box.scrollWidth} px in ${box.clientWidth}`)

  // What ends a turn is at hand, and what everybody put on the table just now is seen without scrolling where there is room.
  const whole = (one, box) => {
    const [part, room] = [one.getBoundingClientRect(), box.getBoundingClientRect()]
    return part.top >= room.top - 1 && part.bottom <= Math.min(room.bottom, innerHeight) + 1
  }
  const foot = document.querySelector('main > .foot')
  const done = foot.querySelector('.done')
  if (done && !whole(done, foot)) fault('buried', `${say(done.innerText)} ends at ${done.getBoundingClientRect().bottom.toFixed(0)} px, its box at ${Math.min(foot.getBoundingClientRect().bottom, innerHeight).toFixed(0)}`)
  if (innerWidth >= 1000 && innerHeight >= 700)
    for (const laid of document.querySelectorAll('.board .laid')) if (!whole(laid, own)) fault('below the fold', `${say(laid.getAttribute('aria-label') ?? '')}: ends at ${laid.getBoundingClientRect().bottom.toFixed(0)} px, the board at ${own.getBoundingClientRect().bottom.toFixed(0)}`)

  // Whatever lets the pointer through for convenience still hides what is below it.
  const solid = new CSSStyleSheet()
  solid.replaceSync('* { pointer-events: auto !important }')
  document.adoptedStyleSheets = [solid]

  // The part of a box that its surroundings let be seen, and whether the rest can be scrolled to.
  function seen(element, box) {
    let { left, top, right, bottom } = box
    let scrolls = false
    for (let up = element; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up)
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const room = up.getBoundingClientRect()
      if (room.left > left + 1 || room.right < right - 1) { scrolls ||= /auto|scroll/.test(style.overflowX); left = Math.max(left, room.left); right = Math.min(right, room.right) }
      if (room.top > top + 1 || room.bottom < bottom - 1) { scrolls ||= /auto|scroll/.test(style.overflowY); top = Math.max(top, room.top); bottom = Math.min(bottom, room.bottom) }
    }
    return { left, top, right, bottom, scrolls, width: right - left, height: bottom - top }
  }

  const texts = []
  const walk = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement
    if (!node.data.trim() || parent.closest('.visually-hidden, .skip-link, script, style') || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      if (line.width < 2 || line.height < 2) continue
      // Letters fill the middle of their line.
      const slack = Math.max(0, (line.height - parseFloat(getComputedStyle(parent).fontSize)) / 2 + 2)
      const box = { left: line.left, right: line.right, top: line.top + slack, bottom: line.bottom - slack }
      const part = seen(parent, box)
      if (!part.scrolls && (part.width < line.width - 3 || part.height < box.bottom - box.top - 3)) fault('cut', `${say(node.data)} in ${name(parent)}`)
      if (part.width < 3 || part.height < 0.7 * (box.bottom - box.top)) continue // scrolled away
      if (!part.scrolls && (part.left < -1 || part.right > innerWidth + 1 || part.top < -1 || part.bottom > innerHeight + 1)) fault('cut', `${say(node.data)} lies outside the screen`)
      texts.push({ node, parent, ...part })
      // A tag may hang over the edge.
      const card = parent.closest('.thing')?.getBoundingClientRect()
      if (card && getComputedStyle(parent).position !== 'absolute' && !parent.closest('.known') && (line.left < card.left - 2 || line.right > card.right + 2 || box.top < card.top - 2 || box.bottom > card.bottom + 2)) fault('spills', `${say(node.data)} out of ${say(parent.closest('.thing').getAttribute('aria-label') ?? parent.closest('.thing').innerText)}`)
    }
  }
  // Cards of a hand lie over each other; the one pointed at comes to the front.
  const slot = (one) => one.parent.closest('.hand .slot')
  const apart = (a, b) => slot(a) && slot(b) && slot(a) !== slot(b)
  for (let i = 0; i < texts.length; i++) {
    for (let j = i + 1; j < texts.length; j++) {
      const [a, b] = [texts[i], texts[j]]
      if (a.node === b.node || apart(a, b)) continue
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (wide > 2 && high > 2) fault('overlap', `${say(a.node.data)} and ${say(b.node.data)}`)
    }
  }
  // What has no colour of its own hides nothing.
  const paints = (one) => {
    const { backgroundColor, backgroundImage, fill } = getComputedStyle(one)
    if (one instanceof SVGGraphicsElement) return one.localName !== 'svg' && fill !== 'none'
    return backgroundImage !== 'none' || !/^rgba\(.*, 0\)$|^transparent$|\/ 0\)$/.test(backgroundColor)
  }
  const lies = (other, one) => slot(one) && other.closest('.hand .slot') && other.closest('.hand .slot') !== slot(one)
  for (const one of texts) {
    const y = (one.top + one.bottom) / 2
    for (const x of [one.left + 1.5, (one.left + one.right) / 2, one.right - 1.5]) {
      const stack = document.elementsFromPoint(x, y)
      const below = stack.findIndex((up) => up.contains(one.parent) || one.parent.contains(up))
      const top = stack.slice(0, Math.max(below, 0)).find((other) => paints(other) && !lies(other, one))
      if (!top) continue
      fault('covered', `${say(one.node.data)} of ${name(one.parent)} by ${name(top)}`)
      break
    }
  }
  document.adoptedStyleSheets = []

  // From its middle a target reaches twenty pixels each way.
  if (touch) {
    for (const one of table.querySelectorAll('button, a[href], summary, input, select, textarea')) {
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.matches('.skip-link, :disabled') || one.closest('[aria-hidden=true]')) continue
      const box = one.getBoundingClientRect()
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      const reach = TARGET / 2 - 0.6
      // What is half scrolled away is judged where it is whole.
      if (seen(one, { left: Math.min(box.left, x - reach - 2), right: Math.max(box.right, x + reach + 2), top: Math.min(box.top, y - reach - 2), bottom: Math.max(box.bottom, y + reach + 2) }).scrolls) continue
      const missed = [[0, 0], [reach, 0], [-reach, 0], [0, reach], [0, -reach]].map(([dx, dy]) => document.elementFromPoint(x + dx, y + dy)).find((at) => !at || !one.contains(at))
      if (missed !== undefined) fault('target', `${say(one.getAttribute('aria-label') ?? one.innerText ?? '')} .${one.classList[0] ?? one.tagName} ${Math.round(box.width)} by ${Math.round(box.height)}, up to ${name(missed)}`)
    }
  }
  return { share, texts: texts.length, faults: [...new Set(found)] }
}
