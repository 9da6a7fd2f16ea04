import { describe, expect, it } from 'vitest'
import { bytesText, clockText, countText, durationText, shortAge, timeAgo } from './units.ts'

describe('sizes (CONST-01)', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [3291, '3.21 KB'],
    [119_088, '116 KB'],
    [75_690_000_000, '70.5 GB'],
    [1536 * 1024, '1.5 MB'],
    [1024 ** 3, '1 GB'],
    [1024 ** 4 * 2, '2 TB'],
    [1024 ** 5, '1 PB'],
    [1024 ** 6, '1024 PB'],
  ])('writes %i bytes as "%s"', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text)
  })
})

it('counts are written with a noun in the singular or the plural (VIZ-26)', () => {
  expect([0, 1, 1234].map((count) => countText(count, 'row'))).toEqual(['0 rows', '1 row', '1,234 rows'])
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

it('writes an elapsed time as mm:ss, and as HH:mm:ss after one hour (WIDGET-24)', () => {
  expect([0, 999, 14_000, 3_599_999].map(clockText)).toEqual(['00:00', '00:00', '00:14', '59:59'])
  expect([3_600_000, 36_061_000].map(clockText)).toEqual(['01:00:00', '10:01:01'])
})

const now = new Date('2026-05-20T12:00:00Z')

it.each([
  ['2026-05-20T11:59:30Z', 'just now'],
  ['2026-05-20T11:59:00Z', '1 minute ago'],
  ['2026-05-20T11:46:00Z', '14 minutes ago'],
  ['2026-05-20T10:00:00Z', '2 hours ago'],
  ['2026-05-19T12:00:00Z', 'yesterday'],
  ['2026-05-17T12:00:00Z', '3 days ago'],
  ['2026-05-13T12:00:00Z', '1 week ago'],
  ['2026-04-19T12:00:00Z', '1 month ago'],
  ['2024-01-01T00:00:00Z', '2 years ago'],
  ['2026-05-20T14:30:00Z', 'in 2 hours'],
])('writes the time %s as "%s"', (then, text) => {
  expect(timeAgo(then, now)).toBe(text)
})

it.each([
  ['2026-05-20T12:00:30Z', 'just now'],
  ['2026-05-21T12:00:00Z', 'tomorrow'],
  ['2026-05-20T13:00:00Z', 'in 1 hour'],
  ['2026-05-22T12:00:00Z', 'in 2 days'],
  ['soon', ''],
])('writes the future or invalid time %s as "%s"', (then, text) => {
  expect(timeAgo(then, now)).toBe(text)
})

it.each([
  ['2026-05-20T12:00:30Z', 'now'],
  ['2026-05-20T11:59:30Z', 'now'],
  ['2026-05-20T11:56:00Z', '4 min'],
  ['2026-05-20T10:30:00Z', '1 h'],
  ['2026-05-18T12:00:00Z', '2 d'],
  ['2026-05-01T12:00:00Z', '2 wk'],
  ['2026-01-20T12:00:00Z', '4 mo'],
  ['2023-05-20T12:00:00Z', '3 y'],
  ['soon', ''],
])('shortens the age of %s to "%s"', (then, text) => {
  expect(shortAge(then, now)).toBe(text)
})

describe('ages in other languages', () => {
  const now = new Date('2026-11-28T12:00:00Z')

  it('are those of the language, in full and short (OPEN-464)', () => {
    expect(timeAgo('2026-11-28T11:46:00Z', now, 'de')).toBe('vor 14 Minuten')
    expect(timeAgo('2026-11-27T11:00:00Z', now, 'de')).toBe('gestern')
    expect(timeAgo('2026-11-28T14:00:00Z', now, 'ja')).toBe('2 時間後')
    expect(timeAgo('2026-11-28T11:59:50Z', now, 'de')).toBe('jetzt')
    expect(shortAge('2026-11-28T11:46:00Z', now, 'de')).toBe('14 Min.')
    expect(shortAge('2026-11-28T11:59:50Z', now, 'ja')).toBe('今')
  })
})
