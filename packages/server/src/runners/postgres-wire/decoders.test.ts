import { describe, expect, it } from 'vitest'
import { ColumnBuffer } from '../sql/column-buffer.ts'
import { arrayToJson, rangeToText } from './array-range-text.ts'
import type { Decoder } from './decoders.ts'
import * as binary from './decoders.ts'
import * as text from './text-decoders.ts'

/** Values in wire format: each preceded by its length, -1 for null. They stand between others that are not decoded. */
function decoded(decode: Decoder, values: (Buffer | string | null)[], firstRow = 0) {
  const parts: Buffer[] = []
  const fields = new Int32Array(values.length + 2)
  let at = 0
  for (const [index, value] of ['before', ...values, 'after'].entries()) {
    const bytes = value === null ? Buffer.alloc(0) : Buffer.from(value)
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === null ? -1 : bytes.length)
    parts.push(length, bytes)
    fields[index] = value === null ? -1 : at + 4
    at += 4 + bytes.length
  }
  const bytes = Buffer.concat(parts)
  const out = new ColumnBuffer()
  decode(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), fields, 1, values.length + 1, firstRow, out)
  const vector = out.take(firstRow + values.length)
  const view = new DataView(vector.values.buffer, vector.values.byteOffset, vector.values.byteLength)
  const nulls = [...(vector.validity ?? [])].flatMap((valid, row) => (valid === 0 ? [row] : []))
  return { view, nulls }
}
const every = <Value>({ view }: { view: DataView }, size: number, read: (view: DataView, at: number) => Value) =>
  Array.from({ length: view.byteLength / size }, (_, index) => read(view, index * size))
const int32s = (column: { view: DataView }) => every(column, 4, (view, at) => view.getInt32(at, true))
const int64s = (column: { view: DataView }) => every(column, 8, (view, at) => view.getBigInt64(at, true))
const doubles = (column: { view: DataView }) => every(column, 8, (view, at) => view.getFloat64(at, true))
const bytes = (column: { view: DataView }) => every(column, 1, (view, at) => view.getUint8(at))
const decimals = (column: { view: DataView }) =>
  every(column, 16, (view, at) => (view.getBigInt64(at) << 64n) + view.getBigUint64(at + 8))
function texts({ view }: { view: DataView }): string[] {
  const found: string[] = []
  for (let at = 0; at < view.byteLength; ) {
    const length = view.getUint32(at, true)
    found.push(Buffer.from(view.buffer, view.byteOffset + at + 4, length).toString())
    at += 4 + length
  }
  return found
}

const words = (...numbers: number[]) => {
  const buffer = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) buffer.writeUInt16BE(number & 0xffff, index * 2)
  return buffer
}
const big = (number: bigint) => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigInt64BE(number)
  return buffer
}
const int = (number: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(number)
  return buffer
}
const micros = (iso: string) => BigInt(Date.parse(iso)) * 1000n

