import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Definition } from './definition.ts'
import { rawUrlValues, toUrlQuery, undeclaredUrlValues, urlQueryOf, withUrlValues } from './url-values.ts'

const range: Definition = { name: 'days', type: 'date-range', value: { start: '2020-01-01', end: '2020-01-02' } }
const several: Definition = { name: 's', type: 'enum', enumOptions: 'a\nb', multiValuesOptions: {}, value: ['a'] }
const valueFrom = (definition: Definition, url: Record<string, unknown>) => withUrlValues([definition], url)[0]?.value

describe('reading a URL', () => {
  it('takes values with the prefix p_ (PARAM-35)', () => {
    expect(valueFrom({ name: 'a' }, { p_a: 'x', a: 'y' })).toBe('x')
    expect(valueFrom({ name: 'n', type: 'number' }, { p_n: '1.5' })).toBe(1.5)
    expect(valueFrom({ name: 'd', type: 'date' }, { p_d: 'd_yesterday' })).toBe('d_yesterday')
    expect(valueFrom({ name: 'a', value: 'stored' }, {})).toBe('stored')
  })

  it('accepts both forms of ranges, JSON lists and the prefix of a widget (OPEN-37)', () => {
    const both = { start: '2024-01-01', end: '2024-01-31' }
    expect(valueFrom(range, { p_days: '2024-01-01--2024-01-31' })).toEqual(both)
    expect(valueFrom(range, { 'p_days.start': both.start, 'p_days.end': both.end })).toEqual(both)
    expect(valueFrom(range, { p_days: 'd_last_week' })).toBe('d_last_week')
    expect(valueFrom(several, { p_s: '["b","a"]' })).toEqual(['b', 'a'])
    expect(valueFrom(several, { p_s: ['b'] })).toEqual(['b'])
    expect(valueFrom(several, { p_s: 'b' })).toEqual(['b'])
    expect(valueFrom({ name: 'w12_a' }, { p_w12_a: 'x', p_a: 'y' })).toBe('x')
  })

  it('falls back to the declared value if a value is invalid (PARAM-37)', () => {
    expect(valueFrom({ name: 'n', type: 'number', value: 7 }, { p_n: 'x' })).toBe(7)
    for (const type of ['enum', 'identifier'])
      expect(valueFrom({ name: 'e', type, enumOptions: 'a\nb', value: 'b' }, { p_e: 'c' }), type).toBe('b')
    expect(valueFrom({ name: 'd', type: 'date', value: '2020-01-01' }, { p_d: '2023-02-29' })).toBe('2020-01-01')
    for (const bad of ['x', '2024-01-01', '2024-01-01--', '2024-01-01--2024-01-02--2024-01-03', '{}'])
      expect(valueFrom(range, { p_days: bad })).toEqual(range.value)
    expect(valueFrom(range, { 'p_days.start': '2024-01-01' })).toEqual(range.value)
    for (const bad of ['["c"]', '{"a":1}', '[', '']) expect(valueFrom(several, { p_s: bad })).toEqual(['a'])
    expect(valueFrom({ name: 'constructor', value: 'x' }, {})).toBe('x')
  })

  it('swaps the ends of a range that ends before it starts (PARAM-35, OPEN-37)', () => {
    const inOrder = { start: '2024-01-01', end: '2024-01-02' }
    expect(valueFrom(range, { 'p_days.start': inOrder.end, 'p_days.end': inOrder.start })).toEqual(inOrder)
    expect(valueFrom(range, { p_days: '2024-01-02--2024-01-01' })).toEqual(inOrder)
    const times: Definition = { name: 't', type: 'datetime-range' }
    expect(valueFrom(times, { p_t: '2024-01-01 09:30--2024-01-01' })).toEqual({
      start: '2024-01-01 00:00',
      end: '2024-01-01 09:30',
    })
  })

  it('accepts an empty text as an option of a dropdown', () => {
    const dropdown: Definition = { name: 'q', type: 'query', value: 'a' }
    expect(urlQueryOf([{ ...dropdown, value: '' }])).toEqual({ p_q: '' })
    expect(valueFrom(dropdown, { p_q: '' })).toBe('')
    expect(valueFrom({ ...dropdown, multiValuesOptions: {}, value: ['a'] }, { p_q: '' })).toEqual(['a'])
  })

  it('clears an optional parameter', () => {
    expect(valueFrom({ name: 'a', value: 'x', optional: true }, { p_a: '' })).toBeNull()
    expect(valueFrom({ name: 'a', value: 'x' }, { p_a: '' })).toBe('x')
  })
})

