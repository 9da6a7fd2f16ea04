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
    expect(unsavedOf(1, 'query-5')).toEqual({ at: 100, value: { text: 'a' } })
    expect(unsavedOf(2, 'query-5')).toEqual({ at: 200, value: { text: 'b' } })
    expect(unsavedOf(1, 'query-6')).toBeNull()
    forgetUnsaved(1, 'query-5')
    expect(unsavedOf(1, 'query-5')).toBeNull()
    forgetAllUnsaved(2)
    expect(unsavedOf(2, 'query-5')).toBeNull()
  })

  it('is the newest twenty things of a user', () => {
    keepUnsaved(2, 'query-0', 'of somebody else', 0)
    for (let n = 0; n < 25; n++) keepUnsaved(1, `query-${n}`, n, n)
    expect([unsavedOf(1, 'query-4'), unsavedOf(1, 'query-5')?.value, unsavedOf(1, 'query-24')?.value]).toEqual([null, 5, 24])
    expect(unsavedOf(2, 'query-0')).not.toBeNull()
  })

  it('is nothing rather than something old where the browser has no room', () => {
    keepUnsaved(1, 'query-5', 'old', 1)
    isFull = true
    keepUnsaved(1, 'query-5', 'new', 2)
    expect(unsavedOf(1, 'query-5')).toBeNull()
  })

  it('is nothing where something else stands in its place, or the browser keeps nothing', () => {
    localStorage.setItem('sightline-unsaved-1-query-5', 'no JSON')
    expect(unsavedOf(1, 'query-5')).toBeNull()
    localStorage.setItem('sightline-unsaved-1-query-5', '{"value":1}')
    expect(unsavedOf(1, 'query-5')).toBeNull()
    vi.stubGlobal('localStorage', undefined)
    expect(unsavedOf(1, 'query-5')).toBeNull()
    expect(() => keepUnsaved(1, 'query-5', 'x', 1)).not.toThrow()
    expect(() => forgetAllUnsaved(1)).not.toThrow()
  })
})
