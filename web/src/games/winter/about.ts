// about.ts: a narration card, character, place, mission or objective large, and a seat in a word.
import type { About } from '../board'
import { nameOf, pictures, sceneOf, sideWord, textOf, type Cards, type View } from './cards'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const about: About<View, Cards> = {
  plays: ['played', 'spent', 'activated', 'resolving', 'generated', 'concluded', 'power', 'shown'],
  large(slug, { cards, view, lang }) {
    const say = (it: string, en: string) => (lang === 'it' ? it : en)
    const [id, face] = slug.split(' ')
    const card = cards.cards.find((one) => one.id === id)
    if (card) {
      const sides = face === 'spring' || face === 'winter' ? [face] as const : (['spring', 'winter'] as const)
      return {
        name: sides.map((side) => card[side]).join(' / '), scenes: sides.map((side) => sceneOf(id, side)), kind: say('carta narrazione', 'narration card'), text: '', tale: '',
        signs: sides.map((side) => ({ mark: side === 'spring' ? '✿' : '❄', text: `${card[side]}: ${say('la faccia di', 'the face of')} ${sideWord(side, lang)}` }))
      }
    }
    const who = cards.characters.find((one) => one.id === id)
    if (who) {
      const one = view.characters.find((other) => other.id === id)
      const hung = view.missions.filter((mission) => mission.state === 'board' && mission.on === id).map((mission) => nameOf(cards.missions, mission.id))
      return {
        name: capital(who.name), picture: pictures[id], kind: sideWord(who.side, lang), text: who.ability ?? '', tale: '', wash: `var(--${who.side}-wash)`,
        signs: [
          { mark: who.side === 'spring' ? '●' : '■', text: who.side === 'spring' ? say('cornice tonda: una Fiaba, della Primavera', 'round frame: a Fable, of Spring') : say('cornice quadrata: un Soldato, dell\'Inverno', 'square frame: a Soldier, of Winter') },
          ...(one && !one.ready ? [{ mark: '┄', text: say('cornice tratteggiata: già attivato in questo capitolo', 'dashed frame: activated already this chapter') }] : []),
          ...(one?.space ? [{ icon: pictures[one.space], mark: '⌂', text: nameOf(cards.spaces, one.space) }] : []),
          ...hung.map((name) => ({ mark: '!', text: `${say('con la missione', 'with the mission')} ${name}` }))
        ]
      }
    }
    const space = cards.spaces.find((one) => one.id === id)
    if (space) {
      const people = view.characters.filter((one) => one.space === id && !one.dead).map((one) => nameOf(cards.characters, one.id))
      const missions = view.missions.filter((mission) => mission.state === 'board' && mission.space === id)
      return {
        name: capital(space.name), picture: pictures[id] ?? pictures.statua, kind: space.place ? say('luogo', 'place') : say('piazza', 'square'), text: '', tale: '',
        signs: [
          { mark: '↔', text: `${say('accanto a', 'next to')} ${space.next.map((next) => nameOf(cards.spaces, next)).join(', ')}` },
          ...(people.length ? [{ mark: '☺', text: `${say('qui', 'here')}: ${people.join(', ')}` }] : []),
          ...missions.map((mission) => ({ icon: pictures[mission.id], text: nameOf(cards.missions, mission.id) }))
        ]
      }
    }
    const mission = cards.missions.find((one) => one.id === id)
    if (mission) {
      const at = view.missions.find((one) => one.id === id)
      return {
        name: mission.name, picture: pictures[id], kind: `${say('missione', 'mission')}, ${sideWord(mission.side, lang)}`, text: '', tale: '', wash: `var(--${mission.side}-wash)`,
        signs: at?.space ? [{ mark: '⌂', text: `${say('è a', 'it is at')}: ${nameOf(cards.spaces, at.space)}` }] : at?.on ? [{ mark: '☺', text: `${say('è con', 'it is with')} ${nameOf(cards.characters, at.on)}` }] : [{ mark: '…', text: say('ancora da generare', 'not generated yet') }]
      }
    }
    const goal = cards.objectives.find((one) => one.id === id)
    return goal ? { name: goal.name, picture: pictures.obiettivo, kind: `${say('obiettivo', 'objective')}, ${sideWord(goal.side, lang)}`, text: textOf(cards.objectives, id), tale: '', signs: [] } : null
  },
  tally: (view, of) => {
    const side = view.seats[of].faction
    const filled = view.memories.filter((memory) => memory.colour === side).length
    return side === 'spring' ? `✿ ${filled}` : side === 'winter' ? `❄ ${filled}` : '✎'
  }
}
