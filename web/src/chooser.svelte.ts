// chooser.svelte.ts: from things on the board to one of the moves that were given.
//
// A move is words ("put boat medusa@1"), and a board knows the words its things stand for. Tapping
// a thing keeps the moves that speak of it; when its words leave nothing open, the move is made.
// There are no rules here: whatever is not in the list cannot be expressed.
import { SvelteMap } from 'svelte/reactivity'
import type { Move } from './table/types'

// Does `move` hold the words of `token`, one after another?
function speaksOf(move: string, token: string): boolean {
  return ` ${move} `.includes(` ${token} `)
}

export class Chooser {
  picked = $state<string[]>([])
  private readonly by = new SvelteMap<string, object>() // which of several things of those words was tapped
  private readonly drawn = new SvelteMap<string, number>() // the words things glow for, and how many do

  constructor(
    private readonly given: () => Move[],
    private readonly send: (move: string) => void,
    private readonly ask: (words: string[] | null) => void = () => {}
  ) {}

  // The moves that are still meant.
  get left(): Move[] {
    return this.given().filter(({ move }) => this.picked.every((token) => speaksOf(move, token)))
  }

  // A thing glows for these words; the function given back says that it does no more.
  glow(token: string): () => void {
    const add = (n: number) => {
      const count = (this.drawn.get(token) ?? 0) + n
      if (count) this.drawn.set(token, count)
      else this.drawn.delete(token)
    }
    add(1)
    return () => add(-1)
  }

  // Can this move be made, or begun, by tapping something?
  onBoard(move: string): boolean {
    return [...this.drawn.keys()].some((token) => speaksOf(move, token))
  }

  // The move that ends or lets pass: of those that need nothing said with them and have no thing of their own the
  // last, where there is something else to do; `apart` are none such. It has a fixed place, and boards do not draw it.
  ending(apart: string[] = []): Move | null {
    if (this.picked.length) return null
    const all = this.given()
    const plain = all.filter(({ move }) => !move.includes(' ') && !apart.includes(move) && !this.onBoard(move))
    return plain.length && plain.length < all.length ? plain.at(-1)! : null
  }

  // May this thing be tapped now?
  can(token: string): boolean {
    return !this.picked.includes(token) && this.left.some(({ move }) => speaksOf(move, token))
  }

  // Is it tapped? Of twins only the one that was, where `thing` says which is meant.
  has(token: string, thing?: object): boolean {
    return this.picked.includes(token) && (!thing || !this.by.has(token) || this.by.get(token) === thing)
  }

  // The label of the one move that tapping this would make or lead to; "" if it leads to several.
  label(token: string): string {
    const found = this.left.filter(({ move }) => speaksOf(move, token))
    return found.length === 1 ? found[0].label : ''
  }

  tap(token: string, thing?: object) {
    if (this.has(token, thing)) {
      this.picked = this.picked.filter((other) => other !== token)
      return
    }
    this.hold(token, thing)
    this.settle()
  }

  // Picks a thing up; nothing is done yet.
  hold(token: string, thing?: object) {
    if (thing) this.by.set(token, thing)
    else this.by.delete(token)
    if (this.has(token)) return
    // Another thing of the same kind changes one's mind.
    if (!this.can(token)) {
      if (!this.given().some(({ move }) => speaksOf(move, token))) return
      this.picked = []
    }
    this.picked = [...this.picked, token]
  }

  // Lets go of a thing that was held: far away from where it was it is meant, otherwise not.
  drop(token: string, away: boolean) {
    if (away) this.settle()
    else this.picked = this.picked.filter((other) => other !== token)
  }

  private settle() {
    const [only, ...more] = this.left
    if (only && more.length === 0 && this.covers(only.move)) this.choose(only.move)
  }

  // Somebody points at a thing that cannot be chosen (its words, one way or another), or no more.
  wonder(tokens: string[] | null) {
    this.ask(tokens && tokens.map((token) => [...this.picked, token].join(' ')))
  }

  // Everything but the verb has been tapped.
  private covers(move: string): boolean {
    const words = this.picked.flatMap((token) => token.split(' '))
    return move.split(' ').slice(1).every((word) => words.includes(word))
  }

  choose(move: string) {
    this.picked = []
    this.send(move)
  }

  back() {
    this.picked = this.picked.slice(0, -1)
  }

  clear() {
    this.picked = []
  }
}
