// screens.mjs VEGLIA [NAME]...: the pictures of docs/screens, taken anew, and their gallery.
//
// The games are played by bots from fixed secrets and stopped at a fixed move, so the same build takes
// the same pictures. Each screen is taken on a desktop and on a phone, by day and by night, in Italian
// and in English. VEGLIA_PNG=FOLDER keeps them uncompressed as well.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { base, botRecord, browser, close, joinTable, keep, makeTable, open, people, play, reader, settled } from './harness.mjs'

const [veglia, ...only] = process.argv.slice(2)
const out = fileURLToPath(new URL('../../docs/screens', import.meta.url))

// What is told of the first moves of a game, so that its book has words.
const tale = {
  it: ['Partirono prima dell\'alba, quando il fuoco era ancora rosso.', 'Nessuno parlava: si sentiva solo il vento.', 'Poi qualcuno rise, e la strada sembrò più corta.'],
  en: ['They left before dawn, while the fire was still red.', 'Nobody spoke: there was only the wind.', 'Then somebody laughed, and the road seemed shorter.']
}

// Opens a table of this device with that record; seat 0 is a person.
async function openTable(page, lang, id, how, more = {}) {
  await page.goto(base)
  await page.evaluate(keep, { id: 'shown', game: id, record: botRecord(id, { lang, tale: tale[lang], ...how }), names: people.slice(0, how.seats), people: 1, over: how.share === 1, ...more })
  await page.goto(`${base}/play/shown`)
  await page.locator('.prompt').waitFor()
  await settled(page)
}

const tables = {
  quest: { seats: 3, share: 0.6 }, fate: { seats: 3, share: 0.5 }, mind: { seats: 4, share: 0.5 },
  fata: { seats: 4, share: 0.5 }, winter: { seats: 4, share: 0.5 }
}
const table = (id) => (page, lang) => openTable(page, lang, id, tables[id])
const button = (page, it, en) => page.getByRole('button', { name: new RegExp(`^(${it}|${en})$`) }).first()

async function finished(page, lang, id) {
  await openTable(page, lang, id, { ...tables[id], share: 1 })
  await button(page, 'Il punteggio, voce per voce', 'The score, point by point').click()
  await page.locator('dialog[open] .sheet').waitFor()
}

// What each screen is called and how to come to it.
const screens = {
  home: ['The first page', async (page) => page.goto(base)],
  setup: ['Setting up a table', async (page) => page.goto(`${base}/new/winter`)],
  lobby: ['Gathering at a table of the server', async (page, lang) => {
    const path = await makeTable(page, { game: 'fate', seats: 4, bots: [null, null, null, 'greedy'], lang })
    const carlo = await reader({ lang, name: 'Carlo' })
    await joinTable(carlo.page, base + path, 'Carlo')
    await carlo.page.locator('.chairs button').first().click()
    await carlo.page.locator('.chat form input').fill(lang === 'it' ? 'Eccomi, il tè è pronto' : 'Here I am, the tea is ready')
    await carlo.page.locator('.chat form input').press('Enter')
    await carlo.page.locator('.chat li').first().waitFor()
    await page.goto(base + path)
    await page.locator('.chat li').first().waitFor()
    await carlo.close()
  }],
  guide: ['A guided first game', async (page) => {
    await page.goto(base)
    await page.locator('[data-game=quest] .learn button').first().click()
    await page.locator('.choice').first().waitFor({ state: 'attached' })
  }],
  quest: ['Quest for Legend', table('quest')],
  fate: ['Fate e Leggende', table('fate')],
  fata: ['F.A.T.A.', table('fata')],
  mind: ['FantasyMind', table('mind')],
  winter: ['Winter Tales', table('winter')],
  hint: ['A hint from the bot', async (page, lang) => {
    await openTable(page, lang, 'quest', tables.quest)
    await button(page, 'Un consiglio', 'A hint').click()
    await page.locator('.hint').waitFor()
  }],
  tell: ['Telling a move', async (page, lang) => {
    await openTable(page, lang, 'winter', tables.winter)
    await button(page, 'Racconta', 'Tell it').click()
    await page.locator('dialog[open] textarea').fill(tale[lang][0])
  }],
  rules: ['The rules, opened at what is being asked', async (page, lang) => {
    await openTable(page, lang, 'fata', tables.fata)
    await page.locator('.asked-of .rule').click()
    await page.locator('dialog[open] .spoken').first().waitFor()
  }],
  score: ['The score, point by point', (page, lang) => finished(page, lang, 'quest')],
  book: ['The book of the game', async (page, lang) => {
    await finished(page, lang, 'quest')
    await button(page, 'Il libro della partita', 'The book of the game').click()
    await page.locator('dialog[open] article').waitFor()
  }],
  replay: ['Replay with everybody\'s eyes', async (page, lang) => {
    await openTable(page, lang, 'mind', { ...tables.mind, share: 1 })
    await page.goto(`${base}/replay/shown`)
    await page.locator('.steps input').waitFor()
    await page.locator('.steps input').fill('60')
  }],
  curtain: ['Handing the device on', async (page, lang) => {
    await openTable(page, lang, 'fate', tables.fate, { people: 2 })
    await page.locator('.curtain').waitFor()
  }],
  online: ['A table of the server in play', async (page, lang) => {
    const path = await makeTable(page, { game: 'mind', seats: 4, bots: [null, 'greedy', 'greedy', 'greedy'], lang })
    await page.goto(base + path)
    await button(page, 'Distribuisci le carte', 'Deal').click()
    await page.locator('.choices').waitFor({ state: 'attached' })
    await play(page, { clicks: 10 })
  }],
  credits: ['Credits', async (page) => page.goto(`${base}/credits`)]
}

