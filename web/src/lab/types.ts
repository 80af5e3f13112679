// types.ts: what src/wasm/lab.c answers.

// How the words were understood.
export interface Asked {
  seats: number
  bots: string[]
  options: Record<string, string>
  rotate: boolean
  games: number
  seed: string
  runs: number // 2: some number was changed
  changes: string[]
}

// The numbers an edition may change (src/lab/plan.h).
export type Numbers = {
  path: string
  group: string
  card: string
  name: string
  min: number
  max: number
  normal: number
  values?: { word: string; name: string }[]
}[]

// A figure with its interval; alone where nobody can say how sure it is.
export type Estimate = [number] | [number, number, number]

export interface Row {
  label: string
  detail: string
  decimals: number
  touched: boolean // its own numbers were changed
  cases: number
  fair?: number // what it would be if all were even
  was: Estimate
  now?: Estimate
  by?: Estimate // the change, in pairs of equal games
  told?: boolean // off nothing, or off the fair share, among so many figures
  needs?: string // about so many games for ±1 point
}

export interface Group {
  title: string
  unit: string
  caveat?: string
  rows: Row[]
}

export interface Columns {
  mean: number
  percent: number[]
}

export interface Bins {
  title: string
  unit: string
  from: number
  size: number
  was: Columns
  now?: Columns
}

// src/lab/report_live.c
export interface Figures {
  games: number
  says: string // HTML: sentences, a <li> each
  groups: Group[]
  bins: Bins[]
  stuck: number
}
