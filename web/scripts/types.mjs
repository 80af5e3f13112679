// types.mjs WASM: TypeScript types of all the page is told: messages and views from docs/protocol.schema.json, to which
// the tests hold the server, and each game's catalogue from what the engine gives out.
import { readFileSync } from 'node:fs'
import { openEngine } from './engine.mjs'

const { $defs: defs } = JSON.parse(readFileSync(new URL('../../docs/protocol.schema.json', import.meta.url), 'utf8'))
const named = (name) => name.split('-').map((word) => word[0].toUpperCase() + word.slice(1)).join('')
const many = (types) => [...new Set(types)].join(' | ')
const listOf = (type) => (type.includes('|') ? `(${type})[]` : `${type}[]`)
const quoted = (value) => JSON.stringify(value)

// ---- from the schema

const plain = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }

function members({ properties, required = [] }, indent) {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([key, member]) => {
    const comment = member.description ? `${inner}/** ${member.description} */\n` : ''
    return `${comment}${inner}${key}${required.includes(key) ? '' : '?'}: ${typeOf(member, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function typeOf(schema, indent = '') {
  if (schema.$ref) return named(schema.$ref.replace('#/$defs/', ''))
  if (schema.oneOf) return many(schema.oneOf.map((one) => typeOf(one, indent)))
  if ('const' in schema) return quoted(schema.const)
  if (schema.enum) return many(schema.enum.map(quoted))
  if (Array.isArray(schema.type)) return many(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  if (schema.type === 'array') {
    const item = schema.items ? typeOf(schema.items, indent) : 'unknown'
    return schema.minItems && schema.minItems === schema.maxItems ? `[${Array(schema.minItems).fill(item).join(', ')}]` : listOf(item)
  }
  if (schema.type !== 'object') return plain[schema.type]
  if (schema.properties) return members(schema, indent)
  return `Record<string, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, indent) : 'unknown'}>`
}

// ---- from examples

const kindOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

// Words that come again and again in one place are a choice among few.
function wordsOf(values) {
  const words = [...new Set(values)].sort()
  return words.length <= 4 && values.length > 8 && words.every((word) => /^[a-z-]+$/.test(word)) ? many(words.map(quoted)) : 'string'
}

function shapeOf(values, indent = '') {
  const of = (kind) => values.filter((value) => kindOf(value) === kind)
  return many([...new Set(values.map(kindOf))].map((kind) => {
    if (kind === 'string') return wordsOf(of(kind))
    if (kind === 'array') return listOf(shapeOf(of(kind).flat(), indent) || 'never')
    if (kind !== 'object') return kind
    const objects = of(kind)
    const keys = [...new Set(objects.flatMap(Object.keys))]
    const inner = `${indent}  `
    const lines = keys.map((key) => {
      const held = objects.filter((one) => key in one).map((one) => one[key])
      return `${inner}${key}${held.length < objects.length ? '?' : ''}: ${shapeOf(held, inner)}\n`
    })
    return `{\n${lines.join('')}${indent}}`
  }))
}

const { text } = await openEngine(process.argv[2])
const catalogue = ({ id, editions }) => editions.flatMap((edition) => [0, 1].map((lang) => JSON.parse(text('catalog', id, edition, lang).out)))
const games = JSON.parse(text('games').out)

// No message carries a proof, so no test of the server holds it to the schema: hold it here.
const proof = Object.keys(JSON.parse(text('check', '', '', 0).out))
if (proof.sort().join() !== [...defs.proof.required].sort().join()) throw new Error(`the schema's proof has other members: ${proof}`)

const out = ['// Made by scripts/types.mjs: the types of what the engine and the server say.']
for (const [name, schema] of Object.entries(defs)) out.push(`export type ${named(name)} = ${typeOf(schema)}`)
for (const game of games) out.push(`export type ${named(`cards-${game.id}`)} = ${shapeOf(catalogue(game))}`)
process.stdout.write(`${out.join('\n\n')}\n`)
