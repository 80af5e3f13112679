// review.ts: what a review says (docs/review.md), and what this device keeps of many of them.
import type { Lang, Words } from './table/types'

export const verdicts = ['sound', 'imprecise', 'mistake', 'blunder'] as const
export type Verdict = (typeof verdicts)[number]

interface Valued {
  move: string
  label: string
  value: number
}

export interface Choice {
  entry: number
  item: number
  seat: number
  ask: string
  prompt: string
  missed: boolean
  made: Valued
  best: Valued
  loss: number
  error: number
  worlds: number
  verdict: Verdict
  why: string[]
  open: { best: Valued; made: number; loss: number; verdict: Verdict }
}

export interface Sheet {
  seat: number
  name: string | null
  start: number
  luck: number
  skill: number
  others: number
  result: number
  judged: boolean
  choices: number
  verdicts: Record<Verdict, number>
  open: Record<Verdict, number>
  turning: number[]
}

export interface Review {
  game: string
  seats: number
  over: boolean
  thresholds: Record<string, number>
  start: number[]
  sheet: Sheet[]
  curve: { entry: number; seat: number | null; text: string; value: number[] }[]
  choices: Choice[]
}

export type Reviews = Record<Lang, Review>

// ---- over many games, on this device --------------------------------------------------------------

interface Asked {
  words: Words // what was asked, the last time
  choices: number
  marked: number
  loss: number
}

interface Kept {
  id: string // of the table and the game of the match: reviewed again, it counts once
  game: string
  at: number
  choices: number
  verdicts: Record<Verdict, number>
  luck: number
  result: number
  asks: Record<string, Asked> // by kind of decision
}

const KEY = 'veglia-reviews'
const MOST = 500

export function kept(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? (found as Kept[]) : []
  } catch {
    return []
  }
}

export function keep(id: string, reviews: Reviews, seat: number) {
  const review = reviews.it
  const sheet = review.sheet[seat]
  if (!review.over || !sheet.judged) return
  const asks: Kept['asks'] = {}
  for (const [i, choice] of review.choices.entries()) {
    if (choice.seat !== seat) continue
    const of = (asks[choice.ask] ??= { words: { it: '', en: '' }, choices: 0, marked: 0, loss: 0 })
    of.words = { it: choice.prompt, en: reviews.en.choices[i].prompt }
    of.choices++
    if (choice.verdict === 'sound') continue
    of.marked++
    of.loss += choice.loss
  }
  const { choices, verdicts, luck, result } = sheet
  const one: Kept = { id, game: review.game, at: Date.now(), choices, verdicts, luck, result, asks }
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept().filter((other) => other.id !== id), one].slice(-MOST)))
  } catch {
    // No room, or none allowed: nothing is kept.
  }
}

export interface Sum {
  game: string
  games: number
  accuracy: number
  luck: number
  worst: (Asked & { ask: string })[]
}

// By game: what share of the choices was sound, how much luck there was a game, where it went wrong most.
export function sums(all: Kept[]): Sum[] {
  return [...new Set(all.map((one) => one.game))].map((game) => {
    const of = all.filter((one) => one.game === game)
    const choices = of.reduce((sum, one) => sum + one.choices, 0)
    const sound = of.reduce((sum, one) => sum + one.verdicts.sound, 0)
    const asks = new Map<string, Asked>()
    for (const one of of)
      for (const [ask, { words, choices, marked, loss }] of Object.entries(one.asks)) {
        const sum = asks.get(ask) ?? { choices: 0, marked: 0, loss: 0 }
        asks.set(ask, { words, choices: sum.choices + choices, marked: sum.marked + marked, loss: sum.loss + loss })
      }
    const worst = [...asks].map(([ask, sum]) => ({ ask, ...sum })).filter((one) => one.marked).sort((a, b) => b.loss - a.loss).slice(0, 3)
    return { game, games: of.length, accuracy: choices ? sound / choices : 1, luck: of.reduce((sum, one) => sum + one.luck, 0) / of.length, worst }
  })
}

export const forgetAll = () => localStorage.removeItem(KEY)
