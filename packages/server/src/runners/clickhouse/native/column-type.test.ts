import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../testing/rows-of.ts'
import { block } from '../testing/blocks.ts'
import { readBlocks } from './answer.ts'

/** A type, the bytes that a server of version 26.9 sends for one row, and its value as it is stored. */
const VALUES: [type: string, hex: string, value: unknown][] = [
  ['Int8', 'fb', -5n],
  ['UInt16', 'ffff', 65535n],
  ['Int32', '00000080', -2147483648n],
  ['UInt32', 'ffffffff', 4294967295n],
  ['Int64', '0000000000000080', -9223372036854775808n],
  ['UInt64', 'ffffffffffffffff', '18446744073709551615'],
  ['Int128', '00000000000000000000000000000080', '-170141183460469231731687303715884105728'],
  ['UInt128', 'f'.repeat(32), '340282366920938463463374607431768211455'],
  ['Int256', 'f'.repeat(64), '-1'],
  ['UInt256', 'f'.repeat(64), '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
  ['Float32', 'cdcccc3d', 0.1],
  ['Float64', '83b63ad29712b081', -1.5e-300],
  ['BFloat16', 'c03f', 1.5],
  ['Decimal(9, 3)', '24faffff', '-1.500'],
  ['Decimal(18, 9)', 'ffffffffffffffff', '-0.000000001'],
  ['Decimal(38, 2)', '666c760e4fc986a2a39f1a950f000000', '12345678901234567890123456789.50'],
  ['Decimal(76, 40)', '0000000080ee0f697ee008f55a1541ebd3ffffffffffffffffffffffffffffff', '-1.5'],
  ['Bool', '01', true],
  ['String', '0c4772c3bcc39f6520f09f8e89', 'Grüße 🎉'],
  ['String', '02c328', '�('],
  ['FixedString(4)', '61620000', 'ab'],
  ['Date', '464d', '2024-02-29'],
  ['Date32', '219cffff', '1900-01-01'],
  ["DateTime64(3, 'UTC')", '0cfeffffffffffff', '1969-12-31T23:59:59.500'],
  ["DateTime64(6, 'Asia/Tokyo')", 'fffbbb5942ff2400', '2299-12-31T23:59:59.999999'],
  ["DateTime64(9, 'UTC')", '154d9dce9e53b817', '2024-02-29 12:00:00.123456789'],
  ['Time', '926effff', '-10:20:30'],
  ['Time64(3)', 'a417380200000000', '10:20:30.500'],
  ['UUID', 'e711b35c04c4f061a0dbd36a00a67b90', '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
  ['IPv4', '04030201', '1.2.3.4'],
  ['IPv6', '20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
  ['IPv6', '00000000000000000000ffff01020304', '::ffff:1.2.3.4'],
  ["Enum8('b\\'' = -2, 'a' = 1)", 'fe', "b'"],
  ["Enum16('x' = 1000)", 'e803', 'x'],
  ['IntervalDay', 'fdffffffffffffff', '-3'],
  ['Nullable(Int32)', '0100000000', null],
  ['Nullable(String)', '000178', 'x'],
  ['Nullable(Nothing)', '0130', null],
  ['LowCardinality(String)', '01000000000000000006000000000000020000000000000000016b010000000000000001', 'k'],
  ['LowCardinality(Nullable(String))', '0100000000000000000600000000000002000000000000000000010000000000000000', null],
  [
    'LowCardinality(Nullable(Date))',
    '01000000000000000006000000000000030000000000000000000000464d010000000000000002',
    '2024-02-29',
  ],
  ['SimpleAggregateFunction(sum, UInt64)', '0500000000000000', '5'],
  ['Array(UInt8)', '02000000000000000102', '[1,2]'],
  ['Array(Nothing)', '0000000000000000', '[]'],
  ['Array(Array(UInt64))', '020000000000000001000000000000000100000000000000ffffffffffffffff', '[[18446744073709551615],[]]'],
  ["Array(DateTime('Asia/Kolkata'))", '01000000000000006824e065', '["2024-02-29 12:00:00"]'],
  ['Tuple(UInt8, a String, `b c` Nullable(Nothing))', '0101780130', '[1,"x",null]'],
  ['Map(String, Array(Float64))', '0100000000000000016b0200000000000000000000000000f83f000000000000f87f', '{"k":[1.5,"nan"]}'],
  ['Map(UInt8, String)', '0100000000000000010161', '{"1":"a"}'],
  ['Nested(a Int8, b String)', '0100000000000000010178', '[[1,"x"]]'],
  ['Point', '000000000000f83f00000000000004c0', '(1.5,-2.5)'],
  ['Ring', '0200000000000000000000000000f03f000000000000084000000000000000400000000000001040', '[(1,2),(3,4)]'],
]

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const readValue = async (type: string, hex: string, hasNoDays = false) => {
  const context = { times: { timeZone: 'UTC', hasNoDays }, describe: async () => [{ name: 'v', type }] }
  const head = type.startsWith('DateTime(') ? 'DateTime' : type
  const result = await readBlocks(once(block(1, ['v', head, Buffer.from(hex, 'hex')])), context)
  const [row] = result ? await rowsOf(result) : []
  return { value: row?.[0], log: result?.log?.() }
}

describe('the values of a type in blocks of ClickHouse (OPEN-480)', () => {
  it.each(VALUES)('are those that the server writes as text: %s, %s', async (type, hex, value) => {
    expect((await readValue(type, hex)).value).toEqual(value)
  })

  it('are left out where an old server means no day, and the log says so', async () => {
    const log = ['Dates of "v" that are no days (0000-00-00) are left empty.']
    for (const [type, hex] of [
      ['Date', '0000'],
      ["DateTime('Asia/Tokyo')", '00000000'],
    ] as const) {
      expect(await readValue(type, hex, true)).toEqual({ value: null, log })
      expect((await readValue(type, hex)).log).toEqual([])
    }
    expect(await readValue('Nullable(Date)', '010000', true)).toEqual({ value: null, log: [] })
    expect((await readValue('Array(Date)', '01000000000000000000', true)).value).toBe('["0000-00-00"]')
  })
})
