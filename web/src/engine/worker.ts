// worker.ts: answers the page's calls to the engine, one after another, away from the page.
import bookUrl from '../../generated/book.wasm?url'
import wasmUrl from '../../generated/veglia.wasm?url'
import { Wasm } from './wasm'

const opened = Wasm.open(wasmUrl)
let book: Promise<Wasm> | undefined // fetched with the first book

self.onmessage = async (event: MessageEvent<{ id: number; name: string; args: (number | string | Uint8Array)[] }>) => {
  const { id, name, args } = event.data
  try {
    const module = await (name === 'book' ? (book ??= Wasm.open(bookUrl)) : opened)
    const answer = module.call(name, ...args)
    self.postMessage({ id, ...answer })
  } catch (error) {
    self.postMessage({ id, status: -1, text: String(error) })
  }
}
