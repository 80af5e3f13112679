// run.mjs VEGLIA [NAME]...: the browser table in a real browser against a real server.
//
// Each test is a function in its own page or pages; what fails is named with its reason, and the
// last lines are "Ok: N" and "Fail: M" as tools/test reads them. Needs web/dist (tools/build_web).
// As many tests run side by side as there are cores, each runner with a server and a browser of its own.
// With VEGLIA_SHOTS=FOLDER, pictures of the pages that failed are left there.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { close, contexts, open } from './harness.mjs'
import { tests as access } from './access.mjs'
import { tests as day } from './day.mjs'
import { tests as lab } from './lab.mjs'
import { tests as layout } from './layout.mjs'
import { tests as learn } from './learn.mjs'
import { tests as luck } from './luck.mjs'
import { tests as online } from './online.mjs'
import { tests as own } from './own.mjs'
import { tests as play } from './play.mjs'
import { tests as quick } from './quick.mjs'
import { tests as review } from './review.mjs'
import { tests as secrets } from './secrets.mjs'
import { tests as shown } from './shown.mjs'
import { tests as terminal } from './terminal.mjs'
import { tests as words } from './words.mjs'

const tests = { ...quick, ...play, ...online, ...luck, ...day, ...learn, ...layout, ...shown, ...own, ...review, ...secrets, ...words, ...terminal, ...lab, ...access }
const [veglia, ...only] = process.argv.slice(2)

// A runner: does the tests it is told, one after another, and says how each ended.
async function runner() {
  process.once('disconnect', () => process.exit(1)) // nobody is left to tell
  await open(veglia)
  process.on('message', async (name) => {
    if (!name) {
      await close()
      process.exit(0)
    }
    const start = Date.now()
    let wrong = null
    try {
      await tests[name]()
    } catch (error) {
      wrong = error.message
      for (const [n, context] of (await contexts()).entries()) {
        const [page] = context.pages()
        if (process.env.VEGLIA_SHOTS && page) await page.screenshot({ path: join(process.env.VEGLIA_SHOTS, `${name.replaceAll(' ', '-')}-${n}.png`) }).catch(() => {})
        await context.close()
      }
    }
    process.send({ wrong, seconds: (Date.now() - start) / 1000 })
  })
  process.send('ready')
}

async function share() {
  // Whole games that are listened to take minutes each: they are played when they are named (`make soak-ear`).
  const waiting = Object.keys(tests).filter((name) => (only.length ? only.some((part) => name.includes(part)) : !name.startsWith('by ear ')))
  // Whole games first: what is short fills the end, when one runner has nothing left to do.
  const long = (name) => Number(/^(offline|online|guided|keyboard|by ear) |jumps in play|axe sheets|browser and a terminal/.test(name))
  waiting.sort((a, b) => long(b) - long(a))
  // What is timed is alone with the machine.
  const timed = waiting.filter((name) => name.startsWith('quick '))
  const rest = waiting.filter((name) => !timed.includes(name))
  let good = 0
  let bad = 0
  const one = (waiting) => new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), { env: { ...process.env, VEGLIA_RUNNER: 'yes' } })
    let name
    child.on('message', (said) => {
      if (said !== 'ready') {
        if (said.wrong === null) good++
        else bad++
        console.log(said.wrong === null ? `ok   ${name} (${said.seconds.toFixed(1)} s)` : `FAIL ${name}: ${said.wrong}`)
      }
      name = waiting.shift()
      child.send(name ?? null)
    })
    child.on('exit', (status) => {
      if (status) {
        bad++
        console.log(`FAIL ${name ?? 'start'}: its runner ended with ${status}`)
      }
      resolve()
    })
  })
  const lanes = Math.ceil(availableParallelism() * 1.5) // pages and bots wait as often as they work
  if (timed.length) await one(timed)
  await Promise.all(Array.from({ length: Math.min(rest.length, lanes) }, () => one(rest)))
  bad += timed.length + rest.length // nobody came to do them
  console.log(`Ok: ${good}\nFail: ${bad}`)
  process.exit(bad || !good ? 1 : 0)
}

await (process.env.VEGLIA_RUNNER ? runner() : share())
