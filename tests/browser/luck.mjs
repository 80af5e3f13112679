// luck.mjs: what the page says of luck in the end, with a server that is honest and one that lies.
//
// The liar stands between page and server: it changes messages and records on their way. Whatever it
// changes, the page has kept what it was shown before.
import { base, engine, expect, joinTable, makeTable, play, reader, seated } from './harness.mjs'

export const tests = {}

const words = {
  it: { nobody: 'Verificato: nessuno poteva scegliere questa fortuna.', trusted: 'Verificato, ma senza il sale di un’altra persona: di chi ospita ci si fida.', other: 'Questo verbale non è della partita che hai visto: ', deal: 'Distribuisci le carte' },
  en: { nobody: 'Verified: no one could have chosen this luck.', trusted: 'Verified, but no other person’s salt: the host is trusted.', other: 'This record is not of the game you saw: ', deal: 'Deal' }
}

// Changes what goes by: messages from the server, commands of the page (null: swallowed), and records.
async function lie(context, { heard = (text) => text, said = (text) => text, record = (text) => text }) {
  await context.routeWebSocket(/\/ws/, (page) => {
    const server = page.connectToServer()
    page.onMessage((text) => {
      const told = said(text)
      if (told !== null) server.send(told)
    })
    server.onMessage((text) => page.send(heard(text)))
  })
  await context.route(/\/record\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: record(await answer.text()) })
  })
}

// A person and bots at a table of the server, until the verdict is there.
async function verdict({ lang = 'it', lies, lobby = async () => {} }) {
  const { context, page, close } = await reader({ lang, serviceWorkers: 'block' })
  const path = await makeTable(page, { game: 'quest', seats: 2, bots: [null, 'greedy'], lang })
  if (lies) await lie(context, lies)
  await page.goto(base + path)
  await lobby(page)
  await page.getByRole('button', { name: words[lang].deal, exact: true }).click()
  await page.locator('.choices').waitFor({ state: 'attached' })
  await play(page)
  const said = page.locator('dialog[open] .said')
  await said.waitFor()
  const text = await said.textContent()
  await close()
  return { text, path }
}

const salted = (page) => page.locator('.luck-box li', { hasText: /: (con sale|with a salt)/ }).waitFor({ state: 'attached' })
const isOther = (text, lang, part) => expect(text.startsWith(words[lang].other) && text.includes(part), `the page says: ${text}`)

tests['luck nobody chose'] = async () => {
  for (const lang of ['it', 'en']) {
    const { text } = await verdict({ lang, lobby: salted })
    expect(text === words[lang].nobody, `the page says: ${text}`)
  }
}

// Two people, a reload after the salts, a rematch: each time both have salts of their own.
tests['luck of two, twice'] = async () => {
  const anna = await reader()
  const carlo = await reader({ lang: 'en', name: 'Carlo' })
  const path = await makeTable(anna.page, { game: 'quest', seats: 2 })
  await anna.page.goto(base + path)
  await joinTable(carlo.page, base + path, 'Carlo')
  await seated(carlo.page)
  for (let round = 1; round <= 2; round++) {
    await anna.page.locator('.luck-box li', { hasText: 'con sale' }).nth(1).waitFor({ state: 'attached' })
    await anna.page.locator('.luck-box summary').click()
    const commit = await anna.page.locator('.luck-box .hex').textContent()
    expect(/^[0-9a-f]{64}$/.test(commit), `the lobby shows as commitment: ${commit}`)
    await anna.page.getByRole('button', { name: words.it.deal }).click()
    await carlo.page.locator('.choices').waitFor({ state: 'attached' })
    const whole = play(anna.page)
    whole.catch(() => {}) // told below
    const at = await play(carlo.page, { clicks: 3 })
    await carlo.page.reload()
    await carlo.page.locator('.choices').waitFor({ state: 'attached' })
    await play(carlo.page, { from: at.n })
    await whole
    await anna.page.locator('dialog[open] .said', { hasText: words.it.nobody }).waitFor()
    await carlo.page.locator('dialog[open] .said', { hasText: words.en.nobody }).waitFor()
    const record = await (await fetch(`${base}/api/tables/${path.slice(3)}/record?round=${round}`)).text()
    expect(record.match(/^salt /gm).length === 2 && record.includes(`commit ${commit}\n`), 'the record has other salts')
    if (round === 1) await anna.page.locator('dialog[open] .ends .button.main').click()
  }
  await anna.close()
  await carlo.close()
}

