import { describe, expect, it } from 'vitest'
import { liveValue } from './live-value.ts'

describe('a live value', () => {
  it('notifies its subscribers of each change until they unsubscribe', () => {
    const text = liveValue('a')
    const seen: string[] = []
    const stop = text.subscribe(() => seen.push(text.get()))
    text.set('ab')
    text.set('ab')
    text.set('abc')
    stop()
    text.set('abcd')
    expect(seen).toEqual(['ab', 'abc'])
    expect(text.get()).toBe('abcd')
  })
})
