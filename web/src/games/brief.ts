// brief.ts: the list of games, taken from the engine when the page was built.
import games from '../../generated/games.json'
import type { Game } from '../table/types'

export const gamesBrief = games as Game[]
