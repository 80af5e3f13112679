// cards.ts: the pictures of F.A.T.A., and the shapes of its JSON (print and catalog in show.c).
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

// What each part of a vision looks like, by its word in the catalogue.
export const signs: Record<string, string> = { draw, take, rob, drop, side, any, two, stone, scissors, scroll }
export const charms: Record<string, string> = {
  'twin-dream': twinDream, 'glass-eye': glassEye, 'cold-breath': coldBreath, twirl, 'dew-veil': dewVeil, 'blind-bargain': blindBargain,
  'third-sight': thirdSight, 'falling-star': fallingStar, homecoming
}

export interface SeatView {
  in_play: boolean
  hand_count: number
  hand?: string[]
  aside_count: number
  rows: [string[], string[]]
  stars: number
  down_count: number
  down?: string[]
  up: string[]
  shown: string | null
  lineage?: string
  character?: string
  rival?: string
  ward: boolean
  round1?: number
  known_treasures?: string[] // with the memory aid
  known_hand?: string[]
}

export interface View {
  round: number
  turn: number
  played: number
  limit: number
  deck: number
  discards: string[]
  charm?: string
  market: string[]
  pile_count: number
  pile?: string[]
  rivals: Record<string, string>
  winner?: number
  seats: SeatView[]
}

export interface CardDef {
  slug: string
  name: string
  text: string
  kind: 'vision' | 'charm'
  type?: string
  subject?: string
  number?: number
  centre?: string
}
export interface Treasure {
  slug: string
  name: string
  lineage: string
  value: number
}
export interface Lineage {
  slug: string
  name: string
  colour: string
}
export interface Cards {
  cards: CardDef[]
  treasures: Treasure[]
  lineages: Lineage[]
}

export const cardOf = (cards: Cards, slug: string) => cards.cards.find((card) => card.slug === slug)!
export const treasureOf = (cards: Cards, slug: string) => cards.treasures.find((one) => one.slug === slug)!
export const lineageOf = (cards: Cards, slug: string | null | undefined) => cards.lineages.find((one) => one.slug === slug)

// The words of a vision's three sides and its centre, in the reader's language: its text lists them.
export const wordsOf = (card: CardDef) => card.text.split(', ')
export const worth = (value: number) => (value < 0 ? `−${-value}` : String(value))
export const stars = (number: number) => '✦'.repeat(number)
