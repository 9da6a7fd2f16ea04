import { describe, expect, it } from 'vitest'
import { sparklinePath } from './sparkline.ts'

describe('the path of a sparkline', () => {
  it('fills its frame from the first to the last value, with room for the last point (OPEN-210)', () => {
    expect(sparklinePath([0, 10, 5], 109, 49)).toEqual({
      path: 'M4.5 44.5L54.5 4.5L104.5 24.5',
      last: { x: 104.5, y: 24.5 },
    })
  })

  it('leaves gaps, in which a single value is a dot, and marks the last number (OPEN-210)', () => {
    expect(sparklinePath([0, 0, null, 10, null, 5, 10, null], 79, 49)).toEqual({
      path: 'M4.5 44.5L14.5 44.5M34.5 4.5h0M54.5 24.5L64.5 4.5',
      last: { x: 64.5, y: 4.5 },
    })
  })

  it('lies in the middle if all values are equal, and starts at the left if there is one (OPEN-210)', () => {
    expect(sparklinePath([7, 7], 109, 49).path).toBe('M4.5 24.5L104.5 24.5')
    expect(sparklinePath([7], 109, 49)).toEqual({ path: 'M4.5 24.5h0', last: { x: 4.5, y: 24.5 } })
  })

  it('has places for the largest numbers (OPEN-210)', () => {
    expect(sparklinePath([-Number.MAX_VALUE, Number.MAX_VALUE, 0], 109, 49).path).toBe('M4.5 44.5L54.5 4.5L104.5 24.5')
  })
})
