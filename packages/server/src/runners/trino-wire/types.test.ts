import { describe, expect, it } from 'vitest'
import { columnOf, readersOf } from './types.ts'

describe('a column of Trino', () => {
  it.each([
    ['boolean', { as: 'boolean' }],
    ['tinyint', { as: 'integer' }],
    ['smallint', { as: 'integer' }],
    ['integer', { as: 'integer' }],
    ['bigint', { as: 'integer' }],
    ['real', { as: 'float' }],
    ['double', { as: 'float' }],
    ['decimal(10,2)', { as: 'decimal', digits: { precision: 10, scale: 2 } }],
    ['decimal(10)', { as: 'decimal', digits: { precision: 10, scale: 0 } }],
    ['date', { as: 'date' }],
    ['timestamp', { as: 'datetime' }],
    ['timestamp(6)', { as: 'datetime' }],
    ['timestamp(7)', { as: 'text', type: 'datetime' }],
    ['timestamp with time zone', { as: 'text', type: 'datetime' }],
    ['timestamp(3) with time zone', { as: 'text', type: 'datetime' }],
    ['json', { as: 'json' }],
    ['array(bigint)', { as: 'json' }],
    ['array(decimal(10,2))', { as: 'json' }],
    ['map(varchar, array(bigint))', { as: 'json' }],
    ['row(x bigint, y varchar(5))', { as: 'json' }],
    ['varchar', { as: 'text' }],
    ['varchar(20)', { as: 'text' }],
    ['varbinary', { as: 'text' }],
    ['my array(x)', { as: 'text' }],
    ['interval day to second', { as: 'text' }],
    ['HyperLogLog', { as: 'text' }],
  ])('of type %s is kept as %j', (type, kept) => {
    expect(columnOf({ name: 'n', type })).toEqual({ name: 'n', sourceType: type, ...kept })
  })
})

describe('rows of Trino', () => {
  const columns = [
    { name: 'a', type: 'varchar' },
    { name: 'b', type: 'varbinary' },
  ]
  it('have bytes where they come as base64, and nothing else is changed', () => {
    expect(readersOf(columns)(['AQI=', 'AQI='])).toEqual(['AQI=', Buffer.from([1, 2])])
    expect(readersOf(columns)(['x', null])).toEqual(['x', null])
    const row = ['AQI=']
    expect(readersOf(columns.slice(0, 1))(row)).toBe(row)
  })
})
