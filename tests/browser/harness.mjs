// harness.mjs: a real server, a real browser, and hands that play.
//
// Tests wait for what they need to see, never for a time: the machine may be slow. What a click is
// decided on is read and clicked in one go inside the page (driver.mjs).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { driver } from './driver.mjs'
import { PushService } from './push_service.mjs'

const here = dirname(fileURLToPath(import.meta.url))
export const web = join(here, '../../web')
const needs = createRequire(join(web, 'package.json'))
const { chromium, firefox } = needs('playwright-core')
export const { openEngine } = await import(join(web, 'scripts/engine.mjs'))

export const engine = await openEngine(join(web, 'generated/veglia.wasm'))
export const games = JSON.parse(engine.text('games').out)
const axe = readFileSync(needs.resolve('axe-core/axe.min.js'), 'utf8')

// Nothing here takes so long but what stands still.
export const PATIENCE = 60_000
const GAME_PATIENCE = 400_000

export const folder = mkdtempSync(join(tmpdir(), 'veglia-browser-'))
const port = 20000 + (process.pid % 12000) // below those that systems give to whoever calls out
export const base = `http://127.0.0.1:${port}`
let server
export let browser
let other // Firefox, once a test wants it
export const pushes = new PushService()

export async function open(veglia) {
  await pushes.open()
  server = spawn(veglia, ['serve', '--listen', `127.0.0.1:${port}`, '--db', join(folder, 'tables.db'), '--web', join(web, 'dist'),
    '--bot-delay', '0', '--max-rate', '200', '--max-makes', '1000', '--push', 'mailto:tests@example.org', '--push-to', pushes.origin, '--push-after', '1', '--log', join(folder, 'log')], { stdio: ['ignore', 'ignore', 'inherit'] })
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const until = Date.now() + PATIENCE
  while (!(await fetch(`${base}/healthz`).then((answer) => answer.ok, () => false))) {
    expect(Date.now() < until, 'the server does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// Debian's Firefox, by WebDriver BiDi, which playwright speaks to Firefoxes it has not patched under this name. What the
// protocol cannot set yet is set beforehand. Push messages come to it from here; what it shows goes to no desktop.
async function openFirefox() {
  other ??= firefox.launch({
    channel: 'moz-firefox', executablePath: '/usr/bin/firefox-esr', firefoxUserPrefs: {
      'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': 0, 'intl.accept_languages': 'it', 'permissions.default.desktop-notification': 1, 'alerts.useSystemBackend': false,
      'dom.push.connection.enabled': true, 'dom.push.serverURL': `${pushes.origin.replace('http', 'ws')}/`, 'dom.push.testing.allowInsecureServerURL': true
    }
  })
  return other
}

export const contexts = async () => [...browser.contexts(), ...((await other)?.contexts() ?? [])]

export async function close() {
  await (await other)?.close()
  await browser?.close()
  pushes.close()
  if (server && server.exitCode === null) {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  }
  rmSync(folder, { recursive: true, force: true })
}

export function expect(what, message) {
  if (!what) throw new Error(message)
}

// A reader of its own: nothing shared with others but the server. `more`: other settings it keeps (settings.svelte.ts).
export async function reader({ lang = 'it', scheme = 'light', size = [1280, 800], name = 'Anna', serviceWorkers = 'allow', kind = 'chromium', ...more } = {}) {
  const firefox = kind === 'firefox' && (await openFirefox())
  const context = await (firefox || browser).newContext({
    viewport: { width: size[0], height: size[1] }, locale: lang === 'it' ? 'it-IT' : 'en-GB', serviceWorkers,
    ...(firefox ? { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null } : { colorScheme: scheme, reducedMotion: 'reduce' })
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const wrong = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => message.type() === 'error' && !/ERR_INTERNET|Failed to fetch|WebSocket|net::|can’t establish a connection|interrupted while the page was loading/.test(message.text()) && wrong.push(message.text()))
  await context.addInitScript(driver)
  await context.addInitScript((kept) => {
    if (origin === 'null') return // Firefox begins with a page that has nothing of its own
    if (!localStorage.getItem('veglia.settings')) localStorage.setItem('veglia.settings', JSON.stringify(kept))
  }, { pace: 'instant', name, ...more })
  return {
    context, page,
    // Ends the test of this reader: nothing may have gone wrong in its page.
    close: async () => {
      expect(wrong.length === 0, wrong.join('; '))
      await context.close()
    }
  }
}

// Plays by clicking through the page (driver.mjs). Gives {over, n}: n clicks in all.
export async function play(page, how = {}) {
  let timer
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('the game stands still or does not end')), GAME_PATIENCE)))
  try {
    return await Promise.race([page.evaluate((how) => globalThis.driver.play(how), how), late])
  } finally {
    clearTimeout(timer)
  }
}

export const settled = (page) => page.evaluate(() => globalThis.driver.settled())

// The other language, by the button in the corner.
export async function switchLanguage(page) {
  await page.evaluate(() => document.querySelector('header nav button[lang]').click())
  await settled(page)
}

export async function startOffline(page, game) {
  await page.goto(base)
  await page.locator(`[data-game=${game}] .do .button.main`).click()
  await page.locator('.choices').waitFor({ state: 'attached' })
}

