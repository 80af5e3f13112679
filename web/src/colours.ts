// colours.ts: whose is what: each seat has a colour, and a person may choose one, which comes with a shape of its own.
import type { Chair } from './table/types'

export const marks = ['●', '■', '▲', '▼', '★', '✚', '♥', '☾'] // colour 1 is the first

// Whatever was kept or sent: one of them, or 0.
export const colourOf = (said: unknown) => (Number.isInteger(said) && Number(said) > 0 && Number(said) <= marks.length ? Number(said) : 0)
export const markOf = (chair: Chair | undefined) => marks[(chair?.colour ?? 0) - 1] ?? ''
const hues = [2, 38, 95, 160, 195, 228, 272, 322]
export const hueOf = (colour: number, seat: number) => hues[colour - 1] ?? 24 + seat * 67
export const hueAt = (chairs: Chair[], seat: number) => hueOf(chairs[seat]?.colour ?? 0, seat)
