// own.mjs: what a reader makes of the table: nearer or further away, and a colour of one's own.
import { base, clean, expect, joinTable, makeTable, play, reader, seated, settled, startOffline } from './harness.mjs'
import { openLate } from './matrix.mjs'

export const tests = {}

const sizeOf = (page) => page.evaluate(() => {
  const { width } = document.querySelector('.drawn').getBoundingClientRect()
  return width / document.querySelector('.drawn').offsetWidth
})
const near = (a, b) => Math.abs(a - b) < 0.02

// By keys, wheel, buttons, two taps and two fingers; what is tapped is what is seen, and all comes back as it was.
tests['the board nearer and further'] = async () => {
  const { page, close } = await reader()
  await openLate(page, { id: 'quest', seats: 3, lang: 'it', share: 0.5 })
  const board = page.locator('.board')
  const look = () => page.evaluate(() => [...document.querySelectorAll('.board .thing')].map((one) => JSON.stringify(one.getBoundingClientRect())).join())
  const before = await look()
  await page.keyboard.press('+')
  expect(near(await sizeOf(page), 1.25), `the key + makes it ${await sizeOf(page)}`)
  await page.keyboard.press('0')
  expect((await look()) === before, 'it is not as it was')
  await page.keyboard.press('-')
  expect(near(await sizeOf(page), 0.8), `the key - makes it ${await sizeOf(page)}`)
  await page.getByRole('button', { name: "Il tavolo com'era" }).click()
  expect((await look()) === before, 'the button does not bring it back')

  // With the wheel what is under the pointer stays there; without Ctrl it scrolls as ever.
  const thing = page.locator('.board .thing').first()
  const box = await thing.boundingBox()
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.wheel(0, -60)
  expect(near(await sizeOf(page), 1), 'the wheel alone changes the size')
  await page.keyboard.down('Control')
  for (let n = 0; n < 3; n++) await page.mouse.wheel(0, -60)
  await page.keyboard.up('Control')
  await page.waitForFunction(() => document.querySelector('.drawn').getBoundingClientRect().width > 1.8 * document.querySelector('.drawn').offsetWidth)
  const then = await thing.boundingBox()
  expect(Math.hypot(then.x + then.width / 2 - at.x, then.y + then.height / 2 - at.y) < 12, `what the pointer was on has moved: ${JSON.stringify([box, then])}`)
  expect((await page.evaluate(() => devicePixelRatio)) === 1, 'the page was enlarged, not the board')
  // The ground is dragged.
  const scrolled = () => board.evaluate((one) => one.scrollLeft + one.scrollTop)
  const from = await scrolled()
  const ground = await page.evaluate(() => {
    const room = document.querySelector('.board').getBoundingClientRect()
    for (let y = room.top + 40; y < room.bottom - 90; y += 15) for (let x = room.left + 150; x < room.right - 40; x += 15) if (!document.elementFromPoint(x, y).closest('button, summary, .thing, .note')) return { x, y }
  })
  await page.mouse.move(ground.x, ground.y)
  await page.mouse.down()
  await page.mouse.move(ground.x - 60, ground.y - 40, { steps: 4 })
  await page.mouse.up()
  expect((await scrolled()) !== from, 'the ground cannot be dragged')
  await clean(page, 'an enlarged board')
  // What glows can be tapped where it is seen.
  const moves = await page.locator('.table').getAttribute('data-moves')
  const target = page.locator('.thing.can').first()
  await target.scrollIntoViewIfNeeded()
  await target.click()
  await page.waitForFunction((moves) => document.querySelector('.thing.picked') || document.querySelector('.table').dataset.moves !== moves, moves)
  await page.keyboard.press('Escape')
  await page.keyboard.press('0')
  await settled(page)

  // Two taps on the ground; two taps on a thing are no zoom.
  const free = await page.evaluate(() => {
    const room = document.querySelector('.board').getBoundingClientRect()
    for (let y = room.top + 20; y < room.bottom - 20; y += 15) for (let x = room.left + 150; x < room.right - 20; x += 15) if (!document.elementFromPoint(x, y).closest('button, summary, .thing, .note')) return { x, y }
  })
  await page.mouse.dblclick(free.x, free.y)
  expect(near(await sizeOf(page), 2), `two taps make it ${await sizeOf(page)}`)
  await page.keyboard.press('0')
  // From the menu, for whoever has one finger and no keys.
  await page.getByRole('button', { name: 'Il tavolo', exact: true }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Ingrandisci il tavolo' }).click()
  await page.keyboard.press('Escape')
  expect(near(await sizeOf(page), 1.25), 'the menu does not enlarge it')
  // Single keys that are switched off do nothing.
  await page.keyboard.press('0')
  await page.getByRole('button', { name: 'Impostazioni' }).click()
  await page.getByLabel('Tasti singoli').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('+')
  expect(near(await sizeOf(page), 1), 'a key does something though keys are off')
  await close()
}

// On a phone: two fingers; further away the whole town is in sight; the page itself stays as it is.
tests['two fingers on a board'] = async () => {
  const { context, page, close } = await reader({ size: [360, 640] })
  await openLate(page, { id: 'winter', seats: 7, lang: 'it' })
  const cdp = await context.newCDPSession(page)
  const room = await page.locator('.middle').boundingBox()
  const [x, y] = [room.x + room.width / 2, room.y + room.height / 2]
  const pinch = async (from, to) => {
    const fingers = (apart) => [{ x: x - apart / 2, y, id: 0 }, { x: x + apart / 2, y, id: 1 }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) })
    for (let n = 1; n <= 5; n++) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(from + ((to - from) * n) / 5) })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await pinch(200, 100)
  expect(near(await sizeOf(page), 0.5), `two fingers make it ${await sizeOf(page)}`)
  const { town, bottom } = await page.evaluate(() => ({ town: document.querySelector('.town').getBoundingClientRect(), bottom: document.querySelector('.middle').getBoundingClientRect().bottom }))
  expect(town.bottom <= bottom && town.left >= 0 && town.right <= 360, `the town is not whole: ${JSON.stringify(town)}`)
  await pinch(80, 320)
  expect((await sizeOf(page)) > 1.9, `apart again they make it ${await sizeOf(page)}`)
  expect((await page.evaluate(() => visualViewport.scale)) === 1, 'the page was enlarged, not the board')
  expect(await page.evaluate(() => document.querySelector('.middle').scrollWidth > document.querySelector('.middle').clientWidth + 50), 'what is enlarged cannot be scrolled to')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page scrolls sideways')
  await page.getByRole('button', { name: "Il tavolo com'era" }).click()
  expect(near(await sizeOf(page), 1), 'it does not come back')
  await close()
}

