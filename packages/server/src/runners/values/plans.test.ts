import { describe, expect, it } from 'vitest'
import { VectorBuilder } from '../../platform/results/vectors.ts'
import { cellText, ExactNumber, exactNumber, jsonText, parseJson } from './cells.ts'
import { type Digits, planFor, type ValueKind } from './plans.ts'
import { sizeOf } from './read-ahead.ts'
import { kindOf, planOf } from './rows.ts'
import { instantOf, plainWallClock, timeKindOf, timeOf } from './times.ts'

const fits = (kind: ValueKind, values: readonly NonNullable<unknown>[], digits?: Digits) =>
  values.filter((value) => planFor(kind, digits).fits(value))

describe('what a column can hold', () => {
  it('accepts booleans in the ways that sources write them', () => {
    const held = [true, false, 0, 1, 0n, 1n, 'true', 'TRUE', 't', '1', 'false', 'F', '0']
    expect(fits('boolean', [...held, 2, -1, 2n, 'yes', 'truex', 'xt', 'f0', '', {}, ['t'], ['0']])).toEqual(held)
  })

  it('accepts integers of 64 bits', () => {
    const held = [
      0,
      -5,
      Number.MAX_SAFE_INTEGER,
      2n ** 63n - 1n,
      -(2n ** 63n),
      '5',
      '+5',
      '+9223372036854775807',
      '-9223372036854775808',
      '00012',
    ]
    const others = [
      0.5,
      2 ** 53,
      2n ** 63n,
      '9223372036854775808',
      '1.0',
      '1e3',
      '',
      '5x',
      'x5',
      true,
      new Date(0),
      ['5'],
      '+9223372036854775808',
    ]
    expect(fits('integer', [...held, ...others])).toEqual(held)
  })

  it('accepts doubles, and integers that a double holds', () => {
    const held = [0.5, Number.NaN, 2n ** 53n, '1.5', '.5', '5.', '-1e-7', '+2E+3', 'NaN', '-inf', '+Infinity', 'INF']
    expect(
      fits('float', [...held, 2n ** 53n + 1n, '1,5', '1e', 'e5', '0x1', 'nano', 'infinit', '', true, ['1.5'], ['nan']]),
    ).toEqual(held)
  })

  it('accepts valid dates', () => {
    const held = ['2024-02-29', new Date('2024-02-29'), new Date('1969-12-31')]
    expect(
      fits('date', [...held, '2024-02-29 ', '2023-02-29', new Date('2024-02-29T00:00:01Z'), 19782, new Date(Number.NaN)]),
    ).toEqual(held)
  })

  it('accepts wall-clock times without an offset, and instants with or without one', () => {
    const plain = ['2024-02-29 12:30:00', '2024-02-29T12:30:00.5', '2024-02-29 12:30']
    const zoned = ['2024-02-29 12:30:00Z', '2024-02-29 12:30:00+01:00']
    const none = ['2024-02-30 12:30:00', '2024-02-29 12:30:00.1234567', 'now', 5, new Date(Number.NaN), ['2024-02-29 12:30:00']]
    expect(fits('datetime', [...plain, '2024-02-29', new Date(0), ...zoned, ...none])).toEqual([
      ...plain,
      '2024-02-29',
      new Date(0),
    ])
    expect(fits('instant', [...plain, ...zoned, new Date(0), '2024-02-29', ...none])).toEqual([...plain, ...zoned, new Date(0)])
  })

  it('accepts JSON that is already written, and values that can be written as JSON', () => {
    const held = ['{"a":1}', '[1]', '5', { a: 1 }, [1], 5, true, 5n]
    expect(fits('json', [...held, '{a}', '', new Date(0), new Uint8Array(1)])).toEqual(held)
  })

  it('accepts any value as text', () => {
    const held = ['x', 5, true, { a: 1 }, new Date(0), new Uint8Array(1)]
    expect(fits('text', held)).toEqual(held)
  })

  it('accepts decimals within the declared digits', () => {
    const held = [
      '12.34',
      '-12.34',
      '0.10',
      '12',
      '12.3',
      '+12.3400',
      '0012.34',
      '.5',
      12.34,
      5n,
      '1e1',
      '1234e-2',
      '12.5E0',
      new ExactNumber('99.99'),
    ]
    const others = [
      '123.45',
      '12.345',
      '100',
      100n,
      '1e2',
      '1e-3',
      'NaN',
      '1e999',
      '1e999999999',
      '1e-999999999',
      '1,2',
      'x',
      '',
      true,
      {},
      ['1.5'],
    ]
    expect(fits('decimal', [...held, ...others], { precision: 4, scale: 2 })).toEqual(held)
    expect(fits('decimal', ['1234', '-123', '-1234', '12345', '1.0', '1.5'], { precision: 4, scale: 0 })).toEqual([
      '1234',
      '-123',
      '-1234',
      '1.0',
    ])
  })

  it('stores numbers as digits if a decimal is too narrow', () => {
    for (const digits of [undefined, { precision: 39, scale: 2 }, { precision: 2, scale: 3 }, { precision: 0, scale: 0 }]) {
      const { storage, type } = planFor('decimal', digits)
      expect([storage.kind, type]).toEqual(['number_text', digits?.scale === 0 ? 'integer' : 'float'])
      expect(fits('decimal', ['1.5', 'NaN', 5n, 5, 'x', true], digits)).toEqual(['1.5', 'NaN', 5n, 5])
    }
    expect([
      planFor('decimal', { precision: 38, scale: 38 }).storage.kind,
      planFor('decimal', { precision: 1, scale: 0 }).type,
    ]).toEqual(['decimal', 'integer'])
  })

  it('refuses values that do not fit', () => {
    const builder = new VectorBuilder({ kind: 'int64' })
    expect([planFor('integer').append(builder, 'x'), planFor('integer').append(builder, 5)]).toEqual([false, true])
  })
})

