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
