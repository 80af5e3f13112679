// board.ts: what a game's own drawing is given, and where it is found. web/README.md explains it.
import type { Component } from 'svelte'
import type { Chooser } from '../chooser.svelte'
import { markup } from '../draw/picture'
import type { Chair, Events, Lang, Move } from '../table/types'

// Given to Board.svelte, Hand.svelte and Seat.svelte of a game. View and Cards are the game's own
// JSON (print and catalog of the C code).
export interface BoardProps<View = any, Cards = any> {
  view: View
  cards: Cards
  moves: Move[]
  chooser: Chooser
  fresh: Events // what just happened
  story: Events // all that has happened, up to what is shown
  seat: number | null // whose eyes these are; null: a watcher
  actor: number | null // who is asked; null: chance, or the game is over
  chairs: Chair[]
  over: boolean
  lang: Lang
}

export interface SeatProps<View = any, Cards = any> extends BoardProps<View, Cards> {
  of: number // the seat to be drawn
}

// A thing large: all there is to say of it.
export interface Large {
  name: string
  picture?: string // body of an icon
  scenes?: string[] // pictures of a card's faces (draw/picture.ts), instead of it
  kind: string // what it is, in a word
  text: string // what it does
  tale: string // what the card tells
  wash?: string
  signs: { icon?: string; mark?: string; text: string }[] // what is drawn on it, explained
}

export interface About<View = any, Cards = any> {
  plays: string[] // events that put a thing on the table for everybody to see
  apart?: string[] // moves that end nothing, though nothing needs to be said with them
  hear?: number // beats of a round of others' moves by ear (digest.ts)
  large(slug: string, given: { view: View; cards: Cards; lang: Lang }): Large | null // null: there is no such thing
  discards?(view: View): string[] // what lies open on the discards
  tally(view: View, of: number, lang: Lang): string // how a seat stands, in a word or two
}

export interface Drawing {
  Board: Component<BoardProps>
  Hand?: Component<BoardProps> // what the reader alone holds; left out: the board shows it
  Seat?: Component<SeatProps> // what is public of a seat, beside its name
  about?: About
}

// Everything in the catalogue that there is a picture for.
export function pictured(about: About | null, given: { view: any; cards: unknown; lang: Lang }): { slug: string; large: Large }[] {
  return Object.values((given.cards ?? {}) as Record<string, unknown>).flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one: { slug?: string; id?: string }) => {
      const slug = one?.slug ?? one?.id
      const large = slug && about?.large(slug, given)
      return large ? [{ slug, large }] : []
    })
}

const drawings = import.meta.glob<Drawing>('./*/index.ts')
// Colours are few: all games' come with the first page.
import.meta.glob('./*/palette.css', { eager: true })

// The game's own drawing, or the plain one: its table as lines.
export async function drawingOf(game: string): Promise<Drawing> {
  const own = drawings[`./${game}/index.ts`]
  return own ? own() : { Board: (await import('./plain/Board.svelte')).default }
}

// The picture of a game, from web/covers.txt; games without one have none.
export const coverOf = async (game: string): Promise<string | undefined> => markup((await import('pictures:covers')).default, game)