const sizes = { desktop: [1440, 900], phone: [390, 844] }
const ways = [['desktop', 'day', 'it'], ['desktop', 'night', 'en'], ['phone', 'day', 'en'], ['phone', 'night', 'it']]

// A picture as WebP: the browser knows how.
async function compress(png) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const data = await page.evaluate(async (source) => {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d').drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', 0.86)
  }, `data:image/png;base64,${png.toString('base64')}`)
  await context.close()
  return Buffer.from(data.split(',')[1], 'base64')
}

let wrong = 0
try {
  await open(veglia)
  mkdirSync(out, { recursive: true })
  if (!only.length) for (const name of readdirSync(out)) if (name.endsWith('.webp')) rmSync(join(out, name)) // the terminal's are another's
  for (const [name, [, show]] of Object.entries(screens)) {
    if (only.length && !only.includes(name)) continue
    for (const [size, light, lang] of ways) {
      const { context, page } = await reader({ lang, scheme: light === 'day' ? 'light' : 'dark', size: sizes[size] })
      try {
        await show(page, lang)
        await settled(page)
        await page.mouse.move(0, 0)
        const png = await page.screenshot({ animations: 'disabled' })
        if (process.env.VEGLIA_PNG) writeFileSync(join(process.env.VEGLIA_PNG, `${name}-${size}-${light}.png`), png)
        writeFileSync(join(out, `${name}-${size}-${light}.webp`), await compress(png))
      } catch (error) {
        wrong++
        console.log(`${name} ${size} ${light}: ${error.message.split('\n')[0]}`)
      }
      await context.close()
    }
  }
} finally {
  await close()
}

const rows = Object.entries(screens).map(([name, [title]]) => {
  const picture = (size, light, width) => `<a href="${name}-${size}-${light}.webp"><img src="${name}-${size}-${light}.webp" width="${width}" alt="${title}, ${size}, by ${light}"></a>`
  return `## ${title}\n\n${picture('desktop', 'day', 520)} ${picture('phone', 'night', 150)}\n${picture('desktop', 'night', 520)} ${picture('phone', 'day', 150)}\n`
})
const terminal = /\n## In a terminal[\s\S]*/.exec(readFileSync(join(out, 'README.md'), 'utf8'))?.[0] ?? '' // taken by another (tests/terminal/screens.py)
writeFileSync(join(out, 'README.md'), `# Screens

The terminal comes last; first the browser.

What the browser table looks like on a desktop (1440×900) and on a phone (390×844), by day and by night, in Italian (desktop by day, phone by night) and in English.
The games are played by bots from fixed secrets: \`make screens\` takes all pictures anew, \`make screens SCREENS="home quest"\` some of them.

${rows.join('\n')}${terminal}`)
process.exit(wrong ? 1 : 0)
