// terminal.mjs: one table, one person in the browser, the other at `veglia join` in a terminal (tmux).
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { base, expect, makeTable, PATIENCE, play, reader, road } from './harness.mjs'

export const tests = {}

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

// A terminal of 80 by 24 whose programs have a home of their own.
function terminal() {
  const folder = mkdtempSync(join(tmpdir(), 'veglia-terminal-'))
  const tmux = (...args) => execFileSync('tmux', ['-S', join(folder, 'tmux'), ...args], { encoding: 'utf8' })
  mkdirSync(join(folder, 'home'))
  return {
    run(...command) {
      const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
      tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'v', '-x', '80', '-y', '24',
        `cd '${folder}' && env -i PATH="$PATH" HOME='${folder}/home' TERM=tmux-256color LANG=C.UTF-8 ${line}; echo left with $?; exec sleep 600`)
    },
    keys: (...keys) => tmux('send-keys', '-t', 'v', ...keys),
    type: (text) => tmux('send-keys', '-l', '-t', 'v', text),
    // What is seen, and with `all` what has scrolled away.
    text: (all = false) => tmux('capture-pane', '-J', '-p', ...(all ? ['-S', '-3000'] : []), '-t', 'v'),
    async until(pattern, all = false) {
      for (const end = Date.now() + PATIENCE; ; await later(30)) {
        const text = this.text(all)
        if (pattern.test(text)) return text
        expect(Date.now() < end, `the terminal never shows ${pattern}\n${text}`)
      }
    },
    stop: () => tmux('kill-server'), // nobody says goodbye: as when the window is closed
    close() {
      try {
        tmux('kill-server')
      } catch {} // it has left by itself
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

// Chooses whatever, spread over the list, until `done` says so.
async function choose(screen, plain, done) {
  const end = Date.now() + 300_000
  for (let n = 0; ; n++) {
    const text = screen.text()
    const at = done(text)
    if (at) return at
    expect(Date.now() < end, `the terminal's game stands still or does not end\n${text}`)
    if (plain ? /\n> *\n*$/.test(text) : /Invio gioca/.test(text)) {
      if (plain) screen.keys(String(1 + (n % 3)), 'Enter')
      else screen.keys(...Array(n % 4).fill('Down'), 'Enter')
    }
    await later(40)
  }
}

// Both faces; what differs from game to game is tested with each by itself.
for (const [game, plain] of [['quest', true], ['fata', true], ['mind', false], ['fate', false]])
  tests[`a browser and a terminal: ${game}${plain ? ' in lines' : ''}`] = async () => {
    const anna = await reader({ lang: 'en' })
    const way = await road()
    const screen = terminal()
    try {
      const options = game === 'fate' ? { cap: 12, accord: 0 } : {}
      const path = await makeTable(anna.page, { game, seats: 3, options, lang: 'en', bots: [null, null, 'greedy'] })
      const command = ['join', way.base + path, '--lang', 'it', ...(plain ? ['--plain'] : [])]
      await anna.page.goto(base + path)
      screen.run(resolve(process.argv[2]), ...command, '--name', 'Ugo', '--seat', '2')
      await anna.page.locator('.chairs', { hasText: 'Ugo' }).waitFor()
      await anna.page.getByRole('button', { name: 'Deal', exact: true }).click()
      const whole = play(anna.page)
      whole.catch(() => {}) // told below
      let turns = 0
      await choose(screen, plain, () => turns++ > 8)

      // The line is cut: it comes back by itself.
      way.cut()
      await screen.until(/Collegamento interrotto/, true)
      way.mend()
      await screen.until(/Di nuovo collegati/, true) // the table told anew may have carried it away
      await choose(screen, plain, () => turns++ > 20)

      // The window is closed: the same command, later, is the same person in the same seat.
      screen.stop()
      await anna.page.locator('.seat', { hasText: 'Ugo' }).first().waitFor()
      screen.run(resolve(process.argv[2]), ...command)
      await screen.until(plain ? /\n> *\n*$/ : /Ugo/)
      await choose(screen, plain, (text) => /Punteggio finale|Un'altra partita/.test(text))
      const at = await whole
      expect(at.over, 'the game did not end in the browser')

      const sums = await anna.page.locator('dialog[open] .sum').evaluateAll((all) => all.map((one) => one.textContent.match(/[−\d]+/)?.[0].replace('−', '-') ?? ''))
      const sheet = screen.text(true).slice(screen.text(true).lastIndexOf('Punteggio finale'))
      const points = [...sheet.matchAll(/^ *\d+\. .*?: ([−-]?\d+) punt/gm)].map((found) => found[1].replace('−', '-'))
      expect(sums.length && points.length >= 2, `no scores to compare: ${sums} and ${points}\n${sheet}`)
      // Equals share a line in the page, and where only winning counts it shows no points.
      expect(!sums.some(Boolean) || points.every((one) => sums.includes(one)), `the two see different scores: ${sums} and ${points}`)
      if (plain) {
        const all = screen.text(true)
        expect(/nessuno poteva scegliere|di chi ospita|Verificato/.test(all), `the luck was not verified\n${all.slice(-2000)}`)
      }
      await anna.close()
    } finally {
      screen.close()
      way.close()
    }
  }
