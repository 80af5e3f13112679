// online.mjs: the manners of a table over the network: who goes away and comes back, clocks, notices, quick matches,
// invitations; where browsers differ, in both.
import { base, botRecord, expect, joinTable, keep, makeTable, play, pushes, reader, seated } from './harness.mjs'
import { standIn } from './push_service.mjs'

export const tests = {}

// One move of whoever of these is asked, if anybody is.
const nudge = (page, turn) => page.evaluate((turn) => {
  const choices = [...document.querySelectorAll('.choice:not([data-move=propose])')]
  if (document.querySelector('.seat.asked.you') && choices.length) choices[(turn * 7 + 3) % choices.length].click()
}, turn)
const isAsked = (page, name) => page.evaluate((name) => document.querySelector('.seat.asked .who b')?.textContent === name, name)
async function until(what, message, wait = 60_000) {
  const end = Date.now() + wait
  for (let turn = 0; !(await what(turn)); turn++) {
    expect(Date.now() < end, message)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

// A table with these people at it, in play.
async function gather(path, host, guests) {
  await host.page.goto(base + path)
  for (const [guest, name] of guests) {
    await joinTable(guest.page, base + path, name)
    await seated(guest.page)
    await host.page.locator('.chairs', { hasText: name }).waitFor()
  }
}
const deal = async (host, guests) => {
  await host.page.getByRole('button', { name: 'Distribuisci le carte' }).click()
  for (const [guest] of [[host], ...guests]) await guest.page.locator('.board').waitFor()
}

for (const kind of ['chromium', 'firefox']) {
  // Carlo asks for notices and goes; when it is his turn one arrives; his clock runs out and a bot stands in; he comes back.
  tests[`a notice, a clock, a bot that stands in, ${kind}`] = async () => {
    const own = kind === 'firefox' // it has an address and keys of its own
    const key = (await (await fetch(`${base}/api/push`)).json()).key
    let device = own ? null : pushes.device(key)
    const anna = await reader({ lang: 'it', kind, list: true })
    const carlo = await reader({ lang: 'en', name: 'Carlo', kind, list: true })
    const dora = await reader({ lang: 'it', name: 'Dora', size: [390, 844], kind, list: true })
    if (!own) await carlo.context.addInitScript(standIn, device.subscription)
    const path = await makeTable(anna.page, { game: 'quest', seats: 3, first: 0, pace: { seconds: 6, absent: 'bot' } })
    const guests = [[carlo, 'Carlo'], [dora, 'Dora']]
    await gather(path, anna, guests)
    await anna.page.getByText('Orologio').first().waitFor()
    const choice = carlo.page.getByLabel('Tell me when it is my turn')
    expect(!(await choice.isChecked()), 'notices are on though nobody asked for them')
    await choice.click()
    await carlo.page.getByText('A notice comes to this device').waitFor()
    device ??= pushes.newest
    await deal(anna, guests)
    await carlo.page.goto(`${base}/credits`)
    await until(async (turn) => {
      for (const { page } of [anna, dora]) await nudge(page, turn)
      return isAsked(anna.page, 'Carlo')
    }, 'it never is Carlo\'s turn')
    const message = await Promise.race([device.next(), new Promise((_, reject) => setTimeout(() => reject(device.wrong ?? new Error('no notice comes')), 30_000))])
    const { says, claims, headers, text } = message
    expect(claims.aud === pushes.origin && claims.sub === 'mailto:tests@example.org' && claims.exp * 1000 > Date.now() && claims.exp * 1000 < Date.now() + 86_400_000, JSON.stringify(claims))
    expect(!JSON.stringify(headers).includes(path.slice(3)), 'the service learns which table it is')
    if (!own) {
      expect(says.title === 'Quest for Legend' && says.body === 'It is your turn.' && says.path === path && says.until > Date.now() - 60_000, `the notice says ${text}`)
      expect(Object.keys(says).sort().join() === 'body,lang,path,title,until', `the notice says more than it should: ${text}`)
      await deliver(carlo, text)
    }
    await shown(carlo, path)
    await anna.page.locator('.seat', { hasText: 'Carlo' }).getByText('bot').waitFor()
    expect(device.count() === 0, 'more than one notice for one turn')
    await carlo.page.goto(base + path)
    await carlo.page.locator('.board').waitFor()
    await until(async (turn) => {
      for (const { page } of [anna, dora]) await nudge(page, turn)
      return carlo.page.evaluate(() => document.querySelector('.seat.asked.you') && document.querySelectorAll('.choice').length > 0)
    }, 'Carlo is not asked after his return')
    const before = await carlo.page.locator('.table').getAttribute('data-moves')
    await nudge(carlo.page, 0)
    await carlo.page.waitForFunction((before) => document.querySelector('.table').dataset.moves !== before, before)
    // On a clock of their own: switched off, the table hears of it.
    await carlo.page.locator('.people summary').click()
    await carlo.page.getByLabel('Tell me when it is my turn').click()
    await carlo.page.getByText('A notice comes to this device').waitFor({ state: 'detached' })
    for (const one of [anna, carlo, dora]) await one.close()
  }

  // They greet each other; Carlo goes; after a minute Anna and Dora agree that a bot plays on; he comes back and it steps aside.
  tests[`away and back, ${kind}`] = async () => {
    const anna = await reader({ lang: 'it', kind })
    const carlo = await reader({ lang: 'en', name: 'Carlo', kind })
    const dora = await reader({ lang: 'en', name: 'Dora', size: [390, 844], kind })
    for (const { page } of [anna, dora]) await page.clock.install()
    const path = await makeTable(anna.page, { game: 'quest', seats: 3 })
    const guests = [[carlo, 'Carlo'], [dora, 'Dora']]
    await gather(path, anna, guests)
    await deal(anna, guests)
    await carlo.page.locator('.talk summary').click()
    await carlo.page.getByRole('button', { name: 'Well played' }).click()
    await anna.page.locator('.bubble', { hasText: 'Well played' }).waitFor()
    await anna.page.locator('.unread', { hasText: '1' }).waitFor()
    await carlo.page.goto(`${base}/credits`)
    await anna.page.locator('.away', { hasText: 'assente' }).waitFor()
    expect((await anna.page.getByText('non c\'è da più di un minuto').count()) === 0, 'a bot is offered at once')
    for (const { page } of [anna, dora]) {
      expect((await anna.page.locator('.away', { hasText: 'gioca un bot' }).count()) === 0, 'one who agrees is enough')
      await page.clock.fastForward(70_000)
      await page.locator('p.ask', { hasText: 'Carlo' }).getByRole('button').click()
    }
    await anna.page.locator('.away', { hasText: 'gioca un bot' }).waitFor()
    await carlo.page.goto(base + path)
    await anna.page.locator('.away').waitFor({ state: 'detached' })
    for (const one of [anna, carlo, dora]) await one.close()
  }
}

// The worker of Chromium's page gets the message as its browser would hand it over.
async function deliver(one, text) {
  await one.context.grantPermissions(['notifications'], { origin: base })
  await one.page.evaluate(() => navigator.serviceWorker.ready)
  const cdp = await one.context.newCDPSession(one.page)
  const registration = new Promise((resolve) => cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId)))
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: base, registrationId: await registration, data: text })
  await cdp.detach()
}

