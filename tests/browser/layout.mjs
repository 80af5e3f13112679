// layout.mjs: at every size there is a board to play on, and everything that can be chosen can be read.
import { base, botRecord, expect, games, joinTable, keep, makeTable, people, reader, seated, settled } from './harness.mjs'

export const tests = {}
// Upright and lying phones, tablets, a laptop and one at 200 %, a wide screen.
const sizes = [[360, 640], [390, 844], [844, 390], [768, 1024], [1024, 768], [640, 400], [1280, 800], [1920, 1080]]

for (const { id, min, max } of games) {
  tests[`room for the board ${id}`] = async () => {
    for (const seats of [min, max]) {
      const record = botRecord(id, { seats, share: 0.5, seed: 5 })
      for (const size of sizes) {
        const { page, close } = await reader({ size })
        await page.goto(base)
        await page.evaluate(keep, { id: 'shown', game: id, record, names: people.slice(0, seats), people: 1 })
        await page.goto(`${base}/play/shown`)
        await page.locator('.choice').first().waitFor({ state: 'attached' })
        await settled(page)
        const { low, share, sideways, cut, doubled, all, twice, nowhere } = await page.evaluate(() => {
          const middle = document.querySelector('.middle')
          const box = (getComputedStyle(middle).display === 'contents' ? document.querySelector('.board') : middle).getBoundingClientRect()
          const top = document.querySelector('header').getBoundingClientRect().bottom
          const side = document.querySelector('.side').getBoundingClientRect().width
          const room = (innerWidth - side) * (innerHeight - top)
          const foot = document.querySelector('main > .foot').getBoundingClientRect()
          const moves = [...document.querySelectorAll('.choice')].map((one) => one.dataset.move)
          const glowing = [...document.querySelectorAll('.thing.can')].map((one) => one.dataset.token)
          const tapped = (move) => glowing.some((token) => ` ${move} `.includes(` ${token} `))
          const seen = [...document.querySelectorAll('.choice')].filter((one) => one.checkVisibility())
          return {
            twice: seen.filter((one) => tapped(one.dataset.move)).map((one) => one.textContent),
            nowhere: moves.filter((move) => !tapped(move) && !seen.some((one) => one.dataset.move === move)),
            share: (box.width * Math.min(box.height, innerHeight - box.top)) / room,
            low: [...document.querySelectorAll('.hand .face .name')].filter((name) => name.getBoundingClientRect().bottom > name.closest('.face').getBoundingClientRect().bottom + 1).map((name) => name.textContent.trim()),
            sideways: document.documentElement.scrollWidth > innerWidth,
            cut: [...document.querySelectorAll('.prompt, .done')].filter((one) => one.getBoundingClientRect().right > foot.right + 1 || one.scrollWidth > one.clientWidth + 1).map((one) => `${one.textContent.trim()} (${one.scrollWidth} in ${one.clientWidth}, up to ${one.getBoundingClientRect().right} of ${foot.right})`),
            doubled: moves.length !== new Set(moves).size,
            all: moves.length
          }
        })
        const where = `${id}, ${seats} seats, ${size.join(' by ')}`
        expect(!sideways, `${where}: the page is wider than the screen`)
        expect(share >= 0.42, `${where}: the board has only ${(share * 100).toFixed(0)} % of the room`)
        expect(cut.length === 0, `${where}: cut: ${cut.join(' | ')}`)
        expect(low.length === 0, `${where}: the hand's words lose their last line: ${low.join(' | ')}`)
        expect(all > 0 && !doubled, `${where}: a choice is missing or there twice`)
        // What can be tapped is not said again until it is asked for; the rest is said, and one key says all.
        expect(twice.length === 0, `${where}: on the board and in the list: ${twice.join(' | ')}`)
        expect(nowhere.length === 0, `${where}: neither on the board nor in the list: ${nowhere.join(' | ')}`)
        await page.keyboard.press('m')
        const said = await page.evaluate(() => [...document.querySelectorAll('.choice')].filter((one) => one.checkVisibility()).length)
        expect(said === all, `${where}: of ${all} moves ${said} are listed`)
        await close()
      }
    }
  }
}

// The same said again and again is one line with its number: three cards drawn are not three sentences.
tests['log in few words'] = async () => {
  const { page, close } = await reader({ size: [1280, 800] })
  await page.goto(base)
  await page.evaluate(keep, { id: 'shown', game: 'winter', record: botRecord('winter', { seats: 4, share: 0.3, seed: 5 }), names: people.slice(0, 4), people: 1 })
  await page.goto(`${base}/play/shown`)
  await page.locator('.log li').nth(2).waitFor()
  const turns = await page.locator('.log li').evaluateAll((all) => all.map((turn) => [...turn.querySelectorAll('p')].map((line) => line.textContent)))
  const twice = turns.flatMap((lines) => lines.filter((line, i) => line === lines[i - 1]))
  expect(twice.length === 0, `said twice in a row: ${twice[0]}`)
  expect(turns.flat().some((line) => / × [23]$/.test(line)), 'no draws were counted')
  await close()
}

// The tab says whose turn it is; what was dealt is folded away; the clock runs for who decides.
tests['turn and clock'] = async () => {
  const anna = await reader({ lang: 'it' })
  const carlo = await reader({ lang: 'en', name: 'Carlo' })
  const path = await makeTable(anna.page, { game: 'quest', seats: 2, pace: { seconds: 600, absent: 'bot' }, options: {} })
  await anna.page.goto(base + path)
  await anna.page.getByText('Manca un giocatore.').waitFor()
  await anna.page.getByText('Orologio, 10 minuti a decisione').waitFor()
  await joinTable(carlo.page, base + path, 'Carlo')
  await seated(carlo.page)
  await anna.page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  for (const { page } of [anna, carlo]) await page.locator('.clock').waitFor()
  const titles = await Promise.all([anna.page.title(), carlo.page.title()])
  const turns = titles.filter((title) => /Tocca a te|Your turn/.test(title))
  expect(turns.length === 1, `whose turn it is: ${titles.join(' / ')}`)
  const own = /Tocca/.test(titles[0]) ? [anna.page, /Hai ancora/] : [carlo.page, /left for you/]
  expect(own[1].test(await own[0].locator('.clock').textContent()), 'the clock runs for somebody else')
  await anna.page.locator('.side summary', { hasText: 'Si prepara il tavolo' }).waitFor()
  await anna.close()
  await carlo.close()
}
