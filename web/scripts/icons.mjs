// icons.mjs: public/icon.svg as the PNG pictures phones want; run it when the drawing changes.
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const at = (name) => new URL(`../public/${name}`, import.meta.url)
const svg = readFileSync(at('icon.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
// A maskable icon may be cut to a circle, and iOS rounds by itself: those have ground up to the edge.
for (const [name, size, share] of [['icon-192.png', 192, 1], ['icon-512.png', 512, 1], ['icon-maskable-512.png', 512, 0.72], ['apple-touch-icon.png', 180, 0.86]]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<body style="margin:0;display:grid;place-items:center;width:${size}px;height:${size}px;background:${share < 1 ? '#f6efe0' : 'transparent'}">${svg.replace('<svg', `<svg width="${size * share}" height="${size * share}"`)}</body>`)
  writeFileSync(at(name), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
