import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetAllUnsaved, forgetUnsaved, keepUnsaved, unsavedOf } from './unsaved.ts'

let isFull: boolean

/** A store as browsers have it: its keys are its own properties, and it refuses what does not fit. */
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

describe('what is not saved', () => {
  it('is kept for each user and thing apart, and forgotten again', () => {
    keepUnsaved(1, 'query-5', { text: 'a' }, 100)
    keepUnsaved(2, 'query-5', { text: 'b' }, 200)
    expect(unsavedOf(1, 'query-5')).toEqual([{ name: 'query-5', at: 100, value: { text: 'a' } }])
    expect(unsavedOf(2, 'query-5')).toEqual([{ name: 'query-5', at: 200, value: { text: 'b' } }])
    expect(unsavedOf(1, 'query-6')).toEqual([])
    forgetUnsaved(1, 'query-5')
    expect(unsavedOf(1, 'query-5')).toEqual([])
    forgetAllUnsaved(2)
    expect(unsavedOf(2, 'query-5')).toEqual([])
  })

  it('is found under names that begin alike, newest first', () => {
    keepUnsaved(1, 'query-5~a', 'older', 100)
    keepUnsaved(1, 'query-5~b', 'newer', 200)
    keepUnsaved(1, 'query-57~a', 'of another', 300)
    expect(unsavedOf(1, 'query-5~').map(({ value }) => value)).toEqual(['newer', 'older'])
  })

  it('is the newest twenty things of a user', () => {
    keepUnsaved(2, 'query-0', 'of somebody else', 0)
    for (let n = 0; n < 25; n++) keepUnsaved(1, `query-${n}`, n, n)
    expect(unsavedOf(1, 'query-').map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, n) => 24 - n))
    expect(unsavedOf(2, 'query-0')).toHaveLength(1)
  })

  it('is nothing rather than something old where the browser has no room', () => {
    keepUnsaved(1, 'query-5', 'old', 1)
    isFull = true
    keepUnsaved(1, 'query-5', 'new', 2)
    expect(unsavedOf(1, 'query-5')).toEqual([])
  })

  it('is nothing where something else stands in its place, or the browser keeps nothing', () => {
    localStorage.setItem('sightline-unsaved-1-query-5', 'no JSON')
    expect(unsavedOf(1, 'query-5')).toEqual([])
    localStorage.setItem('sightline-unsaved-1-query-5', '{"value":1}')
    expect(unsavedOf(1, 'query-5')).toEqual([])
    vi.stubGlobal('localStorage', undefined)
    expect(unsavedOf(1, 'query-5')).toEqual([])
    expect(() => keepUnsaved(1, 'query-5', 'x', 1)).not.toThrow()
    expect(() => forgetAllUnsaved(1)).not.toThrow()
  })
})
