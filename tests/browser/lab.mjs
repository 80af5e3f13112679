// lab.mjs: the live lab: the figures of a link are those of `veglia sim`, a changed number moves them, the new link gives them again.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { base, clean, expect, folder, games, openEngine, PATIENCE, reader, web } from './harness.mjs'
import { onlyLanguage } from './words.mjs'

const WORDS = { seats: '3', bots: 'random', seed: '11', games: '400' }
const POINTS = 'quest.mission.medusa.points'
const link = (more = '') => `/lab/quest?${Object.entries(WORDS).map(([key, value]) => `${key}=${value}`).join('&')}${more}`

// What the program counts, all but how long it took.
const plain = (json) => json.trim().replace(/"threads":\d+,"seconds":[\d.]+,/, '')
function native(numbers = [], game = 'quest', words = WORDS) {
  const edition = join(folder, 'edition.txt')
  writeFileSync(edition, numbers.join('\n'))
  return plain(execFileSync(resolve(process.argv[2]), ['sim', game, ...Object.entries(words).flatMap(([key, value]) => [`--${key}`, value]), '--measure', '--json',
    ...(numbers.length ? ['--edition-file', edition] : [])], { encoding: 'utf8', maxBuffer: 1 << 26 }))
}

const done = (page, games = WORDS.games) => page.locator(`[data-running=false][data-played="${games}"]`).waitFor()
async function kept(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return readFileSync(await download.path(), 'utf8')
}
// The win shares on the page: by what they are of.
const shares = (page, which) => page.evaluate((which) => Object.fromEntries([...document.querySelectorAll('.rows:nth-of-type(-n+2) tbody tr')].map((row) =>
  [row.querySelector('th').firstChild.textContent, Number(row.querySelector(`[data-${which}]`)?.dataset[which])])), which)

export const tests = {}

tests['lab link'] = async () => {
  const one = await reader()
  await one.page.goto(base + link())
  await done(one.page)
  const printed = native()
  expect(plain(await kept(one.page, 'Simulazione stampata (JSON)')) === printed, 'the page and veglia sim count differently')
  const counted = JSON.parse(printed).by.filter(({ group }) => group === 'hero').map(({ win_share }) => (100 * win_share).toFixed(3)).sort()
  const before = await shares(one.page, 'was')
  const heroes = Object.values(before).slice(3).map((share) => share.toFixed(3)).sort()
  expect(heroes.length === 4 && heroes.join() === counted.join(), `the page says ${heroes}, veglia sim ${counted}`)
  await clean(one.page, 'the lab')
  await onlyLanguage(one.page, 'it')

  // Perseus has Medusa's mission for one resource less.
  await one.page.getByLabel('Carta o pezzo').selectOption('Uccisione di Medusa')
  await one.page.getByLabel('punti', { exact: true }).fill('15')
  await one.page.keyboard.press('Enter')
  await one.page.locator('[data-now]').first().waitFor()
  await done(one.page)
  const after = await shares(one.page, 'now')
  expect(after.Perseo > before.Perseo + 10, `Perseus wins ${before.Perseo} % before and ${after.Perseo} % after`)
  expect(plain(await kept(one.page, 'La tua simulazione (JSON)')) === native([`${POINTS}=15`]), 'changed numbers are counted differently')
  expect((await one.page.locator('.says').innerText()).includes('Perseo vince più di prima'), 'nothing is said of it')
  await one.page.getByRole('row').filter({ hasText: 'Perseo' }).getByText('sale').waitFor()

  // Somebody else opens the address: another language, another size, the same figures.
  const url = new URL(one.page.url())
  const two = await reader({ lang: 'en', scheme: 'dark', size: [390, 844] })
  await two.page.goto(base + url.pathname + url.search)
  await done(two.page)
  expect(JSON.stringify(Object.values(await shares(two.page, 'now'))) === JSON.stringify(Object.values(after)), 'the link shows other figures')
  await clean(two.page, 'the lab on a phone')
  await onlyLanguage(two.page, 'en')
  const report = await kept(two.page, 'The whole report (HTML)')
  expect(report.includes('<h2>What changed</h2>'), 'the report does not compare')
  const back = [...report.matchAll(/\/lab\/quest\?([^<]*)/g)].map(([, words]) => [...new URLSearchParams(words.replaceAll('&amp;', '&'))].sort().join())
  expect(back.at(-1) === [...url.searchParams].sort().join(), `the report leads back to ${back}`)
  await one.close()
  await two.close()
}

