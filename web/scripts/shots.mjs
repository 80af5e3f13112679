// shots.mjs GAME [MOVES]: pictures of a game's table in mid-game, day and night, at three sizes, into build-web/.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serve } from './serve.mjs'

const [game, moves = 14] = process.argv.slice(2)
const out = fileURLToPath(new URL('../../build-web', import.meta.url))
mkdirSync(out, { recursive: true })
const server = await serve()
const base = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [name, width, height, colorScheme, locale] of [
  ['phone-day', 390, 844, 'light', 'it-IT'], ['phone-night', 390, 844, 'dark', 'en-GB'],
  ['tablet-day', 820, 1180, 'light', 'en-GB'], ['desk-day', 1440, 900, 'light', 'it-IT'], ['desk-night', 1440, 900, 'dark', 'en-GB']
]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && console.log(name, message.text()))
  page.on('pageerror', (error) => console.log(name, error.message))
  await page.addInitScript(() => localStorage.setItem('veglia.settings', JSON.stringify({ pace: 'instant', name: 'Anna' })))
  await page.goto(base)
  await page.locator(`[data-game=${game}] .button.main`).click()
  await page.waitForSelector('.choices')
  for (let i = 0; i < Number(moves); i++) {
    const choices = page.locator('.choice')
    await choices.first().waitFor({ timeout: 5000 }).catch(() => {})
    const count = await choices.count()
    if (!count) break
    await choices.nth((i * 7 + 3) % count).click()
    await page.waitForTimeout(80)
  }
  await page.waitForTimeout(700)
  await page.screenshot({ path: `${out}/${game}-${name}.png` })
  await context.close()
}
await browser.close()
server.close()
