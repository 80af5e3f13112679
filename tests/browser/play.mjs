// play.mjs: whole games, alone and together, with and without a network.
import { base, engine, expect, games, joinTable, keep, makeTable, play, reader, road, seated, settled, startHere, startOffline } from './harness.mjs'
import { checkMessages } from './secrets.mjs'
import { onlyLanguage } from './words.mjs'

export const tests = {}

for (const { id, min } of games) {
  // The page is visited once; then the network is cut, and a whole game is played.
  tests[`offline ${id}`] = async () => {
    const lang = ['mind', 'fata'].includes(id) ? 'en' : 'it'
    const { context, page, close } = await reader({ lang })
    await page.goto(base)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    if (id === 'fate') await startHere(page, id, { seats: 2, options: { cap: 10 } }) // at random it would last thousands of moves
    else await startOffline(page, id)
    await play(page)
    const verdict = page.locator('dialog[open] .said')
    await verdict.filter({ hasText: /\S/ }).waitFor()
    expect(/tutta la fortuna torna|all the luck adds up/.test(await verdict.textContent()), `chance was not verified: ${await verdict.textContent()}`)
    await onlyLanguage(page, lang)
    await close()
  }

  // Two people and a bot at one table of the server, one in Italian, one in English; one reloads, then loses the network for a while.
  tests[`online ${id}`] = async () => {
    const seats = Math.max(min, 3)
    const anna = await reader({ lang: 'it' })
    const carlo = await reader({ lang: 'en', name: 'Carlo' })
    const way = await road()
    const frames = []
    const asked = new Set()
    carlo.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
    carlo.page.on('request', (request) => asked.add(new URL(request.url()).pathname))
    const options = id === 'fate' ? { cap: 12, accord: 0 } : {} // chosen at random it would last a thousand moves, or end by accord at once; offline it may
    const path = await makeTable(anna.page, { game: id, seats, options, bots: Array.from({ length: seats }, (_, seat) => (seat < 2 ? null : 'greedy')) })
    await anna.page.goto(base + path)
    await joinTable(carlo.page, way.base + path, 'Carlo')
    await seated(carlo.page)
    await anna.page.locator('.chairs', { hasText: 'Carlo' }).waitFor()
    await anna.page.getByRole('button', { name: 'Distribuisci le carte' }).click()
    await carlo.page.locator('.choices').waitFor({ state: 'attached' })

    const whole = play(anna.page)
    whole.catch(() => {}) // told below
    let at = await play(carlo.page, { clicks: 6 })
    await carlo.page.reload()
    await carlo.page.locator('.choices').waitFor({ state: 'attached' })
    if (!at.over) at = await play(carlo.page, { clicks: 4, from: at.n })
    expect(!at.over, 'the game was over before there could be trouble')
    way.cut()
    await carlo.page.getByText('Connection lost').waitFor()
    way.mend()
    await carlo.page.getByText('Connection lost').waitFor({ state: 'detached' })
    at = await play(carlo.page, { from: at.n })
    await whole
    expect(at.over, 'the game did not end')

    for (const [page, said] of [[anna.page, 'nessuno poteva scegliere'], [carlo.page, 'no one could have chosen']])
      await page.locator('dialog[open] .said', { hasText: said }).waitFor()
    const points = (page) => page.locator('dialog[open] .sum').evaluateAll((all) => all.map((one) => one.textContent.match(/[−\d]+/)?.[0] ?? '').join())
    expect((await points(anna.page)) === (await points(carlo.page)), 'the two see different scores')
    const kept = await carlo.page.evaluate(() => JSON.parse(localStorage.getItem('veglia.history')))
    expect(kept.length >= 1 && kept[0].online && kept[0].game === id, 'the device does not remember the game')
    await onlyLanguage(anna.page, 'it')
    await onlyLanguage(carlo.page, 'en')

    const answer = await fetch(`${base}/api/tables/${path.slice(3)}/record`)
    const record = await answer.text()
    expect(answer.ok, record)
    const { looked, fields } = checkMessages(frames, record, 1, 1)
    console.log(`    ${at.n} clicks; ${looked} messages the same in ${fields.worlds} other worlds (${[...fields.changed].join(', ') || 'nothing is hidden'})`)
    const odd = [...asked].filter((name) => name.startsWith('/api/') && !/^\/api\/tables\/\w+(\/(join|ws|qr\.svg|record))?$|^\/api\/(games|push)$/.test(name))
    expect(odd.length === 0, `the page asked the server for ${odd}`)
    const table = engine.text('load', record, 1).status
    expect(table && engine.text('verify', table, 1).status === 0, 'chance was not honest')
    engine.text('close', table)
    way.close()
    await anna.close()
    await carlo.close()
  }
}

