import { expect, it } from 'vitest'
import { timeAgo } from './time-ago.ts'

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
])('tells %s as "%s"', (then, text) => {
  expect(timeAgo(then, now)).toBe(text)
})

it.each([
  ['2026-05-20T12:00:30Z', 'just now'],
  ['2026-05-21T12:00:00Z', 'tomorrow'],
  ['2026-05-20T13:00:00Z', 'in 1 hour'],
  ['2026-05-22T12:00:00Z', 'in 2 days'],
  ['soon', ''],
])('tells %s, which is to come or no time, as "%s"', (then, text) => {
  expect(timeAgo(then, now)).toBe(text)
})
