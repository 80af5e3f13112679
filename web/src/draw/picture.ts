// picture.ts: the pictures of the cards, put together from things and strokes: docs/pictures.md. Books do the same
// in src/tale/picture.c.
export interface Drawn {
  colours: Record<string, string>
  things: Record<string, string>
  pictures: Record<string, string>
}

// Where a thing stands: attributes, and what its digits stand for.
interface Placing {
  off: string
  thick: string
  dyes: string
}
const plain: Placing = { off: '3 3', thick: '14', dyes: '' }

function strokes(drawn: Drawn, text: string, { off, thick, dyes }: Placing): string {
  const dyed = (letter: string) => (/\d/.test(letter) ? dyes[dyes.indexOf(letter) + 1] : letter)
  const colour = (letter: string) => drawn.colours[letter.toLowerCase()]
  return text.split(';').map((stroke) => {
    const wash = dyed(stroke[0])
    const line = dyed(stroke[1])
    const d = `d="${stroke.slice(2)}"/>`
    if (wash === '~') return `<path fill="none" stroke="${colour(line)}" stroke-width="11" opacity=".35" ${d}`
    const inside = wash === '-' ? '' : `<path fill="${colour(wash)}"${line === '-' ? '' : ` transform="translate(${off})"`} ${d}`
    return line === '-' ? inside : `${inside}<path fill="none" stroke="${colour(line)}"${/[A-Z]/.test(line) ? ` stroke-width="${thick}"` : ''} ${d}`
  }).join('')
}

export const box = { viewBox: '0 0 480 360', 'stroke-width': '7', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const

// What stands inside an <svg> with the attributes of `box`; undefined if there is no such picture.
export function markup(drawn: Drawn, name: string): string | undefined {
  return drawn.pictures[name]?.split(';').map((part) => {
    if (part[0] !== '@') return strokes(drawn, part, plain)
    const [thing, matrix, off, line, thick, dyes] = part.slice(1).split(',')
    if (!matrix) return strokes(drawn, drawn.things[thing], plain)
    return `<g transform="matrix(${matrix})" stroke-width="${line}">${strokes(drawn, drawn.things[thing], { off, thick, dyes })}</g>`
  }).join('')
}