describe('parsing a date and time', () => {
  const at = (text: string) => timeOf(text)?.wallClock
  const noon = BigInt(Date.parse('2024-02-29T12:30:15Z')) * 1000n

  it.each([
    ['2024-02-29 12:30:15', noon, null],
    ['2024-02-29T12:30:15', noon, null],
    ['2024-02-29 12:30', noon - 15_000_000n, null],
    ['2024-02-29 12:30:15.5', noon + 500_000n, null],
    ['2024-02-29 12:30:15,123456', noon + 123_456n, null],
    ['2024-02-29 12:30:15.123456000', noon + 123_456n, null],
    ['2024-02-29 12:30:15Z', noon, 0],
    ['2024-02-29 12:30:15 utc', noon, 0],
    ['2024-02-29 12:30:15 GMT', noon, 0],
    ['2024-02-29 12:30:15+02', noon, 120],
    ['2024-02-29 12:30:15-0230', noon, -150],
    ['2024-02-29 12:30:15 +05:45', noon, 345],
  ])('parses %s', (text, wallClock, offset) => {
    expect(timeOf(text)).toEqual({ wallClock, offset })
    expect(instantOf({ wallClock, offset })).toBe(wallClock - BigInt(offset ?? 0) * 60_000_000n)
  })

  it.each([
    '2024-02-29',
    '2024-02-29 24:00:00',
    '2024-02-29 12:60:00',
    '2024-02-29 12:30:60',
    '2024-02-29 12:30:15.1234567',
    '2024-02-29 12:30:15 CET',
    'at 2024-02-29 12:30:15',
    '2024-02-29 12:30:15Z.',
    '2023-02-29 12:30:15',
    '2024-02-29 1:30',
  ])('refuses %s', (text) => {
    expect(at(text)).toBeUndefined()
  })

  it('parses quickly without fraction and offset', () => {
    expect(plainWallClock('2024-02-29 12:30:15')).toBe(Number(noon))
    expect(plainWallClock('2024-02-29T23:59:59')).toBe(Date.parse('2024-02-29T23:59:59Z') * 1000)
    expect(plainWallClock('9999-12-31 23:59:59')).toBeUndefined()
    for (const text of [
      '2024-02-29 12:30',
      '2024-02-29 12:30:15Z',
      '2024-02-29 12.30:15',
      '2024-02-29 12:30.15',
      '2024-02-29 24:30:15',
      '2024-02-29 12:60:15',
      '2024-02-29 12:30:60',
      '2024-02-29 12:30:1a',
      '2024-02-29 12:3/:15',
      '2024-02-29 12:/0:15',
    ])
      expect([text, plainWallClock(text)]).toEqual([text, undefined])
  })

  it('distinguishes a date and time from a date and from text', () => {
    expect(['2024-02-29', '2024-02-29 12:30', '2024-02-29T12:30:15.123456789+02:00'].map(timeKindOf)).toEqual([
      'date',
      'datetime',
      'datetime',
    ])
    expect(
      ['2024-02-30', '2024-02-30 12:30', '2024-2-9', '20240229', '2024-02-29 noon', `2024-02-29 12:30${' '.repeat(40)}Z`].map(
        timeKindOf,
      ),
    ).toEqual(Array(6).fill(null))
  })
})

