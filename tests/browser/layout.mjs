// layout.mjs: at every size there is a board to play on, and everything that can be chosen can be read.
import { base, botRecord, expect, games, joinTable, keep, makeTable, people, reader, seated } from './harness.mjs'
import { atEachSize, openLate } from './matrix.mjs'

export const tests = {}

for (const { id, min, max } of games) {
  // One visit for each number of seats and language, late in the game and in the middle of it; then the window changes.
  tests[`room for the board ${id}`] = async () => {
    const wrong = []
    for (const seats of [min, max]) {
      for (const [lang, share] of [['it', 0.8], ['en', 0.4]]) {
        const { page, close } = await reader({ lang })
        await openLate(page, { id, seats, lang, share })
        await atEachSize(page, async ({ name }, { faults, texts }) => {
          const where = `${seats} seats, ${lang}, ${name}`
          expect(texts > 20, `${where}: only ${texts} texts were looked at`)
          wrong.push(...faults.map((one) => `${where}: ${one}`))
          const { doubled, all, twice, nowhere } = await page.evaluate(() => {
            const choices = [...document.querySelectorAll('.choice')]
            const moves = choices.map((one) => one.dataset.move)
            const glowing = [...document.querySelectorAll('.thing.can')].map((one) => one.dataset.token)
            const tapped = (move) => glowing.some((token) => ` ${move} `.includes(` ${token} `))
            const seen = choices.filter((one) => one.checkVisibility())
            return {
              twice: seen.filter((one) => tapped(one.dataset.move)).map((one) => one.textContent),
              nowhere: moves.filter((move) => !tapped(move) && !seen.some((one) => one.dataset.move === move)),
              doubled: moves.length !== new Set(moves).size,
              all: moves.length
            }
          })
          expect(all > 0 && !doubled, `${where}: a choice is missing or there twice`)
          // What can be tapped is not said again until it is asked for; the rest is said, and one key says all.
          expect(twice.length === 0, `${where}: on the board and in the list: ${twice.join(' | ')}`)
          expect(nowhere.length === 0, `${where}: neither on the board nor in the list: ${nowhere.join(' | ')}`)
          const listed = () => page.evaluate(() => [...document.querySelectorAll('.choice')].filter((one) => one.checkVisibility()).length)
          await page.keyboard.press('m')
          const said = await listed()
          expect(said === all, `${where}: of ${all} moves ${said} are listed`)
          await page.keyboard.press('m')
        })
        await close()
      }
    }
    expect(wrong.length === 0, `${wrong.length} faults: ${wrong.slice(0, 12).join(' | ')}`)
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
