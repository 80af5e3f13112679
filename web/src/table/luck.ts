// luck.ts: this person's part in chance at a server's table, and what the page keeps of it, to hold
// the record to in the end (docs/randomness.md, docs/protocol.md). It outlasts a reload.
import { engine } from '../engine/engine'
import type { OnlineTable, TableInfo } from './online.svelte'

interface Round {
  commit: string // the first one seen
  frame?: string // for which the salt was revealed, or the first one seen dealt
  seat?: number
  salt?: string // once revealed
  heads: [number, string][] // ascending
  broken?: string // lines that contradict what was kept before: a record cannot have both
}
interface Kept {
  round: number
  salt: string // for the next deal, not revealed yet
  hash: string
  seen: Round
}

const MOST = 64 // heads: each stands for all before it, more only tell better where something differs
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export class Luck {
  private kept: Kept | undefined
  private busy = false

  constructor(private readonly table: OnlineTable) {}

  private get key() {
    return `veglia.luck.${this.table.id}`
  }

  // What is known of this round; another round begins anew.
  private of(round: number): Kept {
    if (!this.kept) {
      try {
        this.kept = JSON.parse(localStorage.getItem(this.key) ?? 'null') as Kept | undefined ?? undefined
      } catch {
        // Then this is where it begins.
      }
    }
    if (this.kept?.round !== round) this.kept = { round, salt: '', hash: '', seen: { commit: '', heads: [] } }
    return this.kept
  }

  private save() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept))
    } catch {
      // Kept as long as the page is open.
    }
  }

  note(round: number, links: number, head: string | null) {
    if (!head) return
    const { seen } = this.of(round)
    const last = seen.heads.at(-1)
    if (last?.[0] === links && last[1] === head) return
    // The chain only grows; what contradicts it is kept too, so that no record can fit.
    if (last && links <= last[0] && !seen.heads.some(([n, one]) => n === links && one === head)) seen.broken ??= `head ${links} ${head}`
    else if (!last || links > last[0]) seen.heads.push([links, head])
    if (seen.heads.length > MOST) seen.heads = seen.heads.filter((_, i) => i % 2 === 1 || i === seen.heads.length - 1)
    this.save()
  }

  // Does what is this person's to do: sends a hash before the deal, reveals the salt for the frame.
  async hear(info: TableInfo) {
    this.note(info.round, info.links, info.head)
    const { luck, you } = info
    if (!luck) return
    const kept = this.of(info.round)
    const { seen } = kept
    if (seen.commit && seen.commit !== luck.commit) seen.broken ??= `commit ${luck.commit}`
    seen.commit ||= luck.commit
    if (luck.frame && !luck.dealing) seen.frame ??= luck.frame
    this.save()
    if (you.seat === null || info.status !== 'open' || this.busy) return
    this.busy = true
    try {
      if (luck.dealing) await this.reveal(kept, you.seat, luck)
      else if (!info.chairs[you.seat].salted && !luck.unheard.includes(you.person ?? -1)) await this.commit(kept, info.game)
    } catch {
      // The next message from the table tries again.
    } finally {
      this.busy = false
    }
  }

  private async commit(kept: Kept, game: string) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    kept.seen.frame = kept.seen.salt = undefined // of a deal that was void
    kept.salt = hex(bytes)
    kept.hash = await engine.saltHash(game, bytes)
    this.save() // before it is promised
    await this.table.send('hash', { hash: kept.hash })
  }

  private async reveal(kept: Kept, seat: number, luck: NonNullable<TableInfo['luck']>) {
    const { salt, seen } = kept
    const lines = (luck.frame ?? '').split('\n')
    if (!salt || !luck.waits.includes(seat) || !lines.includes(`hash ${seat} ${kept.hash}`) || !lines.includes(`commit ${seen.commit}`)) return
    seen.frame = luck.frame!
    seen.seat = seat
    seen.salt = salt
    kept.salt = '' // one salt, one frame
    this.save()
    await this.table.send('reveal', { salt })
  }

  // What was kept of a round, as src/wasm/check.c reads it.
  memory(round: number): string {
    const { seen } = this.of(round)
    const lines = seen.heads.map(([links, head]) => `head ${links} ${head}`)
    if (seen.commit) lines.push(`commit ${seen.commit}`)
    if (seen.salt !== undefined && seen.seat !== undefined) lines.push(`salt ${seen.seat} ${seen.salt}`)
    if (seen.broken) lines.push(seen.broken)
    if (seen.frame) lines.push('frame', seen.frame)
    return lines.join('\n')
  }

  // For people who want to look: what this page goes by.
  get facts(): { commit: string; salt: string; seat: number | null; head: [number, string] | null } {
    const seen = this.kept?.seen
    return { commit: seen?.commit ?? '', salt: seen?.salt ?? '', seat: seen?.seat ?? null, head: seen?.heads.at(-1) ?? null }
  }
}
