import { describe, expect, it } from 'vitest'
import { formatDate, isInstant, localText, parseDate, timeInZone } from './date.ts'

describe('formatting dates', () => {
  it('writes dates and datetimes in their formats', () => {
    expect(formatDate('2024-05-01', 'DD/MM/YYYY')).toBe('01/05/2024')
    expect(formatDate('2024-05-01T10:07:30', 'DD/MM/YYYY HH:mm')).toBe('01/05/2024 10:07')
  })

  it('shows the time of the database in any time zone of the user', () => {
    expect(formatDate('2024-03-31T02:30:00', 'YYYY-MM-DD HH:mm')).toBe('2024-03-31 02:30')
    expect(formatDate('2024-05-01T10:00:00.123Z', 'HH:mm:ss.SSS')).toBe('10:00:00.123')
    expect(formatDate('2024-05-01T10:00:00+02:00', 'HH:mm')).toBe('08:00')
    expect(formatDate('2024-05-01 10:00:00+02', 'HH:mm')).toBe('08:00')
  })

  it('supports quarters, ordinals and localised patterns of stored records', () => {
    expect(formatDate('2024-05-02', '[Q]Q Do')).toBe('Q2 2nd')
    expect(formatDate('2024-05-02', 'll')).toBe('May 2, 2024')
  })

  it('returns null for a value that is not a date', () => {
    expect(formatDate('yesterday', 'YYYY')).toBeNull()
    expect(formatDate('2024-13-01', 'YYYY')).toBeNull()
    expect(parseDate('20240501')).toBeNull()
    expect(formatDate(Number.POSITIVE_INFINITY, 'YYYY')).toBeNull()
  })

  it('accepts milliseconds since the epoch', () => {
    expect(parseDate('1970-01-02')).toBe(86_400_000)
    expect(formatDate(0, 'YYYY-MM-DD')).toBe('1970-01-01')
  })
})

describe('dates in the notations of databases', () => {
  it.each([
    ['2024-05', Date.UTC(2024, 4)],
    ['2024-05-01', Date.UTC(2024, 4, 1)],
    [' 2024-05-01 ', Date.UTC(2024, 4, 1)],
    ['2024-05-01T10:07', Date.UTC(2024, 4, 1, 10, 7)],
    ['2024-05-01 10:07:30', Date.UTC(2024, 4, 1, 10, 7, 30)],
    ['2024-05-01 10:07:30,250', Date.UTC(2024, 4, 1, 10, 7, 30, 250)],
    ['2024-05-01T10:07:30.250', Date.UTC(2024, 4, 1, 10, 7, 30, 250)],
    ['2024-05-01t10:07:30z', Date.UTC(2024, 4, 1, 10, 7, 30)],
    ['2024-05-01 10:07:30 Z', Date.UTC(2024, 4, 1, 10, 7, 30)],
    ['2024-05-01 10:07:30 +02:00', Date.UTC(2024, 4, 1, 8, 7, 30)],
    ['2024-05-01T10:07:30-0530', Date.UTC(2024, 4, 1, 15, 37, 30)],
    ['2024-05-01 10:07:30-05', Date.UTC(2024, 4, 1, 15, 7, 30)],
    ['+012024-05-01', Date.UTC(12024, 4, 1)],
    ['-000001-05-01', Date.parse('-000001-05-01T00:00:00Z')],
  ])('are parsed: %j', (text, time) => {
    expect(parseDate(text)).toBe(time)
  })

  it.each([
    'on 2024-05-01',
    '2024-05-01 or later',
    '2024-05-01T10',
    '2024-05-01T25:00',
    '2024-05-01-10:00',
    '24-05-01',
    '2024',
    'May 2024',
    '',
  ])('are refused if they are not dates: %j', (text) => {
    expect(parseDate(text)).toBeNull()
  })

  it('are written as ISO text without a pattern', () => {
    expect(formatDate('2024-05-01 10:07', '')).toBe('2024-05-01T10:07:00.000Z')
    expect(formatDate('2024-05-01', '  ')).toBe('2024-05-01T00:00:00.000Z')
  })

  it('are null if they are out of range', () => {
    expect(formatDate(8.64e15 + 1, 'YYYY')).toBeNull()
    expect(formatDate(Number.NaN, 'YYYY')).toBeNull()
  })
})

describe('a time zone', () => {
  it('moves times with a zone to its clock, and leaves times without one', () => {
    expect(parseDate('2026-06-30T22:00:00Z', 'Europe/Zurich')).toBe(Date.UTC(2026, 6, 1))
    expect(parseDate('2026-06-30 22:00:00', 'Europe/Zurich')).toBe(Date.UTC(2026, 5, 30, 22))
    expect(parseDate('2026-06-30', 'Asia/Kolkata')).toBe(Date.UTC(2026, 5, 30))
    expect(formatDate('2026-06-30T22:00:00+02', 'YYYY-MM-DD HH:mm', 'Asia/Kolkata')).toBe('2026-07-01 01:30')
    expect(formatDate(Date.UTC(2026, 6, 1), 'YYYY-MM-DD HH:mm', 'Asia/Kolkata')).toBe('2026-07-01 00:00')
  })

  it('writes instants as texts of its clock, on the days of a clock change too', () => {
    const shown = (text: string) => localText(text, 'Europe/Zurich')
    expect(
      ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00.25Z', '2026-10-25T01:30:00.25Z'].map(shown),
    ).toEqual(['2026-03-29T01:59:59', '2026-03-29T03:00:00', '2026-10-25T02:30:00.250', '2026-10-25T02:30:00.250'])
    expect(['2026-06-30T22:00:00', '2026-06-30', 'soon', 'TZ', ''].map(shown)).toEqual([
      '2026-06-30T22:00:00',
      '2026-06-30',
      'soon',
      'TZ',
      '',
    ])
  })
})

describe('a time in a mail', () => {
  it('is in the time zone of the organization, with its name (OPEN-131)', () => {
    const at = new Date('2026-07-01T22:05:30.5Z')
    const text = (timeZone: string) => timeInZone(at, { dateTimeFormat: 'YYYY-MM-DD HH:mm', timeZone })
    expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata'].map(text)).toEqual([
      '2026-07-01 22:05 UTC',
      '2026-07-02 00:05 Europe/Berlin',
      '2026-07-02 03:35 Asia/Kolkata',
    ])
  })
})

it('reads no long text as a date, and no long pattern, which would take minutes (OPEN-849)', () => {
  const long = 'T'.repeat(1_000_000)
  expect([
    isInstant(long),
    localText(long, 'Europe/Berlin') === long,
    parseDate(`2026-01-01T${'0'.repeat(1_000_000)}`),
  ]).toEqual([false, true, null])
  expect(formatDate('2026-01-01', '['.repeat(1_000_000))).toBe('2026-01-01T00:00:00.000Z')
})
