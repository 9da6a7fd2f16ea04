import { describe, expect, it } from 'vitest'
import { columnOf, rowReader } from './columns.ts'

const column = (type: number, qualifiers = {}) => ({ name: 'c', type, qualifiers })
const values = (...list: unknown[]) => ({ values: list, nulls: Buffer.alloc(0) })
const json = (type: number, ...texts: string[]) =>
  rowReader([column(type)])([values(...texts.map((text) => Buffer.from(text)))]).flat()
const [ARRAY, MAP] = [10, 11]

describe('columns of Hive (OPEN-390)', () => {
  it('have the names of their types, with precision and length', () => {
    expect(columnOf(column(15, { precision: 10, scale: 2 }))).toEqual({
      ...{ name: 'c', sourceType: 'decimal(10,2)', as: 'decimal', digits: { precision: 10, scale: 2 } },
    })
    expect(columnOf(column(18, { characterMaximumLength: 9 }))).toEqual({ name: 'c', sourceType: 'varchar(9)', as: 'text' })
    expect(columnOf(column(4))).toEqual({ name: 'c', sourceType: 'bigint', as: 'integer' })
    expect(columnOf(column(99))).toEqual({ name: 'c', sourceType: '', as: 'text' })
  })

  it('are null where the bits say so, which may be fewer than the values', () => {
    const list = Array.from({ length: 10 }, (_, index) => BigInt(index))
    const rows = rowReader([column(4)])([{ values: list, nulls: Buffer.of(0b1000_0010) }])
    expect(rows.flat()).toEqual([0n, null, 2n, 3n, 4n, 5n, 6n, null, 8n, 9n])
  })

  it('have bytes as hexadecimal digits and texts as UTF-8', () => {
    const read = rowReader([column(9), column(7)])
    expect(read([values(Buffer.of(0, 255)), values(Buffer.from('ü'))])).toEqual([['00ff', 'ü']])
  })

  it('keep valid JSON as it is, digit by digit', () => {
    expect(json(ARRAY, '[9223372036854775807,1.50]', '["NaN",":a"]')).toEqual(['[9223372036854775807,1.50]', '["NaN",":a"]'])
  })

  it('quote what JSON does not have', () => {
    expect(json(MAP, '{1:"a:b",-2:null}', '{2024-01-01:[NaN,-Infinity,"x"]}', '{true:{"a b":Infinity}}')).toEqual([
      '{"1":"a:b","-2":null}',
      '{"2024-01-01":["NaN","-Infinity","x"]}',
      '{"true":{"a b":"Infinity"}}',
    ])
  })

  it('quote times, which Spark writes bare, but not those within texts (OPEN-533)', () => {
    expect(json(ARRAY, '[2024-01-01,null]', '{2024-01-01 10:00:00.5:["a: 2024-01-01"]}')).toEqual([
      '["2024-01-01",null]',
      '{"2024-01-01 10:00:00.5":["a: 2024-01-01"]}',
    ])
  })

  it('are texts within JSON if the server writes something else', () => {
    expect(json(ARRAY, '["a\u0001"}', '[')).toEqual(['"[\\"a\\u0001\\"}"', '"["'])
  })
})
