import { describe, expect, it } from 'vitest'
import { missingValues, storedValues } from './check.ts'
import type { Definition, Values } from './definition.ts'
import { fillIn } from './fill-in.ts'
import { placesOf } from './places.ts'
import { lengthOfRange, previousTags, withPreviousPeriods } from './previous.ts'
import { toUrlQuery, undeclaredUrlValues, withUrlValues } from './url-values.ts'
import type { ClockContext } from './wall-clock.ts'

const days: Definition = { name: 'days', type: 'date-range' }
const minutes: Definition = { name: 'days', type: 'datetime-range' }
const seconds: Definition = { name: 'days', type: 'datetime-range-with-seconds' }

/** A period of a range, as `start – end`. */
function period(name: 'previous' | 'year_ago', definition: Definition | null, start: string, end: string): string {
  const values = withPreviousPeriods(definition === null ? [] : [definition], { days: { start, end } })
  return `${values[`days.${name}.start`]} – ${values[`days.${name}.end`]}`
}

describe('the previous period of a range of days', () => {
  it.each([
    ['one month', '2024-02-01', '2024-02-29', '2024-01-01 – 2024-01-31'],
    ['the month after a short one', '2023-03-01', '2023-03-31', '2023-02-01 – 2023-02-28'],
    ['January', '2024-01-01', '2024-01-31', '2023-12-01 – 2023-12-31'],
    ['a quarter', '2024-01-01', '2024-03-31', '2023-10-01 – 2023-12-31'],
    ['months across a year', '2023-11-01', '2024-02-29', '2023-07-01 – 2023-10-31'],
    ['a year', '2024-01-01', '2024-12-31', '2023-01-01 – 2023-12-31'],
    ['two years', '2023-01-01', '2024-12-31', '2021-01-01 – 2022-12-31'],
  ])('has as many whole months as %s (OPEN-209)', (_, start, end, expected) => {
    expect(period('previous', days, start, end)).toBe(expected)
  })

  it.each([
    ['a week', '2024-05-10', '2024-05-16', '2024-05-03 – 2024-05-09'],
    ['one day', '2024-03-01', '2024-03-01', '2024-02-29 – 2024-02-29'],
    ['the first days of a year', '2024-01-01', '2024-01-10', '2023-12-22 – 2023-12-31'],
    ['a month without its last day', '2024-02-01', '2024-02-28', '2024-01-04 – 2024-01-31'],
    ['a month without its first day', '2024-02-02', '2024-02-29', '2024-01-05 – 2024-02-01'],
    ['days in the first century', '0050-03-02', '0050-03-03', '0050-02-28 – 0050-03-01'],
  ])('has as many days as %s (OPEN-209)', (_, start, end, expected) => {
    expect(period('previous', days, start, end)).toBe(expected)
  })
})

describe('the previous period of a range with times', () => {
  it.each([
    ['whole months', minutes, '2024-02-01 00:00', '2024-02-29 23:59', '2024-01-01 00:00 – 2024-01-31 23:59'],
    ['whole months', seconds, '2024-01-01 00:00:00', '2024-03-31 23:59:59', '2023-10-01 00:00:00 – 2023-12-31 23:59:59'],
    ['a whole day', minutes, '2024-03-01 00:00', '2024-03-01 23:59', '2024-02-29 00:00 – 2024-02-29 23:59'],
    ['an hour', minutes, '2024-01-01 00:30', '2024-01-01 01:29', '2023-12-31 23:30 – 2024-01-01 00:29'],
    ['a month but its last minute', minutes, '2024-02-01 00:00', '2024-02-29 23:58', '2024-01-03 00:01 – 2024-01-31 23:59'],
    ['half a minute', seconds, '2024-05-01 10:00:00', '2024-05-01 10:00:29', '2024-05-01 09:59:30 – 2024-05-01 09:59:59'],
  ])('ends one unit before %s and is as long (OPEN-209)', (_, definition, start, end, expected) => {
    expect(period('previous', definition, start, end)).toBe(expected)
  })

  it('is as precise as the dates that a client sends, and keeps their time zone (OPEN-209)', () => {
    expect(period('previous', days, '2024-02-01 00:00:00', '2024-02-29 23:59:59')).toBe(
      '2024-01-01 00:00:00 – 2024-01-31 23:59:59',
    )
    expect(period('previous', minutes, '2024-02-10', '2024-02-11')).toBe('2024-02-08 23:59 – 2024-02-09 23:59')
    expect(period('previous', minutes, '2024-03-01T00:00+01:00', '2024-03-31T23:59+02:00')).toBe(
      '2024-02-01 00:00+01:00 – 2024-02-29 23:59+01:00',
    )
  })
})

