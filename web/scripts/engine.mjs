// engine.mjs: the browser build of the engine, run by node.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Opens a .wasm file of src/wasm. `text(name, ...args)` calls an export and gives its result text.
export async function openEngine(path) {
  const memory = () => instance.exports.memory.buffer
  const wasi = {
    clock_time_get: (_id, _precision, at) => {
      new DataView(memory()).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true)
      return 0
    },
    proc_exit: (code) => {
      throw new Error(`the engine stopped: ${code}`)
    }
  }
  const stub = new Proxy(wasi, { get: (all, name) => all[name] ?? (() => 52) })
  const module = await WebAssembly.compile(readFileSync(path))
  const imports = { wasi_snapshot_preview1: {} }
  for (const { name } of WebAssembly.Module.imports(module)) imports.wasi_snapshot_preview1[name] = stub[name]
  const instance = await WebAssembly.instantiate(module, imports)
  const engine = instance.exports
  engine._initialize()
  const encode = new TextEncoder()
  const decode = new TextDecoder()
  const text = (name, ...args) => {
    const held = []
    const given = args.map((arg) => {
      if (typeof arg === 'number') return arg
      const bytes = typeof arg === 'string' ? encode.encode(arg + '\0') : arg
      const at = engine.alloc(bytes.length)
      new Uint8Array(memory(), at, bytes.length).set(bytes)
      held.push(at)
      return at
    })
    const status = engine[name](...given)
    held.forEach((at) => engine.release(at))
    const out = decode.decode(new Uint8Array(memory(), engine.result(), engine.result_length()))
    return { status, out }
  }
  // The nets beside the module, as a page brings them.
  const nets = join(dirname(path), 'nets')
  for (const file of engine.net && existsSync(nets) ? readdirSync(nets) : []) {
    const bytes = readFileSync(join(nets, file))
    const { out } = text('net', file.replace('.net', ''), bytes, bytes.length, 1)
    if (out) throw new Error(`${file}: ${out}`) // nothing is said of a game that is not in the module
  }
  return { engine, text }
}