// A colour of one's own, with its shape: chosen once, kept, at the seat and in the log; others at a table see it too.
tests['a colour of one\'s own'] = async () => {
  const anna = await reader({ list: true })
  const { page } = anna
  await startOffline(page, 'quest')
  expect((await page.locator('.seat .own').count()) === 0, 'somebody has a colour already')
  const choose = async (name) => {
    await page.getByRole('button', { name: 'Impostazioni' }).click()
    await page.getByRole('radio', { name }).check({ force: true })
    await clean(page, 'settings')
    await page.keyboard.press('Escape')
  }
  await choose('viola')
  const seat = page.locator('.seat.you .own')
  const shape = await seat.textContent()
  expect(shape === '♥', `violet has the shape ${shape}`)
  await page.reload()
  await page.locator('.choice').first().waitFor({ state: 'attached' })
  await settled(page)
  expect((await seat.textContent()) === shape, 'the colour is forgotten')
  await page.locator('.seat.asked.you').waitFor()
  await play(page, { clicks: 4 })
  await page.locator('.log li.of h3', { hasText: shape }).first().waitFor()
  expect((await page.locator('.log li.of h3', { hasText: shape }).allTextContents()).every((name) => name.includes('Anna')), 'others have the shape')

  // What is kept is not believed: a number that is none is no colour.
  await page.evaluate(() => localStorage.setItem('veglia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('veglia.settings')), colour: '9"><b>' })))
  await page.reload()
  await page.locator('.choice').first().waitFor({ state: 'attached' })
  expect((await page.locator('.seat .own').count()) === 0, 'nonsense is a colour')
  await choose('verde')

  const carlo = await reader({ name: 'Carlo', lang: 'en', colour: 5 })
  const path = await makeTable(page, { game: 'quest', seats: 2 })
  await page.goto(base + path)
  await joinTable(carlo.page, base + path, 'Carlo')
  await seated(carlo.page)
  await page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  for (const one of [page, carlo.page]) {
    await one.locator('.seat', { hasText: 'Anna' }).locator('.own', { hasText: '▲' }).waitFor()
    await one.locator('.seat', { hasText: 'Carlo' }).locator('.own', { hasText: '★' }).waitFor()
  }
  // Changed at the table, the other sees it.
  await choose('quello del posto')
  await carlo.page.locator('.seat', { hasText: 'Anna' }).locator('.own').waitFor({ state: 'detached' })
  await anna.close()
  await carlo.close()
}

// How fast bots move is chosen under ⚙, at the table, and holds from then on.
tests['the pace of bots'] = async () => {
  const { page, close } = await reader({ pace: 'calm' })
  await startOffline(page, 'quest')
  // The shortest time between two moves of bots, one after the other, in a turn or two.
  const shortest = async () => {
    await page.evaluate(() => {
      globalThis.apart = []
      let last = 0
      const mine = () => document.querySelector('.seat.asked.you') !== null
      globalThis.watching?.disconnect()
      globalThis.watching = new MutationObserver(() => {
        if (last && !mine()) globalThis.apart.push(performance.now() - last)
        last = mine() ? 0 : performance.now()
      })
      globalThis.watching.observe(document.querySelector('.table'), { attributeFilter: ['data-moves'] })
    })
    for (let n = 0; n < 8 && (await page.evaluate(() => globalThis.apart.length)) < 2; n++) await play(page, { clicks: 1 })
    return page.evaluate(() => Math.min(...globalThis.apart))
  }
  const calm = await shortest()
  expect(calm > 700 && calm < Infinity, `calm bots move ${calm} ms after each other`)
  await page.getByRole('button', { name: 'Impostazioni' }).click()
  await page.getByLabel('Ritmo dei bot').selectOption('instant')
  await page.keyboard.press('Escape')
  const instant = await shortest()
  expect(instant < 700, `bots that do not wait move ${instant} ms after each other`)
  await close()
}
