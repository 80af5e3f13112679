import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { licences } from './scripts/licences'

// `import ship from 'icon:trireme'` gives the drawing of that one icon of the game-icons set.
function icons(): Plugin {
  const path = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json')
  let set: { icons: Record<string, { body: string }> } | undefined
  return {
    name: 'veglia-icons',
    resolveId: (id) => (id.startsWith('icon:') ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0icon:')) return
      set ??= JSON.parse(readFileSync(path, 'utf8'))
      const icon = set!.icons[id.slice(6)]
      if (!icon) this.error(`there is no icon ${id.slice(6)} in game-icons`)
      return `export default ${JSON.stringify(icon.body)}`
    }
  }
}

// `import drawn from 'pictures:winter'` gives the pictures of that game's cards (docs/pictures.md).
function pictures(): Plugin {
  return {
    name: 'veglia-pictures',
    resolveId: (id) => (id.startsWith('pictures:') ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0pictures:')) return
      const path = new URL(`generated/pictures/${id.slice(10)}.json`, import.meta.url)
      this.addWatchFile(path.pathname)
      return `export default JSON.parse(${JSON.stringify(readFileSync(path, 'utf8'))})`
    }
  }
}

// The service worker keeps a list of what the page is made of, so that it works with no network.
function offline(): Plugin {
  return {
    name: 'veglia-offline',
    apply: 'build',
    generateBundle(_options, bundle) {
      const all = Object.keys(bundle).filter((name) => !name.endsWith('.map'))
      const files = all.filter((name) => !/\/lab-[^/]*\.wasm$/.test(name)) // kept when somebody comes to the lab
      const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8')
      const stamp = all.sort().join()
      let hash = 5381
      for (const c of stamp) hash = ((hash * 33) ^ c.charCodeAt(0)) >>> 0
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source.replace('__FILES__', JSON.stringify(files.map((name) => '/' + name)))
          .replace('__VERSION__', hash.toString(36))
      })
    }
  }
}

export default defineConfig({
  plugins: [svelte(), icons(), pictures(), offline(), licences()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A game's pictures (cards.ts and the icons it imports) apart from its board.
          groups: [
            { test: /pictures:covers$/, name: 'cover', priority: 2 },
            { test: /games\/\w+\/cards\.ts$|pictures:\w+$/, name: (id) => `pictures-${/(?:games\/|pictures:)(\w+)/.exec(id)?.[1]}`, priority: 1 }
          ]
        }
      }
    }
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  worker: { format: 'es' }
})
