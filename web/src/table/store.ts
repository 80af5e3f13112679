// store.ts: what this device remembers: tables being played here, and tables elsewhere it sat at.
import type { Chair } from './types'

export interface Saved {
  id: string
  game: string
  chairs: Chair[]
  record: string // with the secret: this device is the host
  over: boolean
  guided: boolean
  day?: string // the deal of this day
  eyes?: number // whose eyes the screen shows where no person plays
  at: number
}

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('veglia', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('tables', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  }))
}

async function run<T>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = what((await database()).transaction('tables', mode).objectStore('tables'))
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export const save = (table: Saved) => run('readwrite', (store) => store.put(table)).then(() => {})
export const find = (id: string) => run<Saved | undefined>('readonly', (store) => store.get(id))
export const forget = (id: string) => run('readwrite', (store) => store.delete(id)).then(() => {})
export const all = async () =>
  (await run<Saved[]>('readonly', (store) => store.getAll())).sort((a, b) => b.at - a.at)
