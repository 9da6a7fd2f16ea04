import { describe, expect, it } from 'vitest'
import { sparklinePath } from './sparkline.ts'

describe('the path of a sparkline', () => {
  it('fills its frame from the first to the last value, with room for the last point (OPEN-210)', () => {
    expect(sparklinePath([0, 10, 5], 105.25, 49)).toEqual({
      path: 'M0.75 44.5L50.75 4.5L100.75 24.5',
      last: { x: 100.75, y: 24.5 },
    })
  })

  it('leaves gaps, in which a single value is a dot, and marks the last number (OPEN-210)', () => {
    expect(sparklinePath([0, 0, null, 10, null, 5, 10, null], 75.25, 49)).toEqual({
      path: 'M0.75 44.5L10.75 44.5M30.75 4.5h0M50.75 24.5L60.75 4.5',
      last: { x: 60.75, y: 4.5 },
    })
  })

  it('lies in the middle if all values are equal, and has room at the left for its only point (OPEN-210)', () => {
    expect(sparklinePath([7, 7], 105.25, 49).path).toBe('M0.75 24.5L100.75 24.5')
    for (const values of [[7], [7, null]])
      expect(sparklinePath(values, 105.25, 49)).toEqual({ path: 'M4.5 24.5h0', last: { x: 4.5, y: 24.5 } })
  })

  it('has places for the largest numbers (OPEN-210)', () => {
    expect(sparklinePath([-Number.MAX_VALUE, Number.MAX_VALUE, 0], 105.25, 49).path).toBe('M0.75 44.5L50.75 4.5L100.75 24.5')
  })
})