// Parts of any size, stopped and taken up again, give what one run gives.
tests['lab stop'] = async () => {
  const { page, close } = await reader({ lang: 'en' })
  await page.goto(base + link().replace('games=400', 'games=400000')) // more than are played before it is stopped
  await page.locator('[data-played]:not([data-played="0"])').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.locator('[data-running=false]').waitFor()
  const stopped = Number(await page.locator('[data-played]').getAttribute('data-played'))
  expect(stopped < 400000, 'it was not stopped')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForFunction((n) => Number(document.querySelector('[data-played]').dataset.played) > n, stopped, { timeout: PATIENCE })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  // Fewer games again: what was played serves.
  await page.locator('summary', { hasText: 'Variants' }).click()
  await page.getByLabel('How many games').fill(WORDS.games)
  await page.keyboard.press('Enter')
  await done(page)
  expect(plain(await kept(page, 'Printed simulation (JSON)')) === native(), 'stopped and gone on, it counts differently')
  await close()
}

// Whatever a link says is bounded by the engine, and refused with its reason.
const refusals = [
  ['seats', '9', 'seats wants a number from 2 to 4, not "9"'],
  ['games', '99999999999', 'games wants a number from 1 to 1000000'],
  ['games', '0', 'games wants a number from 1 to 1000000'],
  ['seed', '-1', 'seed wants a number'],
  ['seed', '18446744073709551616', 'seed wants a number'],
  ['bots', 'search:500ms', 'bots think by simulations here'],
  ['bots', 'search:100000', 'at most 2000 a move'],
  ['bots', 'cmd:ls', 'there is no bot "cmd:ls"'],
  ['bots', 'greedy,random', 'one for each of the 3 seats, not 2'],
  ['bots', 'greedy,,', 'there is no bot ""'],
  ['option', 'pears=yes', 'has no option "pears"'],
  ['set', `${POINTS}=99`, 'wants a number from 0 to 20, not "99"'],
  ['set', 'quest.mission.medusa.copies=3', 'every mission is there twice'],
  ['set', 'quest.resource.boat.copies=44', 'the copies of the four resources are more than 44'],
  ['set', '<img src=x>', 'there is no "<img src"'],
  ['pears', 'yes', 'what is "pears"?']
]
tests['lab refuses'] = async () => {
  const lab = await openEngine(join(web, 'generated/lab-quest.wasm'))
  for (const [key, value, reason] of refusals) {
    const { status, out } = lab.text('ask', 'quest', `${key} ${value}\n`, 1)
    expect(status !== 0 && out.includes(reason), `${key} ${value}: ${status} ${out}`)
    expect(lab.text('play_part', 0, 0, 1, 1).status !== 0, `${key} ${value} is played`)
  }
  lab.text('ask', 'quest', 'bots random\n', 1)
  for (const [run, from, to] of [[0, -1, 1], [0, 1, 1], [1, 0, 1], [-1, 0, 1], [0, 0, 1000001]])
    expect(lab.text('play_part', run, from, to, 1).status !== 0, `run ${run}, games ${from} to ${to} are played`)
  expect(lab.text('join_part', 0, '{"game":"quest"}', 1).status !== 0 && lab.text('join_part', 0, 'no', 1).status !== 0, 'anything can be joined')

  const { page, close } = await reader({ lang: 'en' })
  for (const at of [0, 14]) {
    const [key, value, reason] = refusals[at]
    await page.goto(`${base}/lab/quest?${key}=${encodeURIComponent(value)}`)
    const said = await page.getByRole('alert').textContent()
    expect(said.includes(reason), `${key}=${value}: ${said}`)
    expect((await page.locator('main img').count()) === 0, 'the link is written into the page')
  }
  await page.goto(`${base}/lab/nothing`)
  await page.locator('main p').waitFor()
  await close()
}

// Every game's lab counts what the program counts, to the last byte, in whatever parts.
tests['lab counts'] = async () => {
  const plans = [...games.map(({ id, max }) => [id, { seats: String(max), bots: 'greedy', games: '6', seed: '5' }]),
    ['quest', { seats: '3', bots: 'search:20,greedy,random', games: '4', seed: '18446744073709551615' }]]
  for (const [id, words] of plans) {
    const lab = await openEngine(join(web, `generated/lab-${id}.wasm`))
    const { status, out } = lab.text('ask', id, Object.entries(words).map(([key, value]) => `${key} ${value}\n`).join(''), 0)
    expect(status === 0, `${id}: ${out}`)
    for (const [from, to] of [[0, 1], [1, 3], [3, Number(words.games)]]) {
      const part = lab.text('play_part', 0, from, to, 0)
      expect(part.status === 0 && lab.text('join_part', 0, part.out, 0).status === 0, `${id}: ${part.out.slice(0, 200)}`)
    }
    expect(plain(lab.text('file', 0).out) === native([], id, words), `${id} ${words.bots}: the page and veglia sim count differently`)
  }
}