describe('decoding binary values', () => {
  it('reads integers of 16, 32 and 64 bits, and doubles', () => {
    expect(int32s(decoded(binary.int16, [words(5), words(-32768), words(32767)]))).toEqual([5, -32768, 32767])
    expect(int32s(decoded(binary.int32, [int(5), int(-2147483648)]))).toEqual([5, -2147483648])
    expect(int64s(decoded(binary.eightBytes, [big(-1n), big(2n ** 63n - 1n)]))).toEqual([-1n, 2n ** 63n - 1n])
    const double = Buffer.alloc(8)
    double.writeDoubleBE(-0.1)
    expect(doubles(decoded(binary.eightBytes, [double]))).toEqual([-0.1])
    expect(int64s(decoded(binary.uint32, [int(-1), int(7)]))).toEqual([4294967295n, 7n])
    expect(doubles(decoded(binary.floatText, ['0.1', '-Infinity']))).toEqual([0.1, Number.NEGATIVE_INFINITY])
    expect(bytes(decoded(binary.boolean, [Buffer.from([1]), Buffer.from([0])]))).toEqual([1, 0])
  })

  it.each<[string, Decoder, Buffer]>([
    ['int16', binary.int16, words(1)],
    ['int32', binary.int32, int(1)],
    ['int64', binary.eightBytes, big(1n)],
    ['timestamp', binary.microseconds, big(1n)],
    ['text', binary.text, Buffer.from('x')],
    ['bytea', binary.hex, Buffer.from('x')],
  ])('stores no bytes for a null, and marks its row in the batch: %s', (_, decode, value) => {
    const column = decoded(decode, [value, null, value], 5)
    expect(column.nulls).toEqual([6])
    expect(column.view.byteLength).toBe(2 * decoded(decode, [value]).view.byteLength)
  })

  const eight = Buffer.alloc(8)
  it.each<[string, Decoder, Buffer | string, number]>([
    ['boolean', binary.boolean, Buffer.from([1]), 1],
    ['int16', binary.int16, words(1), 4],
    ['int32', binary.int32, int(1), 4],
    ['oid', binary.uint32, int(1), 8],
    ['int64', binary.eightBytes, eight, 8],
    ['timestamp', binary.microseconds, eight, 8],
    ['date', binary.date, int(1), 4],
    ['float4', binary.floatText, '1', 8],
    ['numeric(1, 0)', binary.decimal(0, { count: 0 }), words(0, 0, 0, 0), 16],
    ['numeric', binary.digits, words(0, 0, 0, 0), 4 + 1],
    ['text', binary.text, 'x', 4 + 1],
    ['jsonb', binary.jsonb, '\u00011', 4 + 1],
    ['bytea', binary.hex, 'x', 4 + 2],
    ['uuid', binary.uuid, Buffer.alloc(16), 4 + 36],
    ['integer[]', binary.array('number'), '{}', 4 + 2],
    ['int4range', binary.range, '[1,2)', 4 + 6],
    ['boolean in text', text.boolean, 't', 1],
    ['int32 in text', text.int32, '1', 4],
    ['int64 in text', text.int64, '1', 8],
    ['double in text', text.double, '1', 8],
    ['numeric in text', text.digits, '1', 4 + 1],
    ['numeric(1, 0) in text', text.decimal({ count: 0 }), '1', 16],
    ['bytea in text', text.hex, '\\x00', 4 + 2],
    ['array in text', text.array('text'), '{}', 4 + 2],
    ['date in text', text.date, '10000-01-01', 4],
    ['timestamp in text', text.microseconds, '2024-02-29 12:34:56', 8],
  ])('has room for any number of values, and takes none of them for a null: %s', (_, decode, value, size) => {
    const column = decoded(decode, Array(3000).fill(value), 5)
    expect([column.view.byteLength, column.nulls]).toEqual([3000 * size, []])
  })

  it('has room for a text of any length', () => {
    for (let length = 1000; length < 1030; length++) {
      const value = 'x'.repeat(length)
      expect(texts(decoded(binary.text, [value, 'end']))).toEqual([value, 'end'])
      expect(texts(decoded(binary.hex, [value]))).toEqual([Buffer.from(value).toString('hex')])
    }
  })

  it('reads dates as days since 1970, and infinities as the ends of the range', () => {
    expect(int32s(decoded(binary.date, [int(0), int(-10_957), int(0x7fffffff), int(-0x80000000)]))).toEqual([
      10_957, 0, 0x7fffffff, -0x7fffffff,
    ])
  })

  it('reads timestamps as microseconds since 1970, and infinities as the ends of the range', () => {
    const since2000 = (iso: string) => big(micros(iso) - micros('2000-01-01'))
    const times = ['1970-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2000-01-01T00:00:00Z', '2024-02-29T12:34:56Z']
    expect(int64s(decoded(binary.microseconds, times.map(since2000)))).toEqual(times.map(micros))
    expect(int64s(decoded(binary.microseconds, [big(2n ** 63n - 1n), big(-(2n ** 63n)), big(-(2n ** 63n) + 1n)]))).toEqual([
      2n ** 63n - 1n,
      -(2n ** 63n) + 1n,
      -(2n ** 63n) + 1n + micros('2000-01-01'),
    ])
  })

  it('reads timestamps at the limits of the words that they are made of', () => {
    const times = [2n ** 32n - 1n, 2n ** 32n, -1n, 0n, 2n ** 63n - 2n ** 32n, 2n ** 63n - 1n]
    const sent = times.map((time) => big(time - micros('2000-01-01')))
    expect(int64s(decoded(binary.microseconds, sent))).toEqual(times)
  })

  it('reads strings of any length, one after another', () => {
    const long = [1, 3, 4, 5, 95, 96, 97, 2000].map((length) => 'é'.repeat(length))
    expect(texts(decoded(binary.text, ['', ...long, 'end']))).toEqual(['', ...long, 'end'])
    expect(texts(decoded(binary.jsonb, ['\u0001{"a":1}', '\u0001[]']))).toEqual(['{"a":1}', '[]'])
  })

  it('reads bytes and UUIDs as hexadecimal', () => {
    expect(texts(decoded(binary.hex, [Buffer.from([0x00, 0x9f, 0xff]), Buffer.alloc(0)]))).toEqual(['009fff', ''])
    const uuid = Buffer.from('550e8400e29b41d4a716446655440000', 'hex')
    expect(texts(decoded(binary.uuid, [uuid, uuid]))).toEqual(Array(2).fill('550e8400-e29b-41d4-a716-446655440000'))
  })

  it('reads arrays as JSON', () => {
    expect(texts(decoded(binary.array('number'), ['{1,NULL}', '{}']))).toEqual(['[1,null]', '[]'])
  })
})

