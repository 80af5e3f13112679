// access.mjs: axe-core on every page, every sheet and each game's table, by day and by night, wide and narrow; and whole games by
// ear: what is said is timed as espeak-ng reads it, what is played is typed.
import { execFileSync } from 'node:child_process'
import { base, clean, expect, games, makeTable, play, reader, settled, startOffline, switchLanguage } from './harness.mjs'

const DAY = { scheme: 'light', size: [1280, 800], lang: 'it' }
const NIGHT = { scheme: 'dark', size: [390, 844], lang: 'en' }

export const tests = {}

for (const { id } of games) {
  // The table in mid-game, the reader being asked.
  tests[`axe ${id}`] = async () => {
    const { page, close } = await reader(DAY)
    await startOffline(page, id)
    await play(page, { clicks: 12 })
    for (const colorScheme of ['light', 'dark']) {
      for (const [width, height] of [DAY.size, NIGHT.size]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
        await switchLanguage(page)
        await clean(page, `${id} ${colorScheme} ${width}`)
        const seen = await page.evaluate(() => document.querySelector(innerWidth < 900 ? '.middle' : '.board').getBoundingClientRect().height / innerHeight)
        expect(width > 900 || seen >= 0.5, `${id}: the board has only ${(100 * seen).toFixed(0)} % of a phone's height`)
      }
    }
    await close()
  }
}

for (const how of [DAY, NIGHT]) {
  tests[`axe pages ${how.scheme}`] = async () => {
    const { page, close } = await reader(how)
    const ids = games.map((game) => game.id)
    const lobby = await makeTable(page, { game: 'fate', seats: 4, bots: [null, null, null, 'greedy'] })
    for (const path of ['/', ...ids.map((id) => `/new/${id}`), ...ids.map((id) => `/rules/${id}`), lobby, '/credits', '/replay', '/history', '/nowhere', '/t/nosuchtable']) {
      await page.goto(base + path)
      await page.locator('main').first().waitFor()
      if (path.startsWith('/rules')) await page.locator('main h2, main h3').first().waitFor()
      if (path === lobby) await page.locator('.chairs').waitFor()
      await settled(page)
      await clean(page, `${path} ${how.scheme}`)
    }
    await close()
  }

  tests[`axe sheets ${how.scheme}`] = async () => {
    const { page, close } = await reader(how)
    const lost = page.locator('dialog[open]')
    await startOffline(page, 'quest')
    const hint = how.lang === 'it' ? 'Un consiglio' : 'A hint'
    const { n } = await play(page, { clicks: 8, until: `[aria-label="${hint}"]` })
    await settled(page)
    const say = (it, en) => page.getByRole('button', { name: how.lang === 'it' ? it : en, exact: true })
    const sheet = async (button, ready, what) => {
      await button.click()
      await page.locator(ready).first().waitFor()
      await settled(page)
      await clean(page, `${what} ${how.scheme}`)
    }
    const shut = async () => {
      await page.keyboard.press('Escape')
      await lost.waitFor({ state: 'detached' })
    }
    await sheet(say('Regole', 'Rules'), 'dialog[open] h3', 'rules')
    await shut()
    if (how.size[0] < 640) {
      await sheet(say('Che cosa è successo', 'What has happened'), 'dialog[open] li', 'log')
      await shut()
    }
    await sheet(say('Racconta', 'Tell it'), 'dialog[open] textarea', 'tell')
    await shut()
    await sheet(say('Un consiglio', 'A hint'), '.hint', 'hint')
    await sheet(say('Impostazioni', 'Settings'), 'dialog[open] .settings', 'settings')
    await shut()
    await sheet(say('Il tavolo', 'The table'), 'dialog[open] .standing', 'menu')
    await shut()
    await play(page, { from: n })
    await settled(page)
    await clean(page, `score ${how.scheme}`)
    await sheet(say('Il libro della partita', 'The book of the game'), 'dialog[open] article', 'book')
    await shut()
    await say('Il punteggio, voce per voce', 'The score, point by point').click()
    await page.locator('dialog[open] a[href^="/replay"]').click()
    await page.locator('.steps input').waitFor()
    await page.locator('.steps input').fill('40')
    await settled(page)
    await clean(page, `replay ${how.scheme}`)
    await close()
  }
}

