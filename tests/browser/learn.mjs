// learn.mjs: what cannot be done says why, every prompt and reason opens its rule, and one can look back.
import { base, clean, expect, games, makeTable, play, reader, settled, startOffline, switchLanguage } from './harness.mjs'
import { jumps, sameDeal, SHIFT, watchJumps } from './quick.mjs'

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

// What the guide says now, and of which lesson it is.
const said = (page) => page.evaluate(() => {
  const says = document.querySelector('.guide .says')
  return { over: !!document.querySelector('.guide a.button'), step: says?.dataset.step, lesson: says?.dataset.lesson, text: says?.innerText ?? '', moves: document.querySelector('.table')?.dataset.moves, show: !!document.querySelector('.guide .show') }
})

// Every lesson is noted as it comes, how short a while it may be there.
async function beginGuided(page, id) {
  await page.goto(base)
  await page.evaluate(() => {
    globalThis.lessons = []
    new MutationObserver(() => {
      const { lesson } = document.querySelector('.guide .says')?.dataset ?? {}
      if (lesson && lesson !== globalThis.lessons.at(-1)) globalThis.lessons.push(lesson)
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-lesson'] })
  })
  await page.locator(`[data-game=${id}] .learn button`).first().click()
  await page.locator('.guide .says').waitFor({ state: 'attached' })
}

// Whatever is scrolled, all of the guide can be seen, and it lies over nothing but the board: null, or what is wrong.
const outOfSight = (page) => page.evaluate(() => {
  const boxes = [...document.querySelectorAll('.board, .middle')].map((box) => [box, box.scrollTop])
  const check = () => {
    const guide = document.querySelector('.guide')
    const { top, bottom, left, right } = guide.getBoundingClientRect()
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || right - left < 100 || bottom - top < 40) return `it is at ${[left, top, right, bottom].map(Math.round)}`
    const spots = [...guide.querySelectorAll('.says, button')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
    // What others have just played is shown over everything for a moment.
    const within = spots.every((at) => at.top >= top - 1 && at.bottom <= bottom + 1 && at.left >= left && at.right <= right)
    const apart = spots.every((a, i) => spots.every((b, k) => k <= i || a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1))
    if (!within || !apart) return `its parts lie over each other or stick out: ${JSON.stringify(spots)}`
    const hidden = spots.filter((at) => !document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2)?.closest('.guide, .stage'))
    if (hidden.length) return `something lies over it at ${JSON.stringify(hidden[0])}`
    const speaks = document.querySelector('.guide [data-lesson]')
    if (speaks && !speaks.checkVisibility()) return `it has something to say and does not: ${speaks.dataset.lesson}`
    const foot = document.querySelector('.asked-of').parentElement.getBoundingClientRect()
    if (foot.top < bottom - 1 && foot.bottom > top && foot.left < right - 1) return `it lies over what is asked: ${Math.round(bottom)} and ${Math.round(foot.top)}`
    return null
  }
  for (const [box] of boxes) box.scrollTop = box.scrollHeight
  const wrong = check()
  for (const [box, at] of boxes) box.scrollTop = at
  return wrong ?? check()
})

// A first game as a newcomer plays it: every question is explained, each thing once, what happens too, and whoever does
// not know asks the guide.
for (const [n, { id }] of games.entries()) {
  tests[`guided ${id}`] = async () => {
    const { page, close } = await reader({ lang: n % 2 ? 'en' : 'it', tales: false, size: n % 2 ? [390, 844] : [1280, 800] })
    await beginGuided(page, id)
    const explained = new Set()
    // What the game is about is there when the reader is asked first, whoever moved before; what is asked comes next.
    await page.waitForFunction(() => document.querySelector('.guide [data-lesson=opening][data-step]')?.innerText.length > 100)
    for (;;) {
      // Either it is over or something is explained; both at one glance, for the table goes on.
      await page.waitForFunction(() => document.querySelector('.guide a.button, .guide [data-step]'))
      const now = await said(page)
      if (now.over) break
      if (now.lesson) expect(now.text.length > 15, `${now.lesson} is explained with "${now.text}"`)
      const wrong = await outOfSight(page)
      expect(!wrong, `the guide is out of sight at "${now.text.slice(0, 40)}": ${wrong}`)
      if (await page.locator('.guide .next').filter({ visible: true }).count()) {
        await page.locator('.guide .next').click().catch(() => {}) // the table may have gone on
        continue
      }
      if (!now.step || explained.has(now.step) || !now.show) {
        await play(page, { clicks: explained.size > 2 ? 12 : 1 }) // most kinds of question come early
        continue
      }
      explained.add(now.step)
      await page.locator('.guide .show').click()
      await page.locator('.guide .follow').waitFor()
      expect((await page.locator('.hint').count()) === 0, 'what the guide would do is said twice')
      await page.locator('.guide .follow').click()
      await page.waitForFunction((before) => document.querySelector('.table').dataset.moves !== before, now.moves)
    }
    await page.locator('.guide a[href^="/new/"]').waitFor()
    expect(explained.size > 1, `the guide explained only ${[...explained]}`)
    const lessons = await page.evaluate(() => globalThis.lessons)
    expect(new Set(lessons).size === lessons.length, `something is explained twice: ${lessons}`)
    expect(lessons.filter((one) => one.includes(' ')).length > 2, `of what is asked it explained only ${lessons}`)
    expect(lessons.some((one) => one !== 'opening' && !one.includes(' ')), `of what happens it explained nothing: ${lessons}`)
    expect((await said(page)).text.length > 100, 'nothing is said at the end')
    await close()
  }

  // It stays in sight while it speaks, upright and lying, and nothing jumps when it has more or less to say.
  tests[`the guide stays in sight, ${id}`] = async () => {
    for (const size of [[390, 844], [1280, 800], [844, 390], [360, 640]]) {
      const { context, page, close } = await reader({ size, pace: 'brisk', tales: false, lang: n % 2 ? 'it' : 'en', serviceWorkers: 'block' })
      await watchJumps(context)
      await sameDeal(context)
      await context.addInitScript(() => { // and the same seat
        let last = 5
        Math.random = () => (last = (last * 1664525 + 1013904223) >>> 0) / 2 ** 32
      })
      await beginGuided(page, id)
      for (let looks = 0; looks < ([390, 1280].includes(size[0]) ? 14 : 8); looks++) {
        await page.waitForFunction(() => document.querySelector('.seat.asked.you') && document.querySelector('.choice'))
        await settled(page)
        const now = await said(page)
        if (now.over) break
        const wrong = await outOfSight(page)
        expect(!wrong, `${size.join(' by ')}, "${now.text.slice(0, 40)}": ${wrong}`)
        const choices = await page.locator('.choice').count()
        if (choices) await page.keyboard.press(String(((looks * 7 + 3) % Math.min(choices, 9)) + 1)) // or it has been passed by itself
        await page.waitForFunction((moves) => document.querySelector('.table').dataset.moves !== moves, now.moves)
      }
      const lessons = await page.evaluate(() => globalThis.lessons)
      expect(lessons.length > 3, `${size.join(' by ')}: it said only ${lessons}`)
      const { worst, most } = await jumps(page)
      await clean(page, `guided, ${size.join(' by ')}`)
      expect(worst <= SHIFT || ![390, 1280].includes(size[0]), `${size.join(' by ')}: the table jumps: ${worst.toFixed(3)}: ${most}`) // as in play (quick.mjs)
      await close()
    }
  }
}