describe('decoding binary numerics', () => {
  const POSITIVE = 0
  const NEGATIVE = 0x4000
  /** @param weight of the first base-10000 digit */
  const numeric = (sign: number, weight: number, scale: number, ...digits: number[]) =>
    words(digits.length, weight, sign, scale, ...digits)

  function wholeNumeric(number: bigint): Buffer {
    const size = String(number < 0n ? -number : number)
    const groups = size.padStart(Math.ceil(size.length / 4) * 4, '0').match(/.{4}/g) ?? []
    return numeric(number < 0n ? NEGATIVE : POSITIVE, groups.length - 1, 0, ...groups.map(Number))
  }

  it('writes all decimals', () => {
    const values = [
      numeric(POSITIVE, 0, 0),
      numeric(POSITIVE, 0, 2),
      numeric(POSITIVE, 0, 2, 12, 5000),
      numeric(NEGATIVE, 0, 2, 12, 5000),
      numeric(POSITIVE, 1, 0, 1, 2345),
      numeric(POSITIVE, 2, 0, 7),
      numeric(POSITIVE, -1, 4, 7),
      numeric(NEGATIVE, -2, 7, 1230),
      numeric(POSITIVE, 1, 4, 1234, 5678, 9),
      numeric(POSITIVE, 0, 1, 9999, 9000),
      numeric(POSITIVE, 0, 5, 3, 1415, 9000),
    ]
    const shown = [
      '0',
      '0.00',
      '12.50',
      '-12.50',
      '12345',
      '700000000',
      '0.0007',
      '-0.0000123',
      '12345678.0009',
      '9999.9',
      '3.14159',
    ]
    expect(texts(decoded(binary.digits, values))).toEqual(shown)
  })

  it('writes NaN and infinities', () => {
    expect(texts(decoded(binary.digits, [numeric(0xc000, 0, 0), numeric(0xd000, 0, 0), numeric(0xf000, 0, 0)]))).toEqual([
      'NaN',
      'Infinity',
      '-Infinity',
    ])
    const strange = { count: 0 }
    expect(decoded(binary.decimal(2, strange), [numeric(0xc000, 0, 0), numeric(POSITIVE, 0, 2, 1), null]).nulls).toEqual([0, 2])
    expect(strange.count).toBe(1)
    expect(decoded(binary.decimal(2, strange), [numeric(POSITIVE, 0, 2, 1), numeric(0xd000, 0, 0)], 5).nulls).toEqual([6])
    expect(strange.count).toBe(2)
  })

  it('writes whole numbers without leading zeros, and as many zeros as their weight and scale say', () => {
    const values = [10, 100, 1000, 1009, 9, 9999].map((digit) => numeric(POSITIVE, 0, 0, digit))
    expect(texts(decoded(binary.digits, values))).toEqual(['10', '100', '1000', '1009', '9', '9999'])
    // A null follows, whose length is -1.
    expect(texts(decoded(binary.digits, [numeric(POSITIVE, 1, 2, 7), null]))).toEqual(['70000.00'])
    expect(decimals(decoded(binary.decimal(2, { count: 0 }), [numeric(POSITIVE, 1, 2, 7), null]))).toEqual([7_000_000n])
  })

  it('has room for all digits', () => {
    expect(texts(decoded(binary.digits, [numeric(POSITIVE, 999, 0, 7)]))).toEqual([`7${'0'.repeat(3996)}`])
    for (let decimals = 1000; decimals < 1030; decimals++)
      expect(texts(decoded(binary.digits, [numeric(NEGATIVE, 0, decimals, 1234)]))).toEqual([`-1234.${'0'.repeat(decimals)}`])
  })

  it('scales to the decimals of the column', () => {
    const strange = { count: 0 }
    const scaled = (scale: number, ...values: Buffer[]) => decimals(decoded(binary.decimal(scale, strange), values))
    expect(scaled(2, numeric(POSITIVE, 0, 2, 12, 5000), numeric(NEGATIVE, 0, 2, 12, 5000), numeric(POSITIVE, 0, 2))).toEqual([
      1250n,
      -1250n,
      0n,
    ])
    expect(scaled(0, numeric(POSITIVE, 1, 0, 1, 2345), numeric(NEGATIVE, 0, 0, 7))).toEqual([12345n, -7n])
    expect(scaled(5, numeric(POSITIVE, -1, 5, 1, 2000), numeric(POSITIVE, -2, 5, 3000))).toEqual([12n, 3n])
    expect(scaled(4, numeric(POSITIVE, 0, 4, 1, 2345))).toEqual([12345n])
    expect(strange.count).toBe(0)
  })

  it.each([
    [2, [9999, 9999, 9999, 9999, 9999], 4],
    [3, [1, 0, 0, 0, 1, 5000], 4],
    [0, [42, 9496, 7296], 2],
    [1, [1844, 6744, 737, 955, 1616], 4],
    [8, [12, 3456, 7890, 1234, 5678, 9012, 3456], 4],
  ])('keeps every digit beyond what a double holds, with either sign (scale %i)', (scale, digits, weight) => {
    const whole = BigInt(digits.map((digit) => String(digit).padStart(4, '0')).join(''))
    const shift = BigInt(scale) - BigInt(4 * (digits.length - 1 - weight))
    const expected = shift >= 0n ? whole * 10n ** shift : whole / 10n ** -shift
    const values = [POSITIVE, NEGATIVE].map((sign) => numeric(sign, weight, scale, ...digits))
    expect(decimals(decoded(binary.decimal(scale, { count: 0 }), values))).toEqual([expected, -expected])
  })

  it('propagates the carry of the sign through the words of a number', () => {
    const [first, second, third] = [2n ** 32n, 2n ** 64n, 2n ** 96n]
    const sizes = [
      1n,
      first,
      second,
      third,
      third - second + 1n,
      third - second + first,
      third - first + 1n,
      second - first + 1n,
    ]
    const numbers = sizes.flatMap((size) => [size - 1n, size, size + 1n, 1n - size, -size, -1n - size])
    const all = [...numbers, 10n ** 38n - 1n, 1n - 10n ** 38n]
    expect(decimals(decoded(binary.decimal(0, { count: 0 }), all.map(wholeNumeric)))).toEqual(all)
  })
})