// Seconds a text takes at 175 words a minute.
const spoken = (text, lang) => (execFileSync('espeak-ng', ['-v', lang, '-s', '175', '--stdout'], { input: text, maxBuffer: 1 << 28 }).length - 44) / (22050 * 2)

// A whole game by typed words and what is said aloud. What others do in a round is heard in a quarter of a minute at Quest for
// Legend, in 25 seconds elsewhere; nothing said goes away before it could be heard; one's turn is announced.
for (const [n, { id }] of games.entries()) {
  tests[`by ear ${id}`] = async () => {
    const lang = n % 2 ? 'en' : 'it'
    const { page, close } = await reader({ lang })
    await startOffline(page, id)
    const most = id === 'quest' ? 15 : 25
    const rounds = []
    let clicks = 0
    let questions = 0
    const type = async (words) => {
      await page.keyboard.insertText(words)
      await page.keyboard.press('Enter')
    }
    const answer = () => page.locator('.typed [role=status]').textContent()
    await page.locator('.choice').first().waitFor({ state: 'attached' })
    await settled(page)
    await page.keyboard.press('/')
    for (let moves = ''; ; clicks++) {
      const at = await (await page.waitForFunction(({ moves, until }) => {
        if (document.querySelector('dialog[open] .sheet')) return 'over'
        const now = document.querySelector('.table').dataset.moves
        const last = document.querySelector('[role=log].visually-hidden').lastElementChild
        const called = !document.querySelector('.seat.asked.you') || (last?.matches('.own') && !globalThis.heard?.has(last))
        return ((now !== moves && called) || Date.now() > until) && document.querySelector('.choice:not([data-move=propose])') && document.activeElement?.closest('.typed') ? now : false
      }, { moves, until: Date.now() + 4000 })).jsonValue() // what came too late is said again
      const { fresh, choices, prompt, mine } = await page.evaluate(() => {
        globalThis.heard ??= new WeakSet()
        const fresh = [...document.querySelector('[role=log].visually-hidden').children].filter((line) => !globalThis.heard.has(line))
        fresh.forEach((line) => globalThis.heard.add(line))
        return {
          fresh: fresh.map((line) => ({ text: line.textContent, own: line.matches('.own') })), mine: document.querySelector('.seat.asked.you') !== null, prompt: document.querySelector('.prompt').textContent.trim(),
          choices: [...document.querySelectorAll('.choice')].map((one) => one.dataset.move).filter((move) => move !== 'propose')
        }
      })
      if (at !== 'over' && at !== moves && mine) expect(fresh.at(-1)?.own && fresh.at(-1).text.endsWith(prompt), `asked “${prompt}”, heard “${fresh.at(-1)?.text}”`)
      // Before the first question there is the deal; a word to the reader ends a round.
      if (clicks) rounds.push(...fresh.map(({ text, own }) => (own ? '\n' : text)).join('. ').split('\n'))
      if (at === 'over') break
      if (clicks === 6) {
        const names = await page.locator('.seat .who b').allTextContents()
        for (const query of lang === 'it' ? ['ultimo', 'mano', 'punti', 'dove', 'turno'] : ['last', 'hand', 'score', 'where', 'turn']) {
          await type(query)
          const said = await answer()
          const none = ['dove', 'where'].includes(query) && !(await page.locator('.board .thing, .seats .thing').count()) // nothing is anywhere yet
          expect(said.length > 3 && (none || !/Niente|Nothing/.test(said)), `${query}: ${said}`)
          if (query === 'punti' || query === 'score') expect(names.every((name) => said.includes(name)), `${query}: ${said}`)
          questions++
        }
      }
      moves = choices.length ? at : '' // it passed by itself in the meantime
      if (choices.length) await type(choices[(clicks * 7 + 3) % choices.length])
    }
    expect(questions === 5 && clicks > 6, `only ${clicks} decisions and ${questions} questions`)
    const longest = rounds.filter(Boolean).sort((a, b) => b.length - a.length).slice(0, 3)
    const worst = Math.max(...longest.map((text) => spoken(text, lang)))
    console.log(`    ${clicks} decisions, ${rounds.filter(Boolean).length} rounds of others; the longest is heard in ${worst.toFixed(1)} s`)
    expect(longest.length > 0 && worst <= most, `a round takes ${worst.toFixed(1)} s: ${longest[0]}`)
    await close()
  }
}