describe('the same period one year ago', () => {
  it.each([
    [days, '2024-02-29', '2024-02-29', '2023-02-28 – 2023-02-28'],
    [days, '2024-02-01', '2024-02-29', '2023-02-01 – 2023-02-28'],
    [days, '2025-02-01', '2025-02-28', '2024-02-01 – 2024-02-28'],
    [days, '2023-12-20', '2024-01-10', '2022-12-20 – 2023-01-10'],
    [minutes, '2024-02-29 10:00', '2024-03-01 23:59', '2023-02-28 10:00 – 2023-03-01 23:59'],
    [seconds, '2024-05-01 00:00:00', '2024-05-01 23:59:59', '2023-05-01 00:00:00 – 2023-05-01 23:59:59'],
    [minutes, '2024-03-01T00:00+01:00', '2024-03-31T23:59+02:00', '2023-03-01 00:00+01:00 – 2023-03-31 23:59+02:00'],
  ])('has the same dates, and 28 February for the 29th (OPEN-209)', (definition, start, end, expected) => {
    expect(period('year_ago', definition, start, end)).toBe(expected)
  })
})

describe('the periods of a dynamic value', () => {
  const clock: ClockContext = { now: new Date('2024-03-31T12:34:56Z'), timeZone: 'Europe/Berlin', weekStart: 1 }
  const of = (definition: Definition, value: string) => {
    const values = withPreviousPeriods([definition], storedValues([{ ...definition, value }], clock))
    return `${values['days.previous.start']} – ${values['days.previous.end']}`
  }

  it('come before the dates that it has now, on the wall clock (OPEN-209)', () => {
    expect(of(days, 'd_last_month')).toBe('2024-01-01 – 2024-01-31')
    expect(of(days, 'd_last_week')).toBe('2024-03-11 – 2024-03-17')
    expect(of(days, 'd_last_7_days')).toBe('2024-03-16 – 2024-03-23')
    expect(of(minutes, 'd_this_year')).toBe('2023-01-01 00:00 – 2023-12-31 23:59')
    // Summer time began on this day.
    expect(of(minutes, 'd_today')).toBe('2024-03-30 00:00 – 2024-03-30 23:59')
    expect(of(minutes, 'd_last_7_days')).toBe('2024-03-16 09:25 – 2024-03-23 23:59')
  })

  it('do not exist before it is resolved (OPEN-209)', () => {
    const stored = storedValues([{ ...days, value: 'd_last_month' }], null)
    expect(withPreviousPeriods([days], stored)).toBe(stored)
  })
})

describe('the values of a query', () => {
  const range = { start: '2024-05-10', end: '2024-05-16' }

  it('have periods for ranges only (OPEN-209)', () => {
    for (const type of ['text', 'date', 'enum', 'unknown'])
      expect(withPreviousPeriods([{ name: 'days', type }], { days: range })).toEqual({ days: range })
    for (const value of [null, '', 'd_today', [range.start, range.end], { start: 'x', end: 'y' }, { start: range.start }])
      expect(withPreviousPeriods([days], { days: value })).toEqual({ days: value })
  })

  it('have periods for a range without a definition, as in a text that is not saved (OPEN-209)', () => {
    expect(period('previous', null, range.start, range.end)).toBe('2024-05-03 – 2024-05-09')
    expect(period('previous', null, '2024-02-01 00:00', '2024-02-29 23:59')).toBe('2024-01-01 00:00 – 2024-01-31 23:59')
  })

  it('have no dates before the year 1 (OPEN-209)', () => {
    expect(withPreviousPeriods([days], { days: { start: '0001-01-01', end: '0001-12-31' } })).toEqual({
      days: { start: '0001-01-01', end: '0001-12-31' },
    })
  })

  it('select nothing in the periods of a range that ends before it starts (OPEN-209)', () => {
    expect(period('previous', days, '2024-05-16', '2024-05-10')).toBe('2024-05-09 – 2024-05-03')
    expect(period('year_ago', days, '2024-05-16', '2024-05-10')).toBe('2023-05-16 – 2023-05-10')
  })

  it('that a client sends cannot replace a period (OPEN-209)', () => {
    const sent = { days: { ...range, previous: { start: "' or 1=1 --" } }, 'days.previous.end': 'x' }
    expect(fillIn('{{ days.previous.start }} {{ days.previous.end }}', [], sent, 'postgresql')).toBe('2024-05-03 2024-05-09')
  })
})