// Carlo leaves his seat in play to a bot; Dora asks for it, Anna agrees; then Anna sends Dora away.
tests['a seat left in play'] = async () => {
  const anna = await reader({ lang: 'it' })
  const carlo = await reader({ lang: 'en', name: 'Carlo' })
  const dora = await reader({ lang: 'en', name: 'Dora' })
  const path = await makeTable(anna.page, { game: 'quest', seats: 2, bots: [null, null] })
  await anna.page.goto(base + path)
  await joinTable(carlo.page, base + path, 'Carlo')
  await seated(carlo.page)
  await joinTable(dora.page, base + path, 'Dora')
  await anna.page.locator('.chairs', { hasText: 'Carlo' }).waitFor()
  await anna.page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  await carlo.page.locator('.board').waitFor()
  await carlo.page.locator('.people summary').click()
  await carlo.page.getByRole('button', { name: 'Leave your seat' }).click()
  // Everybody hears of it, but who did it; for a moment.
  await anna.page.locator('.bubble', { hasText: 'Carlo ha lasciato il posto: gioca un bot.' }).waitFor()
  await dora.page.locator('.bubble', { hasText: 'Carlo has left the seat: a bot plays on.' }).waitFor()
  expect((await carlo.page.locator('.bubble').count()) === 0, 'Carlo is told that he left')
  await anna.page.locator('.bubble').waitFor({ state: 'detached' })
  await dora.page.getByRole('button', { name: /Ask for the seat/ }).click()
  await dora.page.getByText('all who play must agree').waitFor()
  await anna.page.getByText('Dora chiede il posto').waitFor()
  await anna.page.getByRole('button', { name: 'Va bene' }).click()
  await dora.page.getByText('all who play must agree').waitFor({ state: 'detached' })
  await anna.page.locator('.people summary').click()
  await anna.page.getByRole('button', { name: 'Manda via: Dora' }).click()
  await dora.page.getByText('The host has sent you away').waitFor()
  await onlyLanguage(anna.page, 'it')
  await onlyLanguage(carlo.page, 'en')
  for (const one of [anna, carlo, dora]) await one.close()
}

