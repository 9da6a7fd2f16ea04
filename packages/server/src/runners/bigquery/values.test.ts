import { describe, expect, it } from 'vitest'
import { cellOf, columnOf, type Field } from './values.ts'

const field = (type: string, more: Partial<Field> = {}): Field => ({ name: 'n', type, ...more })

describe('a column of BigQuery', () => {
  it.each([
    ['INTEGER', { as: 'integer' }],
    ['INT64', { as: 'integer' }],
    ['FLOAT', { as: 'float' }],
    ['FLOAT64', { as: 'float' }],
    ['NUMERIC', { as: 'decimal', digits: { precision: 38, scale: 9 } }],
    ['BIGNUMERIC', { as: 'decimal' }],
    ['BOOLEAN', { as: 'boolean' }],
    ['BOOL', { as: 'boolean' }],
    ['DATE', { as: 'date' }],
    ['DATETIME', { as: 'datetime' }],
    ['TIMESTAMP', { as: 'instant' }],
    ['RECORD', { as: 'json' }],
    ['STRUCT', { as: 'json' }],
    ['JSON', { as: 'json' }],
    ['STRING', { as: 'text' }],
    ['BYTES', { as: 'text' }],
  ])('of type %s is kept as %j', (type, kept) => {
    expect(columnOf(field(type))).toEqual({ name: 'n', sourceType: type, ...kept })
    expect(columnOf(field(type, { mode: 'REPEATED' }))).toEqual({ name: 'n', sourceType: `${type} REPEATED`, as: 'json' })
  })
})

describe('a value of BigQuery', () => {
  it.each([
    ['STRING', 'x', 'x'],
    ['INTEGER', '5', '5'],
    ['BOOLEAN', 'true', 'true'],
    ['BYTES', 'AQI=', Buffer.from([1, 2])],
    ['TIMESTAMP', '1709210096123456', '2024-02-29T12:34:56.123456Z'],
    ['TIMESTAMP', '-1', '1969-12-31T23:59:59.999999Z'],
    ['TIMESTAMP', '-1000000', '1969-12-31T23:59:59.000000Z'],
    ['STRING', null, null],
    ['TIMESTAMP', undefined, null],
  ])('of type %s that is written %j is %j', (type, written, value) => {
    expect(cellOf(field(type), written)).toEqual(value)
  })

  it('is a list where its column repeats', () => {
    const list = (type: string, ...written: unknown[]) =>
      cellOf(
        field(type, { mode: 'REPEATED' }),
        written.map((v) => ({ v })),
      )
    expect(list('INTEGER', '1', null, '9007199254740993')).toEqual([1, null, 9007199254740993n])
    expect([list('FLOAT', '1.5', 'NaN'), list('FLOAT64', '-2.5e3', 'Infinity')]).toEqual([
      [1.5, 'NaN'],
      [-2500, 'Infinity'],
    ])
    expect([list('BOOL', 'true', 'false'), list('BOOLEAN', 'true')]).toEqual([[true, false], [true]])
    expect([list('INT64', '2'), list('NUMERIC', '1.5'), list('BIGNUMERIC', '2.5')]).toEqual([[2], [1.5], [2.5]])
    expect(list('JSON', '{"a":[1]}')).toEqual([{ a: [1] }])
    expect(list('TIMESTAMP', '0')).toEqual(['1970-01-01T00:00:00.000000Z'])
    expect(list('STRING', 'x')).toEqual(['x'])
    expect(cellOf(field('STRING', { mode: 'REPEATED' }), 'x')).toEqual([])
    expect(cellOf(field('STRING', { mode: 'REPEATED' }), ['x', {}])).toEqual([null, null])
  })

  it('is an object where its column is a record, with records and lists inside', () => {
    const record = field('RECORD', {
      fields: [
        { name: 'id', type: 'INTEGER' },
        { name: 'tags', type: 'STRING', mode: 'REPEATED' },
        { name: 'inner', type: 'RECORD', fields: [{ name: 'ok', type: 'BOOL' }] },
      ],
    })
    const written = { f: [{ v: '7' }, { v: [{ v: 'a' }] }, { v: { f: [{ v: 'false' }] } }] }
    expect(cellOf(record, written)).toEqual({ id: 7, tags: ['a'], inner: { ok: false } })
    expect(cellOf({ ...record, mode: 'REPEATED' }, [{ v: written }, { v: null }])).toEqual([
      { id: 7, tags: ['a'], inner: { ok: false } },
      null,
    ])
    expect(cellOf(record, { f: [] })).toEqual({ id: null, tags: null, inner: null })
    for (const written of ['x', {}, { f: 'x' }]) expect(cellOf(record, written)).toEqual({ id: null, tags: null, inner: null })
  })
})
