// day.mjs: the deal of the day, and games that go on from a moment of another.
import { base, botRecord, clean, engine, expect, keep, people, play, reader, settled } from './harness.mjs'
import { onlyLanguage } from './words.mjs'

export const tests = {}

// Runs in the page: the tables this device keeps.
const kept = () => new Promise((resolve, reject) => {
  const opening = indexedDB.open('veglia')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const asked = opening.result.transaction('tables').objectStore('tables').getAll()
    asked.onsuccess = () => (opening.result.close(), resolve(asked.result))
  }
})
const lines = (record) => record.split('\n\n')[1].split('\n').filter((line) => /^[\d*]/.test(line))

// Two browsers, both without a network, have the same deal, and the same game as long as they choose alike; with the
// network one is listed, and what was made up is not.
tests['the deal of the day'] = async () => {
  const [anna, carlo] = [await reader({ lang: 'it' }), await reader({ lang: 'en', name: 'Carlo', size: [390, 844] })]
  for (const { page, context } of [anna, carlo]) {
    await page.goto(base)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    await page.getByRole('link', { name: /^(La mano del giorno|The deal of the day)$/ }).click()
    await page.locator('[data-game=quest] .button.main').click()
    await page.locator('.choices').waitFor({ state: 'attached' })
    if (page === carlo.page) await page.evaluate(() => globalThis.driver.stall(4000)) // slow, and the same game
    await play(page)
  }
  const [a, b] = [(await anna.page.evaluate(kept))[0], (await carlo.page.evaluate(kept))[0]]
  expect(a.day && a.day === b.day, `the days are ${a.day} and ${b.day}`)
  expect(lines(a.record).length > 50 && lines(a.record).join() === lines(b.record).join(), 'the same choices did not lead to the same game')
  const share = anna.page.getByText(/^Veglia, la mano del \d{4}-\d\d-\d\d\. Quest for Legend: \dº su 3/)
  await share.waitFor()
  expect(!/precisione/.test(await share.innerText()), 'accuracy is told before there was a review')
  await anna.page.getByRole('button', { name: 'Rivedi le tue scelte', exact: true }).click()
  await anna.page.locator('dialog[open] svg[role=img]').waitFor({ timeout: 200_000 })
  await anna.page.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await anna.page.getByRole('button', { name: 'Il punteggio, voce per voce', exact: true }).click()
  await anna.page.getByText(/^Veglia, la mano del .* punt[io], precisione \d+ %$/).waitFor()

  for (const { context } of [anna, carlo]) await context.setOffline(false)
  await anna.page.getByRole('button', { name: 'Manda la partita' }).click()
  await anna.page.getByText('È nell\'elenco al posto 1 di 1.').waitFor()
  await onlyLanguage(anna.page, 'it')
  const forged = await fetch(`${base}/api/days/quest`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Eva', date: b.day, record: b.record.replace(/^1 (?!done).*$/m, '1 done') })
  })
  expect(forged.status === 400, `a forged game was answered with ${forged.status}`)
  await carlo.page.goto(`${base}/day`)
  await carlo.page.locator('[data-game=quest] ol', { hasText: 'Anna' }).waitFor()
  await onlyLanguage(carlo.page, 'en')
  await clean(carlo.page, 'the page of the day')
  for (const one of [anna, carlo]) await one.close()
}

// A moment of a finished game is a table: the same cards, the same luck as long as one chooses as then.
tests['play on from a moment'] = async () => {
  const { page, close } = await reader({ lang: 'it' })
  const record = botRecord('mind', { seats: 3, share: 1 })
  await page.goto(base)
  await page.evaluate(keep, { id: 'whole', game: 'mind', record, names: people.slice(0, 3), people: 3, over: true })
  await page.goto(`${base}/replay/whole#m=60`)
  await page.getByText('Gioca da qui').click()
  await page.getByRole('button', { name: 'Comincia da qui' }).click()
  await page.locator('.table').waitFor()
  await settled(page)
  const before = (await page.evaluate(kept)).find((table) => table.id !== 'whole')
  expect(lines(record).join('\n').startsWith(lines(before.record).slice(0, 60).join('\n')), 'the game goes on from another moment')
  await play(page)
  const after = (await page.evaluate(kept)).find((table) => table.id === before.id)
  const table = engine.text('load', after.record, 0).status
  expect(table && engine.text('verify', table, 0).status === 0, 'its luck is not that of the game it came from')
  engine.text('close', table)

  await page.goto(`${base}/replay/whole#m=60`)
  await page.getByText('Gioca da qui').click()
  await page.getByLabel('Al posto di').selectOption({ label: people[1] })
  await page.getByRole('button', { name: 'Come l\'avrebbe giocata il maestro' }).click()
  await page.locator('dialog[open] .sheet').waitFor({ timeout: 200_000 })
  await close()
}

// Two tables with the same cards, bots at both: the host opens the second, both are played, and they are compared.
tests['a duplicate'] = async () => {
  const { page, close } = await reader({ lang: 'it' })
  await page.goto(`${base}/new/quest`)
  await page.locator('select[name=shared]').selectOption('yes')
  await page.getByRole('button', { name: /^Crea il tavolo/ }).click()
  await page.getByRole('button', { name: 'Apri un altro tavolo' }).click()
  await page.getByRole('link', { name: 'Tavolo 2' }).waitFor()
  const compare = await page.getByRole('link', { name: 'Confronta i tavoli' }).getAttribute('href')
  const ids = compare.split('/')[2].split(',')
  const records = []
  for (const id of ids) {
    await page.goto(`${base}/t/${id}`)
    await page.locator('.chairs').waitFor()
    const sit = page.getByRole('button', { name: /^Siediti/ })
    if (await sit.count()) await sit.first().click()
    await page.getByRole('button', { name: 'Distribuisci le carte' }).click()
    await page.locator('.choices').waitFor({ state: 'attached' })
    await play(page)
    records.push(await (await fetch(`${base}/api/tables/${id}/record`)).text())
  }
  expect(records[0].match(/^commit .*$/m)[0] === records[1].match(/^commit .*$/m)[0], 'the tables were dealt from two secrets')
  const dealt = (record) => lines(record).filter((line) => line.startsWith('*')).slice(0, 16).join()
  expect(dealt(records[0]) === dealt(records[1]), 'the tables were dealt different cards')
  await page.goto(base + compare)
  await page.locator('td').nth(5).waitFor()
  expect((await page.locator('thead th').count()) === 3 && (await page.locator('td.best').count()) >= 3, 'not all are compared')
  await onlyLanguage(page, 'it')
  await clean(page, 'two tables compared')
  await close()
}
