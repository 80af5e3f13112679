// worker.ts: answers the page's calls to the engine, one after another, away from the page.
//
// Each game is a module of its own, fetched with its first call: who plays one need not wait for the
// others. A table's handle is its address there and, above it, which module that is.
import bookUrl from '../../generated/book.wasm?url'
import reviewUrl from '../../generated/review.wasm?url'
import { Wasm } from './wasm'

type Arg = number | string | Uint8Array

const urls = import.meta.glob<string>(['../../generated/*.wasm', '!**/book.wasm', '!**/lab-*.wasm', '!**/review.wasm', '!**/veglia.wasm'], { query: '?url', import: 'default', eager: true })
const names = Object.keys(urls).map((path) => path.replace(/.*\/|\.wasm$/g, ''))
const opened = new Map<string, Promise<Wasm>>()
const SPAN = 2 ** 32
const thinks = new Set(['bot', 'day_check', 'hint'])
const tales = new Set(['book', 'follow', 'moved', 'tell', 'unfollow'])

function open(name: string, url: string): Promise<Wasm> {
  if (!opened.has(name)) opened.set(name, Wasm.open(url))
  return opened.get(name)!
}

// Which game a call is about: a table tells by its handle, the others by their first word.
function gameOf(name: string, args: Arg[]): string {
  const [first] = args
  if (typeof first === 'number') return names[Math.floor(first / SPAN)] ?? ''
  return name === 'load' || name === 'check' || name === 'review_open' ? (/^game (\w+)/m.exec(String(first))?.[1] ?? '') : String(first)
}

async function answer(name: string, args: Arg[], raw: boolean) {
  if (tales.has(name)) return (await open('book', bookUrl)).call(name, args, raw)
  if (name.startsWith('review_')) {
    const module = await open('review', reviewUrl)
    if (name === 'review_open') await module.bringNet(gameOf(name, args))
    return module.call(name, args)
  }
  const game = gameOf(name, args)
  const which = Math.max(names.indexOf(game), 0) // a game there is not is refused by any
  const module = await open(names[which], urls[`../../generated/${names[which]}.wasm`])
  const net = module.bringNet(names[which])
  if (thinks.has(name)) await net
  else net.catch(() => {}) // whoever thinks will hear of it
  const { status, text } = module.call(name, args.map((arg) => (typeof arg === 'number' ? arg % SPAN : arg)))
  const handle = name === 'open' || name === 'load' || name === 'day' ? status && status + which * SPAN : status
  return { status: handle, text }
}

self.onmessage = async (event: MessageEvent<{ id: number; name: string; args: Arg[]; raw: boolean }>) => {
  const { id, name, args, raw } = event.data
  try {
    self.postMessage({ id, ...(await answer(name, args, raw)) })
  } catch (error) {
    self.postMessage({ id, status: -1, text: String(error) })
  }
}
