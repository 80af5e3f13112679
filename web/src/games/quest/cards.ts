// cards.ts: the pictures of Quest for Legend.
import boat from 'icon:trireme'
import favour from 'icon:greek-temple'
import crew from 'icon:three-friends'
import equipment from 'icon:spartan-helmet'
import sphinx from 'icon:greek-sphinx'
import lion from 'icon:lion'
import hind from 'icon:deer'
import sirens from 'icon:harpy'
import cyclops from 'icon:cyclops'
import minotaur from 'icon:minotaur'
import fleece from 'icon:ram-profile'
import medusa from 'icon:medusa-head'
import hydra from 'icon:hydra'
import tartarus from 'icon:hades-symbol'
import hercules from 'icon:wood-club'
import ulysses from 'icon:bow-arrow'
import perseus from 'icon:winged-shield'
import jason from 'icon:galley'
import type { CardsQuest, ViewQuest } from '../../../generated/types'

export const pictures: Record<string, string> = {
  boat, favour, crew, equipment, sphinx, lion, hind, sirens, cyclops, minotaur, fleece, medusa, hydra, tartarus,
  hercules, ulysses, perseus, jason
}

export const resources = ['boat', 'favour', 'crew', 'equipment'] as const
export type View = ViewQuest
export type Cards = CardsQuest
export type Mission = View['missions'][number]
type Counts = Mission['needs']
type Named = Pick<Cards['heroes'][number], 'slug' | 'name' | 'text'>

export function find(cards: Cards, slug: string): Named & { letter?: string; points?: number; needs?: Counts; gift?: string } {
  return [...cards.resources, ...cards.missions, ...cards.heroes].find((card) => card.slug === slug) ?? { slug, name: slug, text: '' }
}

// Points a seat has, or a pair: what missions under way would cost is not lost yet.
export function earned(view: View, of: number): number {
  const { points, partner } = view.seats[of]
  if (view.phase === 'over') return points
  return view.missions.reduce((sum, one) => sum + (one.owner === of || one.owner === partner ? one.points : 0), points)
}

// "Imbarcazione, 2 Compagni d'avventura": needs for those who listen.
export function spoken(cards: Cards, counts: Counts): string {
  return resources
    .filter((slug) => counts[slug] > 0)
    .map((slug) => (counts[slug] > 1 ? `${counts[slug]} ` : '') + find(cards, slug).name)
    .join(', ')
}

// "punto" or "punti", "point" or "points".
export function points(count: number, lang: string): string {
  const one = Math.abs(count) === 1
  return lang === 'it' ? (one ? 'punto' : 'punti') : one ? 'point' : 'points'
}
