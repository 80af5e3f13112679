// about.ts: a card or an object large, and a fairy in a word.
import type { About } from '../board'
import { count } from '../../words'
import { colourWord, findObject, picture, sceneOf, type Cards, type View } from './cards'

export const about: About<View, Cards> = {
  plays: ['played', 'began', 'told', 'hat', 'shown'],
  apart: ['propose'],
  large(slug, { cards, lang }) {
    const say = (it: string, en: string) => (lang === 'it' ? it : en)
    const object = findObject(cards, slug)
    if (object) {
      const uses: Record<string, [string, string]> = {
        shoes: ['Ti muovi di uno in più o in meno.', 'You move one more or one less.'],
        wand: ['Puoi guardare una delle due carte accanto a quella di arrivo.', 'You may look at one of the two cards beside where you arrive.'],
        wings: ['Ti muovi di due in più o in meno.', 'You move two more or two less.'],
        hat: ['Prima del dado: peschi altre due carte, e per questo turno non ti muovi e non narri.', 'Before the die: draw two more cards, and this turn you neither move nor tell.']
      }
      const at = ['pink', 'green', 'azure', 'yellow'].indexOf(object.colour)
      return {
        name: object.name, picture: picture(object.kind), kind: say('oggetto fatato', 'fairy object'), text: say(...(uses[object.kind] ?? ['', ''])), tale: '', wash: `var(--${object.colour})`,
        signs: [
          { mark: '◆', text: at < 0 ? say('bianco: vale 1 punto, 3 con «Notte bianca»', 'white: worth 1 point, 3 with “White night”') : say(`colore della ${cards.fairies[at]}: 4 punti a lei, 2 alle altre`, `colour of the ${cards.fairies[at]}: 4 points for her, 2 for the others`) },
          { mark: '▒', text: say('grigio: è coperto, gli altri non sanno qual è; usarlo lo scopre', 'greyed: it is face down, the others do not know which it is; using it turns it up') }
        ]
      }
    }
    const card = cards.cards.find((one) => one.slug === slug)
    if (!card) return null
    const colours = card.colours.map((colour) => colourWord(colour, lang)).join(', ')
    const rule = card.kind === 'interruption'
    return {
      name: card.name, scenes: [sceneOf(slug)], text: rule ? card.text : '', tale: rule ? '' : card.text,
      kind: card.kind === 'legend' ? say(`leggenda, ${colours}`, `legend, ${colours}`) : card.kind === 'joker' ? say(`jolly, ${colours}`, `joker, ${colours}`) : say('interruzione', 'interruption'),
      signs: card.kind === 'legend'
        ? [{ mark: String(card.value), text: say(`il valore: quanta polvere costa narrarla`, `its value: the dust it costs to tell it`) }]
        : card.kind === 'joker' ? [{ mark: 'J', text: say(`prende il valore che gli dai, in una storia di questi colori: ${colours}`, `it takes the value you give it, in a story of these colours: ${colours}`) }]
        : [{ mark: '!', text: say('si gioca quando il suo testo lo dice; chi ha «Silenzio» può annullarla', 'played when its text says so; whoever has “Hush” may cancel it') }]
    }
  },
  discards: (view) => view.discards,
  // What stories have brought so far; objects are counted at the end.
  tally: (view, of, lang) => {
    const { gold, marks, object_count } = view.seats[of]
    return `${count(2 * gold - marks)}${object_count ? ` + ${object_count} ${lang === 'it' ? 'ogg.' : 'obj.'}` : ''}`
  }
}
