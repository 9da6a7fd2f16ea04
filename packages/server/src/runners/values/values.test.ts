import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { jsonText, parseJson } from './cells.ts'
import { flattenObject, objectsResult } from './objects.ts'
import { type DeclaredColumn, type Row, rowsResult } from './rows.ts'
import { daysOf, plainWallClock, timeOf } from './times.ts'

/** Type, storage and values of a column. */
async function column(values: readonly unknown[], declared: Omit<DeclaredColumn, 'name'> = {}) {
  const result = await rowsResult([{ name: 'c', ...declared }], [values.map((value) => [value])])
  const [{ type, storage } = { type: null, storage: null }] = result.columns
  return { type, storage: storage?.kind, values: (await rowsOf(result)).flat() }
}

describe('a column that the source does not declare', () => {
  it.each<[string, unknown[], string | null, string, unknown[]]>([
    ['booleans', [true, null, false], 'boolean', 'boolean', [true, null, false]],
    ['whole numbers', [1, -2, 9007199254740993n], 'integer', 'int64', [1n, -2n, 9007199254740993n]],
    ['whole numbers of more than 64 bits', [1, 2n ** 64n], 'integer', 'number_text', ['1', '18446744073709551616']],
    ['numbers', [1, 2.5], 'float', 'double', [1, 2.5]],
    ['numbers, some too wide for a double', [0.5, 9007199254740993n], 'float', 'number_text', ['0.5', '9007199254740993']],
    ['dates', ['2024-02-29', undefined], 'date', 'text', ['2024-02-29', null]],
    [
      'times as they are written',
      ['2024-02-29T10:00:00+01:00', '2024-03-01'],
      'datetime',
      'text',
      ['2024-02-29T10:00:00+01:00', '2024-03-01'],
    ],
    ['instants', [new Date('2024-02-29T10:00:00.5Z')], 'datetime', 'instant', ['2024-02-29T10:00:00.500']],
    ['texts', ['one', ''], 'string', 'text', ['one', '']],
    ['texts that are nearly dates', ['2024-02-29', '2024-02-30'], 'string', 'text', ['2024-02-29', '2024-02-30']],
    ['lists and objects', [[1, 2n ** 60n], { a: null }], null, 'json', ['[1,1152921504606846976]', '{"a":null}']],
    ['bytes', [new Uint8Array([0, 255])], 'string', 'text', ['00ff']],
    ['values that do not agree', [1, 'two', true, [3]], 'string', 'text', ['1', 'two', 'true', '[3]']],
    [
      'times, one of which is none',
      [new Date(0), new Date(Number.NaN)],
      'string',
      'text',
      ['1970-01-01T00:00:00.000Z', 'Invalid Date'],
    ],
    ['nothing', [null, undefined], null, 'text', [null, null]],
  ])('gets the type of its values: %s', async (_, values, type, storage, read) => {
    expect(await column(values)).toEqual({ type, storage, values: read })
  })
})

