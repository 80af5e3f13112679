// lessons.svelte.ts: what the guide of a first game has still to say: each thing once, when it matters.
import type { Guide } from './games/guide'
import type { Events, Now, Words } from './table/types'

interface Lesson {
  id: string
  words: Words
  step: boolean // of the question that is asked
  entry: number // of the log: what it is about happened there
}

export class Lessons {
  pages = $state.raw<Lesson[]>([]) // what is said now, then what follows
  #told = new Set<string>()
  #heard = 0 // events
  #asked = '' // the kind of question
  #moves = 0
  #free = false // there was a choice: what leaves none may be passed by itself

  // It begins with what the game is about. At a table that is taken up again, what happened up to the reader's last move
  // has been told; that a turn begins is nobody's move.
  constructor(private guide: Guide, events: Events, now: Now) {
    this.pages = [{ id: 'opening', words: guide.opening, step: false, entry: -1 }]
    const last = events.findLastIndex((event) => event.seat === now.you && event.by !== 'chance' && event.type !== 'narration' && event.type !== 'turn')
    for (const event of events.slice(0, last + 1)) this.#told.add(event.type)
  }

  // What to say of a question when nothing is new.
  at(kind: string): Words | undefined {
    return this.guide.asks[kind]?.[0]
  }

  // The table has moved on: what happened is explained before what is asked.
  follow(events: Events, now: Now, kind: string) {
    // Whoever moved has read what was said before; the step stays as long as its question does.
    const moved = this.#free && now.log_count !== this.#moves
    let pages = moved && this.pages[0] && !this.pages[0].step && this.pages[0].entry < this.#moves ? this.pages.slice(1) : this.pages
    const again = kind === this.#asked
    if (!again) pages = pages.filter((page) => !page.step)
    const news: Lesson[] = []
    for (; this.#heard < events.length; this.#heard++) {
      const { type, entry } = events[this.#heard]
      if (!(type in this.guide.news) || this.#told.has(type)) continue
      this.#told.add(type)
      news.push({ id: type, words: this.guide.news[type], step: false, entry })
    }
    if (news.length) pages = [...pages.filter((page) => !page.step), ...news, ...pages.filter((page) => page.step && !this.#told.has(page.id))]
    if (kind && !again && (now.moves.length > 1 || kind === 'may')) {
      const next = this.guide.asks[kind]?.findIndex((_, n) => !this.#told.has(`${kind} ${n}`)) ?? -1
      if (next >= 0) pages = [...pages, { id: `${kind} ${next}`, words: this.guide.asks[kind][next], step: true, entry: now.log_count }]
    }
    if (pages[0]?.step) this.#told.add(pages[0].id)
    this.pages = pages
    this.#asked = kind
    this.#moves = now.log_count
    this.#free = kind !== '' && now.moves.length > 1
  }

  next() {
    this.pages = this.pages.slice(1)
    if (this.pages[0]?.step) this.#told.add(this.pages[0].id)
  }
}
