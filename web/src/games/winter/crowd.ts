// crowd.ts: where those who stand in a place are drawn, so that nobody hides a name or a neighbour.
//
// A place is a box around its picture and its name, and so is a group of tokens. Each group tries the sides of its place,
// in one column, two or more, and takes the spot with the least in the way; four times round, the largest groups first.

export interface Box {
  x: number // middle
  y: number
  w: number
  h: number
}
export interface Spot {
  id: string
  house: Box // what is drawn of the place itself
  square: boolean // a crossing: whoever stands there stands on it
  cells: { w: number; h: number }[] // the tokens, in order
}
export interface Standing extends Box {
  columns: number
}

const GAP = 3

function shared(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2) + GAP
  const h = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2) + GAP
  return w > 0 && h > 0 ? w * h : 0
}

const within = (middle: number, size: number, room: number) => Math.max(size / 2, Math.min(middle, room - size / 2))

function* candidates({ house, square, cells }: Spot): Generator<Standing & { far: number }> {
  const wide = Math.max(...cells.map((cell) => cell.w))
  for (let columns = 1; columns <= Math.min(cells.length, 4); columns++) {
    const rows = Math.ceil(cells.length / columns)
    const w = columns * wide + (columns - 1) * GAP
    const h = rows * Math.max(...cells.map((cell) => cell.h)) + (rows - 1) * GAP
    if (square) yield { x: house.x, y: house.y, w, h, columns, far: Math.abs(columns - rows) }
    const [dx, dy] = [(house.w + w) / 2 + GAP, (house.h + h) / 2 + GAP]
    const sides = [[0, dy], [dx, 0], [-dx, 0], [0, -dy], [dx * 0.7, dy], [-dx * 0.7, dy], [dx, dy * 0.5], [-dx, dy * 0.5], [dx, -dy * 0.5], [-dx, -dy * 0.5], [dx * 0.7, -dy], [-dx * 0.7, -dy], [dx, dy], [-dx, dy], [dx, -dy], [-dx, -dy]]
    for (const [n, [sx, sy]] of sides.entries()) yield { x: house.x + sx, y: house.y + sy, w, h, columns, far: (square ? 8 : 2) + n * 0.6 + Math.abs(columns - rows) }
  }
}

export function arrange(spots: Spot[], width: number, height: number): Map<string, Standing> {
  const placed = new Map<string, Standing>()
  const groups = spots.filter((spot) => spot.cells.length).sort((a, b) => b.cells.length - a.cells.length)
  for (let round = 0; round < 4; round++) {
    for (const spot of groups) {
      let best: Standing | null = null
      let least = Infinity
      for (const { far, ...wished } of candidates(spot)) {
        // Nobody stands beyond the edge.
        const one = { ...wished, x: within(wished.x, wished.w, width), y: within(wished.y, wished.h, height) }
        let cost = far * 12 + Math.hypot(one.x - wished.x, one.y - wished.y) * 6
        for (const other of spots) if (!(other === spot && spot.square)) cost += shared(one, other.house) * 4
        for (const [id, group] of placed) if (id !== spot.id) cost += shared(one, group) * 4
        if (cost < least) [best, least] = [one, cost]
      }
      placed.set(spot.id, best!)
    }
  }
  return placed
}