describe('writing a URL', () => {
  it('writes the applied values: ranges as two keys, lists as JSON, dynamic values by name (PARAM-36, PARAM-38, OPEN-37)', () => {
    const definitions: Definition[] = [
      { name: 'a', value: 'x & y', pendingValue: 'z' },
      { name: 'n', type: 'number', value: 0 },
      range,
      several,
      { name: 'd', type: 'date', value: 'd_now' },
      { name: 'none', type: 'date' },
      { name: 'maybe', optional: true, value: null },
    ]
    expect(urlQueryOf(definitions)).toEqual({
      p_a: 'x & y',
      p_n: '0',
      'p_days.start': '2020-01-01',
      'p_days.end': '2020-01-02',
      p_s: '["a"]',
      p_d: 'd_now',
      p_maybe: '',
    })
  })

  it('writes values that are read back unchanged (OPEN-37)', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const definition = fc.oneof(
      fc.string({ minLength: 1 }).map((value): Definition => ({ name: 'p', value })),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((value): Definition => ({ name: 'p', type: 'number', value: value + 0 })),
      fc
        .subarray(['a', '--', '"', ','], { minLength: 1 })
        .map((value): Definition => ({ name: 'p', type: 'enum', enumOptions: 'a\n--\n"\n,', multiValuesOptions: {}, value })),
      fc.tuple(day, day).map(([start, end]): Definition => {
        const [one = '', other = ''] = [start, end].map((date) => date.toISOString().slice(0, 10)).sort()
        return { name: 'p', type: 'date-range', value: { start: one, end: other } }
      }),
    )
    fc.assert(
      fc.property(definition, (written) => {
        const search = new URLSearchParams(urlQueryOf([written])).toString()
        const url = Object.fromEntries(new URLSearchParams(search))
        expect(valueFrom({ ...written, value: null }, url)).toEqual(written.value)
      }),
    )
  })
})

describe('a list that is too long for a URL', () => {
  const many = (count: number): Definition => ({
    name: 'many',
    type: 'query',
    multiValuesOptions: {},
    value: Array.from({ length: count }, (_, at) => `customer ${at}`),
  })

  it('is left out, while the other values are written', () => {
    expect(Object.keys(urlQueryOf([many(3), { name: 'n', type: 'number', value: 1 }]))).toEqual(['p_many', 'p_n'])
    expect(urlQueryOf([many(50_000), { name: 'n', type: 'number', value: 1 }])).toEqual({ p_n: '1' })
  })
})

describe('reading a URL on the server', () => {
  it('returns undeclared values unchanged', () => {
    const url = { p_a: 'x', 'p_r.start': '1', 'p_r.end': '2', 'p_constructor.start': '3', q: 'no' }
    expect(undeclaredUrlValues(url)).toEqual({ a: 'x', r: { start: '1', end: '2' }, constructor: { start: '3' } })
  })

  it('returns the values of a dropdown by its parameters, without checking them', () => {
    const definitions: Definition[] = [range, several, { name: 'n', type: 'number' }, { name: 'absent' }]
    const values = { days: { start: '2024-01-01', end: '2024-01-02' }, s: ['b'], n: 'x' }
    expect(rawUrlValues(definitions, toUrlQuery(values))).toEqual(values)
    expect(toUrlQuery({ maybe: null })).toEqual({ p_maybe: '' })
  })
})
