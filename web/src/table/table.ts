// table.ts: one table as a page sees it, whoever keeps it: this device, a server, or a record.
import type { DayResult } from '../engine/engine'
import type { Chair, Events, Hint, Lang, Muse, Now, Proof, Reason } from './types'

export interface Table {
  readonly kind: 'offline' | 'online' | 'replay'
  readonly id: string
  readonly game: string
  // All of these are reactive.
  readonly now: Now | null // null until the first answer
  readonly events: Events // the whole story so far, as this viewer may know it
  readonly fresh: Events // what the last change added, for showing it
  readonly chairs: Chair[]
  readonly thinking: number | null // the seat of a bot at work
  readonly trouble: string // one sentence, or ""
  readonly curtain: number | null // pass-and-play: hand the device to this seat, then lift()
  readonly connected: boolean
  readonly undoable: boolean
  readonly day?: string // the deal of this day
  dayResult?(sound: number, choices: number): Promise<DayResult> // once it is over; with what a review found, or nothing
  readonly guided?: boolean // the table explains each step as it comes

  play(move: string): Promise<void>
  why(words: string[]): Promise<Reason> // why nothing can be done now with a thing moves could name in these ways
  past(count: number): Promise<Now | null> // this game as this viewer saw it with at most so many log entries
  undo(): Promise<void>
  narrate(entry: number, text: string): Promise<void>
  muse?(entry: number): Promise<Muse | null> // what could be told of that move, where there is a teller
  speak(lang: Lang): Promise<void>
  lift(): void
  hint(): Promise<Hint[]> // [] where there is none to be had
  record(): Promise<string> // "" until the match is over, unless this device keeps the table
  nextGame(): Promise<void>
  check?(): Promise<Proof> // the record held to what this page saw; without it only to itself
  rematch(): Promise<string> // the path of the new table, or "" when it goes on here
  leave(): void
}
