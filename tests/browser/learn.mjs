// learn.mjs: what cannot be done says why, every prompt and reason opens its rule, and one can look back.
import { base, expect, games, makeTable, play, reader, settled, startOffline, switchLanguage } from './harness.mjs'

export const tests = {}

// The rules are open, and what speaks of the rule is marked and in view.
async function marked(page, what) {
  await page.locator('dialog[open] .spoken').first().waitFor()
  await settled(page)
  const found = await page.evaluate(() => {
    const mark = document.querySelector('dialog[open] .spoken')
    const [box, room] = [mark, mark.closest('.body')].map((one) => one.getBoundingClientRect())
    return { text: mark.innerText, seen: box.top < room.bottom && box.bottom > room.top, focused: document.activeElement === mark }
  })
  expect(found.seen && found.focused && found.text.length > 10, `${what}: ${JSON.stringify(found)}`)
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  return found.text
}

async function begin(page, id, online) {
  if (!online) return startOffline(page, id)
  const seats = games.find((game) => game.id === id).min
  await page.goto(base + (await makeTable(page, { game: id, seats, bots: [null, ...Array(seats - 1).fill('greedy')] })))
  await page.getByRole('button', { name: /Distribuisci|Deal/ }).click()
  await page.locator('.choices').waitFor({ state: 'attached' })
}

// Points at one thing after another until one says why it cannot be chosen, by which rule.
async function wonder(page) {
  const things = page.locator('.thing:not(.can)')
  const count = Math.min(await things.count(), 40)
  for (let n = 0; n < count; n++) {
    // With the keys: what lies above another thing cannot be pointed at.
    await things.nth(n).evaluate((one) => one.focus())
    const why = page.locator('.why .rule')
    if (await why.waitFor({ timeout: 800 }).then(() => true, () => false)) return why.first()
  }
  return null
}

for (const [n, { id }] of games.entries()) {
  // Tables here and elsewhere answer with the same words: one game shows it.
  for (const online of id === 'quest' ? [false, true] : [true]) {
    tests[`why ${id} ${online ? 'online' : 'here'}`] = async () => {
      const { page, close } = await reader({ lang: n % 2 ? 'en' : 'it' })
      await begin(page, id, online)
      let link = null
      for (let tries = 0, at = { over: false, n: 0 }; !link && tries < 12 && !at.over; tries++) {
        at = await play(page, { clicks: 3, from: at.n })
        await settled(page)
        link = await wonder(page)
      }
      expect(link, 'nothing on the table says why')
      expect(!/[A-Z]-\d|\(|\)/.test(await page.locator('.why').innerText()), `a reason reads: ${await page.locator('.why').innerText()}`)
      await link.click()
      await marked(page, 'the rule of a reason')
      // What is asked has a rule too, by the button beside it and by a key; and in the other language.
      await page.locator('.asked-of .rule').click()
      const here = await marked(page, 'the rule of the prompt')
      await switchLanguage(page)
      await page.locator('.prompt').focus()
      await page.keyboard.press('?')
      const there = await marked(page, 'the rule of the prompt by its key')
      expect(here !== there, `the rule is in one language only: ${here}`)
      await close()
    }

    tests[`looking back ${id} ${online ? 'online' : 'here'}`] = async () => {
      const { page, close } = await reader({ autopass: false }) // or the table goes on by itself
      await begin(page, id, online)
      await play(page, { clicks: 5 })
      await settled(page)
      const look = () => page.evaluate(() => ['.board', '.hand', '.seats'].map((part) => document.querySelector(part)?.innerText ?? '').join('\n') + document.querySelector('.table').dataset.moves)
      const now = await look()
      // Every moment back to the beginning, as the page remembers it; the last one is where nothing leads further back.
      const walk = async () => {
        const seen = []
        let moves = await page.evaluate(() => document.querySelector('.table').dataset.moves)
        await page.getByRole('button', { name: 'Rivedi le ultime mosse' }).click()
        for (;;) {
          await page.waitForFunction((moves) => document.querySelector('.then') && document.querySelector('.table').dataset.moves !== moves, moves)
          await settled(page)
          seen.push(await look())
          moves = await page.evaluate(() => document.querySelector('.table').dataset.moves)
          const back = page.getByRole('button', { name: 'Indietro di una' })
          await page.waitForFunction(() => document.querySelector('.tools [aria-busy]')?.ariaBusy === 'false')
          if ((await back.isDisabled()) || seen.length >= 12) break
          await back.click()
        }
        expect((await page.locator('.choice').count()) === 0, 'the past can be changed')
        await page.getByRole('button', { name: 'Torna a ora' }).click()
        await settled(page)
        expect((await look()) === now, 'now is not what it was')
        return seen
      }
      const before = await walk()
      await page.reload()
      await page.locator('.choice').first().waitFor({ state: 'attached' })
      await settled(page)
      const after = await walk()
      expect(before.length > 3, `only ${before.length} moments`)
      expect(JSON.stringify(before) === JSON.stringify(after), `after a reload the past is another: ${before.length} moments and ${after.length}`)
      await close()
    }
  }
}

// A first game as a newcomer plays it: every question is explained, and whoever does not know asks the guide.
for (const [n, { id }] of games.entries()) {
  tests[`guided ${id}`] = async () => {
    const { page, close } = await reader({ lang: n % 2 ? 'en' : 'it', tales: false, size: n % 2 ? [390, 844] : [1280, 800] })
    await page.goto(base)
    await page.locator(`[data-game=${id}] .learn button`).first().click()
    await page.locator('.guide').waitFor()
    const explained = new Set()
    // What the game is about is there when the reader is asked first, whoever moved before.
    await page.waitForFunction(() => document.querySelector('.guide [data-step]')?.innerText.includes('\n'))
    for (;;) {
      // Either it is over or something is explained; both at one glance, for the table goes on.
      const step = await (await page.waitForFunction(() =>
        document.querySelector('.guide a.button') ? 'over' : document.querySelector('.guide [data-step]')?.dataset.step)).jsonValue()
      if (step === 'over') break
      if (explained.has(step) || !(await page.locator('.guide .show').count())) {
        await play(page, { clicks: explained.size > 2 ? 12 : 1 }) // most kinds of question come early
        continue
      }
      explained.add(step)
      const before = await page.evaluate(() => document.querySelector('.table').dataset.moves)
      await page.locator('.guide .show').click()
      await page.locator('.guide .follow').waitFor()
      expect((await page.locator('.hint').count()) === 0, 'what the guide would do is said twice')
      await page.locator('.guide .follow').click()
      await page.waitForFunction((before) => document.querySelector('.table').dataset.moves !== before, before)
    }
    await page.locator('.guide a[href^="/new/"]').waitFor()
    expect(explained.size > 1, `the guide explained only ${[...explained]}`)
    expect((await page.locator('.guide p').first().innerText()).length > 20, 'nothing is said at the end')
    await close()
  }
}
