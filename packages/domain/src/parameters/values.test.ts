import { describe, expect, it } from 'vitest'
import { dropdownColumns, dropdownValues, isDependent, usualMultiValues } from './choices.ts'
import { inputFormat, shownDate } from './dates.ts'
import type { Definition } from './definition.ts'
import { applyPending, isUnreadable, pendingCount, shownValue, withPending } from './pending.ts'
import { missingMessage, missingParameters, readValue, runValues } from './values.ts'
import type { ClockContext } from './wall-clock.ts'

const read = (definition: Omit<Definition, 'name'>, raw: unknown, options?: string[]) =>
  readValue({ ...definition, name: 'p' }, raw, options)
const clock: ClockContext = { now: new Date('2024-05-15T10:20:30Z'), timeZone: 'UTC', weekStart: 0 }

describe('reading a value', () => {
  it('returns text unchanged, and null for an empty value', () => {
    expect(read({ type: 'text' }, ' {{ x }} ')).toBe(' {{ x }} ')
    expect(read({}, 5)).toBe('5')
    for (const none of ['', null, undefined, {}, [1, 2]]) expect(read({ type: 'text' }, none)).toBeNull()
  })

  it('parses numbers as float and returns null for infinite ones (PARAM-17)', () => {
    expect(read({ type: 'number' }, '1.50')).toBe(1.5)
    expect(read({ type: 'number' }, '12 apples')).toBe(12)
    expect(read({ type: 'number' }, 0)).toBe(0)
    for (const none of ['', 'x', 'NaN', 'Infinity', Number.NaN, Number.POSITIVE_INFINITY, null, true, [1], {}])
      expect(read({ type: 'number' }, none)).toBeNull()
  })

  it('keeps digits of a number that a double would lose', () => {
    expect(read({ type: 'number' }, '12345678901234567890')).toBe('12345678901234567890')
    expect(read({ type: 'number' }, '0.1')).toBe(0.1)
  })

  it('returns an option of the non-empty lines, or else the first one (PARAM-19, PARAM-20)', () => {
    const definition = { type: 'enum', enumOptions: 'a\n\n1\r\n' }
    expect(read(definition, '1')).toBe('1')
    expect(read(definition, 1)).toBe('1')
    expect(read(definition, '1\r')).toBe('a')
    for (const other of ['', 'b', null, {}]) expect(read(definition, other)).toBe('a')
    expect(read({ type: 'enum' }, 'a')).toBeNull()
  })

  it('returns a name of a table or column of its list, or else the first one (OPEN-203)', () => {
    const definition = { type: 'identifier', enumOptions: 'a\npublic.b' }
    expect(read(definition, 'public.b')).toBe('public.b')
    for (const other of ['', 'b', null]) expect(read(definition, other)).toBe('a')
    expect(read({ ...definition, optional: true }, '')).toBeNull()
  })

  it('keeps those of several values that are options (PARAM-21)', () => {
    const definition = { type: 'enum', enumOptions: 'a\nb', multiValuesOptions: {} }
    expect(read(definition, ['b', 'x', 'a'])).toEqual(['b', 'a'])
    expect(read(definition, 'b')).toEqual(['b'])
    expect(read(definition, ['x'])).toBeNull()
  })

  it('keeps the value of a dropdown until its options are known', () => {
    expect(read({ type: 'query', queryId: 1 }, 7)).toBe('7')
    expect(read({ type: 'query', queryId: 1 }, 'x', ['a', 'b'])).toBe('a')
    expect(read({ type: 'query', queryId: 1, multiValuesOptions: {} }, ['x', 'b'], ['a', 'b'])).toEqual(['b'])
    expect(read({ type: 'query', queryId: 1 }, 'x', [])).toBeNull()
  })

  it('treats an empty text as a value if it is an option of the dropdown (PARAM-14)', () => {
    const dropdown: Definition = { name: 'p', type: 'query', queryId: 1 }
    expect(readValue(dropdown, '', ['', 'a'])).toBe('')
    expect(readValue(dropdown, '', ['a'])).toBe('a')
    expect(readValue({ ...dropdown, multiValuesOptions: {} }, [''])).toEqual([''])
    expect(readValue({ ...dropdown, multiValuesOptions: {} }, [''], ['a'])).toBeNull()
    expect(readValue({ ...dropdown, multiValuesOptions: {} }, '')).toBeNull()
    const chosen = applyPending([withPending({ ...dropdown, value: 'a' }, '')])
    expect(missingMessage(chosen)).toBeNull()
    expect(runValues(chosen, clock)).toEqual({ p: '' })
  })

  it('formats dates to the precision of their type (PARAM-28)', () => {
    const raw = '2024-02-29T12:30:59.5'
    expect(read({ type: 'date' }, raw)).toBe('2024-02-29')
    expect(read({ type: 'datetime-local' }, raw)).toBe('2024-02-29 12:30')
    expect(read({ type: 'datetime-with-seconds' }, raw)).toBe('2024-02-29 12:30:59')
    expect(read({ type: 'datetime-with-seconds' }, '2024-02-29')).toBe('2024-02-29 00:00:00')
    const ends = { start: '2024-01-01', end: '2024-01-31 10:00' }
    expect(read({ type: 'date-range' }, ends)).toEqual({ start: '2024-01-01', end: '2024-01-31' })
    expect(read({ type: 'datetime-range' }, ends)).toEqual({ start: '2024-01-01 00:00', end: '2024-01-31 10:00' })
    expect(read({ type: 'datetime-range-with-seconds' }, Object.values(ends))).toEqual({
      start: '2024-01-01 00:00:00',
      end: '2024-01-31 10:00:00',
    })
  })

  it('returns null for dates and ranges that cannot be parsed (PARAM-26)', () => {
    const bad = [
      '',
      'x',
      '2023-02-29',
      '2024-13-01',
      '01/02/2024',
      '2024-1-1',
      '2024-01-01T10:00Z',
      5,
      {},
      ['2024-01-01'],
      'd_x',
    ]
    for (const raw of bad) {
      expect(read({ type: 'date' }, raw)).toBeNull()
      expect(read({ type: 'date-range' }, raw)).toBeNull()
    }
    expect(read({ type: 'date-range' }, { start: '2024-01-01' })).toBeNull()
    expect(read({ type: 'date-range' }, { start: '2024-01-01', end: 'x' })).toBeNull()
  })

  it('keeps the key of a dynamic value that fits the type (PARAM-30)', () => {
    expect(read({ type: 'date' }, 'd_yesterday')).toBe('d_yesterday')
    expect(read({ type: 'date-range' }, 'd_last_7_days')).toBe('d_last_7_days')
    expect(read({ type: 'date' }, 'd_last_7_days')).toBeNull()
    expect(read({ type: 'text' }, 'd_now')).toBe('d_now')
  })

  it('reads useCurrentDateTime as now if there is no value (PARAM-34)', () => {
    expect(read({ type: 'date', useCurrentDateTime: true }, null)).toBe('d_now')
    expect(read({ type: 'date', useCurrentDateTime: true }, '2024-01-01')).toBe('2024-01-01')
    expect(read({ type: 'date' }, null)).toBeNull()
  })

  it('leaves an optional parameter empty', () => {
    for (const type of ['text', 'number', 'enum', 'query', 'date', 'date-range'])
      for (const none of [null, undefined, '', []])
        expect(read({ type, enumOptions: 'a', optional: true, useCurrentDateTime: true }, none)).toBeNull()
  })
})

