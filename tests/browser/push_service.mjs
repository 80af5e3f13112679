// push_service.mjs: what a browser's maker keeps for push messages, and the browser that opens them: takes requests,
// holds the signature to the server's key and opens the seal with the device's (RFC 8030, 8188, 8291, 8292). Written from
// those papers with node's own cryptography: it shares nothing with src/server/push.c.
//
// Firefox may be told where its maker's service is (harness.mjs): it comes here by itself, over a socket, with keys of its
// own, and is handed the messages sealed as they are (as Mozilla's autopush does). Chromium may not: there a device of ours
// stands in for the browser's, and what it opened is given to the page's worker.
import { createDecipheriv, createECDH, createHash, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'

const url64 = (bytes) => Buffer.from(bytes).toString('base64url')
const hmac = (key, ...parts) => parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()

export class PushService {
  devices = new Map() // by path
  newest = null // the browser's own device that asked last
  origin = ''

  async open() {
    this.http = createServer((request, answer) => {
      const parts = []
      request.on('data', (part) => parts.push(part))
      request.on('end', () => {
        const device = this.devices.get(request.url)
        answer.writeHead(device ? 201 : 410).end()
        device?.take(request.headers, Buffer.concat(parts))
      })
    })
    this.http.on('upgrade', (request, socket) => this.browser(request, socket))
    await new Promise((resolve) => this.http.listen(0, '127.0.0.1', resolve))
    this.origin = `http://127.0.0.1:${this.http.address().port}`
  }

  close() {
    this.http.closeAllConnections()
    this.http.close()
  }

  // A device: what its page hands out, and what it gets, opened.
  device(serverKey) {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const auth = randomBytes(16)
    const device = this.listen(serverKey, (body) => open(pair, auth, body))
    device.subscription = { endpoint: device.endpoint, p256dh: [...pair.getPublicKey()], auth: [...auth] }
    return device
  }

  // What comes for one device. `take` makes of a sealed message what there is to say of it.
  listen(serverKey, take) {
    const path = `/${url64(randomBytes(12))}`
    const got = []
    const waiting = []
    const device = {
      endpoint: this.origin + path,
      take: (headers, body) => {
        try {
          const message = { ...take(body), claims: signed(headers.authorization, serverKey), headers }
          if (waiting.length) waiting.shift()(message)
          else got.push(message)
        } catch (error) {
          device.wrong = error
        }
      },
      count: () => got.length,
      next: () => (got.length ? Promise.resolve(got.shift()) : new Promise((resolve) => waiting.push(resolve))),
      forget: () => this.devices.delete(path)
    }
    this.devices.set(path, device)
    return device
  }

  // A browser that keeps its own keys: it says hello, asks for an address for each page that wants one, and gets what comes.
  browser(request, socket) {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: push-notification\r\n\r\n`)
    const say = (what) => {
      const bytes = Buffer.from(JSON.stringify(what))
      const head = bytes.length < 126 ? [0x81, bytes.length] : [0x81, 126, bytes.length >> 8, bytes.length & 255]
      socket.write(Buffer.concat([Buffer.from(head), bytes]))
    }
    const channels = new Map()
    const answer = ({ messageType, channelID, key }) => {
      if (messageType === 'hello') say({ messageType, uaid: randomBytes(16).toString('hex'), status: 200, use_webpush: true, broadcasts: {} })
      else if (messageType === 'register') {
        const device = this.listen(key.replaceAll('=', ''), (body) => (say({ messageType: 'notification', channelID, version: url64(randomBytes(9)), ttl: 60, data: url64(body), headers: { encoding: 'aes128gcm' } }), {}))
        channels.set(channelID, device)
        this.newest = device
        say({ messageType, channelID, status: 200, pushEndpoint: device.endpoint })
      } else if (messageType === 'unregister') {
        channels.get(channelID)?.forget()
        say({ messageType, channelID, status: 200 })
      }
    }
    let come = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (part) => {
      come = Buffer.concat([come, part])
      while (come.length > 5) {
        const short = come[1] & 127
        const from = short === 126 ? 8 : 6
        if (come.length < from) return
        const end = from + (short === 126 ? come.readUInt16BE(2) : short)
        if (come.length < end) return
        const [kind, body] = [come[0] & 15, come.subarray(from, end).map((byte, i) => byte ^ come[from - 4 + (i % 4)])]
        come = come.subarray(end)
        if (kind === 8) return void socket.end()
        if (kind === 1) answer(JSON.parse(Buffer.from(body).toString()))
      }
    })
  }
}

function open(pair, auth, body) {
  const salt = body.subarray(0, 16)
  const size = body.readUInt32BE(16)
  const theirs = body.subarray(21, 21 + body[20])
  const sealed = body.subarray(21 + body[20])
  if (sealed.length > size) throw new Error('more than one record')
  const input = hmac(hmac(auth, pair.computeSecret(theirs)), 'WebPush: info\0', pair.getPublicKey(), theirs, '\x01')
  const key = hmac(salt, input)
  const opened = createDecipheriv('aes-128-gcm', hmac(key, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16), hmac(key, 'Content-Encoding: nonce\0\x01').subarray(0, 12))
  opened.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('the record has no end')
  const text = plain.subarray(0, end).toString()
  return { text, says: JSON.parse(text) }
}

function signed(authorization, serverKey) {
  const { token, key } = /^vapid t=(?<token>[^,]+), k=(?<key>\S+)$/.exec(authorization).groups
  if (key !== serverKey) throw new Error('signed with another key than the page was given')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: url64(point.subarray(1, 33)), y: url64(point.subarray(33)) }
  const [head, claims, signature] = token.split('.')
  const good = verify('sha256', Buffer.from(`${head}.${claims}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!good) throw new Error('the signature is not the key\'s')
  return JSON.parse(Buffer.from(claims, 'base64url'))
}

// Runs in Chromium's page: the browser's own subscription is of a service nobody can reach here; this one stands in its place.
export function standIn({ endpoint, p256dh, auth }) {
  if (origin === 'null') return
  // Kept as a browser keeps it.
  const keep = (name, value) => (value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value))
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer
  const subscription = {
    endpoint,
    get options() {
      return { applicationServerKey: bytes(keep('test.key')) }
    },
    getKey: (name) => new Uint8Array(name === 'auth' ? auth : p256dh).buffer,
    unsubscribe: async () => (keep('test.key', ''), true)
  }
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    keep('test.key', applicationServerKey)
    return subscription
  }
  PushManager.prototype.getSubscription = async () => (keep('test.key') ? subscription : null)
  Object.defineProperty(Notification, 'permission', { get: () => keep('test.permission') ?? 'default' })
  Notification.requestPermission = async () => (keep('test.permission', 'granted'), 'granted')
}