describe('values of undeclared columns', () => {
  it('have a kind', () => {
    const values = [
      true,
      5,
      0.5,
      2 ** 53,
      5n,
      2n ** 53n,
      2n ** 63n,
      '2024-02-29',
      '2024-02-29 12:30',
      'x',
      new Date(0),
      new ExactNumber('1.5'),
      [1],
      { a: 1 },
      new Uint8Array(1),
      new Map(),
    ]
    expect(values.map(kindOf)).toEqual([
      'boolean',
      'integer',
      'real',
      'real',
      'integer',
      'large',
      'wide',
      'date',
      'datetime',
      'text',
      'instant',
      'written',
      'document',
      'document',
      'text',
      'text',
    ])
  })

  it.each([
    [[], 'text', null],
    [['boolean'], 'boolean', 'boolean'],
    [['integer'], 'int64', 'integer'],
    [['integer', 'large'], 'int64', 'integer'],
    [['integer', 'large', 'wide'], 'number_text', 'integer'],
    [['integer', 'real'], 'double', 'float'],
    [['real'], 'double', 'float'],
    [['large', 'real'], 'number_text', 'float'],
    [['integer', 'written'], 'number_text', 'float'],
    [['wide', 'real'], 'number_text', 'float'],
    [['date'], 'text', 'date'],
    [['instant'], 'instant', 'datetime'],
    [['date', 'datetime'], 'text', 'datetime'],
    [['instant', 'datetime'], 'text', 'datetime'],
    [['document'], 'json', null],
    [['document', 'text'], 'text', 'string'],
    [['boolean', 'integer'], 'text', 'string'],
    [['date', 'text'], 'text', 'string'],
  ] as const)('of the kinds %j are stored in %s as %s', (kinds, storage, type) => {
    const plan = planOf(new Set(kinds))
    expect([plan.storage.kind, plan.type]).toEqual([storage, type])
  })

  it('have a size of about their nested content', () => {
    expect([sizeOf(null), sizeOf(5), sizeOf('abc'), sizeOf(new Uint8Array(7)), sizeOf(new Date())]).toEqual([
      16, 16, 19, 23, 16,
    ])
    expect([sizeOf([]), sizeOf(['abc', 5]), sizeOf({ ab: 'c' }), sizeOf(new ExactNumber('1.5'))]).toEqual([
      16,
      16 + 19 + 16,
      16 + 2 + 17,
      16,
    ])
  })
})

describe('numbers with many digits', () => {
  it('are not rounded', () => {
    expect([exactNumber('5'), exactNumber('-5'), exactNumber('+5'), exactNumber('1.5'), exactNumber('1e3')]).toEqual([
      5, -5, 5, 1.5, 1000,
    ])
    expect([exactNumber('9007199254740993'), exactNumber('+9007199254740993')]).toEqual([9007199254740993n, 9007199254740993n])
    expect([exactNumber('0.123456789012345'), exactNumber('000000000000000001.5')]).toEqual([0.123456789012345, 1.5])
    expect(exactNumber('0.1234567890123456')).toEqual(new ExactNumber('0.1234567890123456'))
    expect(exactNumber('1.234567890123456e5')).toEqual(new ExactNumber('1.234567890123456e5'))
    expect(exactNumber('1.5e10')).toBe(15_000_000_000)
    expect(exactNumber('1.234567890123456e999')).toBe(Number.POSITIVE_INFINITY)
  })

  it('are read from JSON with all digits, and strings are not taken for numbers', () => {
    expect(parseJson('{"a":9007199254740993,"b":"9007199254740993","c":1.5,"d":0.12345678901234567}')).toEqual({
      a: 9007199254740993n,
      b: '9007199254740993',
      c: 1.5,
      d: Number('0.12345678901234567'),
    })
    expect(parseJson('[-9007199254740993,1234567890123456,1e30]')).toEqual([-9007199254740993n, 1234567890123456, 1e30])
  })
})

describe('a value as text', () => {
  it('is written for scalars', () => {
    expect([cellText('x'), cellText(5n), cellText(true), cellText(new ExactNumber('1.50'))]).toEqual(['x', '5', 'true', '1.50'])
    expect([cellText(new Date(0)), cellText(new Date(Number.NaN))]).toEqual(['1970-01-01T00:00:00.000Z', 'Invalid Date'])
    expect(cellText(new Uint8Array([0, 1, 2, 255]).subarray(1, 4))).toBe('0102ff')
    expect(cellText(new URL('https://a.example/'))).toBe('https://a.example/')
  })

  it('is JSON for arrays and objects, including nested values', () => {
    expect(cellText([1, { a: 2n ** 60n, b: new ExactNumber('1.50'), c: new Uint8Array([10]), d: new Map([['k', 1]]) }])).toBe(
      '[1,{"a":1152921504606846976,"b":1.50,"c":"0a","d":{"k":1}}]',
    )
    expect(jsonText({ list: [Buffer.from([1, 171])], one: Buffer.alloc(0) })).toBe('{"list":["01ab"],"one":""}')
    expect(jsonText({ when: new URL('https://a.example/'), none: null })).toBe('{"when":"https://a.example/","none":null}')
    expect(jsonText(undefined)).toBe('null')
  })
})
