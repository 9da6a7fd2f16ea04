import { expect, it } from 'vitest'
import { shortestSingle } from './single.ts'

it.each([0.1, -1.5, 1.17549e-38, 1e-45, 3.4028235e38, 16_777_216, 123_456_792, 0.333_333_34, 0, Number.NEGATIVE_INFINITY])(
  'a number of four bytes is shown with the fewest digits that tell it: %d',
  (number) => {
    expect(shortestSingle(Math.fround(number))).toBe(Number.isInteger(number) ? Math.fround(number) : number)
  },
)