describe('decoding text values', () => {
  it('reads booleans, bytes and numbers', () => {
    expect(bytes(decoded(text.boolean, ['t', 'f']))).toEqual([1, 0])
    expect(int32s(decoded(text.int32, ['5', null, '-7']))).toEqual([5, -7])
    expect(int64s(decoded(text.int64, ['9223372036854775807']))).toEqual([2n ** 63n - 1n])
    expect(doubles(decoded(text.double, ['NaN', '0.1']))).toEqual([Number.NaN, 0.1])
    expect(texts(decoded(text.digits, ['1.50']))).toEqual(['1.50'])
    expect(texts(decoded(text.hex, ['\\x00ff', '\\x']))).toEqual(['00ff', ''])
    expect(texts(decoded(text.array('text'), ['{a}']))).toEqual(['["a"]'])
  })

  it('reads decimals, and counts those that are not numbers as nulls', () => {
    const strange = { count: 0 }
    const column = decoded(text.decimal(strange), ['12.50', 'NaN', '-0.01', null, '9.99', 'Infinity'], 2)
    expect([decimals(column), column.nulls, strange.count]).toEqual([[1250n, -1n, 999n], [3, 5, 7], 2])
  })

  it('reads dates, also BC and infinite ones', () => {
    const days = [
      '1970-01-01',
      '2024-02-29',
      '0001-01-01',
      '0001-12-31 BC',
      '0044-03-15 BC',
      '10000-01-01',
      'infinity',
      '-infinity',
    ]
    const [y1, y10000] = [-719_162, 2_932_897]
    expect(int32s(decoded(text.date, days))).toEqual([0, 19_782, y1, y1 - 1, -735_160, y10000, 0x7fffffff, -0x7fffffff])
  })

  it('reads timestamps with and without a time zone', () => {
    const times = [
      '2024-02-29 12:34:56',
      '2024-02-29 12:34:56.5',
      '2024-02-29 12:34:56.123456+00',
      '2024-02-29 12:34:56+05:30',
      '2024-02-29 12:34:56-02:30:15',
      '1969-12-31 23:59:59.999999',
      '0001-12-31 23:59:59 BC',
      'infinity',
      '-infinity',
    ]
    const noon = micros('2024-02-29T12:34:56Z')
    expect(int64s(decoded(text.microseconds, times))).toEqual([
      noon,
      noon + 500_000n,
      noon + 123_456n,
      noon - 19_800_000_000n,
      noon + 9_015_000_000n,
      -1n,
      micros('0001-01-01T00:00:00Z') - 1_000_000n,
      2n ** 63n - 1n,
      -(2n ** 63n) + 1n,
    ])
  })

  it('reads a timestamp in an unknown format as null', () => {
    expect(decoded(text.microseconds, ['29.02.2024 12:34', 'x 2024-02-29 12:34:56', '2024-02-29 12:34:56 CET']).nulls).toEqual([
      0, 1, 2,
    ])
  })

  it('cuts decimals beyond microseconds, which other servers send', () => {
    expect(int64s(decoded(text.microseconds, ['1970-01-01 00:00:01.123456789']))).toEqual([1_123_456n])
  })

  it('limits timestamps to 64 bits', () => {
    expect(int64s(decoded(text.microseconds, ['294276-12-31 23:59:59.999999']))).toEqual([2n ** 63n - 1n])
  })
})