const shown = (one, path) => until(() => one.page.evaluate(async (path) => {
  const [notice] = await (await navigator.serviceWorker.getRegistration()).getNotifications()
  return notice?.title === 'Quest for Legend' && notice.body.startsWith('It is your turn. You have until') && notice.data.path === path
}, path), 'the worker shows no notice', 10_000)

// What stands in the way of notices is said as it is.
tests['notices, and why not'] = async () => {
  const ways = [
    [() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }), /sono bloccati/],
    [() => delete globalThis.PushManager, /non sa ricevere avvisi/],
    [() => Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' }), /schermata Home/],
    [() => (Object.defineProperty(Notification, 'permission', { get: () => 'default' }), (Notification.requestPermission = async () => 'granted'), (PushManager.prototype.subscribe = async () => { throw new Error('no service') })), /non risponde/]
  ]
  for (const [way, said] of ways) {
    const { context, page, close } = await reader()
    await context.addInitScript(way)
    await page.goto(base)
    await page.getByRole('button', { name: 'Impostazioni' }).click()
    const choice = page.getByLabel('Avvisami quando tocca a me')
    await choice.waitFor()
    if (await choice.isEnabled()) await choice.click()
    await page.locator('.notices small', { hasText: said }).waitFor()
    expect(!(await choice.isChecked()), 'the switch says that there will be notices')
    await close()
  }
}

// Two who want to play with whoever is there meet at one table, which deals by itself; nobody else's words need be read.
tests['a quick match'] = async () => {
  const anna = await reader()
  const carlo = await reader({ lang: 'en', name: 'Carlo' })
  await makeTable(anna.page, { game: 'mind', seats: 3, listed: true }) // whose host has gone
  await anna.page.goto(base)
  await anna.page.getByRole('button', { name: 'Gioca in rete con chi c\'è a FantasyMind' }).click()
  await anna.page.getByText('Sei il primo').waitFor()
  await carlo.page.goto(base)
  await carlo.page.locator('.join li', { hasText: 'FantasyMind' }).first().getByText('Anna').waitFor()
  await carlo.page.getByRole('button', { name: 'Quick match online: FantasyMind' }).click()
  for (const { page } of [anna, carlo]) await page.locator('.board').waitFor()
  expect(anna.page.url() === carlo.page.url(), 'they do not sit at one table')
  await carlo.page.locator('.talk summary').click()
  await anna.page.locator('.talk summary').click()
  await carlo.page.locator('.chat form input').fill('bla bla')
  await carlo.page.locator('.chat form input').press('Enter')
  await anna.page.locator('.chat li', { hasText: 'bla bla' }).waitFor()
  await anna.page.locator('.people summary').click()
  await anna.page.getByRole('button', { name: 'Non leggere: Carlo' }).click()
  await anna.page.locator('.chat li', { hasText: 'bla bla' }).waitFor({ state: 'detached' })
  await anna.page.getByText('1 righe').waitFor()
  // The host takes the table off the list.
  await anna.page.getByLabel('Nell\'elenco dei tavoli aperti').click()
  await until(async () => !(await (await fetch(`${base}/api/tables`)).text()).includes(anna.page.url().slice(-13)), 'the table is still listed')
  await anna.close()
  await carlo.close()
}