describe('a date input', () => {
  it('shows the format of the client config, or YYYY-MM-DD without one (PARAM-27)', () => {
    expect(inputFormat('day')).toBe('YYYY-MM-DD')
    expect(inputFormat('minute', 'DD/MM/YY')).toBe('DD/MM/YY HH:mm')
    expect(inputFormat('second', 'DD/MM/YY')).toBe('DD/MM/YY HH:mm:ss')
    expect(shownDate('minute', '2024-02-29 08:05', 'DD/MM/YY')).toBe('29/02/24 08:05')
    expect(shownDate('day', '2024-02-29')).toBe('2024-02-29')
    expect(shownDate('day', 'd_now')).toBe('d_now')
  })
})

describe('a typed value', () => {
  const number: Definition = { name: 'n', type: 'number', value: 1 }

  it('is pending until it is applied (PARAM-11)', () => {
    const typed = withPending(number, '2')
    expect(typed).toEqual({ ...number, pendingValue: 2 })
    expect(shownValue(typed)).toBe(2)
    expect(runValues([typed], clock)).toEqual({ n: 1 })
    expect(applyPending([typed])).toEqual([{ ...number, value: 2 }])
    expect(applyPending([number])).toEqual([number])
  })

  it('is counted until it is applied or reverted (EXEC-02)', () => {
    const typed = withPending(number, '2')
    expect(pendingCount([typed, number])).toBe(1)
    expect(pendingCount(applyPending([typed]))).toBe(0)
    expect(pendingCount([withPending(typed, '1')])).toBe(0)
    expect(withPending(typed, '1')).toEqual(number)
  })

  it('is pending even if it clears a parameter', () => {
    const emptied = withPending(number, '')
    expect(pendingCount([emptied])).toBe(1)
    expect(shownValue(emptied)).toBeNull()
    expect(applyPending([emptied])).toEqual([{ ...number, value: null }])
  })

  it('is kept and cannot be applied while it is a text that is no date (OPEN-770)', () => {
    const day: Definition = { name: 'day', type: 'date', value: '2024-05-01', optional: true }
    const typed = withPending(day, '2024-02-31')
    expect(typed).toEqual({ ...day, pendingValue: '2024-02-31' })
    expect([isUnreadable(typed), shownValue(typed), pendingCount([typed])]).toEqual([true, null, 1])
    expect(applyPending([typed])).toEqual([typed])
    expect(withPending(typed, '2024-05-01')).toEqual(day)
    for (const readable of ['', 'd_now', '2024-02-29', null]) expect(isUnreadable(withPending(day, readable))).toBe(false)
  })

  it('is compared as a whole', () => {
    const range: Definition = { name: 'r', type: 'date-range', value: { end: '2024-01-02', start: '2024-01-01' } }
    expect(pendingCount([withPending(range, { start: '2024-01-01', end: '2024-01-02' })])).toBe(0)
    expect(pendingCount([withPending(range, { start: '2024-01-01', end: '2024-01-03' })])).toBe(1)
    expect(pendingCount([withPending(range, 'd_today')])).toBe(1)
  })
})

