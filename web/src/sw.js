// sw.js: keeps the page and the engine, so that Veglia plays with no network after the first visit.
const VERSION = 'veglia-__VERSION__'
const FILES = ['/', '/manifest.webmanifest', '/icon.svg', ...__FILES__]

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES.filter((name) => name !== '/index.html' && name !== '/sw.js')))
      .then(() => self.skipWaiting())
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim())
  )
})

// What only few need is not fetched beforehand: the games' labs.
async function fetchAndKeep(request) {
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(VERSION)
    await cache.put(request, answer.clone())
  }
  return answer
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/api/') || url.pathname === '/healthz' || url.pathname === '/metrics') return
  // Every page is the same page; what it is made of has its hash in its name.
  const page = event.request.mode === 'navigate'
  const kept = page ? '/' : url.pathname
  event.respondWith(
    page
      ? fetch(event.request).catch(() => caches.match(kept))
      : caches.match(kept).then((found) => found ?? (kept.startsWith('/assets/') ? fetchAndKeep(event.request) : fetch(event.request)))
  )
})

// A notice of one's turn (docs/protocol.md, Notices). Who looks at that very table sees it there.
self.addEventListener('push', (event) => {
  event.waitUntil(notify(event.data?.json() ?? {}))
})

async function notify({ title = 'Veglia', body = '', lang = 'it', path = '/', until = null }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some((page) => page.visibilityState === 'visible' && new URL(page.url).pathname === path)) return
  const when = until && new Date(until).toLocaleString(lang, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
  const time = { it: `Hai tempo fino a ${when}.`, en: `You have until ${when}.` }[lang] ?? ''
  await self.registration.showNotification(title, {
    body: when ? `${body} ${time}` : body, lang, tag: path, renotify: true, data: { path }, icon: '/icon-192.png'
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path
  event.waitUntil(open(/^\/t\/[a-z2-7]{13}$/.test(path) ? path : '/'))
})

async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => new URL(page.url).pathname === path)
  return there ? there.focus() : self.clients.openWindow(path)
}

// The browser has changed the address: it is asked for anew here, and tables hear of it at the next visit.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (options) event.waitUntil(self.registration.pushManager.subscribe(options))
})
