import { describe, expect, it } from 'vitest'
import { unescaped } from './escapes.ts'
import { jsonOf } from './nested-text.ts'
import { columnReader } from './types.ts'

describe('a column of ClickHouse', () => {
  it('of type BFloat16 is a column of numbers (OPEN-324)', () => {
    expect(columnReader('BFloat16').column).toMatchObject({ as: 'float' })
  })

  it.each([
    ['Int8', { as: 'integer' }],
    ['UInt32', { as: 'integer' }],
    ['Int64', { as: 'integer' }],
    ['UInt64', { as: 'decimal', digits: { precision: 20, scale: 0 } }],
    ['Int128', { as: 'decimal', digits: { precision: 39, scale: 0 } }],
    ['UInt128', { as: 'decimal', digits: { precision: 39, scale: 0 } }],
    ['Int256', { as: 'decimal', digits: { precision: 77, scale: 0 } }],
    ['UInt256', { as: 'decimal', digits: { precision: 78, scale: 0 } }],
    ['Float32', { as: 'float' }],
    ['Float64', { as: 'float' }],
    ['Decimal(9, 2)', { as: 'decimal', digits: { precision: 9, scale: 2 } }],
    ['Decimal32(3)', { as: 'decimal', digits: { precision: 9, scale: 3 } }],
    ['Decimal64(3)', { as: 'decimal', digits: { precision: 18, scale: 3 } }],
    ['Decimal128(3)', { as: 'decimal', digits: { precision: 38, scale: 3 } }],
    ['Decimal256(3)', { as: 'decimal', digits: { precision: 76, scale: 3 } }],
    ['Bool', { as: 'boolean' }],
    ['Date', { as: 'date' }],
    ['Date32', { as: 'date' }],
    ['DateTime', { as: 'datetime' }],
    ["DateTime('UTC')", { as: 'datetime' }],
    ["DateTime64(6, 'UTC')", { as: 'datetime' }],
    ['DateTime64(9)', { as: 'text', type: 'datetime' }],
    ['Array(Int8)', { as: 'json' }],
    ['Tuple(a Int8, b String)', { as: 'json' }],
    ['Map(String, Int8)', { as: 'json' }],
    ['Nested(a Int8)', { as: 'json' }],
    ['JSON', { as: 'json' }],
    ["Object('json')", { as: 'json' }],
    ['String', { as: 'text' }],
    ['UUID', { as: 'text' }],
    ['FixedString(4)', { as: 'text' }],
    ["Enum8('a' = 1)", { as: 'text' }],
    ['Nullable(Int32)', { as: 'integer' }],
    ['LowCardinality(Nullable(String))', { as: 'text' }],
    ['LowCardinality(Date)', { as: 'date' }],
    ['SimpleAggregateFunction(sum, Float64)', { as: 'float' }],
    ['SimpleAggregateFunction(max, Date)', { as: 'date' }],
    ['MyInt64', { as: 'text' }],
  ])('of type %s is kept as %j', (type, kept) => {
    expect(columnReader(type).column).toEqual({ ...kept, sourceType: type })
  })

  it('is read by its type', () => {
    const read = (type: string, field: string) => columnReader(type).read(field)
    expect(read('Int32', '5')).toBe('5')
    expect(read('String', String.raw`a\tb`)).toBe('a\tb')
    expect(read('FixedString(4)', String.raw`a\0b\0\0`)).toBe('a\0b')
    expect(read('Array(String)', "['a']")).toBe('["a"]')
    expect(read('JSON', String.raw`{"a":"x\\ty"}`)).toBe(String.raw`{"a":"x\ty"}`)
    expect(read('JSON', String.raw`{"a":"1\\/2\\\\/"}`)).toBe(String.raw`{"a":"1/2\\/"}`)
    expect(read('Nullable(FixedString(3))', String.raw`ab\0`)).toBe('ab')
  })
})

describe('a field of tab-separated values', () => {
  it('has the signs that its escapes stand for', () => {
    expect(unescaped(String.raw`\b\f\r\n\t\0\a\v\\\'\x41\q`)).toBe("\b\f\r\n\t\0\x07\v\\'Aq")
    expect(unescaped('plain')).toBe('plain')
    expect(unescaped('two\\\nlines')).toBe('two\nlines')
  })
})

describe('lists, tuples and maps as JSON', () => {
  it.each([
    ['[]', '[]'],
    ["[1,'a']", '[1,"a"]'],
    ["(1,'it''s', 'a\\'b')", '[1,"it\'s","a\'b"]'],
    ["{'a':1,2:[NULL,true,false]}", '{"a":1,"2":[null,true,false]}'],
    ['[12345678901234567890,-0.5,1e5,1E-7]', '[12345678901234567890,-0.5,1e5,1E-7]'],
    ['[nan,inf,01,1.,+1,NULLS]', '["nan","inf","01","1.","+1","NULLS"]'],
    ['[2024-01-01]', '["2024-01-01"]'],
    ["['a\\nb']", '["a\\nb"]'],
    ["['open]", '"[\'open]"'],
  ])('%s is %s', (literal, json) => {
    expect(jsonOf(literal)).toBe(json)
    expect(() => JSON.parse(jsonOf(literal))).not.toThrow()
  })
})

describe('the nested values of ClickHouse', () => {
  it.each([
    ['maps with numbers as keys', "{1:'a',-2:'b'}", { 1: 'a', '-2': 'b' }],
    ['maps inside of lists', "[{'k':1},{'l':2}]", [{ k: 1 }, { l: 2 }]],
    ['texts that look like keys', "['Mon,10:30','{1:2']", ['Mon,10:30', '{1:2']],
    ['keys and values that look like keys', "{'at,12:30':'from,9:15'}", { 'at,12:30': 'from,9:15' }],
  ])('are JSON: %s', (_, literal, value) => {
    expect(JSON.parse(jsonOf(literal))).toEqual(value)
  })
})

describe('documents in values of ClickHouse (OPEN-811)', () => {
  it.each([
    ['Array(JSON)', `['{"a":1}',NULL,'{}']`, '[{"a":1},null,{}]'],
    ['Array(Nullable(JSON(a UInt8, max_dynamic_paths=1)))', `['{"a":1}']`, '[{"a":1}]'],
    ['Map(String, JSON)', `{'{"k":1}':'{"a":1}','l':'{}'}`, '{"{\\"k\\":1}":{"a":1},"l":{}}'],
    ['Tuple(`a JSON, b` String, doc JSON, c String)', `('{}','{}','{}')`, '["{}",{},"{}"]'],
    ['Nested(k String, doc JSON)', `[('{}','{"a":[1,{}]}'),('x','{}')]`, '[["{}",{"a":[1,{}]}],["x",{}]]'],
    [
      'Array(Tuple(Array(String), Map(String, Array(JSON))))',
      `[(['{}'],{'k':['{}','{}']}),([],{})]`,
      '[[["{}"],{"k":[{},{}]}],[[],{}]]',
    ],
    ["Tuple(Enum8('JSON' = 1), Variant(String, JSON))", `('JSON','{}')`, '["JSON","{}"]'],
  ])('are documents by the type %s', (type, literal, json) => {
    expect(columnReader(type).read(literal)).toBe(json)
  })
})
