// run.mjs VEGLIA [NAME]...: the browser table in a real browser against a real server.
//
// Each test is a function in its own page or pages; what fails is named with its reason, and the
// last line is "Ok: N" and "Fail: M" as tools/test reads it. Needs web/dist (tools/build_web).
// With VEGLIA_SHOTS=FOLDER, pictures of the pages that failed are left there.
import { join } from 'node:path'
import { browser, close, open } from './harness.mjs'
import { tests as access } from './access.mjs'
import { tests as learn } from './learn.mjs'
import { tests as play } from './play.mjs'
import { tests as quick } from './quick.mjs'
import { tests as secrets } from './secrets.mjs'
import { tests as words } from './words.mjs'

const [veglia, ...only] = process.argv.slice(2)
let good = 0
let bad = 0
try {
  await open(veglia)
  for (const [name, test] of Object.entries({ ...quick, ...play, ...learn, ...secrets, ...words, ...access })) {
    if (only.length && !only.some((part) => name.includes(part))) continue
    const start = Date.now()
    try {
      await test()
      good++
      console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`)
    } catch (error) {
      bad++
      console.log(`FAIL ${name}: ${error.message}`)
      for (const [n, context] of browser.contexts().entries()) {
        const [page] = context.pages()
        if (process.env.VEGLIA_SHOTS && page) await page.screenshot({ path: join(process.env.VEGLIA_SHOTS, `${name.replaceAll(' ', '-')}-${n}.png`) }).catch(() => {})
        await context.close()
      }
    }
  }
} finally {
  await close()
}
console.log(`Ok: ${good}\nFail: ${bad}`)
process.exit(bad ? 1 : 0)
