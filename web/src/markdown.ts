// markdown.ts: the rules' Markdown as HTML. Headings, lists, tables, quotes, bold, italic, code, links
// inside the page: all that our own texts use; everything else is shown as it is, escaped. A comment
// with ids of rules, <!-- QL-04 -->, says that its paragraph, item, row or section speaks of them.

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

// A character after a backslash means itself.
const literal = /\\(&\w+;|[!-/:-@[-`{-~])/g

function inline(text: string): string {
  return escape(text)
    .replace(literal, (_, c: string) => (c.length > 1 ? c : `&#${c.charCodeAt(0)};`))
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/\*([^*]+)\*/g, '<i>$1</i>')
    .replace(/\[([^\]]+)\]\((#[^)\s]+)\)/g, '<a href="$2">$1</a>')
}

const mark = /\s*<!--\s*([\w -]*?)\s*-->/g

// A text without its marks, and the attribute that keeps them.
function marked(text: string): [string, string] {
  const rules = [...text.matchAll(mark)].map((found) => found[1]).join(' ')
  return [text.replace(mark, ''), rules && ` data-rules="${rules}"`]
}

function element(name: string, text: string): string {
  const [bare, rules] = marked(text)
  return `<${name}${rules}>${inline(bare)}</${name}>`
}

export interface Section {
  title: string
  level: number
  rules: string // ids its heading is marked with
  html: string
  text: string // for searching
}

function block(lines: string[]): string {
  let html = ''
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]
    const item = /^(\s*)([-*]|\d+\.)\s+(.*)$/.exec(line)
    if (!line.trim()) {
      i++
    } else if (line.startsWith('|')) {
      const rows: string[][] = []
      for (; i < lines.length && lines[i].startsWith('|'); i++)
        if (!/^\|[\s:|-]+\|$/.test(lines[i])) rows.push(lines[i].slice(1, -1).split('|'))
      const [head, ...body] = rows
      html += `<table><thead><tr>${head.map((c) => `<th scope="col">${inline(c.trim())}</th>`).join('')}</tr></thead><tbody>`
      html += body.map((row) => `<tr${marked(row.join())[1]}>${row.map((c) => `<td>${inline(marked(c)[0].trim())}</td>`).join('')}</tr>`).join('') + '</tbody></table>'
    } else if (item) {
      const ordered = /\d/.test(item[2])
      html += ordered ? '<ol>' : '<ul>'
      while (i < lines.length) {
        const next = /^\s*([-*]|\d+\.)\s+(.*)$/.exec(lines[i])
        if (!next) break
        let text = next[2]
        for (i++; i < lines.length && /^\s+\S/.test(lines[i]) && !/^\s*([-*]|\d+\.)\s/.test(lines[i]); i++) text += ' ' + lines[i].trim()
        html += element('li', text)
      }
      html += ordered ? '</ol>' : '</ul>'
    } else {
      const quote = line.startsWith('>')
      let text = line.replace(/^>\s?/, '')
      for (i++; i < lines.length && lines[i].trim() && !/^(\s*([-*]|\d+\.)\s|\|)/.test(lines[i]); i++)
        text += ' ' + lines[i].replace(/^>\s?/, '').trim()
      html += element(quote ? 'blockquote' : 'p', text)
    }
  }
  return html
}

// The text cut at its headings.
export function sections(markdown: string): Section[] {
  const found: { title: string; level: number; lines: string[] }[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^(#{1,4})\s+(.*)$/.exec(line)
    if (heading) found.push({ title: heading[2].replace(literal, '$1'), level: heading[1].length, lines: [] })
    else (found.at(-1) ?? (found.push({ title: '', level: 1, lines: [] }), found[0])).lines.push(line)
  }
  return found.map(({ title, level, lines }) => ({
    title: marked(title)[0], level, rules: [...title.matchAll(mark)].map((one) => one[1]).join(' '), html: block(lines),
    text: marked(`${title} ${lines.join(' ')}`)[0].replace(literal, '$1')
  }))
}
