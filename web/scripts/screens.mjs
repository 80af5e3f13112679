// screens.mjs VEGLIA [NAME]...: the pictures of docs/screens, taken anew with a real server.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const [veglia, ...only] = process.argv.slice(2)
const out = fileURLToPath(new URL('../../docs/screens', import.meta.url))
mkdirSync(out, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'veglia-screens-'))
const port = 20000 + (process.pid % 20000)
const base = `http://127.0.0.1:${port}`
const server = spawn(veglia, ['serve', '--listen', `127.0.0.1:${port}`, '--db', join(folder, 'tables.db'), '--web',
  fileURLToPath(new URL('../dist', import.meta.url)), '--bot-delay', '0', '--log', join(folder, 'log')], { stdio: 'ignore' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })

const sizes = { desktop: [1440, 900], tablet: [820, 1180], phone: [390, 844] }

async function page({ size, scheme, lang }) {
  const context = await browser.newContext({
    viewport: { width: sizes[size][0], height: sizes[size][1] }, colorScheme: scheme === 'day' ? 'light' : 'dark',
    locale: lang === 'it' ? 'it-IT' : 'en-GB', reducedMotion: 'reduce'
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20000)
  await page.addInitScript(() => localStorage.getItem('veglia.settings') || localStorage.setItem('veglia.settings', JSON.stringify({ pace: 'instant', name: 'Anna' })))
  return page
}

async function play(page, moves) {
  for (let n = 0; n < moves; n++) {
    if (await page.locator('dialog[open] .sheet').count()) return
    await page.evaluate((n) => {
      const choices = [...document.querySelectorAll('.choice')]
      choices[(n * 7 + 3) % choices.length]?.click()
    }, n)
    await page.waitForTimeout(40)
  }
  await page.locator('.choice').first().waitFor({ timeout: 5000 }).catch(() => {})
  await page.waitForTimeout(500)
}

const start = async (page, game, button = '.do .button.main') => {
  await page.goto(base)
  await page.locator(`[data-game=${game}] ${button}`).click()
  await page.locator('.choices').waitFor()
}

const table = (game, moves = 24) => async (page) => {
  await start(page, game)
  await play(page, moves)
}

const screens = {
  home: async (page) => {
    await page.goto(base)
    await page.waitForTimeout(800)
  },
  setup: async (page) => {
    await page.goto(`${base}/new/winter`)
    await page.waitForTimeout(600)
  },
  lobby: async (page) => {
    await page.goto(base)
    const path = await page.evaluate(async () => {
      const plan = { game: 'fate', seats: 4, bots: [null, null, null, 'greedy'], name: 'Anna', sit: 0, lang: 'it' }
      const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(plan) })
      return (await answer.json()).path
    })
    await page.goto(base + path)
    await page.locator('.chairs').waitFor()
    await page.waitForTimeout(500)
  },
  rules: async (page) => {
    await page.goto(`${base}/rules/fata`)
    await page.locator('h3').first().waitFor()
  },
  guide: async (page) => start(page, 'quest', '.learn button').then(() => page.waitForTimeout(600)),
  score: async (page) => {
    await start(page, 'quest')
    await play(page, 2000)
  },
  replay: async (page) => {
    await start(page, 'quest')
    await play(page, 2000)
    await page.locator('dialog[open] a[href^="/replay"]').click()
    await page.locator('.steps').waitFor()
    await page.locator('.steps input').fill('60')
    await page.waitForTimeout(600)
  },
  quest: table('quest'), fate: table('fate'), fata: table('fata'), mind: table('mind'), winter: table('winter')
}

const ways = [['desktop', 'day', 'it'], ['desktop', 'night', 'en'], ['phone', 'day', 'en'], ['phone', 'night', 'it']]
try {
  for (let i = 0; i < 100 && !(await fetch(`${base}/healthz`).then((a) => a.ok, () => false)); i++) await new Promise((r) => setTimeout(r, 50))
  for (const [name, show] of Object.entries(screens)) {
    if (only.length && !only.includes(name)) continue
    for (const [size, scheme, lang] of ways) {
      const shown = await page({ size, scheme, lang })
      try {
        await show(shown)
        await shown.screenshot({ path: join(out, `${name}-${size}-${scheme}.png`) })
      } catch (error) {
        console.log(`${name} ${size} ${scheme}: ${error.message.split('\n')[0]}`)
      }
      await shown.context().close()
    }
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
