// about.ts: a card, hero or mission large, and a seat in a word.
import type { About } from '../board'
import { count } from '../../words'
import { earned, find, pictures, points, resources, type Cards, type View } from './cards'

export const about: About<View, Cards> = {
  hear: 32,
  plays: ['put', 'pair', 'started', 'declared', 'aborted'],
  large(slug, { cards, view, lang }) {
    const say = (it: string, en: string) => (lang === 'it' ? it : en)
    const [name] = slug.split('@') // a mission on the table is named with its owner
    if (!pictures[name]) return null
    const card = find(cards, name)
    const at = view.missions.find((mission) => mission.id === slug)
    const hero = cards.heroes.find((one) => one.slug === name)
    return {
      name: card.name, picture: pictures[name], tale: card.text,
      kind: card.needs ? say('missione', 'mission') : hero ? say('eroe', 'hero') : say('risorsa', 'resource'),
      text: hero?.gift ?? (card.needs ? '' : say('Si mette sotto una missione che la chiede.', 'It is put under a mission that asks for it.')),
      signs: card.needs
        ? [
            { mark: String(card.points), text: say(`vale ${card.points} ${points(card.points ?? 0, lang)} se la completi; tanti ne toglie se resta incompiuta`, `worth ${card.points} ${points(card.points ?? 0, lang)} when completed; it takes as many away if it stays unfinished`) },
            ...resources.filter((one) => card.needs![one] > 0).map((one) => ({
              icon: pictures[one], text: `${card.needs![one]} × ${find(cards, one).name}${at ? ` (${at.missing[one] ? say(`ne manca ${at.missing[one]}`, `${at.missing[one]} missing`) : say('c\'è', 'there')})` : ''}`
            }))
          ]
        : []
    }
  },
  discards: (view) => view.discard,
  tally: (view, of) => count(earned(view, of))
}
