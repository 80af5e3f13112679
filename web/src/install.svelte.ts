// install.svelte.ts: keeps the browser's offer to install the page as an app until somebody takes it.
interface Offer extends Event {
  prompt(): Promise<void>
}

class Install {
  offer = $state.raw<Offer | null>(null)

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.offer = event as Offer
    })
    addEventListener('appinstalled', () => (this.offer = null))
  }

  async take() {
    const offer = this.offer
    this.offer = null
    await offer?.prompt()
  }
}

export const install = new Install()
