// cards.ts: the pictures of Fate e Leggende.
import beech from 'icon:beech'
import birchTrees from 'icon:birch-trees'
import fairyWand from 'icon:fairy-wand'
import fairyWings from 'icon:fairy-wings'
import fruitTree from 'icon:fruit-tree'
import oak from 'icon:oak'
import pineTree from 'icon:pine-tree'
import pointyHat from 'icon:pointy-hat'
import slippers from 'icon:slippers'
import willowTree from 'icon:willow-tree'
import drawn from 'pictures:fate'
import { markup } from '../../draw/picture'
import type { CardsFate, ViewFate } from '../../../generated/types'

export const trees = [birchTrees, oak, pineTree, willowTree, birchTrees, beech, fruitTree]

// One picture for each kind of object; the scene of a card.
const objects: Record<string, string> = { shoes: slippers, wand: fairyWand, wings: fairyWings, hat: pointyHat }
export const picture = (kind: string) => objects[kind] ?? birchTrees
export const sceneOf = (slug: string) => markup(drawn, slug) ?? markup(drawn, 'new-legend') ?? ''

export type View = ViewFate
export type Cards = CardsFate
export type Path = View['ring'][number]
export type Told = Path['story'][number]
export type Colour = Path['colour']
export type CardDef = Cards['cards'][number]

export const findCard = (cards: Cards, slug: string): CardDef =>
  cards.cards.find((card) => card.slug === slug) ?? { slug, name: slug, text: '', kind: 'legend', colours: [], value: 0, copies: 0 }
export const findObject = (cards: Cards, slug: string) => cards.objects.find((object) => object.slug === slug)

// The four fairies: colour, shape and letter say the same thing. Shapes fill a box of 24.
export const fairies = [
  { tint: 'pink', it: 'R', en: 'P', shape: 'M12 22C4 16 1 11 2 7c1-4 7-5 10 0 3-5 9-4 10 0 1 4-2 9-10 15Z' },
  { tint: 'green', it: 'V', en: 'G', shape: 'M3 21C1 9 8 2 22 2c0 14-7 21-19 19Z' },
  { tint: 'azure', it: 'A', en: 'A', shape: 'M12 1c5 7 8 10 8 14a8 8 0 0 1-16 0c0-4 3-7 8-14Z' },
  { tint: 'yellow', it: 'G', en: 'Y', shape: 'M12 1.1L15.7 7.6L23 9.1L18 14.6L18.8 22.1L12 19L5.2 22.1L6 14.6L1 9.1L8.3 7.6Z' }
] as const
export const white = 'M12 1 23 12 12 23 1 12Z'

const colourWords: Record<string, [string, string]> = {
  gold: ['oro', 'gold'], blue: ['blu', 'blue'], violet: ['viola', 'violet'], none: ['senza colore', 'no colour']
}
export const colourWord = (colour: string, lang: string) => (colourWords[colour] ?? colourWords.none)[lang === 'it' ? 0 : 1]
// As it stands after "storia" and before "story".
export const storyWord = (colour: string, lang: string) => (colour === 'gold' && lang === 'it' ? 'd\'oro' : colour in colourWords && colour !== 'none' ? colourWord(colour, lang) : lang === 'it' ? 'senza colore' : 'colourless')
