// cards.ts: the pictures of F.A.T.A.
import draw from 'icon:card-draw'
import take from 'icon:open-treasure-chest'
import rob from 'icon:robber-hand'
import drop from 'icon:falling-leaf'
import side from 'icon:back-forth'
import any from 'icon:meeple'
import two from 'icon:two-shadows'
import stone from 'icon:rune-stone'
import scissors from 'icon:scissors'
import scroll from 'icon:tied-scroll'
import twinDream from 'icon:night-sleep'
import glassEye from 'icon:crystal-eye'
import coldBreath from 'icon:snowing'
import twirl from 'icon:cycle'
import dewVeil from 'icon:dew'
import blindBargain from 'icon:blindfold'
import thirdSight from 'icon:third-eye'
import fallingStar from 'icon:falling-star'
import homecoming from 'icon:house'
import type { CardsFata, ViewFata } from '../../../generated/types'

// What each part of a vision looks like, by its word in the catalogue.
export const signs: Record<string, string> = { draw, take, rob, drop, side, any, two, stone, scissors, scroll }
export const charms: Record<string, string> = {
  'twin-dream': twinDream, 'glass-eye': glassEye, 'cold-breath': coldBreath, twirl, 'dew-veil': dewVeil, 'blind-bargain': blindBargain,
  'third-sight': thirdSight, 'falling-star': fallingStar, homecoming
}

export type View = ViewFata
export type Cards = CardsFata
export type SeatView = View['seats'][number]
export type CardDef = Cards['cards'][number]
export type Treasure = Cards['treasures'][number]
export type Lineage = Cards['lineages'][number]

export const cardOf = (cards: Cards, slug: string) => cards.cards.find((card) => card.slug === slug)!
export const treasureOf = (cards: Cards, slug: string) => cards.treasures.find((one) => one.slug === slug)!
export const lineageOf = (cards: Cards, slug: string | null | undefined) => cards.lineages.find((one) => one.slug === slug)

// The words of a vision's three sides and its centre, in the reader's language: its text lists them.
export const wordsOf = (card: CardDef) => card.text.split(', ')
export const worth = (value: number) => (value < 0 ? `−${-value}` : String(value))
export const stars = (number: number) => '✦'.repeat(number)