describe('arrays in text format', () => {
  it.each([
    ['{}', 'number', '[]'],
    ['{1,-2.5,1e5,1E-7}', 'number', '[1,-2.5,1e5,1E-7]'],
    ['{NaN,Infinity,01x,1.}', 'number', '["NaN","Infinity","01x","1."]'],
    ['{{1,NULL},{3,"4"}}', 'number', '[[1,null],[3,4]]'],
    ['[0:1]={7,8}', 'number', '[7,8]'],
    ['{t,f,NULL}', 'boolean', '[true,false,null]'],
    ['{a,NULL,"NULL",""}', 'text', '["a",null,"NULL",""]'],
    ['{"a,b","c}d","e{f"}', 'text', '["a,b","c}d","e{f"]'],
    ['{"say \\"hi\\"","back\\\\slash"}', 'text', '["say \\"hi\\"","back\\\\slash"]'],
    ['{"{\\"a\\":[1,2]}",NULL}', 'json', '[{"a":[1,2]},null]'],
    ['{"a=b"}', 'text', '["a=b"]'],
    ['{1,"2"}', 'text', '["1","2"]'],
  ] as const)('converts %s of %s elements to %s', (array, elements, json) => {
    expect(arrayToJson(array, elements)).toBe(json)
    expect(() => JSON.parse(json)).not.toThrow()
  })
})

it.each(['{"cut', '{"cut\\\\', '{cut'])('ends with an array that is cut off: %s', (array) => {
  expect(() => arrayToJson(array, 'text')).not.toThrow()
})

describe('ranges in text format', () => {
  it.each([
    ['[3,7)', '[3, 7)'],
    ['(3,7]', '(3, 7]'],
    ['[-1.5,NaN]', '[-1.5, NaN]'],
    ['(,3]', '(, 3]'],
    ['[3,)', '[3, )'],
    ['(,)', '(, )'],
    ['empty', ''],
    ['["2010-01-01 14:30:00","2010-01-01 15:30:00")', '[2010-01-01 14:30:00, 2010-01-01 15:30:00)'],
    ['["2010-01-01 14:30:00",)', '[2010-01-01 14:30:00, )'],
    ['(,"a,b"]', '(, a,b]'],
    ['[emptyish,x)', '[emptyish, x)'],
  ])('converts %s to %s', (range, written) => {
    expect(rangeToText(range)).toBe(written)
    expect(texts(decoded(binary.range, [range, range]))).toEqual([written, written])
  })

  it.each(['[a""b",c)', '{[1,2]}', '3,7', '[1,2,3)', ' [3,7)', '[3,7) '])(
    'leaves a text that is no range as it is: %s',
    (text) => {
      expect(rangeToText(text)).toBe(text)
    },
  )
})
