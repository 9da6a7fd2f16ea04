import { describe, expect, it } from 'vitest'
import { jsonText } from '../values/cells.ts'
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
  it('have lists, maps and rows where they come as JSON text, at each level (OPEN-346)', () => {
    const read = (type: string, value: unknown) => jsonText(readersOf([{ name: 'a', type }])([value])[0])
    expect(read('array(bigint)', '[ 9007199254740993, null ]')).toBe('[9007199254740993,null]')
    expect(read('array(varchar)', '[ "[1, 2]" ]')).toBe('["[1, 2]"]')
    expect(read('row("a, (b" bigint,c array(varchar(5)),d decimal(5,2))', '[ 1, "[ \\"x\\" ]", "1.50" ]')).toBe(
      '[1,["x"],"1.50"]',
    )
    expect(read('map(integer,array(row(array(double))))', '{ "1" : "[ \\"[ \\\\\\"[ 0.5 ]\\\\\\" ]\\" ]", "2" : null }')).toBe(
      '{"1":[[[0.5]]],"2":null}',
    )
    expect(read('row(map(varchar,map(varchar,bigint)),timestamp with time zone)', ['{ "a" : "{ \\"b\\" : 1 }" }', 'now'])).toBe(
      '["{ \\"a\\" : \\"{ \\\\\\"b\\\\\\" : 1 }\\" }","now"]',
    )
  })

  it('have bytes where they come as base64, and nothing else is changed', () => {
    expect(readersOf(columns)(['AQI=', 'AQI='])).toEqual(['AQI=', Buffer.from([1, 2])])
    expect(readersOf(columns)(['x', null])).toEqual(['x', null])
    const row = ['AQI=']
    expect(readersOf(columns.slice(0, 1))(row)).toBe(row)
  })
})
