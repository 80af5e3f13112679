// luck.ts: this person's part in chance at a server's table, and what the page keeps of it, to hold
// the record to in the end (docs/randomness.md, docs/protocol.md). It outlasts a reload.
import { engine } from '../engine/engine'
import type { Chain, OnlineTable, TableInfo } from './online.svelte'

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

const ROUNDS = 2 // kept: nobody can make this one forgotten by pretending that the next has begun
const MOST = 64 // heads: each stands for all before it, more only tell better where something differs
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export class Luck {
  private rounds: Kept[] | undefined // ascending
  private busy = false

  constructor(private readonly table: OnlineTable) {}

  private get key() {
    return `veglia.luck.${this.table.id}`
  }

  // What is known of this round.
  private of(round: number): Kept {
    if (!this.rounds) {
      try {
        this.rounds = [JSON.parse(localStorage.getItem(this.key) ?? '[]') as Kept | Kept[]].flat()
      } catch {
        this.rounds = [] // Then this is where it begins.
      }
    }
    const known = this.rounds.find((kept) => kept.round === round)
    if (known) return known
    const kept: Kept = { round, salt: '', hash: '', seen: { commit: '', heads: [] } }
    this.rounds = [...this.rounds, kept].sort((a, b) => a.round - b.round).slice(-ROUNDS)
    return kept
  }

  private save() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.rounds))
    } catch {
      // Kept as long as the page is open.
    }
  }

  // What a message says of the chain; all do. Every head must be in the record in the end, at its
  // number. Another for the same number is kept too, so that no record can fit.
  note({ round, links, head }: Chain) {
    if (!head) return
    const { seen } = this.of(round)
    const before = seen.heads.filter(([n]) => n < links)
    const known = seen.heads[before.length]
    if (known?.[0] === links && known[1] === head) return
    if (known?.[0] === links) seen.broken ??= `head ${links} ${head}`
    else seen.heads = [...before, [links, head], ...seen.heads.slice(before.length)]
    if (seen.heads.length > MOST) seen.heads = seen.heads.filter((_, i) => i % 2 === 1 || i === seen.heads.length - 1)
    this.save()
  }

  // Does what is this person's to do: sends a hash before the deal, reveals the salt for the frame.
  async hear(info: TableInfo) {
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
    const seen = this.rounds?.at(-1)?.seen
    return { commit: seen?.commit ?? '', salt: seen?.salt ?? '', seat: seen?.seat ?? null, head: seen?.heads.at(-1) ?? null }
  }
}
