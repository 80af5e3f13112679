// worker.ts: answers the page's calls to the engine, one after another, away from the page.
import wasmUrl from '../../generated/veglia.wasm?url'
import { Wasm } from './wasm'

const opened = Wasm.open(wasmUrl)

self.onmessage = async (event: MessageEvent<{ id: number; name: string; args: (number | string | Uint8Array)[] }>) => {
  const { id, name, args } = event.data
  try {
    const answer = (await opened).call(name, ...args)
    self.postMessage({ id, ...answer })
  } catch (error) {
    self.postMessage({ id, status: -1, text: String(error) })
  }
}