// Where the address of a table is pasted, its words and picture are the table's.
tests['an invitation shown elsewhere'] = async () => {
  const { page, close } = await reader()
  const path = await makeTable(page, { game: 'fata', seats: 3, name: 'Anna "<b>', bots: [null, null, 'greedy'] })
  const meta = async (where, lang) => {
    const html = await (await fetch(base + where, { headers: { 'Accept-Language': lang } })).text()
    return Object.fromEntries([...html.matchAll(/<meta property="(og:\w+)" content="([^"]*)"/g)].map(([, name, words]) => [name, words]))
  }
  const it = await meta(path, 'it')
  expect(it['og:title'] === 'Anna &#34;&#60;b&#62; ti invita a F.A.T.A.' && it['og:description'].startsWith('Manca un giocatore.'), JSON.stringify(it))
  expect((await meta(path, 'en'))['og:title'].endsWith('invites you to F.A.T.A.'), 'in English it says something else')
  expect(it['og:image'] === `${base}/api/tables/${path.slice(3)}/preview.png`, it['og:image'])
  expect((await meta('/t/aaaaaaaaaaaaa', 'it'))['og:title'].startsWith('Veglia'), 'a table that is not there is announced')
  // The picture: a full seat, a free one, a bot's.
  await page.goto(base + path)
  const colours = await page.evaluate(async (where) => {
    const image = new Image()
    image.src = where
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    const at = (x, y) => [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3).join()
    return { size: [image.width, image.height].join(), paper: at(2, 2), seats: [0, 1, 2].map((seat) => at(78 + 84 * seat, 366)), lines: [0, 1, 2].map((seat) => at(78 + 84 * seat, 366 - 28)) }
  }, it['og:image'])
  const [full, free, bot] = colours.seats
  expect(colours.size === '800,420' && full !== colours.paper && free === colours.paper && bot !== colours.paper && bot !== full, JSON.stringify(colours))
  expect(colours.lines[1] === bot && colours.lines[0] === full, JSON.stringify(colours))
  await close()
}

// A finished game is remembered on this device, with how it went; the way back to it, and forgetting it.
tests['history on this device'] = async () => {
  const { page, close } = await reader()
  const names = ['Anna', 'Ofelia']
  await page.goto(base)
  await page.evaluate(keep, { id: 'near', game: 'quest', record: botRecord('quest', { seats: 2, share: 0.97 }), names, people: 1 })
  await page.goto(`${base}/play/near`)
  await page.locator('.choices').waitFor({ state: 'attached' })
  await play(page)
  const points = await page.locator('dialog[open] .sheet li', { hasText: 'Anna' }).locator('.sum').textContent()
  const first = await page.locator('dialog[open] .sheet li.first h3', { hasText: 'Anna' }).count()
  await page.goto(`${base}/history`)
  const row = page.locator('tr[data-game=quest] td')
  await row.first().waitFor()
  const said = await row.allTextContents()
  const number = points.match(/[−\d]+/)[0]
  expect(said[0] === '1' && said[1].startsWith(String(first)) && said[2] === number && said[3] === number, `${said} after ${points}`)
  await page.locator('main li', { hasText: 'Ofelia' }).getByRole('link', { name: /Rivedi/ }).click()
  await page.locator('.steps').waitFor()
  await page.goto(`${base}/history`)
  await page.getByRole('button', { name: 'Cancella la storia' }).click()
  await page.getByRole('button', { name: 'Cancellarla davvero?' }).click()
  await page.getByText('Ancora nessuna').waitFor()
  await page.reload()
  await page.getByText('Ancora nessuna').waitFor()
  await close()
}

// What is not there, and what cannot be reached, is said as it is.
tests['pages that are not there'] = async () => {
  const { context, page, close } = await reader()
  for (const where of ['pippo', 'new/pippo', 'lab/pippo', 'rules/pippo']) {
    await page.goto(`${base}/${where}`)
    await page.getByText('Questa pagina non c\'è').waitFor()
  }
  await page.goto(`${base}/t/aaaaaaaaaaaaa`)
  await page.getByText('Questo tavolo non c\'è').waitFor()
  const path = await makeTable(page, { game: 'quest', seats: 2 })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.goto(base + path)
  await page.getByText('Sei senza rete').waitFor()
  await context.setOffline(false)
  await page.locator('.chairs', { hasText: 'Anna' }).waitFor()
  await close()
}
