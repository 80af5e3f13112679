// online.mjs: the manners of a table over the network: who goes away and comes back, clocks, notices, quick matches,
// invitations; where browsers differ, in both.
import { base, expect, joinTable, makeTable, pushes, reader, seated } from './harness.mjs'
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
    const key = (await (await fetch(`${base}/api/push`)).json()).key
    const device = pushes.device(key)
    const anna = await reader({ lang: 'it', kind, list: true })
    const carlo = await reader({ lang: 'en', name: 'Carlo', kind, list: true })
    const dora = await reader({ lang: 'it', name: 'Dora', size: [390, 844], kind, list: true })
    await carlo.context.addInitScript(standIn, device.subscription)
    const path = await makeTable(anna.page, { game: 'quest', seats: 3, first: 0, pace: { seconds: 6, absent: 'bot' } })
    const guests = [[carlo, 'Carlo'], [dora, 'Dora']]
    await gather(path, anna, guests)
    await anna.page.getByText('Orologio').first().waitFor()
    const choice = carlo.page.getByLabel('Tell me when it is my turn')
    expect(!(await choice.isChecked()), 'notices are on though nobody asked for them')
    await choice.click()
    await carlo.page.getByText('A notice comes to this device').waitFor()
    await deal(anna, guests)
    await carlo.page.goto(`${base}/credits`)
    await until(async (turn) => {
      for (const { page } of [anna, dora]) await nudge(page, turn)
      return isAsked(anna.page, 'Carlo')
    }, 'it never is Carlo\'s turn')
    const message = await Promise.race([device.next(), new Promise((_, reject) => setTimeout(() => reject(device.wrong ?? new Error('no notice comes')), 30_000))])
    const { says, claims, headers, text } = message
    expect(says.title === 'Quest for Legend' && says.body === 'It is your turn.' && says.path === path && says.until > Date.now() - 60_000, `the notice says ${text}`)
    expect(Object.keys(says).sort().join() === 'body,lang,path,title,until', `the notice says more than it should: ${text}`)
    expect(claims.aud === pushes.origin && claims.sub === 'mailto:tests@example.org' && claims.exp * 1000 > Date.now() && claims.exp * 1000 < Date.now() + 86_400_000, JSON.stringify(claims))
    expect(!JSON.stringify(headers).includes(path.slice(3)), 'the service learns which table it is')
    if (kind === 'chromium') await shown(carlo, text, path)
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
    await carlo.page.getByLabel('Tell me when it is my turn').click()
    await carlo.page.getByText('A notice comes to this device').waitFor({ state: 'detached' })
    for (const one of [anna, carlo, dora]) await one.close()
  }

  // Carlo goes; after a minute Anna and Dora agree that a bot plays on; he comes back and it steps aside.
  tests[`somebody goes, ${kind}`] = async () => {
    const anna = await reader({ lang: 'it', kind, list: true })
    const carlo = await reader({ lang: 'en', name: 'Carlo', kind, list: true })
    const dora = await reader({ lang: 'en', name: 'Dora', size: [390, 844], kind, list: true })
    const path = await makeTable(anna.page, { game: 'quest', seats: 3 })
    const guests = [[carlo, 'Carlo'], [dora, 'Dora']]
    await gather(path, anna, guests)
    await deal(anna, guests)
    await carlo.page.goto(`${base}/credits`)
    await anna.page.locator('.seat', { hasText: 'Carlo' }).getByText('assente').waitFor()
    await Promise.all([anna, dora].map(async ({ page }) => {
      expect((await page.locator('p.ask[role=status]').count()) === 0, 'a vote before a minute is over')
      await page.waitForTimeout(5200) // its first look
      await page.evaluate(() => {
        const real = Date.now
        Date.now = () => real() + 61_000
      })
    }))
    await anna.page.getByText('Carlo non c\'è da più di un minuto').waitFor()
    await anna.page.locator('p.ask button').click()
    await dora.page.getByText('Carlo has been away for over a minute').waitFor()
    await dora.page.locator('p.ask button').click()
    await until(async (turn) => {
      for (const { page } of [anna, dora]) await nudge(page, turn)
      return anna.page.evaluate(() => /bot/.test([...document.querySelectorAll('.seat')].find((seat) => seat.textContent.includes('Carlo')).textContent))
    }, 'no bot stands in')
    await carlo.page.goto(base + path)
    await carlo.page.locator('.board').waitFor()
    await anna.page.waitForFunction(() => !/bot/.test([...document.querySelectorAll('.seat')].find((seat) => seat.textContent.includes('Carlo')).textContent))
    for (const one of [anna, carlo, dora]) await one.close()
  }
}

// The worker of the page gets the message as its browser would hand it over.
async function shown(one, text, path) {
  await one.context.grantPermissions(['notifications'], { origin: base })
  await one.page.evaluate(() => navigator.serviceWorker.ready)
  const cdp = await one.context.newCDPSession(one.page)
  const registration = new Promise((resolve) => cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId)))
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: base, registrationId: await registration, data: text })
  await until(() => one.page.evaluate(async (path) => {
    const [notice] = await (await navigator.serviceWorker.getRegistration()).getNotifications()
    return notice?.title === 'Quest for Legend' && notice.body.startsWith('It is your turn. You have until') && notice.data.path === path
  }, path), 'the worker shows no notice', 10_000)
  await cdp.detach()
}