describe('a column that the source declares', () => {
  it.each<[DeclaredColumn['as'], unknown[], string | null, string, unknown[]]>([
    ['boolean', [true, 0, 1n, 'false', 'T'], 'boolean', 'boolean', [true, false, true, false, true]],
    ['integer', ['9223372036854775807', -1, 5n], 'integer', 'int64', [9223372036854775807n, -1n, 5n]],
    [
      'float',
      ['1.5e3', 'NaN', '-Infinity', 'inf', 2n],
      'float',
      'double',
      [1500, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 2],
    ],
    ['decimal', ['0.1000', 2.5, 3n], 'float', 'number_text', ['0.1000', '2.5', '3']],
    ['date', ['2024-02-29', new Date('1969-12-31')], 'date', 'date', ['2024-02-29', '1969-12-31']],
    [
      'datetime',
      ['2024-02-29 10:00:00.123456', '2024-02-29'],
      'datetime',
      'timestamp',
      ['2024-02-29T10:00:00.123456', '2024-02-29T00:00:00.000'],
    ],
    [
      'instant',
      ['2024-02-29T10:00:00+01:30', '2024-02-29 10:00'],
      'datetime',
      'instant',
      ['2024-02-29T08:30:00.000', '2024-02-29T10:00:00.000'],
    ],
    ['text', ['a', 1, null], 'string', 'text', ['a', '1', null]],
    ['json', [{ a: 1 }, '[1]', 5], null, 'json', ['{"a":1}', '[1]', '5']],
  ])('is stored as declared: %s', async (as, values, type, storage, read) => {
    expect(await column(values, as ? { as } : {})).toEqual({ type, storage, values: read })
  })

  it.each<[DeclaredColumn['as'], unknown, string]>([
    ['boolean', 2, 'string'],
    ['integer', 2n ** 63n, 'string'],
    ['integer', 1.5, 'string'],
    ['float', 9007199254740993n, 'string'],
    ['date', '0000-00-00', 'string'],
    ['datetime', '2024-01-01T00:00:00Z', 'datetime'],
    ['instant', '2024-01-01T00:00:00.123456789Z', 'datetime'],
    ['json', 'not json', 'string'],
  ])('becomes text if the first values include one that is not %s: %s', async (as, value, type) => {
    const read = await column([null, value], as ? { as } : {})
    expect(read).toEqual({ type, storage: 'text', values: [null, String(value)] })
  })

  it('may have nulls before its first value', async () => {
    expect(await column([null, 1], { as: 'integer' })).toEqual({ type: 'integer', storage: 'int64', values: [null, 1n] })
  })

  it('may have a type of its own', async () => {
    expect(await column(['5'], { as: 'text', type: 'datetime' })).toMatchObject({ type: 'datetime', storage: 'text' })
    expect(await column(['5'], { type: null })).toMatchObject({ type: null, storage: 'text' })
  })

  it('is judged by the first group with rows', async () => {
    const result = await rowsResult([{ name: 'n', as: 'integer' }], [[], [['x']]])
    expect(await rowsOf(result)).toEqual([['x']])
  })

  it('does not end the reading ahead while another column is not declared', async () => {
    const groups = [[[1, 1]], [[2, 'x']]]
    expect(await rowsOf(await rowsResult([{ name: 'a', as: 'integer' }, { name: 'b' }], groups))).toEqual([
      [1n, '1'],
      [2n, 'x'],
    ])
  })

  it('keeps the declared digits exactly', async () => {
    expect(await column(['1.50', 2, '-0.01', '1e1'], { as: 'decimal', digits: { precision: 4, scale: 2 } })).toEqual({
      type: 'float',
      storage: 'decimal',
      values: ['1.50', '2.00', '-0.01', '10.00'],
    })
    expect(await column(['123.456'], { as: 'decimal', digits: { precision: 4, scale: 2 } })).toMatchObject({ storage: 'text' })
    expect(await column([2n ** 64n - 1n], { as: 'decimal', digits: { precision: 20, scale: 0 } })).toEqual({
      type: 'integer',
      storage: 'decimal',
      values: ['18446744073709551615'],
    })
    expect(await column(['1'.repeat(70)], { as: 'decimal', digits: { precision: 76, scale: 10 } })).toMatchObject({
      storage: 'number_text',
    })
  })

  it('keeps its type if more rows follow', async () => {
    const groups = [[['x'.repeat(32_000_000), '2024-02-29', null]], [['', '2024-03-01', null]]]
    const { columns } = await rowsResult([{ name: 'a' }, { name: 'b' }, { name: 'c' }], groups)
    expect(columns.map(({ type }) => type)).toEqual(['string', 'date', null])
  })

  it('stores integers as digits if fractions may follow', async () => {
    const numbers = async function* (): AsyncGenerator<Row[]> {
      yield Array.from({ length: 20_000 }, () => [1])
      yield [[1.5]]
    }
    const result = await rowsResult([{ name: 'n' }], numbers())
    expect(result.columns[0]?.storage.kind).toBe('number_text')
    expect((await rowsOf(result)).at(-1)).toEqual(['1.5'])
  })

  it('fails with the name of the column if a later value does not fit', async () => {
    const later = async function* (): AsyncGenerator<Row[]> {
      yield [[1]]
      yield [['x']]
    }
    const result = await rowsResult([{ name: 'n', as: 'integer' }], later())
    await expect(rowsOf(result)).rejects.toThrow('The values of the column "n" change their type after the first rows.')
  })
})

