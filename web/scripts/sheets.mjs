// sheets.mjs [NAME]...: all pictures of the cards and games on sheets, into build-web/sheets/: as small as on a card and as large
// as when chosen, day and night (docs/pictures.md). With names, only pictures whose name begins so, large.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { transformWithOxc } from 'vite'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const only = process.argv.slice(2)
const out = here('../../build-web/sheets')
mkdirSync(out, { recursive: true })
// The page's own hand draws them.
const { code } = await transformWithOxc(readFileSync(here('../src/draw/picture.ts'), 'utf8'), 'picture.ts')
const { box, markup } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
const attributes = Object.entries(box).map(([key, value]) => `${key}="${value}"`).join(' ')

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const file of readdirSync(here('../generated/pictures')).filter((name) => name.endsWith('.json'))) {
  const drawn = JSON.parse(readFileSync(here(`../generated/pictures/${file}`), 'utf8'))
  const names = Object.keys(drawn.pictures).filter((name) => !only.length || only.some((start) => name.startsWith(start)))
  if (!names.length) continue
  for (const [kind, width, columns, night, most] of [['small', 90, 14, false, 300], ['night', 90, 14, true, 300], ['large', 320, 5, false, 30]]) {
    if (only.length && kind !== 'large') continue
    for (let from = 0; from < names.length; from += most) {
      const cells = names.slice(from, from + most).map((name) =>
        `<figure><svg ${attributes} width="${width}">${markup(drawn, name)}${night ? '<rect width="480" height="360" stroke="none" fill="rgb(12 14 28 / 0.22)"/>' : ''}</svg><figcaption>${name}</figcaption></figure>`)
      await page.setViewportSize({ width: columns * (width + 8) + 8, height: 600 })
      await page.setContent(`<style>body{margin:8px;background:${night ? '#12171f' : '#eef1f4'};color:${night ? '#fff' : '#000'};font:10px sans-serif;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0;width:${width}px}svg{display:block}</style>${cells.join('')}`)
      const path = `${out}/${file.replace('.json', '')}-${kind}${names.length > most ? `-${from / most + 1}` : ''}.png`
      await page.screenshot({ path, fullPage: true })
      console.log(path)
    }
  }
}
await browser.close()
