// cards.ts: the faces of FantasyMind, and the shapes of its JSON (print and catalog in show.c).
import gnome from 'icon:bad-gnome'
import thief from 'icon:robber'
import sprite from 'icon:fairy'
import mermaid from 'icon:mermaid'
import knight from 'icon:visored-helm'
import oracle from 'icon:crystal-ball'
import witch from 'icon:witch-face'
import alchemist from 'icon:bubbling-flask'
import dragon from 'icon:dragon-head'
import giant from 'icon:giant'

export const faces: Record<string, string> = { gnome, thief, sprite, mermaid, knight, oracle, witch, alchemist, dragon, giant }

export interface View {
  rows: string[][] // slugs of coffers: "ruby", "ruby+" with a gift, "blank"
  left: number
  pile: Record<string, number>
  bottom: string[]
  bank: string[]
  seats: { character: string | null; stones: string[]; best?: { row: number; match: number; stones: number } }[]
  turn: number
  die: number
  hand?: string // the coffer just turned up
  lifted?: [number, number] // row and place of the coffer being moved
  pairs: { a: number; b: number; row?: number }[]
}

export interface StoneDef {
  slug: string
  name: string
  plural: string
  letter: string
  shape: string
  shape_name: string
  colour_name: string
  light: string
  dark: string
}
export interface Character {
  slug: string
  name: string
  text: string
  value: number
  parity: 'odd' | 'even'
  stones: string[]
}
export interface CofferDef {
  slug: string
  name: string
  text: string
  stone: string | null
  gift: boolean
}
export interface Cards {
  stones: StoneDef[]
  characters: Character[]
  coffers: CofferDef[]
}

export const stoneOf = (cards: Cards, slug: string | null) => cards.stones.find((stone) => stone.slug === slug)
export const cofferOf = (cards: Cards, slug: string) => cards.coffers.find((coffer) => coffer.slug === slug)!
export const characterOf = (cards: Cards, slug: string | null) => cards.characters.find((one) => one.slug === slug)

// "2 rubini, opale": stones for those who listen.
export function spoken(cards: Cards, slugs: string[]): string {
  return cards.stones
    .map((stone) => ({ stone, count: slugs.filter((slug) => slug === stone.slug).length }))
    .filter(({ count }) => count)
    .map(({ stone, count }) => (count > 1 ? `${count} ${stone.plural}` : stone.name))
    .join(', ')
}

// Equal things told apart by number, so that each glides from its own place.
export function numbered(slugs: string[], of: string): { slug: string; key: string }[] {
  const seen: Record<string, number> = {}
  return slugs.map((slug) => ({ slug, key: `${of}-${slug}-${(seen[slug] = (seen[slug] ?? 0) + 1)}` }))
}
