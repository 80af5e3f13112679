// digest.ts: what others did, short enough to be heard. Sentences of one seat in a row lose the name they all begin with,
// sentences that differ only in what they name are one, and what does not fit is counted: `last` tells it.
import type { Events, Lang } from './table/types'

// How long it takes to say, in words and pauses: three a second at 175 words a minute, as the terminal counts (lines.c).
export const beats = (text: string) => (text.match(/\S+/g)?.length ?? 0) + (text.match(/[,;:.()«“]/g)?.length ?? 0)

const NAMED = 2 // of many things of a kind so many are named

interface Said {
  seat: number | null
  mould: string // the sentence without what it names
  things: string[]
  times: number
  own: boolean // it is about the reader: said before anything else
}

const quoted = /[«“][^»”]*[»”](?: \([^)]*\))?/g

function sentence({ mould, things, times }: Said, lang: Lang): string {
  const rest = things.length - NAMED
  const named = rest > 0 ? `${things.slice(0, NAMED).join(', ')} ${lang === 'it' ? `e altre ${rest}` : `and ${rest} more`}` : things.join(', ')
  return mould.replace('\u0000', named) + (times > 1 ? ` (${times} ×)` : '')
}

// The events as one text of at most `room` beats; what had to be left out is counted in `left`.
export function digest(events: Events, { names, you, lang, room }: { names: string[]; you: number | null; lang: Lang; room: number }): { text: string; left: number } {
  const said: Said[] = []
  for (const event of events) {
    if (!event.text || event.type === 'narration') continue
    const found = event.text.match(quoted) ?? []
    // What is in brackets is on the cards: whoever wants to know asks.
    const things = found.length === 1 ? [found[0].replace(/ \([^)]*\)$/, '')] : []
    const mould = found.length === 1 ? event.text.replace(quoted, '\u0000') : event.text.replace(/([»”]) \([^)]*\)/g, '$1')
    const last = said.findLast((one) => one.seat === event.seat && one.mould === mould)
    const near = last && said.indexOf(last) >= said.length - 4 ? last : undefined
    if (near) {
      near.times += things.length ? 0 : 1
      near.things.push(...things)
    } else said.push({ seat: event.seat, mould, things, times: 1, own: (event.seat !== null && event.seat === you) || /\b(te|ti|tuo|tua|tuoi|tue|you|your)\b/i.test(event.text) })
  }
  // What is about the reader comes first into the room there is, then the newest; what everybody does comes last.
  const texts = said.map((one) => sentence(one, lang).replace(/\.$/, ''))
  const bare = said.map(({ seat, mould }) => (seat !== null && mould.startsWith(names[seat]) ? mould.slice(names[seat].length) : `${seat} ${mould}`))
  const rank = said.map(({ own }, i) => (own ? 2 : bare.filter((one) => one === bare[i]).length > 1 ? 0 : 1))
  const order = said.map((_, i) => i).sort((a, b) => rank[b] - rank[a] || b - a)
  const kept = new Set<number>()
  let used = 0
  for (const i of order) {
    const more = beats(texts[i]) + 1
    if (used + more > room) continue
    used += more
    kept.add(i)
  }
  let text = ''
  let before: number | null = null
  for (const i of [...kept].sort((a, b) => a - b)) {
    const name = said[i].seat === null ? '' : names[said[i].seat!]
    const same = text && name && said[i].seat === before && texts[i].startsWith(`${name} `)
    text += same ? `, ${texts[i].slice(name.length + 1)}` : `${text ? '. ' : ''}${texts[i]}`
    before = name && texts[i].startsWith(`${name} `) ? said[i].seat : null
  }
  return { text, left: said.length - kept.size }
}
