// review.mjs: the review of a finished game, in the page alone.
import { base, botRecord, clean, expect, keep, people, reader, settled } from './harness.mjs'

export const tests = {}

const says = {
  it: { review: 'Rivedi le tue scelte', open: 'Col senno di poi: a carte scoperte', go: 'Vai a questo momento', all: 'Tutta la curva come tabella', many: 'Su molte partite (solo su questo dispositivo)', save: 'Salva come JSON' },
  en: { review: 'Review your choices', open: 'With hindsight: all cards open', go: 'Go to this moment', all: 'The whole curve as a table', many: 'Over many games (on this device only)', save: 'Save as JSON' }
}

// A finished game of this device, at its replay or at its table.
async function finished(page, lang, at) {
  const names = people.slice(0, 2)
  const record = botRecord('quest', { seats: 2, share: 1, lang })
  await page.goto(base)
  await page.evaluate(keep, { id: 'reviewed', game: 'quest', record, names, people: 1, over: true })
  await page.goto(`${base}/${at}/reviewed`)
}

async function openReview(page, lang) {
  await page.getByRole('button', { name: says[lang].review, exact: true }).first().click()
  await page.locator('dialog[open] progress, dialog[open] svg').first().waitFor()
  // The page lives while it is worked out: frames go by.
  const frames = await page.evaluate(() => new Promise((resolve) => {
    let n = 0
    const tick = () => (document.querySelector('dialog[open] progress') ? requestAnimationFrame(tick, n++) : resolve(n))
    tick()
  }))
  await page.locator('dialog[open] svg[role=img]').waitFor()
  return frames
}

const figures = (page) => page.locator('dialog[open] tbody tr').evaluateAll((rows) => rows.map((row) => row.innerText))
const marked = (page) => page.locator('dialog[open] .choices > li').allInnerTexts()

tests['review of a replay'] = async () => {
  const { page, close } = await reader({ lang: 'it' })
  await finished(page, 'it', 'replay')
  const frames = await openReview(page, 'it')
  expect(frames > 3, `only ${frames} frames while it was worked out`)
  await settled(page)
  await clean(page, 'review')
  // The parts add up, as they are shown: to the rounding of five numbers.
  const rows = (await figures(page)).filter((row) => row.split('\t').length === 6)
  expect(rows.length === 2, `${rows.length} rows of luck and skill`)
  for (const row of rows) {
    const [start, luck, skill, others, end] = row.split('\t').slice(1).map((cell) => Number(cell.replace(/[%\s]/g, '').replace('−', '-').replace(',', '.')))
    expect(Math.abs(start + luck + skill + others - end) < 0.31, `it does not add up: ${row}`)
  }
  // What one knew and hindsight are two lists, and reasons are of the first alone.
  const knew = await marked(page)
  const sheet = await figures(page)
  await page.getByLabel(says.it.open).check()
  const hindsight = await marked(page)
  expect(knew.join() !== hindsight.join(), 'hindsight changes nothing')
  expect(knew.concat('').some((one) => one.includes('±')) && !hindsight.some((one) => one.includes('±')), 'the two judgements are mixed')
  expect((await figures(page)).join() === sheet.join(), 'hindsight changes the sheet of luck')
  await page.getByLabel(says.it.open).uncheck()
  // From a choice to its moment, by the keyboard.
  const [, entry] = /mossa (\d+)/.exec(knew[0])
  await page.locator('dialog[open] .choices > li').first().getByRole('button', { name: says.it.go }).focus()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.locator('.steps span', { hasText: new RegExp(`\\b${entry - 1}\\b`) }).waitFor()
  await close()
}

// At the end of a game, on a phone at night, without a network; what is kept goes out as JSON.
tests['review on a phone, offline'] = async () => {
  const { context, page, close } = await reader({ lang: 'en', scheme: 'dark', size: [390, 844] })
  await finished(page, 'en', 'play')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'The score, point by point', exact: true }).click()
  await openReview(page, 'en')
  await page.getByText(says.en.all).click()
  await page.getByText(says.en.many).click()
  await settled(page)
  await clean(page, 'review on a phone')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: says.en.save }).click()
  const file = await (await saving).createReadStream()
  let text = ''
  for await (const part of file) text += part
  const [one] = JSON.parse(text)
  expect(one.game === 'quest' && one.choices > 5 && Object.values(one.verdicts).reduce((sum, n) => sum + n) === one.choices, `what is saved: ${text.slice(0, 200)}`)
  await close()
}
