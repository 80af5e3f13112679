// guide.ts: what the table explains in a first game, each thing once, when it comes. Each game has its own guide.ts.
import type { Words } from '../table/types'

export interface Guide {
  opening: Words // what the game is about
  seats?: number // where the fewest are not the easiest
  options?: string // of a short game, where the game has one
  asks: Record<string, Words[]> // of each kind of question (vg_game.asks in the C code): what to say when it comes, when it comes again, ...; `may`: of what may be done when another is asked
  news: Record<string, Words> // of kinds of events: what the first one means
  end: Words // what is good to know for the next game
}

const guides = import.meta.glob<{ default: Guide }>('./*/guide.ts')
export const guideOf = async (game: string): Promise<Guide | undefined> => (await guides[`./${game}/guide.ts`]?.())?.default
