// types.ts: what the engine and the server tell a page. table.h and docs/protocol.md are the law.
export type Lang = 'it' | 'en'
export type Words = Record<Lang, string>

export interface Option {
  key: string
  min: number
  max: number
  normal: number
  names: string[] | null
  what: Words
  rule: string
}

// A variant with a name: options set together.
export interface Preset {
  key: string
  name: Words
  what: Words
  rule: string
  sets: string[] // "winter-first=yes"
}

export interface Game {
  id: string
  name: string
  tagline: Words
  min: number
  max: number
  minutes: number
  rules_version: number
  editions: string[]
  options: Option[]
  presets: Preset[]
}

export interface Move {
  move: string // notation, sent back as it is: "put boat medusa@1"
  label: string // the same for people
}

export interface Score {
  points: number[]
  rank: number[]
  lines: { seat: number; points: number; text: string }[]
}

// What there is to know and do now, for one viewer (vg_table_json).
export interface Now {
  game: string
  edition: string
  seats: number
  names: (string | null)[]
  you: number | null
  number: number
  games: number
  over: boolean
  match_over: boolean
  first: number | null
  ask: { actor: number | 'chance' | null; kind: string; also: number[]; window: boolean }
  prompt: string
  rule: string
  moves: Move[]
  undo: number
  view: unknown
  score?: Score
  match?: { points: number[]; rank: number[] }
  commit: string | null
  log_count: number
}

export interface TableEvent {
  entry: number
  game: number
  type: string // the game's own slug, or "narration"
  seat: number | null
  text: string
  args?: (string | number | null)[] // slugs and numbers; null: hidden, or none
  by?: 'bot' | 'clock' | 'ahead' | 'person' | 'chance' // how the move was made, if not by who sat there
}
export type Events = TableEvent[]

// Why a thing cannot be chosen, and the rule that says so.
export interface Reason {
  why: string // "" if it can, or nobody knows
  rule: string
}

export interface Hint {
  move: string
  label: string
  value: number // thousandths of a won game
  visits: number
}

// What a record proves of its chance (docs/randomness.md).
export interface Proof {
  luck: 'salted' | 'trusted' | 'open' | 'false' | 'other' | 'wrong'
  why: string // what is wrong and where
  moves: number
  outcomes: number
  over: boolean
  seeded: boolean
  own: boolean // a salt that was kept is in it
  voids: number
  salted: string[] // names of people
  plain: string[] // of people without a salt
}

// Who sits where.
export interface Chair {
  seat: number
  name: string
  kind: 'person' | 'bot' | 'empty'
  bot?: string | null
  here?: boolean
  standIn?: boolean
}
