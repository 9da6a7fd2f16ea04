import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readUnsaved, removeAllUnsaved, removeUnsaved, storeUnsaved } from './unsaved-storage.ts'

let isFull: boolean

/** A fake localStorage: keys are own properties, and values that do not fit are refused. */
class FakeStorage {
  [key: string]: unknown
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }
  setItem(key: string, value: string): void {
    if (isFull) throw new DOMException('It is full.', 'QuotaExceededError')
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
}

beforeEach(() => {
  isFull = false
  vi.stubGlobal('localStorage', new FakeStorage())
})
afterEach(() => vi.unstubAllGlobals())

describe('the storage of unsaved changes', () => {
  it('stores and removes values per user and name', () => {
    storeUnsaved(1, 'query-5', { text: 'a' }, 100)
    storeUnsaved(2, 'query-5', { text: 'b' }, 200)
    expect(readUnsaved(1, 'query-5')).toEqual([{ name: 'query-5', at: 100, value: { text: 'a' } }])
    expect(readUnsaved(2, 'query-5')).toEqual([{ name: 'query-5', at: 200, value: { text: 'b' } }])
    expect(readUnsaved(1, 'query-6')).toEqual([])
    removeUnsaved(1, 'query-5')
    expect(readUnsaved(1, 'query-5')).toEqual([])
    removeAllUnsaved(2)
    expect(readUnsaved(2, 'query-5')).toEqual([])
  })

  it('reads values by the prefix of their name, newest first', () => {
    storeUnsaved(1, 'query-5~a', 'older', 100)
    storeUnsaved(1, 'query-5~b', 'newer', 200)
    storeUnsaved(1, 'query-57~a', 'of another', 300)
    expect(readUnsaved(1, 'query-5~').map(({ value }) => value)).toEqual(['newer', 'older'])
  })

  it('keeps the newest twenty values of a user', () => {
    storeUnsaved(2, 'query-0', 'of somebody else', 0)
    for (let n = 0; n < 25; n++) storeUnsaved(1, `query-${n}`, n, n)
    expect(readUnsaved(1, 'query-').map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, n) => 24 - n))
    expect(readUnsaved(2, 'query-0')).toHaveLength(1)
  })

  it('removes the old value if there is no room for the new one', () => {
    storeUnsaved(1, 'query-5', 'old', 1)
    isFull = true
    storeUnsaved(1, 'query-5', 'new', 2)
    expect(readUnsaved(1, 'query-5')).toEqual([])
  })

  it('returns nothing for foreign entries, or if localStorage is disabled', () => {
    localStorage.setItem('sightline-unsaved-1-query-5', 'no JSON')
    expect(readUnsaved(1, 'query-5')).toEqual([])
    localStorage.setItem('sightline-unsaved-1-query-5', '{"value":1}')
    expect(readUnsaved(1, 'query-5')).toEqual([])
    vi.stubGlobal('localStorage', undefined)
    expect(readUnsaved(1, 'query-5')).toEqual([])
    expect(() => storeUnsaved(1, 'query-5', 'x', 1)).not.toThrow()
    expect(() => removeAllUnsaved(1)).not.toThrow()
  })
})
