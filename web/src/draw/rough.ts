// rough.ts: hand-drawn lines. The same seed gives the same line, so a card always looks the same.
import { RoughGenerator } from 'roughjs/bin/generator'

export interface Stroke {
  d: string
  fill: boolean // a wash of colour, drawn slightly off the line
}

export interface Hand {
  seed?: number
  rough?: number // 0 is a ruler, 1 a calm hand, 3 a child's
  bow?: number
  filled?: boolean
  hachure?: boolean // the wash is drawn as crayon strokes
}

const generator = new RoughGenerator()

function options({ seed = 1, rough = 1, bow = 1, filled = false, hachure = false }: Hand) {
  return {
    seed: seed || 1, roughness: rough, bowing: bow, stroke: 'i', strokeWidth: 1, preserveVertices: true,
    fill: filled || hachure ? 'w' : undefined, fillStyle: hachure ? 'hachure' : 'solid', hachureGap: 5, fillWeight: 1
  }
}

function strokes(drawable: ReturnType<RoughGenerator['rectangle']>): Stroke[] {
  return drawable.sets.map((set) => ({ d: generator.opsToPath(set, 1), fill: set.type !== 'path' }))
}

export const rect = (x: number, y: number, w: number, h: number, hand: Hand = {}) =>
  strokes(generator.rectangle(x, y, w, h, options(hand)))
export const circle = (x: number, y: number, diameter: number, hand: Hand = {}) =>
  strokes(generator.circle(x, y, diameter, options(hand)))
export const ellipse = (x: number, y: number, w: number, h: number, hand: Hand = {}) =>
  strokes(generator.ellipse(x, y, w, h, options(hand)))
export const line = (x1: number, y1: number, x2: number, y2: number, hand: Hand = {}) =>
  strokes(generator.line(x1, y1, x2, y2, options(hand)))
export const polygon = (points: [number, number][], hand: Hand = {}) => strokes(generator.polygon(points, options(hand)))
export const path = (d: string, hand: Hand = {}) => strokes(generator.path(d, options(hand)))

// A number for a word, so that everything named has a hand of its own.
export function seedOf(word: string): number {
  let hash = 2166136261
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 16777619)
  return (hash >>> 8) + 1
}
