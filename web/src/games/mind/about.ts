// about.ts: a coffer, stone or character large, and a seat in a word.
import coffer from 'icon:chest'
import gem from 'icon:cut-diamond'
import type { About } from '../board'
import { characterOf, faces, stoneOf, type Cards, type View } from './cards'

export const about: About<View, Cards> = {
  plays: ['drew', 'character'],
  large(slug, { cards, lang }) {
    const say = (it: string, en: string) => (lang === 'it' ? it : en)
    const stone = (name: string) => ({ mark: stoneOf(cards, name)!.letter, text: `${stoneOf(cards, name)!.name} (${stoneOf(cards, name)!.colour_name}, ${stoneOf(cards, name)!.shape_name})` })
    const who = characterOf(cards, slug)
    if (who) {
      const parity = who.parity === 'odd' ? say('dispari', 'odd') : say('pari', 'even')
      return { name: who.name, picture: faces[who.slug], kind: say('personaggio', 'character'), text: '', tale: who.text, signs: [{ mark: String(who.value), text: say(`il suo valore, ${parity}`, `its value, ${parity}`) }, ...who.stones.map(stone)] }
    }
    const box = cards.coffers.find((one) => one.slug === slug)
    if (box)
      return {
        name: box.name, picture: coffer, kind: say('scrigno', 'coffer'), text: box.text, tale: '',
        signs: [...(box.stone ? [stone(box.stone)] : []), ...(box.gift ? [{ mark: '+', text: say('chi lo posa riceve in dono quella pietra dal banco', 'whoever places it gets that stone from the bank') }] : [])]
      }
    const one = stoneOf(cards, slug)
    return one ? { name: one.name, picture: gem, kind: say('pietra', 'stone'), text: '', tale: '', signs: [stone(slug)] } : null
  },
  tally: (view, of, lang) => {
    const stones = view.seats[of].stones.length
    return `${stones} ${lang === 'it' ? (stones === 1 ? 'pietra' : 'pietre') : stones === 1 ? 'stone' : 'stones'}`
  }
}
