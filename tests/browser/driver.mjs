// driver.mjs: what runs inside the page: plays it as a person would, and says when it is at rest.
export function driver() {
  const later = () => new Promise((resolve) => setTimeout(resolve, 0))
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))

  // Every call to the engine passes by here.
  let waiting = 0
  let worker
  let handle = 0 // of the table last looked at
  let late = 0 // by how much the next move is
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args)
      worker = this
      this.addEventListener('message', () => waiting--)
    }
    postMessage(message) {
      waiting++
      if (message.name === 'json') handle = message.args[0]
      if (message.name !== 'play' || !late) return super.postMessage(message)
      setTimeout(() => super.postMessage(message), late)
      late = 0
    }
  }

  // So does all that is kept on the device: a table moves on once it is saved.
  for (const name of ['get', 'getAll', 'put', 'delete']) {
    const real = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (...args) {
      const request = real.apply(this, args)
      waiting++
      for (const end of ['success', 'error']) request.addEventListener(end, () => waiting--)
      return request
    }
  }

  globalThis.driver = {
    // One choice each time the table moved on, spread out over the list so that games move on;
    // curtains are lifted (`lift`), the next game of a match is dealt (`onward`). Until the last score sheet is there,
    // or, after `clicks` choices counted from `from`, it is the reader's own turn and there is `until`.
    async play({ clicks = Infinity, from = 0, lift = true, onward = true, until = '.seat.asked.you' } = {}) {
      let n = from
      let done = ''
      let at = 0
      for (; ; await later()) {
        const sheet = document.querySelector('dialog[open] .sheet')
        const on = sheet && [...document.querySelectorAll('dialog[open] .ends .button.main')].find((button) => /Prossima|Next/.test(button.textContent))
        if (on && onward) on.click()
        else if (sheet) return { over: true, n }
        const curtain = document.querySelector('.curtain button')
        if (curtain && !lift) return { over: false, n }
        curtain?.click()
        const moves = document.querySelector('.table')?.dataset.moves
        // Nobody proposes to end: chance players agree at once, and there would be nothing left to look at.
        const choices = [...document.querySelectorAll('.choice:not([data-move=propose])')]
        // A choice that came too late changes nothing: after a while the next one is tried. One that is still being
        // carried out, on a slow device, is not: who chose again then would choose otherwise than on a quick one.
        if (!choices.length || (moves === done && (waiting > 0 || performance.now() - at < 3000))) continue
        if (n - from >= clicks && document.querySelector('.seat.asked.you') && document.querySelector(until)) return { over: false, n }
        choices[(n * 7 + 3) % choices.length].click()
        done = moves
        at = performance.now()
        n++
      }
    },

    // The next move takes so many milliseconds, as on a device that has much else to do.
    stall(ms) {
      late = ms
    },

    // Nothing is being asked of the engine, nothing saved, the game's own drawing is there, and everything is drawn.
    async settled() {
      const busy = () => waiting > 0 || [...document.querySelectorAll('.drawn')].some((place) => !place.firstElementChild)
      for (let quiet = 0; quiet < 3; quiet = busy() ? 0 : quiet + 1) await frame()
      await document.fonts.ready
    },

    // Another world behind the viewer's eyes (tests/wasm/twin.h), in the table on the page.
    twin(viewer, seed) {
      return new Promise((resolve) => {
        const id = -seed - 1
        worker.addEventListener('message', function heard(event) {
          if (event.data.id !== id) return
          worker.removeEventListener('message', heard)
          resolve(JSON.parse(event.data.text))
        })
        worker.postMessage({ id, name: 'twin', args: [handle, viewer, seed] })
      })
    },

    // The page as it is, and all that is filled in.
    dom() {
      const filled = [...document.querySelectorAll('input, select, textarea')].map((field) => `${field.value} ${field.checked ?? ''}`)
      return `${document.documentElement.outerHTML}\n${filled.join('\n')}\n${document.title}`
    },

    // Everything there is to read or to hear on the page, but for tales: they stay in the language they were told in.
    words() {
      const found = []
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
          if (!node.parentElement.closest('script, style')) found.push(node.data)
        } else for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description']) found.push(node.getAttribute(name) ?? '')
      }
      const plain = (text) => text.replace(/\s+/g, ' ').trim()
      const told = new Set([...document.querySelectorAll('.told')].map((tale) => plain(tale.textContent)))
      return found.map(plain).filter((text) => /\p{L}/u.test(text) && !told.has(text))
    }
  }
}
