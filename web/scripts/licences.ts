// licences.ts: whose work is in the page we ship, and on what terms.
//
// Asked of the bundle itself, so that nothing can be forgotten: the packages its modules came from, the typefaces and icons, and
// what the linker put into the engine. It becomes licences.txt, for people, and sbom.json (CycloneDX), for programs; the
// copyright file of the Debian packages is made from the latter.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Part { name: string, version: string, purl: string, licence: string, from: string, text: string }

const top = new URL('../', import.meta.url).pathname

// The package a module is from, by its path; icons and typefaces are drawn from theirs beforehand.
function packageOf(id: string): string | undefined {
  if (id.startsWith('\0icon:')) return '@iconify-json/game-icons'
  const font = /generated\/fonts\/(.+)-\d+\.woff2$/.exec(id)
  if (font) return `@fontsource/${font[1]}`
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
}

function fromNpm(name: string): Part {
  const folder = join(top, 'node_modules', name)
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.|$)/i.test(one))
  const author = typeof about.author === 'string' ? about.author : about.author?.name
  return {
    name, version: about.version, purl: `pkg:npm/${name.replace('@', '%40')}@${about.version}`, licence: about.license,
    from: about.homepage ?? about.repository?.url ?? '',
    text: file ? readFileSync(join(folder, file), 'utf8').trim() : `By ${author ?? 'its authors'}. https://spdx.org/licenses/${about.license}.html`
  }
}

// The C library and the compiler's own functions, inside the engine: in the words of the Debian packages they come from.
function fromDebian(): Part[] {
  if (!existsSync('/var/lib/dpkg/status')) return [] // not Debian: then this is nobody's release
  const status = readFileSync('/var/lib/dpkg/status', 'utf8')
  const version = (name: string) => new RegExp(`^Package: ${name}\\n(?:.+\\n)*?Version: (.+)`, 'm').exec(status)?.[1] ?? ''
  const parts = [{ name: 'wasi-libc', licence: 'MIT AND CC0-1.0 AND BSD-2-Clause', from: 'https://github.com/WebAssembly/wasi-libc' }]
  const runtime = readdirSync('/usr/share/doc').filter((name) => /^libclang-rt-\d+-dev-wasm32$/.test(name)).sort().pop()
  if (runtime) parts.push({ name: runtime, licence: 'Apache-2.0 WITH LLVM-exception', from: 'https://compiler-rt.llvm.org' })
  return parts.map((part) => {
    const file = `/usr/share/doc/${part.name}/copyright`
    return {
      ...part, version: version(part.name), purl: `pkg:deb/debian/${part.name}@${version(part.name)}`,
      text: existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    }
  })
}

export function licences(): Plugin {
  const seen = new Set<string>()
  return {
    name: 'veglia-licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const one of Object.values(bundle)) {
        for (const id of one.type === 'chunk' ? one.moduleIds : one.originalFileNames) {
          const name = packageOf(id)
          if (name) seen.add(name)
        }
      }
      const parts = [...[...seen].sort().map(fromNpm), ...fromDebian()]
      const version = /version: '([^']+)'/.exec(readFileSync(join(top, '../meson.build'), 'utf8'))![1]
      const line = '-'.repeat(72)
      this.emitFile({
        type: 'asset', fileName: 'licences.txt',
        source: [`What the page of Veglia ${version} is made of beside our own work (MIT), and the terms of each part.\n`,
          ...parts.map((p) => `${line}\n${p.name} ${p.version}: ${p.licence}\n${p.from}\n\n${p.text}\n`)].join('\n')
      })
      this.emitFile({
        type: 'asset', fileName: 'sbom.json',
        source: JSON.stringify({
          bomFormat: 'CycloneDX', specVersion: '1.5', version: 1,
          metadata: { component: { type: 'application', name: 'veglia', version, licenses: [{ license: { id: 'MIT' } }] } },
          components: parts.map((p) => ({
            type: 'library', name: p.name, version: p.version, purl: p.purl,
            licenses: [/ (AND|WITH) /.test(p.licence) ? { expression: p.licence } : { license: { id: p.licence } }],
            externalReferences: [{ type: 'website', url: p.from }]
          }))
        }, null, 1) + '\n'
      })
    }
  }
}
