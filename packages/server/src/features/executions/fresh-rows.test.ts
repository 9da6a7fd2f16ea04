import { describe, expect, it } from 'vitest'
import { freshRows, keepFreshRows } from './fresh-rows.ts'

describe('the first rows of a fresh result', () => {
  it('are kept when they are the whole first window', () => {
    keepFreshRows('whole', 2, [[1], [2]])
    expect(freshRows('whole')).toEqual([[1], [2]])
    keepFreshRows('part', 3, [[1], [2]])
    expect(freshRows('part')).toBeUndefined()
  })

  it('are not kept when they are large', () => {
    keepFreshRows('large', 1, [['x'.repeat(100_000)]])
    expect(freshRows('large')).toBeUndefined()
  })

  it('make room for newer ones', () => {
    for (let n = 0; n < 30; n++) keepFreshRows(`result ${n}`, 1, [[n]])
    expect(freshRows('result 0')).toBeUndefined()
    expect(freshRows('result 29')).toEqual([[29]])
  })
})
