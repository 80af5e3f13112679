// about.ts: a vision, charm or treasure large, and a seat in a word.
import treasure from 'icon:swap-bag'
import type { About } from '../board'
import { charms, lineageOf, signs, wordsOf, worth, type Cards, type View } from './cards'

const does: Record<string, [string, string]> = {
  draw: ['prima di una fila: il soggetto pesca carte', 'first in a row: the subject draws cards'],
  take: ['prima di una fila: il soggetto riceve tesori dal mezzo', 'first in a row: the subject gets treasures from the middle'],
  rob: ['prima di una fila: prendi a caso tesori coperti del soggetto', 'first in a row: you take treasures of the subject at random'],
  drop: ['prima di una fila: il soggetto perde a caso carte della mano', 'first in a row: the subject loses cards of the hand at random'],
  side: ['seconda di una fila: tocca a un vicino', 'second in a row: it strikes a neighbour'],
  any: ['seconda di una fila: tocca a chiunque, anche a te', 'second in a row: it strikes anyone, you too'],
  two: ['seconda di una fila: tocca a uno o due giocatori', 'second in a row: it strikes one or two players'],
  stone: ['al centro: la pietra batte le forbici', 'in the centre: stone beats scissors'],
  scissors: ['al centro: le forbici battono la pergamena', 'in the centre: scissors beat the scroll'],
  scroll: ['al centro: la pergamena batte la pietra', 'in the centre: the scroll beats stone']
}

export const about: About<View, Cards> = {
  plays: ['charm', 'stole', 'played', 'revealed'],
  large(slug, { cards, lang }) {
    const say = (it: string, en: string) => (lang === 'it' ? it : en)
    const card = cards.cards.find((one) => one.slug === slug)
    if (card && card.kind !== 'vision') return { name: card.name, picture: charms[slug], kind: say('ammaliamento', 'charm'), text: card.text, tale: '', signs: [] }
    if (card) {
      const words = wordsOf(card)
      const sign = (of: string | undefined, word: string) => (of && signs[of] ? [{ icon: signs[of], text: `${word}: ${does[of]?.[lang === 'it' ? 0 : 1] ?? ''}` }] : [])
      return {
        name: card.name, picture: signs[card.type!], kind: say('visione', 'vision'), text: '', tale: '',
        signs: [
          ...sign(card.type, words[0]), ...sign(card.subject, words[1]),
          { mark: '✦'.repeat(card.number ?? 1), text: say(`${words[2]}: terza di una fila, quante carte al massimo; in fondo alle file 3 stelle danno un tesoro`, `${words[2]}: third in a row, how many cards at most; 3 stars at the ends of your rows give a treasure`) },
          ...sign(card.centre ?? undefined, words[3])
        ]
      }
    }
    const one = cards.treasures.find((other) => other.slug === slug)
    if (!one) return null
    const line = lineageOf(cards, one.lineage)
    return { name: one.name, picture: treasure, kind: say('tesoro', 'treasure'), text: '', tale: '', signs: [{ mark: worth(one.value), text: say('quanto vale alla fine della smazzata', 'what it is worth at the end of the round') }, { mark: '◆', text: `${line?.colour ?? ''}: ${line?.name ?? ''}` }] }
  },
  discards: (view) => view.discards,
  tally: (view, of, lang) => {
    const me = view.seats[of]
    const owned = me.down_count + me.up.length
    return me.in_play ? `${me.round1 !== undefined ? `${worth(me.round1)} + ` : ''}${owned} ${lang === 'it' ? 'tes.' : 'tr.'}` : '—'
  }
}
