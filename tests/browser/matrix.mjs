// matrix.mjs VEGLIA OUT [GAME]...: every game's table at every size, as sheets of pictures to be looked at one by one.
//
// The games are played by bots from fixed secrets to a late moment, with the fewest and the most seats, in both languages,
// by day and by night: a sheet each, OUT/GAME-SEATS-LANG-LIGHT.png. What measure.mjs finds wrong stands below each picture.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { base, botRecord, browser, close, games, keep, open, people, reader, settled } from './harness.mjs'
import { measure } from './measure.mjs'

// Upright and lying phones, tablets, a laptop and the same at 200 %, a wide screen.
export const sizes = [
  { name: '360×640', size: [360, 640], touch: true }, { name: '390×844', size: [390, 844], touch: true }, { name: '844×390', size: [844, 390], touch: true },
  { name: '768×1024', size: [768, 1024], touch: true }, { name: '1024×768', size: [1024, 768], touch: true }, { name: '1280×800', size: [1280, 800], touch: false },
  { name: '1280×800 at 200 %', size: [640, 400], touch: false }, { name: '1920×1080', size: [1920, 1080], touch: false }
]

// A table on this device late in the game, its one person being asked.
export async function openLate(page, { id, seats, lang, share = 0.8, seed = 5 }) {
  await page.goto(base)
  await page.evaluate(keep, { id: 'shown', game: id, record: botRecord(id, { seats, share, seed, lang }), names: people.slice(0, seats), people: 1 })
  await page.goto(`${base}/play/shown`)
  await page.locator('.choice').first().waitFor({ state: 'attached' })
  await settled(page)
}

// The same table at one size after another.
export async function atEachSize(page, look) {
  for (const one of sizes) {
    await page.setViewportSize({ width: one.size[0], height: one.size[1] })
    await settled(page)
    await look(one, await page.evaluate(measure, one))
  }
}

async function sheet(path, title, shots) {
  const context = await browser.newContext({ viewport: { width: 2000, height: 1000 } })
  const page = await context.newPage()
  const cell = ({ name, size, png, faults }) => `<figure style="width:${Math.max(size[0], 360)}px"><img src="data:image/png;base64,${png}" width="${size[0]}"><figcaption><b>${name}</b>${faults.map((one) => `<br>${one.replaceAll('<', '&lt;')}`).join('')}</figcaption></figure>`
  await page.setContent(`<style>body{margin:12px;background:#888;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}h1{flex:1 1 100%;font-size:20px;margin:0}figure{margin:0}img{display:block;border:1px solid #000}figcaption b{font-size:16px}</style><h1>${title}</h1>${shots.map(cell).join('')}`)
  await page.screenshot({ path, fullPage: true })
  await context.close()
}

async function matrix(veglia, out, only) {
  mkdirSync(out, { recursive: true })
  let looked = 0
  let wrong = 0
  await open(veglia)
  try {
    for (const { id, name, min, max } of games.filter(({ id }) => !only.length || only.includes(id))) {
      for (const seats of [min, max]) {
        for (const lang of ['it', 'en']) {
          const { page, close } = await reader({ lang })
          await openLate(page, { id, seats, lang })
          for (const [light, colorScheme] of [['day', 'light'], ['night', 'dark']]) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            const shots = []
            await atEachSize(page, async (one, { faults }) => {
              looked++
              wrong += faults.length
              shots.push({ ...one, faults, png: (await page.screenshot({ animations: 'disabled' })).toString('base64') })
            })
            await sheet(join(out, `${id}-${seats}-${lang}-${light}.png`), `${name}, ${seats} seats, ${lang}, by ${light}`, shots)
          }
          await close()
        }
      }
      console.log(`${id}: ${looked} pictures so far, ${wrong} faults`)
    }
  } finally {
    await close()
  }
  console.log(`${looked} pictures in ${out}; ${wrong} faults`)
  process.exit(wrong ? 1 : 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await matrix(process.argv[2], process.argv[3], process.argv.slice(4))
