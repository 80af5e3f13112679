// words.mjs: Italian pages are Italian, English pages are English, at every table.
import { base, engine, expect, games, play, reader, settled, startOffline, switchLanguage } from './harness.mjs'

// Small words that no sentence of one language does without and no sentence of the other has.
const small = {
  it: /\b(il|lo|gli|della|delle|dello|degli|dei|nella|nel|alla|che|una|uno|sono|tuo|tua|tue|tuoi|tocca|carta|carte|mano|posto|scegli|gioca|passa|pesca|regole|partita|punti|perché|più|può)\b/iu,
  en: /\b(the|and|your|you|with|this|that|from|card|cards|hand|seat|turn|choose|draw|rules|points|score|they|their)\b/iu
}
// Names are the same in all languages.
const names = new RegExp([...games.map((game) => game.name), 'Veglia', 'Italiano', 'English', 'Winter Tales', 'La Riduzione'].join('|'), 'gu')

// Nothing on this page is in the other language.
export async function onlyLanguage(page, lang) {
  const other = small[lang === 'it' ? 'en' : 'it']
  const wrong = (await page.evaluate(() => globalThis.driver.words())).filter((text) => other.test(text.replace(names, '')))
  expect(wrong.length === 0, `not ${lang}: ${[...new Set(wrong)].slice(0, 5).join(' | ')}`)
}

// Proper names: what the catalogue calls alike in both languages.
function properNames(game) {
  const found = []
  const gather = (it, en) => {
    if (typeof it === 'string' && it === en) found.push(it)
    else if (it && typeof it === 'object') for (const key of Object.keys(it)) gather(it[key], en?.[key])
  }
  gather(JSON.parse(engine.text('catalog', game, '', 0).out), JSON.parse(engine.text('catalog', game, '', 1).out))
  return found
}

// Words that are spelled alike.
const alike = ['Veglia', 'bot', 'no', 'Bot', '(bot)', 'Credits']

export const tests = {}

for (const { id, name } of games) {
  // The same moment of one table in both languages: whatever stays the same is a name.
  tests[`words ${id}`] = async () => {
    const { page, close } = await reader({ lang: 'it' })
    await startOffline(page, id)
    const known = new Set([...alike, name, ...properNames(id), ...(await page.locator('.seat .who b').allTextContents())])
    const parts = () => page.evaluate(() => Object.fromEntries(['.prompt', '.choice', '.side li', '.hand', '.board'].map((at) => [at, document.querySelector(at)?.innerText ?? ''])))
    let n = 0
    for (let round = 0; round < 3; round++) {
      const at = await play(page, { clicks: 6, from: n })
      if (at.over) break
      n = at.n
      await settled(page)
      const it = await page.evaluate(() => globalThis.driver.words())
      const before = await parts()
      await onlyLanguage(page, 'it')
      await switchLanguage(page)
      const en = new Set(await page.evaluate(() => globalThis.driver.words()))
      const after = await parts()
      await onlyLanguage(page, 'en')
      await switchLanguage(page)
      const stuck = [...new Set(it)].filter((text) => en.has(text) && !known.has(text) && [...text.matchAll(/\p{L}{3,}/gu)].some(([word]) => ![...known].some((one) => one.includes(word))))
      expect(stuck.length === 0, `the same in both languages: ${stuck.slice(0, 8).join(' | ')}`)
      for (const part of ['.prompt', '.side li']) expect(before[part] && before[part] !== after[part], `${part} stays ${before[part]}`)
    }
    expect(n > 0, 'nothing was looked at')
    await close()
  }
}

// The language is changed at the table, and kept.
tests['language'] = async () => {
  const { page, close } = await reader({ lang: 'it' })
  await startOffline(page, 'quest')
  await play(page, { clicks: 4 })
  await page.getByRole('button', { name: 'English' }).click()
  await settled(page)
  expect((await page.evaluate(() => document.documentElement.lang)) === 'en', 'the page says it is not English')
  await page.reload()
  await page.locator('.choice').first().waitFor({ state: 'attached' })
  await settled(page)
  expect((await page.evaluate(() => document.documentElement.lang)) === 'en', 'the choice is forgotten')
  await onlyLanguage(page, 'en')
  // The rules too, of every game.
  for (const { id } of games) {
    for (const path of [`/rules/${id}`, `/new/${id}`]) {
      await page.goto(base + path)
      await page.locator('main h2').first().waitFor()
      await settled(page)
      await onlyLanguage(page, 'en')
    }
  }
  for (const path of ['/', '/credits', '/replay']) {
    await page.goto(base + path)
    await page.locator('main').first().waitFor()
    await settled(page)
    await onlyLanguage(page, 'en')
  }
  await close()
}