describe('rows of values', () => {
  it('are returned in batches, and their source is closed if the reader leaves early', async () => {
    let isLeft = false
    const endless = async function* (): AsyncGenerator<Row[]> {
      try {
        for (let n = 0; ; n += 12_000) yield Array.from({ length: 12_000 }, (_, row) => [n + row])
      } finally {
        isLeft = true
      }
    }
    const { batches } = await rowsResult([{ name: 'n' }], endless())
    const counts: number[] = []
    for await (const { rowCount } of batches) {
      counts.push(rowCount)
      if (counts.length === 8) break
    }
    expect(counts).toEqual([5000, 5000, 5000, 5000, 4000, 5000, 5000, 2000])
    expect(isLeft).toBe(true)
  })

  it('are returned in no more batches than needed', async () => {
    const counts: number[] = []
    for (const length of [0, 5000, 5001]) {
      const { batches } = await rowsResult([{ name: 'n' }], [Array.from({ length }, () => [1])])
      for await (const { rowCount } of batches) counts.push(rowCount)
    }
    expect(counts).toEqual([5000, 5000, 1])
  })

  it('have columns even without rows, and unique names', async () => {
    const result = await rowsResult([{ name: 'id', sourceType: 'int' }, { name: 'id' }], [])
    expect(result.columns).toMatchObject([
      { name: 'id', sourceType: 'int' },
      { name: 'id1', sourceType: '' },
    ])
    expect(await rowsOf(result)).toEqual([])
  })

  it('are returned unchanged, whatever they contain', async () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.bigInt(),
      fc.double({ noNaN: true }),
      fc.string({ unit: 'grapheme' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 40 }), async (values) => {
        const { values: read } = await column(values)
        expect(read.map((value) => (value === null ? null : asText(value)))).toEqual(
          values.map((value) => (value === null ? null : asText(value))),
        )
      }),
    )
  })
})

/** Compares values by content: 1 is the same as bigint, double or digits. */
const asText = (value: unknown) => (typeof value === 'number' && Object.is(value, -0) ? '0' : String(value))

describe('parsing dates', () => {
  it('accepts valid dates', () => {
    const anyDay = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59'), noInvalidDate: true })
    fc.assert(
      fc.property(anyDay, (date) => {
        const seconds = Math.floor(date.getTime() / 1000)
        const text = new Date(seconds * 1000).toISOString()
        expect(daysOf(text.slice(0, 10))).toBe(Math.floor(seconds / 86_400))
        expect(timeOf(text.slice(0, 19))?.wallClock).toBe(BigInt(seconds) * 1_000_000n)
        expect(plainWallClock(text.slice(0, 19)) ?? Number(timeOf(text.slice(0, 19))?.wallClock)).toBe(seconds * 1e6)
      }),
    )
  })

  it('knows the lengths of months and leap years', () => {
    for (const text of ['2024-01-31', '2024-04-30', '2000-02-29', '2024-02-29', '1999-12-31'])
      expect([text, daysOf(text)]).toEqual([text, Date.parse(text) / 86_400_000])
  })

  it('refuses invalid dates', () => {
    for (const text of [
      '2024-04-31',
      '2100-02-29',
      '2024-01/01',
      '2024/01-01',
      '20:4-02-29',
      '20/4-02-29',
      '2023-02-29',
      '2024-02-30',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-01-00',
      '2024/01/01',
      '20240101',
      'abcd-01-01',
    ])
      expect([text, daysOf(text)]).toEqual([text, undefined])
    for (const text of [
      '2024-01-01 24:00:00',
      '2024-01-01 00:60:00',
      '2024-01-01x00:00:00',
      '2024-01-01 0a:00:00',
      '2024-02-30 00:00:00',
    ])
      expect([text, plainWallClock(text)]).toEqual([text, undefined])
  })
})

