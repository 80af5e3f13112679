// router.svelte.ts: which page is shown. Paths are docs/protocol.md's: everything without a dot is ours.
class Router {
  path = $state(location.pathname)
  hash = $state(location.hash)
  search = $state(location.search)

  constructor() {
    addEventListener('popstate', () => this.read())
    addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href^="/"]') as HTMLAnchorElement | null
      if (!link || link.target || link.hasAttribute('download') || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      this.go(link.getAttribute('href')!)
    })
  }

  private read() {
    this.path = location.pathname
    this.hash = location.hash
    this.search = location.search
  }

  // The same page under another address.
  rename(path: string) {
    history.replaceState(null, '', path)
    this.read()
  }

  go(path: string) {
    history.pushState(null, '', path)
    this.read()
    scrollTo(0, 0)
  }
}

export const router = new Router()