describe('a query text with previous periods', () => {
  const text = previousTags('days')
    .map((tag) => `'{{ ${tag} }}'`)
    .join(' ')
  const values: Values = { days: { start: '2024-02-01', end: '2024-02-29' } }

  it.each(['postgresql', 'mysql', 'mongodb', null])(
    'has them within quotes and without, like the range in %s (OPEN-209)',
    (language) => {
      expect(fillIn(`${text} {{ days.previous.start }} "{{ days.end }}"`, [days], values, language)).toBe(
        `'2024-01-01' '2024-01-31' '2023-02-01' '2023-02-28' 2024-01-01 "2024-02-29"`,
      )
    },
  )

  it('needs no other value than the range, and without it misses each of them (OPEN-209)', () => {
    expect(missingValues(text, [days], values)).toEqual([])
    expect(missingValues(text, [], values)).toEqual([])
    expect(missingValues(text, [days], {})).toEqual(previousTags('days'))
    expect(missingValues(text, [{ ...days, optional: true }], { days: '' })).toEqual([])
  })

  it('has the notes of the range at the places of its periods (OPEN-209)', () => {
    const places = placesOf("select '{{ days.previous.start }}', {{ days.year_ago.end }}", 'postgresql')
    expect(places.map(({ name, within }) => [name, within])).toEqual([
      ['days', 'text'],
      ['days', null],
    ])
  })

  it('misses a period that does not exist, and every period of another type (OPEN-209)', () => {
    expect(missingValues('{{ days.previos.start }} {{ days.previous }}', [days], values)).toEqual([
      'days.previos.start',
      'days.previous',
    ])
    expect(missingValues('{{ days.previous.start }}', [{ name: 'days', type: 'text' }], { days: 'x' })).toEqual([
      'days.previous.start',
    ])
  })

  it('leaves them out with the block of an optional range (OPEN-209)', () => {
    const optional = { ...days, optional: true }
    const block = "1{{# days }} and d >= '{{ days.previous.start }}'{{/ days }}"
    expect(fillIn(block, [optional], { days: '' }, 'postgresql')).toBe('1')
    expect(fillIn(block, [optional], values, 'postgresql')).toBe("1 and d >= '2024-01-01'")
  })

  it('has the same URL as without them, and takes no period from it (OPEN-209)', () => {
    expect(toUrlQuery(values)).toEqual({ 'p_days.start': '2024-02-01', 'p_days.end': '2024-02-29' })
    const url = { ...toUrlQuery(values), 'p_days.previous.start': '1999-01-01' }
    expect(withUrlValues([days], url)).toEqual([{ ...days, ...{ value: values.days } }])
    expect(fillIn('{{ days.previous.start }}', [], undeclaredUrlValues(url), 'postgresql')).toBe('2024-01-01')
  })
})

describe('the length of a range', () => {
  const lengthOf = (start: string, end: string, type = 'date-range') =>
    lengthOfRange({ name: 'days', type, value: { start, end } })

  it('is that from its previous period to it: whole months, days, or a span of time (PARAM-74)', () => {
    expect(lengthOf('2026-01-01', '2026-03-31')).toEqual({ unit: 'month', count: 3 })
    expect(lengthOf('2026-01-05', '2026-01-11')).toEqual({ unit: 'day', count: 7 })
    expect(lengthOf('2026-01-11', '2026-01-05')).toEqual({ unit: 'day', count: 7 })
    expect(lengthOf('2026-01-05 06:00', '2026-01-05 08:59', 'datetime-range')).toEqual({ unit: 'hour', count: 3 })
    expect(lengthOf('2026-01-05 06:00', '2026-01-05 06:29', 'datetime-range')).toEqual({ unit: 'minute', count: 30 })
    expect(lengthOf('2026-01-05 06:00:00', '2026-01-05 06:00:44', 'datetime-range-with-seconds')).toEqual({
      unit: 'second',
      count: 45,
    })
  })

  it('is unknown for other types, and without both ends (PARAM-74)', () => {
    expect(lengthOf('2026-01-01', '2026-03-31', 'date')).toBeNull()
    expect(lengthOf('2026-01-01', '')).toBeNull()
    expect(lengthOfRange({ name: 'days', type: 'date-range', value: 'd_today' })).toBeNull()
  })
})