describe('objects', () => {
  /** As many as are read ahead. */
  const many = (object: object) => Array<Record<string, unknown>>(20_000).fill({ ...object })

  it('have a column for each key, in order of first appearance', async () => {
    const result = await objectsResult([[{ b: 1 }, { a: 'x', b: 2 }]])
    expect(result.columns.map(({ name }) => name)).toEqual(['b', 'a'])
    expect(await rowsOf(result)).toEqual([
      [1n, null],
      [2n, 'x'],
    ])
  })

  it('are flattened at the first or at all levels', () => {
    const object = { a: { b: { c: 1 }, d: [2] }, e: null }
    expect(flattenObject(object, false)).toEqual({ 'a.b': { c: 1 }, 'a.d': [2], e: null })
    expect(flattenObject(object, true)).toEqual({ 'a.b.c': 1, 'a.d': [2], e: null })
  })

  it('log keys that appear too late to become columns', async () => {
    const groups = async function* () {
      yield Array.from({ length: 20_000 }, () => ({ a: 1 }))
      yield [{ a: 2, b: 3 }]
    }
    const result = await objectsResult(groups())
    const rows = await rowsOf(result)
    expect(rows.at(-1)).toEqual(['2'])
    expect(result.log?.()).toEqual(['The column "b" first appears late in the result and is left out.'])
  })

  it('log the first 20 of these keys, and how many others there are', async () => {
    const late = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`late${index}`, index]))
    const log = async (count: number) => {
      const result = await objectsResult([many({}), [late(count)]])
      await rowsOf(result)
      return result.log?.() ?? []
    }
    const twenty = await log(20)
    expect(twenty).toHaveLength(20)
    expect(twenty.at(-1)).toBe('The column "late19" first appears late in the result and is left out.')
    expect(await log(22)).toEqual([...twenty, '2 more columns are left out for the same reason.'])
  })

  it('log no key that the reader has not asked for', async () => {
    const result = await objectsResult([many({ a: 1 }), [{ b: 2 }]], { columns: ['a'] })
    expect((await rowsOf(result)).at(-1)).toEqual([null])
    expect(result.log?.()).toEqual([])
  })

  it('have the columns that the source arranges and declares, from flattened objects also in later groups', async () => {
    const result = await objectsResult([many({ a: { b: { c: 1 } }, d: 2 }), [{ a: { b: 'x' } }]], {
      flatten: 'one',
      arrange: (names) => names.toReversed(),
      columnOf: (name) => ({ name, as: 'text', sourceType: `type of ${name}` }),
    })
    expect(result.columns).toMatchObject([
      { name: 'd', type: 'string', sourceType: 'type of d' },
      { name: 'a.b', type: 'string', sourceType: 'type of a.b' },
    ])
    const rows = await rowsOf(result)
    expect([rows[0], rows.at(-1)]).toEqual([
      ['2', '{"c":1}'],
      [null, 'x'],
    ])
    expect((await objectsResult([[{ a: { b: { c: 1 } } }]], { flatten: 'deep' })).columns[0]?.name).toBe('a.b.c')
  })

  it('close their source when the reader leaves after the first group', async () => {
    let isClosed = false
    const groups = async function* () {
      try {
        for (;;) yield many({ a: 1 })
      } finally {
        isClosed = true
      }
    }
    const { batches } = await objectsResult(groups())
    for await (const _ of batches) break
    expect(isClosed).toBe(true)
  })

  it('are read ahead as long as memory allows, however deeply nested', async () => {
    let read = 0
    const groups = async function* () {
      for (; read < 100; read++) yield [{ lines: [{ text: 'x'.repeat(1_000_000) }] }]
    }
    const { batches } = await objectsResult(groups())
    expect(read).toBeLessThan(40)
    for await (const _ of batches) break
  })

  it('do not have columns for inherited properties', async () => {
    const result = await objectsResult([[{ constructor: 1 }, {}]], { columns: ['constructor', 'toString'] })
    expect(await rowsOf(result)).toEqual([
      [1n, null],
      [null, null],
    ])
  })
})

describe('JSON', () => {
  it('keeps integers of any size', () => {
    fc.assert(
      fc.property(fc.bigInt(), (number) => {
        expect(BigInt(parseJson(`{"n": ${number}}`) ? String((parseJson(`{"n": ${number}}`) as { n: bigint }).n) : '')).toBe(
          number,
        )
        expect(jsonText({ n: number })).toBe(`{"n":${number}}`)
      }),
    )
  })

  it('is reported if it is not valid', () => {
    expect(() => parseJson('<html>')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The response is not valid JSON: /),
        cause: expect.any(SyntaxError),
      }),
    )
  })
})