describe('the values of a run', () => {
  it('contain dynamic values as the dates of that time (PARAM-33)', () => {
    const definitions = [
      { name: 'day', type: 'date', value: 'd_yesterday' },
      { name: 'days', type: 'date-range', value: 'd_this_month' },
    ]
    expect(runValues(definitions, clock)).toEqual({ day: '2024-05-14', days: { start: '2024-05-01', end: '2024-05-31' } })
    expect(runValues(definitions, { ...clock, now: new Date('2025-01-01T00:00:00Z') })).toEqual({
      day: '2024-12-31',
      days: { start: '2025-01-01', end: '2025-01-31' },
    })
  })

  it('contain lists as lists, and empty optional parameters as null', () => {
    const definitions = [
      { name: 'many', type: 'enum', enumOptions: 'a\nb', multiValuesOptions: {}, value: ['a'] },
      { name: 'maybe', type: 'number', optional: true },
      { name: 'needed', type: 'number' },
    ]
    expect(runValues(definitions, clock)).toEqual({ many: ['a'], maybe: null })
  })

  it('are refused at once if a required value is missing (PARAM-14)', () => {
    const definitions = [
      { name: 'a', type: 'text', value: '' },
      { name: 'b', type: 'number', value: 0 },
      { name: 'c', type: 'date', optional: true },
      { name: 'd', type: 'enum', multiValuesOptions: {}, enumOptions: 'x', value: [] },
    ]
    expect(missingParameters(definitions).map(({ name }) => name)).toEqual(['a', 'd'])
  })

  it('are refused with the titles of the missing parameters (PARAM-15)', () => {
    expect(missingMessage([{ name: 'order_date', type: 'date' }])).toBe('missing value for Order Date parameter.')
    expect(missingMessage([{ name: 'a', title: 'First' }, { name: 'b' }])).toBe('missing values for First, B parameters.')
    expect(missingMessage([{ name: 'a', value: 'x' }])).toBeNull()
  })
})

describe('a query-based dropdown', () => {
  it('reads the columns name and value in any case, or else the first column (OPEN-54)', () => {
    expect(dropdownColumns([{ name: 'id' }, { name: 'Value' }, { name: 'NAME' }])).toEqual({ name: 2, value: 1 })
    expect(dropdownColumns([{ name: 'city' }, { name: 'value' }])).toEqual({ name: 0, value: 1 })
    expect(dropdownColumns([{ name: 'city' }, { name: 'names' }])).toEqual({ name: 0, value: 0 })
    expect(dropdownColumns([])).toBeNull()
  })

  it('runs with the values of the parameters that it depends on', () => {
    const city: Definition = { name: 'city', type: 'query', queryId: 1, dependsOn: { country: 'land' } }
    expect(isDependent(city)).toBe(true)
    expect(dropdownValues(city, { land: 'DE', other: 1 })).toEqual({ country: 'DE' })
    expect(dropdownValues(city, { other: 1 })).toBeNull()
    expect(dropdownValues({ name: 'x', type: 'query' }, {})).toEqual({})
    expect(isDependent({ name: 'x', type: 'query' })).toBe(false)
  })
})

it('several values are quoted, unless the options are numbers or names (PARAM-48, OPEN-203)', () => {
  const quoteOf = (definition: Definition) => usualMultiValues(definition).prefix
  expect(quoteOf({ name: 'land', type: 'enum', enumOptions: 'DE\nFR' })).toBe("'")
  expect(quoteOf({ name: 'land', type: 'query', queryId: 1 })).toBe("'")
  expect(quoteOf({ name: 'year', type: 'enum', enumOptions: '2024\n-1.5' })).toBe('')
  expect(quoteOf({ name: 'zip', type: 'enum', enumOptions: '' })).toBe("'")
  expect(quoteOf({ name: 'column', type: 'identifier', enumOptions: 'a\nb' })).toBe('')
})
