// shown.mjs: what others play is seen, what is small is read large, and nobody is asked in vain.
import { base, botRecord, expect, games, joinTable, keep, makeTable, momentOf, people, play, reader, seated, settled, startOffline } from './harness.mjs'
import { openLate } from './matrix.mjs'

export const tests = {}
const asked = (now, events) => now.ask.window && events().at(-1).type === 'played'

async function openMoment(page, game, seats, is) {
  await page.goto(base)
  await page.evaluate(keep, { id: 'shown', game, record: momentOf(game, seats, is), names: people.slice(0, seats), people: 1 })
  await page.goto(`${base}/play/shown`)
  await page.locator('.prompt').waitFor()
  await settled(page)
}

// Asked whether to cancel a card, one reads it. What bots play comes large, can be held and skipped.
tests['what others play'] = async () => {
  const { page, close } = await reader()
  await openMoment(page, 'fate', 3, (now, events) => asked(now, events) && now.moves.length > 1)
  const words = await page.locator('.stage').innerText()
  expect(/interruzione/.test(words) && words.length > 60, `the card in question reads: ${words}`)
  expect((await page.locator('.stage button').count()) === 0, 'what is asked about can be skipped')
  await page.locator('.choice[data-move=pass]').click()
  await page.waitForFunction((words) => document.querySelector('.stage')?.innerText !== words, words)
  await page.evaluate(() => localStorage.setItem('veglia.settings', JSON.stringify({ pace: 'brisk', name: 'Anna' })))
  await startOffline(page, 'quest')
  await page.evaluate(async () => {
    for (let held = null; !held; held?.click()) {
      if (document.querySelector('.seat.asked.you')) document.querySelector('.choice')?.click()
      await new Promise((resolve) => setTimeout(resolve, 30))
      held = document.querySelector('.stage button')
    }
  })
  const held = await page.locator('.stage').innerText()
  await page.waitForTimeout(1500) // longer than it is shown
  expect((await page.locator('.stage').innerText()).slice(0, 20) === held.slice(0, 20), 'what is held goes away')
  await page.keyboard.press('Escape')
  await page.waitForFunction((held) => !document.querySelector('.stage')?.innerText.startsWith(held), held.slice(0, 20))
  await close()
}

// A card large, by key, by the other button and by a long touch, with its signs explained; in both languages.
tests['cards large'] = async () => {
  const { page, close } = await reader()
  for (const [game, sign] of [['quest', /missione/], ['fate', /polvere|jolly|Silenzio/], ['fata', /fila|avversari|carte|turno|tesor/], ['winter', /faccia di/]]) {
    await openMoment(page, game, 3, (now) => now.moves.length > 2 && now.log_count > 40)
    const thing = page.locator('.hand .thing[data-large]').last()
    await thing.click({ button: 'right', force: true })
    const large = page.locator('dialog[open] .large')
    await large.waitFor()
    const words = await large.innerText()
    expect(sign.test(words), `${game}: the signs are not explained: ${words}`)
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
  }
  await page.locator('.hand .thing[data-large]').first().focus()
  await page.keyboard.press('z')
  await page.locator('dialog[open] .large').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.locator('.hand .thing[data-large]').first().evaluate((thing) => {
    const box = thing.getBoundingClientRect()
    thing.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: box.x + 9, clientY: box.y + 9 }))
  })
  await page.locator('dialog[open] .large').waitFor()
  await close()
}

