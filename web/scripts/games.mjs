// games.mjs WASM: the engine's list of games as JSON, so that the first page need not wait for it.
import { openEngine } from './engine.mjs'

const { text } = await openEngine(process.argv[2])
process.stdout.write(text('games').out)
