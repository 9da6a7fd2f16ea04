import { describe, expect, it } from 'vitest'
import { readRange, sentDate, sentRange } from './dates.ts'

describe('a date that an API client sends', () => {
  it.each([
    '2024-02-29',
    '2024-02-29 12:30',
    '2024-02-29T12:30:15',
    '2024-02-29T12:30:15Z',
    '2024-02-29 12:30+02',
    '2024-02-29T12:30:15-0530',
    '2024-02-29T12:30:15+05:30',
  ])('is filled in unchanged: %s', (date) => {
    expect(sentDate(date)).toBe(date)
  })

  it.each([
    '2023-02-29',
    '2024-04-31',
    '2024-13-01',
    '0000-01-01',
    '2024-02-29Z',
    '2024-02-29+02:00',
    'soon',
    '',
    20240229,
    null,
  ])('is refused: %j', (date) => {
    expect(sentDate(date)).toBeNull()
  })
})

describe('a range of dates that an API client sends', () => {
  const [start, end] = ['2024-02-28', '2024-02-29']

  it('must have a start, an end and nothing else', () => {
    expect([sentRange({ start, end }), readRange('day', { start, end })]).toEqual([
      { start, end },
      { start, end },
    ])
    for (const wrong of [
      { start, end, more: 1 },
      { start },
      { end },
      { start, other: end },
      [start, end],
      null,
      `${start}--${end}`,
    ]) {
      expect(sentRange(wrong), JSON.stringify(wrong)).toBeNull()
      expect(readRange('day', wrong), JSON.stringify(wrong)).toBeNull()
    }
  })

  it('must start and end on existing days', () => {
    expect([sentRange({ start: '2023-02-29', end }), sentRange({ start, end: '2023-02-29' })]).toEqual([null, null])
    expect([readRange('day', { start: 'x', end }), readRange('day', { start, end: 'x' })]).toEqual([null, null])
  })
})
