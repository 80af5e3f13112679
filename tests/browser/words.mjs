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
      wellSaid(it, `${id}, in Italian`)
      const before = await parts()
      await onlyLanguage(page, 'it')
      await switchLanguage(page)
      const en = new Set(await page.evaluate(() => globalThis.driver.words()))
      wellSaid([...en], `${id}, in English`)
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

// What was once said wrongly and must not be said again, as the eye and the ear would meet it.
const faulty = [
  [/\b[Ii]l (1|8|11)\b/, 'an article before a vowel'],
  [/\b(carte|missioni|mano|punti) di te\b|\b(cards|missions|hand) of you\b/i, 'a person called from outside'],
  [/\bcontro te\b|\bagainst yourself\b/i, 'the reader against himself'],
  [/\b(tu|you) \((tu|you)\)/i, 'the reader named twice'],
  [/[^\s.…] +[.,;:!?](?![.\d])|,\s*\./, 'a blank before a stop'],
  [/(?<!\.)\.\.(?!\.)|\.{4,}|…\./, 'stops that are not one or three'],
  [/(^|[\s(])-\d/, 'a hyphen for a minus'],
  [/\b(QS|QL|FM|FeL|FS|FT|WT|TC)-\d+/, 'the number of a rule'],
  [/\b(posto|seat) 0\b/i, 'a seat counted from nought']
]
export function wellSaid(texts, where) {
  const wrong = texts.flatMap((text) => faulty.filter(([form]) => form.test(text)).map(([, what]) => `${what}: ${text.slice(0, 120)}`))
  expect(wrong.length === 0, `${where}: ${[...new Set(wrong)].slice(0, 6).join(' | ')}`)
}

// Everything the engine says of games played at random, and of their cards, in both languages.
tests['nothing is said wrongly'] = async () => {
  wellSaid(['Tieni l\'1', 'E poi...', '−9', 'a 1:1, 3.5'], 'what is right')
  for (const text of ['Tieni il 1', 'Ofelia guarda tutte le carte di te', 'contro te', 'interruption  . Cancel it', 'And then....', 'joker blue, violet .', 'Tu (tu)', '(-9)', 'QS-16'])
    expect(faulty.some(([form]) => form.test(text)), `“${text}” would not be noticed`)
  let heard = 0
  for (const { id, min, max } of games) {
    for (const code of [0, 1]) {
      const strings = (json) => (typeof json === 'string' ? [json] : json && typeof json === 'object' ? Object.entries(json).flatMap(([key, value]) => (['slug', 'id', 'rule'].includes(key) ? [] : strings(value))) : [])
      wellSaid(strings(JSON.parse(engine.text('catalog', id, '', code).out)), `${id}: the cards`)
      for (const [seed, seats] of [min, max].entries()) {
        const table = engine.text('open', id, seats, 1, '', new Uint8Array(32).fill(seed + 40), code).status
        for (let seat = 0; seat < seats; seat++) engine.text('name', table, seat, ['Anna', 'Ofelia', 'Nives', 'Tancredi', 'Olmo', 'Fosca', 'Livia', 'Bruno'][seat], code)
        engine.text('start', table)
        const said = new Set()
        for (let n = 0; n < 400; n++) {
          const { over, ask } = JSON.parse(engine.text('json', table, -3, code).out)
          if (over) break
          const { moves, prompt } = JSON.parse(engine.text('json', table, ask.actor, code).out)
          for (const text of [prompt, ...moves.map(({ label }) => label)]) said.add(text)
          engine.text('play', table, ask.actor, moves[(n * 7 + seed + 3) % moves.length].move, code)
        }
        for (const viewer of [0, 1, -1]) for (const { text } of JSON.parse(engine.text('events', table, viewer, code, 0).out)) said.add(text)
        engine.text('close', table)
        heard += said.size
        wellSaid([...said].filter(Boolean), `${id}, ${seats} seats`)
      }
    }
  }
  console.log(`    ${heard} sentences of all games`)
  expect(heard > 4000, `only ${heard} sentences were looked at`)
}

// Somebody who gave no name is called once, and by no number.
tests['nobody is called twice'] = async () => {
  for (const lang of ['it', 'en']) {
    const { page, close } = await reader({ lang, name: '', asked: true })
    await startOffline(page, 'quest')
    await play(page, { clicks: 3 })
    await settled(page)
    const said = await page.evaluate(() => globalThis.driver.words())
    wellSaid(said, `without a name, ${lang}`)
    expect(said.some((text) => /^(Tu|You)$/.test(text)), `the reader is called ${await page.locator('.seat.you').innerText()}`)
    expect(!said.some((text) => /\b(posto|seat) \d/i.test(text)), 'somebody is a number')
    await close()
  }
}