// Games have covers of their own; cards have scenes in hand, large, and where somebody tells of them; offline too.
tests['pictures of cards'] = async () => {
  const { context, page, close } = await reader()
  const drawn = (where) => page.locator(`${where} svg.drawn`).evaluateAll((found) => found.map((one) => ({ body: one.innerHTML, wide: one.getBoundingClientRect().width })))
  const differ = (found, what) => {
    expect(found.length > 0 && found.every(({ body }) => body.split('<path').length > 4), `${what}: ${found.length} pictures, or an empty one`)
    expect(new Set(found.map(({ body }) => body)).size === found.length, `${what}: two pictures are alike`)
  }
  await page.goto(base)
  await page.locator('.art svg').nth(4).waitFor()
  differ(await drawn('.art'), 'covers')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  for (const [game, most] of [['winter', 2], ['fate', 1]]) {
    const own = (events) => events().findLast((event) => event.seat === 0 && event.type !== 'narration' && event.by !== 'chance')
    await openMoment(page, game, 3, (now, events) => now.moves.length > 1 && (now.view.seats[0].hand?.length ?? 0) > 1 && ['played', 'told', 'began'].includes(own(events)?.type))
    differ(await drawn('.hand'), `${game}: the hand`)
    await page.locator('.hand .thing[data-large]').first().click({ button: 'right', force: true })
    await page.locator('dialog[open] .scenes svg').first().waitFor()
    const large = await drawn('dialog[open] .scenes')
    differ(large, `${game}: a card large`)
    expect(large.length <= most && large.every(({ wide }) => wide > 150), `${game}: large is ${large.map(({ wide }) => wide)}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Racconta', exact: true }).click()
    await page.locator('dialog[open] textarea').waitFor()
    const told = await drawn('dialog[open] .scenes')
    expect(told.length === 1 && told[0].wide > 100, `${game}: who tells sees ${told.length} pictures`)
    await page.keyboard.press('Escape')
  }
  await close()
}

// Nothing to play: one passes without being asked, unless one wants to be.
tests['passing alone'] = async () => {
  const { page, close } = await reader({ autopass: false })
  const nothing = (now) => now.ask.window && now.moves.length === 1
  await openMoment(page, 'fate', 3, nothing)
  const moves = () => page.evaluate(() => Number(document.querySelector('.table').dataset.moves))
  const from = await moves()
  await page.waitForTimeout(600)
  expect((await moves()) === from, 'it passed though it was told not to')
  await page.evaluate(() => localStorage.setItem('veglia.settings', JSON.stringify({ pace: 'instant', name: 'Anna' })))
  await openMoment(page, 'fate', 3, nothing)
  await page.waitForFunction((from) => Number(document.querySelector('.table').dataset.moves) > from, from)
  await close()
}

// With other people the wait is the same, whether one holds something or not; who holds something may ask for time.
tests['passing together'] = async () => {
  const anna = await reader()
  const carlo = await reader({ name: 'Carlo', lang: 'en' })
  const path = await makeTable(anna.page, { game: 'fate', seats: 2, options: { cap: 40, accord: 0 } })
  await anna.page.goto(base + path)
  await joinTable(carlo.page, base + path, 'Carlo')
  await seated(carlo.page)
  await anna.page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  const waits = { 1: [], 2: [] }
  for (const { page } of [anna, carlo]) {
    await page.exposeFunction('waited', (moves, ms) => waits[moves > 1 ? 2 : 1].push(ms))
    await page.evaluate(() => {
      let since = 0
      let moves = 0
      const look = () => {
        const passing = document.querySelector('.passing') !== null
        if (passing && !since) [since, moves] = [performance.now(), document.querySelectorAll('.choice').length]
        else if (!passing && since) {
          globalThis.waited(moves, performance.now() - since)
          since = 0
        }
        // Whoever is asked in turn plays something; what is asked out of turn is left to itself.
        const choices = [...document.querySelectorAll('.choice:not([data-move=propose])')]
        if (!passing && choices.length && document.querySelector('.seat.asked.you') && !document.querySelector('.choice[data-move=pass]')) choices[Math.floor(Math.random() * choices.length)].click()
        setTimeout(look, 20)
      }
      look()
    })
  }
  const until = Date.now() + 15_000
  while ((waits[1].length < 2 || waits[2].length < 1) && Date.now() < until) await anna.page.waitForTimeout(200)
  const all = [...waits[1], ...waits[2]]
  expect(all.length > 1, 'nobody was ever asked out of turn')
  expect(all.every((ms) => ms > 2300), `somebody passed sooner: ${all.map(Math.round)}`)
  console.log(`    ${waits[1].length} with nothing to play, ${waits[2].length} with something, all after ${Math.round(Math.min(...all))} to ${Math.round(Math.max(...all))} ms`)
  await anna.close()
  await carlo.close()
}

// Somebody new is asked for a name once; the table's menu and the line for typing answer what one would ask.
tests['a name, a menu, typed words'] = async () => {
  const { page, close } = await reader({ name: '' })
  await page.goto(base)
  await page.locator('[data-game=quest] .do .button.main').click()
  await page.locator('dialog[open] input').fill('Ada')
  await page.keyboard.press('Enter')
  await page.locator('.seat.you b', { hasText: 'Ada' }).waitFor()
  await page.locator('.choice').first().waitFor({ state: 'attached' })
  await settled(page)
  await page.keyboard.press('/')
  const ask = async (words) => {
    await page.locator('.typed input').fill(words)
    await page.keyboard.press('Enter')
    return page.locator('.typed [role=status]').textContent()
  }
  const cards = await page.locator('.hand .thing').count()
  const hand = await ask('mano')
  expect(cards > 0 && hand.length > 10 * cards, `what one holds: ${hand}`)
  expect(/Ada: 0/.test(await ask('punti')), 'the score is not told')
  expect(/^1: /.test(await ask('mosse')), 'the moves are not told')
  expect(/Nessuna mossa/.test(await ask('xyzzy')), 'nonsense is taken for a move')
  const before = await page.locator('.table').getAttribute('data-moves')
  await ask('1')
  await page.waitForFunction((before) => document.querySelector('.table').dataset.moves !== before, before)
  await page.keyboard.press('Escape')
  await page.locator('.typed').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement !== document.body), 'the focus is lost')
  // What was said stays, in the order it was said, and one's turn is announced.
  await page.waitForFunction(() => /Tocca a te/.test([...document.querySelectorAll('[role=log]')].map((one) => one.textContent).join()))
  const said = await page.locator('[role=log]').first().locator('p').allTextContents()
  await page.waitForFunction(() => document.querySelector('.seat.asked.you'))
  await page.locator('.choice').first().dispatchEvent('click')
  await page.waitForFunction((n) => document.querySelector('[role=log]').childElementCount > n, said.length)
  const later = await page.locator('[role=log]').first().locator('p').allTextContents()
  expect(said.every((line, i) => later[i] === line), 'what was said is gone')

  await page.getByRole('button', { name: 'Il tavolo' }).click()
  const menu = page.locator('dialog[open]')
  await menu.locator('summary', { hasText: 'missione' }).click()
  await menu.locator('summary', { hasText: 'Uccisione di Medusa' }).click()
  await menu.locator('.large').waitFor()
  await menu.locator('select').first().selectOption('level:1')
  await menu.getByRole('button', { name: 'Ricomincia' }).click()
  await menu.getByRole('button', { name: 'resta a metà' }).click()
  await page.waitForFunction(() => !document.querySelector('dialog[open]') && document.querySelector('.choice'))
  // A second tap makes a move for who wants it so; single keys can be switched off.
  await page.getByRole('button', { name: 'Impostazioni' }).click()
  await page.getByLabel('Conferma ogni mossa').check()
  await page.getByLabel('Tasti singoli').uncheck()
  await page.keyboard.press('Escape')
  await page.locator('.seat.asked.you').waitFor()
  await page.locator('.choice').first().waitFor({ state: 'attached' })
  await settled(page)
  const still = await page.locator('.table').getAttribute('data-moves')
  await page.keyboard.press('1')
  expect((await page.locator('.meant').count()) === 0, 'a key does something though keys are off')
  await page.locator('.choice').first().dispatchEvent('click')
  await page.locator('.meant .main').waitFor()
  expect((await page.locator('.table').getAttribute('data-moves')) === still, 'the first tap made the move')
  await page.locator('.meant .main').click()
  await page.waitForFunction((still) => document.querySelector('.table').dataset.moves !== still, still)
  await close()
}

// A move is told with help: questions with its facts, ways to begin, three dice, the bot's sentence to be changed. On a phone too.
tests['telling'] = async () => {
  for (const size of [[390, 844], [1280, 800]]) {
    const { page, close } = await reader({ size })
    await openMoment(page, 'winter', 3, (now, events) => now.moves.length > 1 && events().some((event) => event.seat === 0 && event.type === 'generated'))
    await page.getByRole('button', { name: 'Racconta', exact: true }).click()
    const sheet = page.locator('dialog[open]')
    await sheet.locator('.questions', { hasText: '?' }).waitFor()
    const ways = sheet.getByRole('group', { name: 'Per cominciare' }).getByRole('button')
    expect((await ways.count()) === 6, 'there are not six ways to begin')
    const dice = () => sheet.locator('.die').allTextContents()
    const thrown = await dice()
    await sheet.getByRole('button', { name: 'Altri tre' }).click()
    expect(thrown.length === 3 && new Set(thrown).size === 3 && (await dice()).join() !== thrown.join(), `the dice show ${thrown}`)
    const send = sheet.getByRole('button', { name: 'Racconta', exact: true })
    const field = sheet.locator('textarea')
    const draft = sheet.getByRole('button', { name: 'Dammi una frase' })
    if (await draft.waitFor({ timeout: 5000 }).then(() => true, () => false)) {
      await draft.click()
      expect((await field.inputValue()).length > 10 && (await send.isDisabled()), 'the bot\'s sentence can be told as one\'s own')
      await sheet.getByText('È la frase del bot').waitFor()
      await field.fill('')
    } else expect(size[0] > 390, 'there is no sentence of the bot')
    await ways.first().click()
    expect((await field.inputValue()) === 'Fu allora che', `it begins: ${await field.inputValue()}`)
    await field.press('End')
    await page.keyboard.type(' la neve smise.')
    await send.click()
    await sheet.waitFor({ state: 'detached' })
    await page.waitForFunction(() => [...document.querySelectorAll('.told')].some((one) => one.textContent === 'Fu allora che la neve smise.'))
    await close()
  }
}

// Who has not moved yet has nothing to tell: what is dealt is nobody's deed.
tests['nothing to tell yet'] = async () => {
  const { page, close } = await reader()
  await startOffline(page, 'winter')
  const tell = page.getByRole('button', { name: 'Racconta', exact: true })
  expect((await tell.count()) === 0, 'there is something to tell before one has moved')
  await page.locator('.seat.asked.you').waitFor()
  await play(page, { clicks: 2 })
  await tell.waitFor()
  await close()
}

// A story lies under its tree as one fan; tapped it opens and is read, legend by legend, with whose dust lies there.
tests['a story under its tree'] = async () => {
  for (const size of [[390, 844], [1280, 800]]) {
    const { page, close } = await reader({ size })
    await openLate(page, { id: 'fate', seats: 4, lang: 'it', share: 0.5 })
    const fans = page.locator('.wood .story')
    const longest = await fans.evaluateAll((all) => all.map((one) => one.querySelectorAll('[data-thing]').length).reduce((best, n, i, each) => (n > each[best] ? i : best), 0))
    const legends = await fans.nth(longest).locator('[data-thing]').count()
    expect(legends > 1, 'no story has two legends')
    await fans.nth(longest).click()
    const read = page.locator('dialog[open] .told li')
    await read.first().waitFor()
    expect((await read.count()) === legends && (await read.allTextContents()).every((text) => text.trim().length > 3), `of ${legends} legends these are read: ${await read.allTextContents()}`)
    await page.keyboard.press('Escape')
    await read.first().waitFor({ state: 'detached' })
    await close()
  }
}

// Of two equal cards only the one that is tapped lights up; what others did last stands in a strip, in the log under their names.
tests['twins and the last turn'] = async () => {
  const { page, close } = await reader({ size: [390, 844] })
  const twice = (all) => all.find((one, i) => all.indexOf(one) !== i)
  const spent = (now) => now.moves.filter(({ move }) => move.startsWith('put ') && move.split(' ')[1] === twice(now.view.seats[0].hand ?? [])).length
  await openMoment(page, 'quest', 3, (now) => spent(now) > 1 && now.view.discard.length > 0)
  const pair = await page.evaluate(() => {
    const things = [...document.querySelectorAll('.hand .thing.can')]
    const one = things.find((thing, i) => things.findIndex((other) => other.dataset.token === thing.dataset.token) !== i)
    one.click()
    return one.dataset.token
  })
  await settled(page)
  const lit = await page.locator(`.hand .thing[data-token="${pair}"]`).evaluateAll((all) => all.map((one) => one.matches('.picked')))
  expect(lit.length > 1 && lit.filter(Boolean).length === 1 && lit.at(-1) !== lit[0], `of the twins these light up: ${lit}`)
  // The other one is meant now; tapped again it is put down.
  await page.locator(`.hand .thing[data-token="${pair}"]`).first().click()
  expect(await page.locator(`.hand .thing[data-token="${pair}"]`).first().evaluate((one) => one.matches('.picked')), 'the twin cannot be chosen instead')
  await page.keyboard.press('Escape')
  const last = await page.locator('.latest span').allTextContents()
  expect(last.length > 0 && last.every((line) => /^(Ofelia|Nives)|«/.test(line)), `the last turn was: ${last}`)
  await page.getByRole('button', { name: 'Che cosa è successo' }).click()
  const colours = await page.locator('dialog[open] li.of').evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).borderLeftColor)).size)
  const names = await page.locator('dialog[open] li.of h3').allTextContents()
  expect(colours === 3 && ['Anna', 'Ofelia', 'Nives'].every((name) => names.includes(name)), `the log has ${colours} colours and the names ${[...new Set(names)]}`)
  await page.keyboard.press('Escape')
  // How it stands, and what was discarded, at any moment.
  await page.getByRole('button', { name: 'Il tavolo' }).click()
  await page.locator('dialog[open] .standing > li').first().waitFor()
  const standing = await page.locator('dialog[open] .standing > li').allTextContents()
  expect(standing.length === 3 && standing.every((line) => /punt/.test(line)), `it stands: ${standing}`)
  await page.locator('dialog[open] h3', { hasText: 'Scarti' }).waitFor()
  await close()
}

// Asked for a target that lies below the fold, one sees it.
tests['a target in sight'] = async () => {
  const { page, close } = await reader({ size: [390, 844] })
  const others = (now) => now.moves.length > 1 && now.moves.every(({ move }) => /^(rob|steal|from|whom) |^\w+ [1-4]$|^stop$|^end$|^done$/.test(move))
  await openMoment(page, 'fata', 3, (now) => others(now) && now.moves.some(({ move }) => / [12]$/.test(move)))
  const { glowing, seen } = await page.evaluate(() => {
    const room = document.querySelector('.middle').getBoundingClientRect()
    const boxes = [...document.querySelectorAll('.middle .thing.can')].map((one) => one.getBoundingClientRect())
    return { glowing: boxes.length, seen: boxes.filter((box) => box.top < room.bottom - 20 && box.bottom > room.top + 20).length }
  })
  expect(glowing > 0 && seen > 0, `of ${glowing} targets ${seen} are in sight`)
  await close()
}

// Phones take the page for a program: pictures of the sizes they ask for, a cut-out one, ways in; every one of them there.
tests['as a program of the phone'] = async () => {
  const { page, close } = await reader()
  await page.goto(base)
  const manifest = await (await fetch(new URL(await page.locator('link[rel=manifest]').getAttribute('href'), base))).json()
  const pictures = [...manifest.icons, ...manifest.shortcuts.flatMap((one) => one.icons), { src: await page.locator('link[rel=apple-touch-icon]').getAttribute('href'), sizes: '180x180', type: 'image/png' }]
  for (const { src, sizes, type } of pictures.filter((one) => one.type === 'image/png')) {
    const size = await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size === sizes && type === 'image/png', `${src} is ${size}, not ${sizes}`)
  }
  const has = (sizes, purpose) => manifest.icons.some((one) => one.sizes === sizes && one.purpose === purpose && one.type === 'image/png')
  expect(has('192x192', 'any') && has('512x512', 'any') && has('512x512', 'maskable') && manifest.display === 'standalone' && manifest.background_color, JSON.stringify(manifest))
  expect(manifest.shortcuts.length > 1, 'there is no way in but the first page')
  for (const { url } of manifest.shortcuts) {
    await page.goto(base + url)
    await page.locator('main').first().waitFor()
    await settled(page)
    expect((await page.getByText('Questa pagina non c\'è').count()) === 0, `${url} leads nowhere`)
  }
  await close()
}

// The whole screen for the table, and back; a game that is not over is not forgotten by one tap.
tests['full screen; forgetting asks'] = async () => {
  const { page, close } = await reader()
  await startOffline(page, 'quest')
  await page.getByRole('button', { name: 'Il tavolo' }).click()
  const whole = page.getByRole('button', { name: 'Schermo intero' })
  await whole.click()
  await page.waitForFunction(() => document.fullscreenElement === document.documentElement)
  await page.waitForFunction(() => document.querySelector('dialog[open] [aria-pressed=true]'))
  await whole.click()
  await page.waitForFunction(() => document.fullscreenElement === null)
  await page.goto(base)
  const forget = page.getByRole('button', { name: /^Dimentica: Quest/ })
  await forget.click()
  const sure = page.getByRole('button', { name: /dimenticarla davvero.*Quest/ })
  await sure.waitFor()
  await page.reload()
  await forget.waitFor() // it is still there
  await forget.click()
  await sure.click()
  await forget.waitFor({ state: 'detached' })
  await close()
}

// Whoever is invited reads what is played before sitting down; bots are the same again at the next game; and on plain http
// nothing claims to be copied that is not.
tests['a lobby, and the same bots again'] = async () => {
  const { context, page, close } = await reader({ lang: 'it' })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  const path = await makeTable(page, { game: 'quest', seats: 3, bots: [null, 'greedy', 'greedy'], options: { 'tie-break': 'fewer-negative' } })
  await page.goto(base + path)
  await page.locator('.set li', { hasText: 'meno missioni negative' }).waitFor()
  await page.locator('.invite button').first().click()
  await page.locator('.invite button', { hasText: 'a mano' }).waitFor()
  expect((await page.evaluate(() => getSelection().toString())).endsWith(path), 'the address is not marked for copying')
  const names = () => page.locator('.seat .who b').allTextContents()
  await page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  await page.locator('.board').waitFor()
  const bots = await names()
  await play(page)
  await page.locator('dialog[open] .ends .button.main').click()
  await page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  await page.locator('.board').waitFor()
  expect((await names()).toSorted().join() === bots.toSorted().join(), `they were ${bots}, now they are ${await names()}`)
  await close()
}

// Points that missions under way would cost are not called points; who won Winter's story is said once; sounds are heard by
// who wants them; and a setup has no list one has to search.
tests['points, an end, notes and a setup'] = async () => {
  const { context, page, close } = await reader({ sound: true })
  await context.addInitScript(() => {
    globalThis.notes = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      globalThis.notes++
      return start.apply(this, when)
    }
  })
  const owing = (now) => now.moves.length > 1 && now.view.seats[0].points < 0
  await openMoment(page, 'quest', 3, owing)
  const mine = await page.locator('.seat.you').first().innerText()
  expect(/0\s*punti\s*\(−\d+ se finisse ora\)/.test(mine), `a mission under way reads: ${mine}`)
  // What was won stays won: it is told beside what the rest would cost.
  let has
  await openMoment(page, 'quest', 3, (now) => {
    const { points, completed } = now.view.seats[0]
    has = points + now.view.missions.reduce((sum, one) => sum + (one.owner === 0 ? one.points : 0), 0)
    return now.moves.length > 1 && completed.length > 0 && has !== points
  })
  const won = await page.locator('.seat.you').first().innerText()
  expect(new RegExp(`(^|[^\\d−])${has}\\s*punt[oi]\\s+\\(−?\\d+ se finisse ora\\)`).test(won), `${has} points and a mission under way read: ${won}`)
  await page.locator('.choice').first().dispatchEvent('click')
  await page.waitForFunction(() => globalThis.notes > 0)

  await page.evaluate(keep, { id: 'ended', game: 'winter', record: botRecord('winter', { seats: 4, share: 1 }), names: people.slice(0, 4), people: 1, over: true })
  await page.goto(`${base}/play/ended`)
  await page.getByRole('button', { name: 'Il punteggio, voce per voce' }).click()
  const sheet = page.locator('dialog[open] .sheet')
  await sheet.waitFor()
  const said = await sheet.innerText()
  expect((said.match(/vince (la Primavera|l'Inverno)/gi) ?? []).length === 1, `who won is said otherwise than once: ${said}`)
  expect(!/\b[01] punt[oi]\b/.test(said), `the end of a story is told in points: ${said}`)

  for (const { id } of games) {
    await page.goto(`${base}/new/${id}`)
    await page.locator('.variants').first().waitFor()
    const longest = await page.evaluate(() => Math.max(...[...document.querySelectorAll('select')].map((one) => one.options.length)))
    expect(longest <= 12, `${id}: a list of ${longest} to search`)
    expect((await page.getByRole('button', { name: 'Cominciate' }).count()) === 0, `${id}: one person is spoken to as several`)
  }
  await page.getByText('Tempo per ogni decisione').waitFor()
  await page.getByText("Nell'elenco dei tavoli").waitFor()
  await close()
}
