// types.ts: short names for what the engine and the server tell a page. Their shapes are made of docs/protocol.schema.json
// and of what the engine gives out (scripts/types.mjs); what only the page knows is described here.
import type { Event, FromHint, FromWhy, Game, Now, Proof } from '../../generated/types'

export type { Game, Now, Proof }
export type Lang = 'it' | 'en'
export type Words = Record<Lang, string>
export type Option = Game['options'][number]
export type Preset = Game['presets'][number] // a variant with a name: options set together
export type Move = Now['moves'][number]
export type Score = NonNullable<Now['score']>
export type TableEvent = Event
export type Events = Event[]
export type Reason = Pick<FromWhy, 'why' | 'rule'> // why a thing cannot be chosen; "": it can, or nobody knows
export type Hint = FromHint['moves'][number] & { why?: string[] } // why the best is better than the next, where this device thinks

// What might be told of a move: questions with its facts, and how the bot would put it.
export interface Muse {
  questions: string
  draft: string
}

// Who sits where.
export interface Chair {
  seat: number
  name: string
  kind: 'person' | 'bot' | 'empty'
  bot?: string | null
  here?: boolean
  standIn?: boolean
  colour?: number // chosen by who sits here (colours.ts)
}
