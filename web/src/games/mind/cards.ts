// cards.ts: the faces of FantasyMind.
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
import type { CardsMind, ViewMind } from '../../../generated/types'

export const faces: Record<string, string> = { gnome, thief, sprite, mermaid, knight, oracle, witch, alchemist, dragon, giant }

export type View = ViewMind
export type Cards = CardsMind
export type StoneDef = Cards['stones'][number]
export type Character = Cards['characters'][number]
export type CofferDef = Cards['coffers'][number]

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