tests['luck of a trusted host'] = async () => {
  for (const lang of ['it', 'en']) {
    // The hash of the page never arrives: nobody but the host has a part in the luck.
    const { text } = await verdict({ lang, lies: { said: (text) => (/"do":"hash"/.test(text) ? null : text) } })
    expect(text === words[lang].trusted, `the page says: ${text}`)
  }
}

tests['luck of another record'] = async () => {
  const mine = await verdict({ lobby: salted })
  const other = await (await fetch(`${base}/api/tables/${mine.path.slice(3)}/record`)).text()
  isOther((await verdict({ lobby: salted, lies: { record: () => other } })).text, 'it', 'riga ')
  isOther((await verdict({ lang: 'en', lobby: salted, lies: { record: () => other } })).text, 'en', 'line ')
}

tests['luck of a changed record'] = async () => {
  const changes = {
    'an option': [(text) => text.replace('tie-break=shared', 'tie-break=fewer-negative'), 'option tie-break'],
    'a card': [(text) => text.replace(/^\* draw (\w+)(?=[^]*^\* draw (?!\1)(\w+)$)/m, '* draw $2'), 'the secret gives'],
    'the end': [(text) => text.replace(/(\n[^\n]*){2}(?=\nhead )/, ''), '']
  }
  for (const [what, [change, part]] of Object.entries(changes)) {
    const { text } = await verdict({ lang: 'en', lobby: salted, lies: { record: change } })
    expect(text.startsWith(words.en.other) && text.includes(part), `${what} was changed, and the page says: ${text}`)
  }
  // Somebody who knows the secret makes the rest of the record fit again: the heads do not.
  const refit = (text) => {
    const lines = text.split('\n')
    for (let i = lines.indexOf('') + 1; i < lines.length - 1; i++) {
      if (!/^\d /.test(lines[i]) || lines[i].split(' ')[0] !== lines[i + 1].split(' ')[0] || lines[i] === lines[i + 1]) continue
      const changed = [...lines.slice(0, i), lines[i + 1], lines[i], ...lines.slice(i + 2)].join('\n')
      const table = engine.text('load', changed, 0).status
      if (!table) continue
      const whole = engine.text('record', table, 1).out
      engine.text('close', table)
      if (JSON.parse(engine.text('check', whole, '', 0).out).luck === 'salted') return whole
    }
    return text.replace(/(\n[^\n]*){2}(?=\nhead )/, '') // nothing to change over in this game
  }
  isOther((await verdict({ lobby: salted, lies: { record: refit } })).text, 'it', '')
}

tests['luck of two commitments'] = async () => {
  // One is shown in the lobby, another from the deal on.
  const wrong = '0'.repeat(64)
  let dealt = false
  const heard = (text) => {
    dealt ||= /"status":"playing"/.test(text)
    return dealt ? text.replace(/("luck":\{"commit":")[0-9a-f]{64}/, `$1${wrong}`) : text
  }
  isOther((await verdict({ lang: 'en', lobby: salted, lies: { heard } })).text, 'en', 'commit')
  // A frame that is not of the commitment shown before: the page does not reveal for it.
  let asked = 0
  const { context, page, close } = await reader({ serviceWorkers: 'block' })
  const path = await makeTable(page, { game: 'quest', seats: 2, bots: [null, 'greedy'] })
  await lie(context, { heard: (text) => text.replace(/\\ncommit [0-9a-f]{64}/, `\\ncommit ${wrong}`), said: (text) => ((asked += /"do":"reveal"/.test(text)), text) })
  await page.goto(base + path)
  await salted(page)
  await page.getByRole('button', { name: words.it.deal }).click()
  await page.getByText('non è arrivato il sale di').waitFor()
  expect(asked === 0, 'the page revealed its salt for a frame it must not trust')
  await close()
}

// Only what is said in passing has another head: every message counts.
tests['luck of two pasts'] = async () => {
  const heard = (text) => (/^\{"type":"ok"/.test(text) ? text.replace(/("head":")[0-9a-f]{8}/, '$100000000') : text)
  isOther((await verdict({ lang: 'en', lobby: salted, lies: { heard } })).text, 'en', 'no longer the one you saw')
}
