import { describe, expect, it } from 'vitest'
import { bytesText, clockText, durationText } from './units.ts'

describe('sizes (CONST-01)', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [3291, '3.214 KB'],
    [1536 * 1024, '1.5 MB'],
    [1024 ** 3, '1 GB'],
    [1024 ** 4 * 2, '2 TB'],
    [1024 ** 5, '1 PB'],
    [1024 ** 6, '1024 PB'],
  ])('writes %i bytes as "%s"', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text)
  })
})

it.each([
  [0.4213, '0.42 s'],
  [12.4, '12.4 s'],
  [59.97, '1 min 00 s'],
  [185, '3 min 05 s'],
  [7800, '2 h 10 min'],
])('writes %d seconds as "%s"', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

it('a running time reads mm:ss, and HH:mm:ss after one hour (WIDGET-24)', () => {
  expect([0, 999, 14_000, 3_599_999].map(clockText)).toEqual(['00:00', '00:00', '00:14', '59:59'])
  expect([3_600_000, 36_061_000].map(clockText)).toEqual(['01:00:00', '10:01:01'])
})
