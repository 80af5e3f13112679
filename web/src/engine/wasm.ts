// wasm.ts: the C engine in this thread. Only the worker uses it; pages talk to engine.ts.

type Arg = number | string | Uint8Array

// The nets bots judge by (docs/bots.md), a file each beside the games' modules.
const nets = import.meta.glob<string>('../../generated/nets/*.net', { query: '?url', import: 'default', eager: true })

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  alloc(bytes: number): number
  release(at: number): void
  result(): number
  result_length(): number
  [name: string]: unknown
}

// What an export returned, and the text it left (docs in src/wasm/wasm.c).
export interface Answer {
  status: number
  text: string
  bytes?: Uint8Array // the same before it is read as text, where asked for
}

export class Wasm {
  private readonly encode = new TextEncoder()
  private readonly decode = new TextDecoder()
  private readonly brought = new Map<string, Promise<void>>()

  private constructor(private readonly exports: Exports) {}

  static async open(url: string): Promise<Wasm> {
    let memory: WebAssembly.Memory
    // The engine asks the system for the time only; everything else is refused (ENOSYS).
    const wasi: Record<string, (...args: never[]) => number> = {
      clock_time_get: (_id: number, _precision: bigint, at: number) => {
        new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true)
        return 0
      }
    }
    const module = await WebAssembly.compileStreaming(fetch(url))
    const system: Record<string, WebAssembly.ImportValue> = {}
    for (const { name } of WebAssembly.Module.imports(module)) system[name] = wasi[name] ?? (() => 52)
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system })
    const exports = instance.exports as unknown as Exports
    memory = exports.memory
    exports._initialize()
    return new Wasm(exports)
  }

  // Fetches the net of a game, once: to be waited for before a bot thinks. Without it they would play, but poorly.
  bringNet(game: string): Promise<void> {
    const coming = this.brought.get(game) ?? this.fetchNet(nets[`../../generated/nets/${game}.net`], game)
    this.brought.set(game, coming)
    coming.catch(() => this.brought.delete(game)) // a network that was away may be back when it is next asked for
    return coming
  }

  private async fetchNet(url: string | undefined, game: string): Promise<void> {
    if (!url) return
    const answer = await fetch(url)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { status, text } = this.call('net', [game, bytes, bytes.length, 1])
    if (!answer.ok || status !== 0) throw new Error(`${url}: ${text}`)
  }

  call(name: string, args: Arg[], raw = false): Answer {
    const held: number[] = []
    const given = args.map((arg) => {
      if (typeof arg === 'number') return arg
      const bytes = typeof arg === 'string' ? this.encode.encode(arg + '\0') : arg
      const at = this.exports.alloc(bytes.length)
      new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes)
      held.push(at)
      return at
    })
    const status = (this.exports[name] as (...args: number[]) => number | undefined)(...given) ?? 0
    for (const at of held) this.exports.release(at)
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.result(), this.exports.result_length())
    return raw && status === 0 ? { status, text: '', bytes: bytes.slice() } : { status, text: this.decode.decode(bytes) }
  }
}
