import { describe, expect, it } from 'vitest'
import { cellOf, columnOf } from './values.ts'

const typed = (type: string, more = {}) =>
  ({ name: 'N', type, precision: null, scale: null, ...more }) as Parameters<typeof cellOf>[0]

describe('a column of Snowflake', () => {
  it.each([
    ['REAL', { as: 'float' }],
    ['FLOAT', { as: 'float' }],
    ['DECFLOAT', { as: 'decimal' }],
    ['BOOLEAN', { as: 'boolean' }],
    ['DATE', { as: 'date' }],
    ['TIMESTAMP_NTZ', { as: 'datetime' }],
    ['TIMESTAMP_LTZ', { as: 'instant' }],
    ['TIMESTAMP_TZ', { as: 'instant' }],
    ['VARIANT', { as: 'json' }],
    ['OBJECT', { as: 'json' }],
    ['ARRAY', { as: 'json' }],
    ['MAP', { as: 'json' }],
    ['VECTOR', { as: 'json' }],
    ['TEXT', { as: 'text' }],
    ['TIME', { as: 'text' }],
  ])('of type %s is kept as %j', (type, kept) => {
    expect(columnOf(typed(type), false)).toEqual({ name: 'N', sourceType: type, ...kept })
    expect(columnOf(typed(type.toLowerCase()), true)).toEqual({ name: 'n', sourceType: type.toLowerCase(), ...kept })
  })

  it.each([
    [{ precision: 18, scale: 0 }, { as: 'integer' }],
    [
      { precision: 19, scale: 0 },
      { as: 'decimal', digits: { precision: 19, scale: 0 } },
    ],
    [
      { precision: 10, scale: 2 },
      { as: 'decimal', digits: { precision: 10, scale: 2 } },
    ],
    [{}, { as: 'decimal', digits: { precision: 38, scale: 0 } }],
  ])('of numbers is kept by its digits: %j', (digits, kept) => {
    for (const type of ['FIXED', 'NUMBER']) expect(columnOf(typed(type, digits), false)).toMatchObject(kept)
  })
})

describe('a value of Snowflake', () => {
  it.each([
    ['date', '0', '1970-01-01'],
    ['date', '-1', '1969-12-31'],
    ['DATE', '19782', '2024-02-29'],
    ['time', '45296.500000000', '12:34:56.5'],
    ['time', '0', '00:00:00'],
    ['timestamp_ntz', '1709210096.123000000', '2024-02-29T12:34:56.123'],
    ['timestamp_ntz', '1709210096.050000000', '2024-02-29T12:34:56.05'],
    ['timestamp_ntz', '1709210096.100200000', '2024-02-29T12:34:56.1002'],
    ['timestamp_ntz', '1709210096', '2024-02-29T12:34:56'],
    ['timestamp_ntz', '1709210096.1234567891', '2024-02-29T12:34:56.123456789'],
    ['timestamp_ntz', '-0.500000000', '1969-12-31T23:59:59.5'],
    ['timestamp_ntz', '-1.000000000', '1969-12-31T23:59:59'],
    ['timestamp_ltz', '1709210096.5', '2024-02-29T12:34:56.5Z'],
    ['TIMESTAMP_TZ', '1709210096.000000000 1500', '2024-02-29T12:34:56Z'],
    ['text', '19782', '19782'],
    ['fixed', '1.50', '1.50'],
  ])('of type %s that is written %s is %s', (type, written, value) => {
    expect(cellOf(typed(type), written)).toBe(value)
  })

  it('is nothing where it is null, whatever its type', () => {
    expect([cellOf(typed('date'), null), cellOf(typed('time'), null), cellOf(typed('text'), null)]).toEqual([null, null, null])
  })
})
