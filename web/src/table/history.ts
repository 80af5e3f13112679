// history.ts: games that were played to their end on this device, here or over the network, and how they went.
import type { Chair, Now } from './types'

export interface Result {
  key: string // one game of one round at one table
  table: string
  online: boolean
  game: string
  at: number
  names: string[]
  you: number // the reader's seat
  rank: number
  points: number
  winners: number
}
const KEY = 'veglia.history'
const MOST = 500

export function results(): Result[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Result[]
  } catch {
    return []
  }
}

// Only games in which this device's reader has one seat: of several at one screen nobody could say who won.
export function noteResult(table: { id: string; online: boolean; round: number }, now: Now, chairs: Chair[], you: number | null) {
  if (!now.over || !now.score || you === null || you < 0) return
  const key = `${table.id} ${table.round} ${now.number}`
  const list = results()
  if (list.some((one) => one.key === key)) return
  const { rank, points } = now.score
  const fresh: Result = {
    key, table: table.id, online: table.online, game: now.game, at: Date.now(), names: chairs.map((chair) => chair.name), you,
    rank: rank[you], points: points[you], winners: rank.filter((n) => n === 1).length
  }
  try {
    localStorage.setItem(KEY, JSON.stringify([fresh, ...list].slice(0, MOST)))
  } catch {
    // The game itself is kept elsewhere.
  }
}

export const forgetResults = () => localStorage.removeItem(KEY)

export interface Sum {
  game: string
  played: number
  won: number
  best: number
  average: number
}
// By game, what was played most first.
export function sums(list: Result[]): Sum[] {
  return Object.entries(Object.groupBy(list, ({ game }) => game))
    .map(([game, all]) => ({
      game, played: all!.length, won: all!.filter(({ rank }) => rank === 1).length, best: Math.max(...all!.map(({ points }) => points)),
      average: all!.reduce((sum, { points }) => sum + points, 0) / all!.length
    }))
    .sort((a, b) => b.played - a.played)
}
