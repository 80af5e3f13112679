// guide.ts: what the table explains in a first game, step by step. Each game has its own guide.ts:
// how it begins, and one text for each kind of question (vg_game.asks in the C code).
import type { Words } from '../table/types'

export interface Guide {
  opening: Words
  options?: string // of a short game, where the game has one
  asks: Record<string, Words>
}

const guides = import.meta.glob<{ default: Guide }>('./*/guide.ts')
export const guideOf = async (game: string): Promise<Guide | undefined> => (await guides[`./${game}/guide.ts`]?.())?.default
