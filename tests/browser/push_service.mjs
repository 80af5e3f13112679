// push_service.mjs: what a browser's maker keeps for push messages, and the browser that opens them: takes requests,
// holds the signature to the server's key and opens the seal with the device's (RFC 8030, 8188, 8291, 8292). Written from
// those papers with node's own cryptography: it shares nothing with src/server/push.c.
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'

const url64 = (bytes) => Buffer.from(bytes).toString('base64url')
const hmac = (key, ...parts) => parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()

export class PushService {
  devices = new Map() // by path
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
    const path = `/${url64(randomBytes(12))}`
    const got = []
    const waiting = []
    const take = (headers, body) => {
      const message = { ...open(pair, auth, body), claims: signed(headers.authorization, serverKey), headers }
      if (waiting.length) waiting.shift()(message)
      else got.push(message)
    }
    const device = {
      subscription: { endpoint: this.origin + path, p256dh: [...pair.getPublicKey()], auth: [...auth] },
      take: (headers, body) => {
        try {
          take(headers, body)
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

// Runs in the page: the browser's own subscription is of a service nobody can reach here; this one stands in its place.
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
