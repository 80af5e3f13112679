// brief.ts: the list of games and the levels of bots, taken from the engine when the page was built.
import games from '../../generated/games.json'
import levels from '../../generated/levels.json'
import type { Game, Lang } from '../table/types'

export const gamesBrief = games as Game[]

// The ladder, the strongest last: "4 · fair".
export const botLevels = (lang: Lang) => levels.map((level) => ({ value: level.name, name: `${level.name.replace('level:', '')} · ${level[lang]}` }))
export const NORMAL_LEVEL = 'level:4'
export const FIRST_LEVEL = 'level:1' // of a guided first game