// With keys alone: Tab to the choices, arrows to one of them, Enter; every third time its number. A whole game of Quest for
// Legend, of the others the beginning. Focus must never be lost, and the answers are never far from the question.
const TABS = 5 // a decision, on average
for (const { id, name } of games) {
  tests[`keyboard ${id}`] = async () => {
    const { page, close } = await reader({ list: true })
    await page.goto(base)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
    for (let i = 0; i < 60 && !(await focused()).includes(`Gioca subito a ${name}`); i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.choices').waitFor({ state: 'attached' })
    // Bots move while we look: all that is decided on is read at one moment, a key is pressed only on
    // what was read, and the next one only once the table moved on.
    const look = () => page.evaluate(() => ({
      moves: document.querySelector('.table')?.dataset.moves,
      over: document.querySelector('dialog[open] .sheet') !== null,
      choices: document.querySelectorAll('.choice:not([data-move=propose])').length,
      chosen: document.activeElement.matches('.choice:not([data-move=propose])'),
      at: document.activeElement.dataset.move,
      lost: document.activeElement === document.body
    }))
    const until = Date.now() + 240_000
    const tabs = []
    for (let n = 0, done = ''; id === 'quest' || n < 30; ) {
      const at = await look()
      if (at.over) break
      expect(Date.now() < until, 'the game did not end')
      if (at.choices === 0 || at.moves === done) {
        await page.waitForTimeout(5)
        continue
      }
      expect(!at.lost, `focus was lost at move ${n}`)
      if (n % 3 === 0) {
        await page.keyboard.press(String(((n * 7 + 3) % Math.min(at.choices, 9)) + 1))
      } else {
        let pressed = 0
        for (; pressed < 60 && !(await look()).chosen; pressed++) await page.keyboard.press('Tab')
        const first = await look()
        if (first.moves !== at.moves) continue // it went on by itself
        tabs.push(pressed)
        expect(first.chosen, `Tab does not come to a choice at move ${n}`)
        for (let i = n % Math.min(at.choices, 5); i > 0; i--) await page.keyboard.press('ArrowRight')
        const then = await look()
        expect(at.choices < 2 || n % Math.min(at.choices, 5) === 0 || then.at !== first.at || then.moves !== first.moves, `the arrows do not lead on from ${first.at}`)
        if (!then.chosen) await page.keyboard.press('ArrowRight') // what unfolds the list is among them
        await page.keyboard.press('Enter')
      }
      done = at.moves
      n++
    }
    const mean = tabs.reduce((sum, one) => sum + one, 0) / tabs.length
    console.log(`    ${tabs.length} decisions by Tab: ${mean.toFixed(1)} stops on average, at most ${Math.max(...tabs)}`)
    expect(tabs.length > 5 && mean <= TABS, `${mean.toFixed(1)} Tab stops a decision: ${tabs}`)
    if (id === 'quest') {
      expect(await page.evaluate(() => document.querySelector('dialog[open]').contains(document.activeElement)), 'the score sheet has no focus')
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await close()
  }
}

// Take back is offered exactly when the engine allows it; a game goes on after a reload; a finished one is stepped through.
tests['undo, continue, replay'] = async () => {
  const { page, close } = await reader()
  await startOffline(page, 'quest')
  const moves = () => page.evaluate(() => Number(document.querySelector('.table').dataset.moves))
  let at = await play(page, { clicks: 6 })
  const before = await moves()
  await page.reload()
  await page.locator('.choice').first().waitFor({ state: 'attached' })
  expect((await moves()) === before, `the story is ${await moves()} moves after a reload, it was ${before}`)
  let undone = false
  while (!undone && !at.over) {
    at = await play(page, { clicks: 1, from: at.n })
    if (at.over) break
    await settled(page)
    // Offered or not is read and taken up in one go.
    const old = await page.evaluate(() => {
      const undo = document.querySelector('.tools [aria-label="Annulla la mossa"]')
      const moves = Number(document.querySelector('.table').dataset.moves)
      undo?.click()
      return undo ? moves : 0
    })
    if (!old) continue
    await page.waitForFunction((old) => Number(document.querySelector('.table').dataset.moves) < old, old)
    undone = true
  }
  expect(undone, 'nothing could be taken back in a whole game')
  await play(page, { from: at.n })
  await page.locator('dialog[open] a', { hasText: 'Rivedi' }).click()
  await page.locator('.steps').waitFor()
  const story = () => page.locator('.side li').count()
  await page.locator('.side li').first().waitFor()
  await settled(page)
  const end = await story()
  expect(end > 10, `the replay tells ${end} sentences`)
  await page.getByRole('button', { name: 'Inizio' }).click()
  await page.waitForFunction(() => document.querySelector('.table').dataset.moves === '0')
  await page.getByRole('button', { name: 'Avanti di una' }).click()
  await page.waitForFunction(() => document.querySelector('.table').dataset.moves === '1')
  // By itself, and from an address that names a moment.
  await page.getByRole('button', { name: 'Scorri da solo' }).click()
  await page.waitForFunction(() => Number(document.querySelector('.table').dataset.moves) > 2)
  await page.getByRole('button', { name: 'Ferma' }).click()
  const address = page.url().replace(/#.*/, '')
  await page.goto(`${base}/credits`)
  await page.goto(`${address}#m=7`)
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.moves === '7')
  await page.getByRole('button', { name: 'Fine' }).click()
  await page.waitForFunction((end) => document.querySelectorAll('.side li').length === end, end)
  await close()
}

// Two people at one screen: nobody's hand is there until he says that it is he. A whole game.
tests['pass and play'] = async () => {
  const { page, close } = await reader()
  await startHere(page, 'quest', { seats: 2, people: 2 })
  const seen = []
  for (let n = 0, at = { over: false }; !at.over; n = at.n) {
    at = await play(page, { from: n, lift: false })
    if (at.over) break
    await settled(page)
    const { said, hand } = await page.evaluate(() => ({ said: document.querySelector('.curtain').textContent, hand: document.querySelector('.hand') !== null }))
    expect(!hand, 'a hand is on the page behind the curtain')
    seen.push(said)
    await page.locator('.curtain button').click()
    await page.locator('.curtain').waitFor({ state: 'detached' })
  }
  expect(new Set(seen).size === 2 && seen.length > 4, `the device went round: ${seen.length} times to ${[...new Set(seen)]}`)
  await close()
}

// Three games, one after another; the points add up.
tests['match of three'] = async () => {
  const { page, close } = await reader()
  await startHere(page, 'quest', { seats: 2, matches: 3 })
  const sums = [0, 0]
  const chairs = await page.locator('.seat .who b').allTextContents()
  for (let game = 1; game <= 3; game++) {
    // The driver deals the next game by itself: stop at the sheet of this one first.
    await page.evaluate(() => globalThis.driver.play({ onward: false }))
    const { rows, match } = await page.evaluate(() => ({
      rows: [...document.querySelectorAll('dialog[open] .sheet > li')].map((li) => [li.querySelector('h3').innerText, parseInt(li.querySelector('.sum').textContent.replace('−', '-'))]),
      match: document.querySelector('dialog[open] .match').textContent.replaceAll('−', '-')
    }))
    expect(rows.length === 2, `game ${game} has ${rows.length} scores`)
    for (const [who, points] of rows) sums[chairs.findIndex((name) => who.includes(name))] += points
    chairs.forEach((name, seat) => expect(new RegExp(`${name}\\D*? ?${sums[seat]}(\\D|$)`).test(match), `after game ${game} the match says ${match}, not ${sums}`))
    const on = page.locator('dialog[open] .ends .button', { hasText: 'Prossima partita' })
    expect((await on.count()) === (game < 3 ? 1 : 0), `game ${game}: is there a next one?`)
    if (game < 3) {
      await on.click()
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
  }
  await close()
}

// While a bot ponders, somebody may move out of turn: the bot then ponders anew, and nobody is blamed.
tests['out of turn'] = async () => {
  const { record, names, move } = outOfTurn()
  const { page, close } = await reader()
  await page.goto(base)
  await page.evaluate(() => localStorage.setItem('veglia.settings', JSON.stringify({ pace: 'calm', name: 'Anna', list: true }))) // a bot waits before it moves
  await page.evaluate(keep, { id: 'turn', game: 'winter', record, names, people: 1 })
  await page.goto(`${base}/play/turn`)
  const chosen = page.locator(`.choice[data-move="${move}"]`)
  await chosen.waitFor()
  const before = await page.locator('.table').getAttribute('data-moves')
  await chosen.click()
  await page.locator('.seat.asked.you').waitFor()
  expect((await page.locator('.table').getAttribute('data-moves')) !== before, 'the move was not made')
  await page.waitForTimeout(2000) // longer than a bot ponders
  expect((await page.locator('.trouble').count()) === 0, `somebody is blamed: ${await page.locator('.trouble').allTextContents()}`)
  await close()
}

// A record of Winter Tales that stops where a bot is asked, seat 0 may move out of turn, and would then be asked itself.
function outOfTurn() {
  const names = ['Anna', 'Ofelia', 'Nives']
  for (let seed = 0; seed < 100; seed++) {
    const table = engine.text('open', 'winter', 3, 1, '', new Uint8Array(32).fill(seed), 0).status
    names.forEach((name, seat) => engine.text('name', table, seat, name, 0))
    engine.text('start', table)
    const now = (viewer) => JSON.parse(engine.text('json', table, viewer, 0).out)
    for (let n = 0; n < 3000; n++) {
      const { over, ask } = now(-3)
      if (over) break
      const early = ask.actor !== 0 && ask.also.includes(0) ? now(0).moves : []
      const record = early.length ? engine.text('record', table, 1).out : ''
      const seat = early.length ? 0 : ask.actor
      const moves = early.length ? early : now(seat).moves
      const { move } = moves[(n * 7 + seed) % moves.length]
      engine.text('play', table, seat, move, 0)
      if (early.length && now(-3).ask.actor === 0) {
        engine.text('close', table)
        return { record, names, move }
      }
    }
    engine.text('close', table)
  }
  throw new Error('there is no such moment')
}

// What is said at the table is heard by all, before the deal and after it, as text and nothing else.
tests['chat'] = async () => {
  const anna = await reader({ lang: 'it' })
  const carlo = await reader({ lang: 'en', name: 'Carlo' })
  const path = await makeTable(anna.page, { game: 'quest', seats: 2 })
  await anna.page.goto(base + path)
  await joinTable(carlo.page, base + path, 'Carlo')
  await seated(carlo.page)
  const say = async (page, text) => {
    const field = page.locator('.chat form input')
    await field.fill(text)
    await field.press('Enter')
  }
  const line = (page, name, text) => page.locator('.chat li', { hasText: name }).filter({ hasText: text }).waitFor()
  await say(anna.page, 'Ciao, <b>Carlo</b> & co')
  await line(carlo.page, 'Anna', 'Ciao, <b>Carlo</b> & co')
  await say(carlo.page, 'Hello')
  await line(anna.page, 'Carlo', 'Hello')
  await anna.page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  for (const { page } of [anna, carlo]) {
    await page.locator('.choices').waitFor({ state: 'attached' })
    await page.locator('.talk summary').click()
    await line(page, 'Carlo', 'Hello')
  }
  await say(carlo.page, 'Good luck')
  await line(anna.page, 'Carlo', 'Good luck')
  const order = await anna.page.locator('.chat li').allTextContents()
  expect(order.map((text) => text.replace(/^(Anna|Carlo):? /, '')).join('|') === 'Ciao, <b>Carlo</b> & co|Hello|Good luck', `the talk is in another order: ${order}`)
  await anna.close()
  await carlo.close()
}
