// fonts.mjs DIR: the typefaces with only the letters Italian and English need.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subset from 'subset-font'

const dir = process.argv[2]
const letters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('') + 'ÀÈÉÌÍÒÓÙÚàáèéìíîïòóöùúüçñäßœæ«»“”‘’„–—…·•×−°€½←→≥≤'
const needs = createRequire(import.meta.url)
mkdirSync(dir, { recursive: true })
for (const [family, weight] of [['almendra', 700], ['alegreya', 400], ['alegreya-sans', 400], ['alegreya-sans', 700], ['caveat', 400]]) {
  const to = join(dir, `${family}-${weight}.woff2`)
  if (existsSync(to)) continue
  const from = needs.resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`)
  writeFileSync(to, await subset(readFileSync(from), letters, { targetFormat: 'woff2', noLayoutClosure: true }))
}
