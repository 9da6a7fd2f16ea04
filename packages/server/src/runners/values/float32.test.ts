import { expect, it } from 'vitest'
import { shortestFloat32, shortFloat32 } from './float32.ts'

it.each([0.1, -1.5, 1.17549e-38, 1e-45, 3.4028235e38, 16_777_216, 123_456_792, 0.333_333_34, 0, Number.NEGATIVE_INFINITY])(
  'shows a float32 with the fewest digits that identify it: %d',
  (number) => {
    expect(shortestFloat32(Math.fround(number))).toBe(Number.isInteger(number) ? Math.fround(number) : number)
  },
)

it.each([
  [1_188_866.25, 1_188_866.2],
  [1_188_866.75, 1_188_866.8],
  [-444_704.625, -444_704.62],
  [16_777_216, 16_777_216],
  [131_212_081_364_992, 131_212_080_000_000],
  [Math.fround(1.5426884e33), 1.5426884e33],
])('writes the float32 %d as %d, with the even one of two digits that are as near (OPEN-480)', (number, written) => {
  expect(shortFloat32(number)).toBe(written)
})
