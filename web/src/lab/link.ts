// link.ts: what is asked of the lab, as an address and as the lines of src/wasm/lab.c. Nothing is checked here: the lab does.

export interface Wish {
  seats: string
  first: string // '': by lot
  bots: string
  options: Record<string, string>
  sets: Record<string, string> // by path: "quest.mission.medusa.points"
  rotate: boolean
  games: string
  seed: string
}

const pair = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

export function readLink(search: string): Wish {
  const words = new URLSearchParams(search)
  return {
    seats: words.get('seats') ?? '3',
    first: words.get('first') ?? '',
    bots: words.get('bots') ?? 'greedy',
    options: Object.fromEntries(words.getAll('option').map(pair)),
    sets: Object.fromEntries(words.getAll('set').map(pair)),
    rotate: words.has('rotate'),
    games: words.get('games') ?? '1000',
    seed: words.get('seed') ?? '1'
  }
}

// Everything, in one order.
function words({ seats, first, bots, options, sets, rotate, games, seed }: Wish): [string, string][] {
  return [
    ['seats', seats],
    ...(first ? [['first', first] as [string, string]] : []),
    ['bots', bots],
    ...Object.entries(options).map(([key, value]): [string, string] => ['option', `${key}=${value}`]),
    ...(rotate ? [['rotate', 'yes'] as [string, string]] : []),
    ['seed', seed], ['games', games],
    ...Object.entries(sets).map(([path, value]): [string, string] => ['set', value === '' ? path : `${path}=${value}`])
  ]
}

// Letters an address may hold as they are stay readable.
const spell = (text: string) => encodeURIComponent(text).replace(/%(3D|3A|2C)/g, (code) => decodeURIComponent(code))
export const linkOf = (game: string, wish: Wish) => `/lab/${game}?${words(wish).map(([key, value]) => `${key}=${spell(value)}`).join('&')}`

const lines = (all: [string, string][]) => all.map(([key, value]) => `${key} ${value.replace(/\s+/g, ' ')}\n`).join('')
// All but how many games; and of that, what holds for the printed edition too.
export const wordsOf = (wish: Wish) => lines(words(wish).filter(([key]) => key !== 'games'))
export const tableOf = (wish: Wish) => lines(words(wish).filter(([key]) => key !== 'games' && key !== 'set'))

// The command that plays the same games.
export function commandOf(game: string, wish: Wish): string {
  const said = words(wish).filter(([key]) => key !== 'set').map(([key, value]) => (key === 'rotate' ? '--rotate' : `--${key} ${value}`))
  const edition = Object.keys(wish.sets).length ? ` --edition-file ${editionName(game)}` : ''
  return `veglia sim ${game} ${said.join(' ')} --measure --json${edition}`
}
export const editionName = (game: string) => `${game}-edition.txt`
export const editionOf = (wish: Wish) => words(wish).filter(([key]) => key === 'set').map(([, value]) => `${value}\n`).join('')
