// push.svelte.ts: notices of one's turn on this device (Web Push), and what stands in their way.
//
// A browser has one subscription for all tables; each table one sits at is told of it (pages/Online.svelte).
import { settings } from './settings.svelte'

export type Notices = 'asking' | 'none' | 'insecure' | 'install' | 'unsupported' | 'denied' | 'failed' | 'off' | 'on'

const text = (bytes: ArrayBuffer | null) => btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const toServer = (one: PushSubscription) => `${one.endpoint} ${text(one.getKey('p256dh'))} ${text(one.getKey('auth'))}`

class Push {
  state = $state<Notices>('asking')
  address = $state('') // where this device wants its notices, as the server is told
  was = '' // the one before, which is worth nothing
  private key: string | null = null

  // What holds now. Asks for nothing a person would have to answer.
  async look() {
    this.state = await this.held().catch(() => 'failed' as const)
  }

  private async held(): Promise<Notices> {
    const answer = await fetch('/api/push')
    this.key = answer.ok ? ((await answer.json()) as { key: string | null }).key : null
    if (!this.key) return 'none'
    if (!isSecureContext) return 'insecure'
    const phone = /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
    if (phone && !matchMedia('(display-mode: standalone)').matches) return 'install'
    if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unsupported'
    if (Notification.permission === 'denied') return 'denied'
    if (!settings.notices || Notification.permission !== 'granted') return 'off'
    const there = await this.registration().then((one) => one?.pushManager.getSubscription())
    // The database was made anew: what was subscribed for the old key reaches nobody.
    if (!there || (there.options.applicationServerKey && text(there.options.applicationServerKey) !== this.key)) return this.subscribe(there)
    this.address = toServer(there)
    return 'on'
  }

  private registration = () => navigator.serviceWorker.getRegistration()

  private async subscribe(before?: PushSubscription | null): Promise<Notices> {
    await before?.unsubscribe()
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), 10_000)) // a private window has none
    const one = await (await Promise.race([navigator.serviceWorker.ready, late])).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.key! })
    this.address = toServer(one)
    return 'on'
  }

  // By the reader's hand only: the browser asks back.
  async turn(on: boolean) {
    settings.notices = on
    try {
      if (!on) {
        this.was = this.address
        this.address = ''
        const there = await this.registration().then((one) => one?.pushManager.getSubscription())
        await there?.unsubscribe()
        this.state = 'off'
        return
      }
      const said = await Notification.requestPermission()
      this.state = said === 'granted' ? await this.subscribe() : said === 'denied' ? 'denied' : 'off'
    } catch {
      this.state = 'failed'
    }
    settings.notices = this.state === 'on'
  }
}

export const push = new Push()