// A table on this device as the setup page makes it: `people` of the seats are people, the others bots; how well these play
// is not what is looked at. `options`: numbers of the game's variants.
export async function startHere(page, game, { seats = 3, people = 1, matches = 1, bots = 'level:2', options = {} } = {}) {
  await page.goto(`${base}/new/${game}`)
  await page.locator('.count button', { hasText: new RegExp(`^${seats}$`) }).click()
  for (let seat = 0; seat < seats; seat++) await page.locator('main ol select').nth(seat).selectOption(seat < people ? 'person' : bots)
  for (const [key, value] of Object.entries(options)) {
    await page.locator(`input[name=${key}]`).fill(String(value))
    await page.locator(`input[name=${key}]`).press('Tab') // a number counts once it is left
  }
  if (matches > 1) await page.locator('select[name=games]').selectOption(String(matches))
  await page.locator('.do .button.main').click()
  await page.locator('.table').waitFor()
}

export const people = ['Anna', 'Ofelia', 'Nives', 'Tancredi', 'Olmo', 'Fosca', 'Livia', 'Bruno']

// The record of a game of bots, stopped when seat 0 is asked and has a choice, `share` of the way; 1: over. Of its
// first moves these tales are told.
export function botRecord(id, { seats, share, lang = 'it', options = '', seed = 3, tale = [] }) {
  const code = { it: 0, en: 1 }[lang]
  const table = engine.text('open', id, seats, 1, options, new Uint8Array(32).fill(seed), code).status
  for (let seat = 0; seat < seats; seat++) engine.text('name', table, seat, people[seat], code)
  engine.text('start', table)
  const found = []
  let told = 0
  for (let n = 0; n < 3000; n++) {
    const { over, ask, log_count } = JSON.parse(engine.text('json', table, -3, code).out)
    if (over) break
    const { moves } = JSON.parse(engine.text('json', table, ask.actor, code).out)
    if (ask.actor === 0 && moves.length > 1) found.push(engine.text('record', table, 1).out)
    engine.text('play', table, ask.actor, engine.text('bot', table, ask.actor, 'greedy', n, code).out, code)
    if (told < tale.length && n % 7 === 3 && engine.text('narrate', table, ask.actor, log_count, tale[told], code).status === 0) told++
  }
  const whole = engine.text('record', table, 1).out
  engine.text('close', table)
  return share === 1 ? whole : found[Math.floor(found.length * share)]
}

// The record of a game of bots, stopped at the first moment of seat 0 that is as asked: `is` gets what seat 0 has
// before it and the events so far.
export function momentOf(id, seats, is, options = '') {
  for (let seed = 1; seed < 60; seed++) {
    const table = engine.text('open', id, seats, 1, options, new Uint8Array(32).fill(seed), 0).status
    for (let seat = 0; seat < seats; seat++) engine.text('name', table, seat, people[seat], 0)
    engine.text('start', table)
    let found = ''
    for (let n = 0; n < 1500 && !found; n++) {
      const { over, ask } = JSON.parse(engine.text('json', table, -3, 0).out)
      if (over) break
      if (ask.actor === 0 && is(JSON.parse(engine.text('json', table, 0, 0).out), () => JSON.parse(engine.text('events', table, 0, 0, 0).out))) found = engine.text('record', table, 1).out
      else engine.text('play', table, ask.actor, engine.text('bot', table, ask.actor, 'greedy', n, 0).out, 0)
    }
    engine.text('close', table)
    if (found) return found
  }
  throw new Error(`there is no such moment of ${id}`)
}

// Runs in the page: puts a table among those of this device (web/src/table/store.ts).
export function keep({ id, game, record, names, people, over = false }) {
  const chairs = names.map((name, seat) => ({ seat, kind: seat < people ? 'person' : 'bot', bot: seat < people ? null : 'greedy', name }))
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('veglia')
    opening.onupgradeneeded = () => opening.result.createObjectStore('tables', { keyPath: 'id' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const saving = opening.result.transaction('tables', 'readwrite')
      saving.objectStore('tables').put({ id, game, chairs, record, over, guided: false, at: Date.now() })
      saving.onerror = () => reject(saving.error)
      saving.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

// A table of the server with these bots; whoever asks for it sits at seat 0.
export async function makeTable(page, plan) {
  await page.goto(base)
  return page.evaluate(async (plan) => {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(plan) })
    return (await answer.json()).path
  }, { name: 'Anna', sit: 0, lang: 'it', ...plan })
}

export async function joinTable(page, where, name) {
  await page.goto(where)
  await page.locator('form input').first().fill(name)
  await page.locator('form .button.main').click()
}

// Who joins a table that gathers has a seat at once, if there is one.
export const seated = (page) => page.getByRole('button', { name: /^(Alzati|Stand up)$/ }).waitFor()

// Axe finds nothing to object to, and nothing sticks out sideways.
export async function clean(page, where) {
  // What is still fading in has no colours to judge yet.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
    resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  }))
  const said = violations.map((v) => `${v.id} (${v.nodes.length}): ${v.nodes[0].html.slice(0, 140)} ${v.nodes[0].failureSummary?.split('\n')[1] ?? ''}`)
  expect(violations.length === 0, `${where}: ${said.join(' | ')}`)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide <= 0, `${where}: the page is ${wide} px too wide`)
}

// The road to the server for one reader, which can be cut: every connection breaks, new ones are refused.
export async function road() {
  const sockets = new Set()
  let open = true
  const gate = createServer((from) => {
    if (!open) return from.destroy()
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [[from, to], [to, from]]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise((resolve) => gate.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${gate.address().port}`,
    cut() {
      open = false
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      open = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      gate.close()
    }
  }
}
