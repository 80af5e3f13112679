// play.ts: one click from wanting to play to playing.
import { FIRST_LEVEL, NORMAL_LEVEL } from './brief'
import { guideOf } from './guide'
import { router } from '../router.svelte'
import { settings } from '../settings.svelte'
import { OfflineTable } from '../table/offline.svelte'
import type { Chair, Game } from '../table/types'

export const botNames = ['Nives', 'Bruno', 'Tilde', 'Olmo', 'Zita', 'Rocco', 'Alba']

// The reader at a random seat, careful bots in the others.
export function chairsFor(seats: number, bot = NORMAL_LEVEL): Chair[] {
  const mine = Math.floor(Math.random() * seats)
  const from = Math.floor(Math.random() * botNames.length)
  return Array.from({ length: seats }, (_, seat) => ({
    seat,
    kind: seat === mine ? 'person' : 'bot',
    bot: seat === mine ? null : bot,
    name: seat === mine ? settings.name : botNames[(from + seat) % botNames.length]
  }))
}

// Today as everybody counts it, wherever they are.
export const today = () => new Date().toISOString().slice(0, 10)

// The deal of a day: the reader in the first seat, as everybody.
export async function playDay(game: Game, day: string) {
  const chairs: Chair[] = [0, 1, 2].map((seat) => ({ seat, kind: seat ? 'bot' : 'person', bot: seat ? 'greedy' : null, name: seat ? botNames[seat - 1] : settings.name }))
  const table = await OfflineTable.make({ game: game.id, chairs, day })
  table.leave()
  router.go(`/play/${table.id}`)
}

export async function playNow(game: Game, guided = false) {
  const guide = guided ? await guideOf(game.id) : undefined
  const seats = guided ? (guide?.seats ?? game.min) : Math.min(game.max, Math.max(game.min, 3)) // a first game is a short one
  const table = await OfflineTable.make({ game: game.id, chairs: chairsFor(seats, guided ? FIRST_LEVEL : NORMAL_LEVEL), guided, options: guide?.options })
  table.leave()
  router.go(`/play/${table.id}`)
}
