// invitations.mjs BASE: the ground of each game's invitation (src/server/preview.c draws the seats on it), from the covers
// of the page at BASE, a running `veglia serve`: public/invite-GAME.png. Run it when the covers change.
//
// Few colours, of which the first three are the game's paper, ink and accent, and rows as they are: the server reads it.
import { readFileSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const [base] = process.argv.slice(2)
const [WIDTH, HEIGHT, COLOURS] = [800, 420, 32]
const games = JSON.parse(readFileSync(new URL('../generated/games.json', import.meta.url), 'utf8'))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: 'light', reducedMotion: 'reduce' })
for (const { id, name } of games.games ?? games) {
  await page.goto(base)
  await page.locator(`[data-game=${id}] .art svg, [data-game=${id}] .art img`).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const colours = await page.evaluate(({ id, name }) => {
    const game = document.querySelector(`.game[data-game=${id}]`)
    const rgb = (value) => {
      const probe = document.createElement('i')
      probe.style.color = `var(${value})`
      game.append(probe)
      const found = getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number)
      probe.remove()
      return found
    }
    const found = ['--paper', '--ink', '--accent'].map(rgb)
    const art = game.querySelector('.art')
    const sheet = document.createElement('div')
    sheet.dataset.game = id
    sheet.style.cssText = 'position:fixed;inset:0;z-index:99;background:var(--paper);color:var(--ink);font:400 18px/1.3 var(--book)'
    sheet.innerHTML = '<div style="position:absolute;left:48px;top:44px;right:330px"><p style="margin:0;font:700 26px/1 var(--title);color:var(--accent)">Veglia</p><h1 style="margin:18px 0 0;font:700 54px/1.05 var(--title)"></h1></div><div style="position:absolute;right:60px;top:50px;transform:scale(1.9);transform-origin:top right"></div>'
    sheet.querySelector('h1').textContent = name
    sheet.lastElementChild.append(art)
    document.body.append(sheet)
    return found
  }, { id, name })
  const { width, height, rows } = pixels(await page.screenshot())
  writeFileSync(new URL(`../public/invite-${id}.png`, import.meta.url), indexed(width, height, rows, colours))
}
await browser.close()

// What is in a picture of eight bits a channel.
function pixels(png) {
  const parts = []
  let width, height, channels
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IHDR') [width, height, channels] = [png.readUInt32BE(at + 8), png.readUInt32BE(at + 12), png[at + 17] === 6 ? 4 : 3]
    if (type === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const raw = inflateSync(Buffer.concat(parts))
  const line = width * channels
  const rows = []
  let before = Buffer.alloc(line)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)]
    const row = Buffer.from(raw.subarray(y * (line + 1) + 1, (y + 1) * (line + 1)))
    for (let x = 0; x < line; x++) {
      const [a, b, c] = [x < channels ? 0 : row[x - channels], before[x], x < channels ? 0 : before[x - channels]]
      const paeth = () => {
        const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
        return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      }
      row[x] += [0, a, b, (a + b) >> 1, filter === 4 ? paeth() : 0][filter]
    }
    rows.push(Array.from({ length: width }, (_, x) => [row[x * channels], row[x * channels + 1], row[x * channels + 2]]))
    before = row
  }
  return { width, height, rows }
}

// The commonest colours, after those given; each pixel the nearest.
function indexed(width, height, rows, given) {
  const counts = new Map()
  for (const row of rows) for (const [r, g, b] of row) {
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const common = [...counts].sort((a, b) => b[1] - a[1]).map(([key]) => [(key >> 10) << 3, ((key >> 5) & 31) << 3, (key & 31) << 3].map((n) => n + 4))
  const palette = [...given]
  const far = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
  for (const colour of common) if (palette.length < COLOURS && palette.every((one) => far(one, colour) > 300)) palette.push(colour)
  const nearest = new Map()
  const index = (colour) => {
    const key = colour.join()
    if (!nearest.has(key)) nearest.set(key, palette.reduce((best, one, i) => (far(one, colour) < far(palette[best], colour) ? i : best), 0))
    return nearest.get(key)
  }
  const raw = Buffer.concat(rows.map((row) => Buffer.from([0, ...row.map(index)])))
  const part = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), part('IHDR', head), part('PLTE', Buffer.from(palette.flat().map(Math.round))), part('IDAT', deflateSync(raw, { level: 9 })), part('IEND', Buffer.alloc(0))])
}
