// worker.ts: one instance of a game's lab (src/wasm/lab.c), away from the page.
import { Wasm } from '../engine/wasm'

const urls = import.meta.glob<string>('../../generated/lab-*.wasm', { query: '?url', import: 'default', eager: true })
let opened: Promise<Wasm> | undefined

self.onmessage = async (event: MessageEvent<{ game: string; name: string; args: (number | string)[] }>) => {
  const { game, name, args } = event.data
  try {
    opened ??= Wasm.open(urls[`../../generated/lab-${game}.wasm`])
    const module = await opened
    await module.bringNet(game)
    self.postMessage(module.call(name, args))
  } catch (error) {
    self.postMessage({ status: -1, text: String(error) })
  }
}
