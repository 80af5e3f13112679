// games.mjs WASM games|levels: the engine's list of games, or of levels of bots, as JSON, so that the first page need not wait for it.
import { openEngine } from './engine.mjs'

const { text } = await openEngine(process.argv[2])
process.stdout.write(text(process.argv[3]).out)
