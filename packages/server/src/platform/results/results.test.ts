import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { Cell } from '@sightline/contract/results.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Append,
  asBoolean,
  asDigits,
  asDouble,
  asInt32,
  asInt64,
  asText,
  column,
  everything,
  type Filled,
  filled,
  useResultFiles,
  wire,
} from '../../testing/result-files.ts'
import { sheetOf, unzip } from '../../testing/unzip.ts'
import { cellsOf } from './cells.ts'
import type { StoredResult } from './results.ts'

const files = useResultFiles()

const textOf = async (stream: Readable | Promise<Readable>) => text(await stream)
const cellsOfColumn = async (stored: StoredResult, index = 0) =>
  (await files.results.window(stored, everything)).rows.map((row) => row[index])

describe('a stored result', () => {
  const kinds: { name: string; filled: Filled; cells: Cell[] }[] = [
    { name: 'boolean', filled: filled(column('b', 'boolean'), asBoolean, [true, null, false]), cells: [true, null, false] },
    {
      name: 'int32',
      filled: filled(column('i', 'int32'), asInt32, [-2147483648, null, 2147483647]),
      cells: [-2147483648, null, 2147483647],
    },
    {
      name: 'int64',
      filled: filled(column('l', 'int64'), asInt64, [-(2n ** 63n), 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, null]),
      cells: ['-9223372036854775808', 9007199254740991, '9007199254740993', '9223372036854775807', null],
    },
    {
      name: 'double',
      filled: filled(column('d', 'double'), asDouble, [0.1, Number.NaN, Number.POSITIVE_INFINITY, -1e300, null]),
      cells: [0.1, null, null, -1e300, null],
    },
    {
      name: 'double of a number column, with the names of those that are not finite (TABLE-43)',
      filled: filled(column('d', 'double', 'float'), asDouble, [Number.NaN, Infinity, -Infinity, 0.1, null]),
      cells: ['NaN', 'Infinity', '-Infinity', 0.1, null],
    },
    {
      name: 'number_text of a number column, with the names of those that are not finite (TABLE-43)',
      filled: filled(column('n', 'number_text', 'float'), asDigits, ['NaN', 'Infinity', '-Infinity', '+inf', '0.10', null]),
      cells: ['NaN', 'Infinity', '-Infinity', 'Infinity', 0.1, null],
    },
    {
      name: 'decimal of up to 15 digits',
      filled: filled(column('p', { kind: 'decimal', precision: 15, scale: 4 }), asDigits, [
        '12345678901.2345',
        '-0.0001',
        null,
      ]),
      cells: [12345678901.2345, -0.0001, null],
    },
    {
      name: 'decimal of 38 digits',
      filled: filled(column('p', { kind: 'decimal', precision: 38, scale: 10 }), asDigits, [
        '9999999999999999999999999999.9999999999',
        '-9999999999999999999999999999.9999999999',
        '1.5',
        null,
      ]),
      cells: ['9999999999999999999999999999.9999999999', '-9999999999999999999999999999.9999999999', 1.5, null],
    },
    {
      name: 'decimal that is all fraction',
      filled: filled(column('p', { kind: 'decimal', precision: 18, scale: 18 }), asDigits, ['-0.123456789012345678', '0.5']),
      cells: ['-0.123456789012345678', 0.5],
    },
    {
      name: 'number_text',
      filled: filled(column('n', 'number_text'), asDigits, ['1e400', '12345678901234567890', '0.10', 'NaN', null]),
      cells: ['1e400', '12345678901234567890', 0.1, null, null],
    },
    {
      name: 'date',
      filled: filled(column('t', 'date'), asInt32, [0, 19844, -719163, 2932897, 2147483647, null]),
      cells: ['1970-01-01', '2024-05-01', '0001-12-31 (BC)', '10000-01-01', 'infinity', null],
    },
    {
      name: 'timestamp',
      filled: filled(column('t', 'timestamp'), asInt64, [0n, 1714557600123999n, -1n, -62135596800000001n, null]),
      cells: [
        '1970-01-01T00:00:00',
        '2024-05-01T10:00:00.123',
        '1969-12-31T23:59:59.999',
        '0001-12-31 (BC) 23:59:59.999999',
        null,
      ],
    },
    {
      name: 'instant',
      filled: filled(column('t', 'instant'), asInt64, [
        1714557600000000n,
        1714557600123456n,
        2n ** 63n - 1n,
        -(2n ** 63n) + 1n,
        null,
      ]),
      cells: ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.123Z', 'infinity', '-infinity', null],
    },
    {
      name: 'text',
      filled: filled(column('s', 'text'), asText, ['', 'plain', 'Zürich 東京 😀', 'with\0zero', 'x'.repeat(100_000), null]),
      cells: ['', 'plain', 'Zürich 東京 😀', 'with\0zero', 'x'.repeat(100_000), null],
    },
    {
      name: 'json',
      filled: filled(column('j', 'json'), asText, ['{"a": [1, null]}', null]),
      cells: ['{"a": [1, null]}', null],
    },
    { name: 'column of nulls', filled: filled(column('s', 'text'), asText, [null, null]), cells: [null, null] },
  ]
  it.each(kinds)('keeps every value of a $name, both in the file and in the first rows shown', async ({ filled, cells }) => {
    const stored = await files.store([filled])
    expect(await cellsOfColumn(stored)).toEqual(cells)
    expect(stored.batches.flatMap((batch) => cellsOf(stored.columns, batch, 100))).toEqual(cells.map((cell) => [cell]))
  })

  it('keeps dates of every century as the first rows show them', async () => {
    const days = Array.from({ length: 900 }, (_, n) => -800_000 + n * 4_321)
    const stored = await files.store([filled(column('d', 'date'), asInt32, days)])
    const shown = stored.batches.flatMap((batch) => cellsOf(stored.columns, batch, 1000)).map(([cell]) => cell)
    expect(await cellsOfColumn(stored)).toEqual(shown)
  })

  it('may have no rows', async () => {
    const stored = await files.store([filled(column('id', 'int64'), asInt64, []), filled(column('t', 'text'), asText, [])])
    expect(await files.results.window(stored, everything)).toEqual({ total: 0, rows: [] })
    expect(await files.results.window(stored, { ...everything, sort: [{ column: 0, descending: true }], search: 'x' })).toEqual(
      {
        total: 0,
        rows: [],
      },
    )
    expect(await files.results.columns(stored, { columns: [1], limit: 10, extreme: 0 })).toEqual({
      total: 0,
      shown: 0,
      values: [[]],
    })
    expect(await textOf(files.results.jsonRows(stored, null))).toBe('[]')
    expect(await textOf(files.results.delimited(stored, 'csv', wire, false))).toBe('id,t\r\n')
    expect(sheetOf(unzip(await buffer(await files.results.workbook(stored, wire))))).toEqual([['id', 't']])
  })

  it('may have no columns', async () => {
    const stored = { ...(await files.store([])), rowCount: 2 }
    expect(await files.results.window(stored, everything)).toEqual({ total: 2, rows: [[], []] })
    expect(await textOf(files.results.jsonRows(stored, null))).toBe('[{},{}]')
    expect(sheetOf(unzip(await buffer(await files.results.workbook(stored, wire))))).toEqual([[]])
  })

  it('keeps column names that differ only in case, and any character in them', async () => {
    const names = ['id', 'ID', 'Größe "m²"', "it's", '数', ' ', '', '$1']
    const stored = await files.store(names.map((name, index) => filled(column(name, 'int32'), asInt32, [index])))
    expect(JSON.parse(await textOf(files.results.jsonRows(stored, null)))).toEqual([
      Object.fromEntries(names.map((name, index) => [name, index])),
    ])
    expect(await textOf(files.results.delimited(stored, 'csv', wire, false))).toBe(
      'id,ID,"Größe ""m²""",it\'s,数, ,,$1\r\n0,1,2,3,4,5,6,7\r\n',
    )
  })

  it('replaces bytes that are not UTF-8 and stays readable', async () => {
    const append: Append<Uint8Array> = (builder, bytes) => builder.appendBytes(bytes, 0, bytes.length)
    const long = Buffer.from('é'.repeat(200))
    const stored = await files.store([
      filled(column('s', 'text'), append, [Buffer.from('ok'), Buffer.from([0x41, 0xff, 0x42]), long, Buffer.from([0xc3])]),
    ])
    expect(await cellsOfColumn(stored)).toEqual(['ok', 'A\ufffdB', 'é'.repeat(200), '\ufffd'])
  })
})

describe('a result of many pages and row groups', () => {
  const rows = 300_000
  const numbers = Array.from({ length: rows }, (_, row) => (row % 7 === 0 ? null : BigInt(row)))
  const words = Array.from({ length: rows }, (_, row) =>
    row % 11 === 0 ? null : `row ${row} of many, with a text of some length`,
  )
  let stored: StoredResult
  beforeAll(async () => {
    stored = await files.store(
      [filled(column('n', 'int64'), asInt64, numbers), filled(column('s', 'text'), asText, words)],
      8192,
    )
  })
  const rowAt = (row: number) => [row % 7 === 0 ? null : row, words[row] ?? null]

  it.each([0, 122_800, 250_000, 299_950])('returns its rows in source order at offset %i', async (offset) => {
    const { total, rows: shown } = await files.results.window(stored, { ...everything, offset, limit: 100 })
    expect(total).toBe(rows)
    expect(shown).toEqual(Array.from({ length: Math.min(100, rows - offset) }, (_, n) => rowAt(offset + n)))
  })

  it('is the same in JSON, row by row', async () => {
    const parsed: unknown = JSON.parse(await textOf(files.results.jsonRows(stored, null)))
    expect(parsed).toEqual(numbers.map((_, row) => ({ n: rowAt(row)[0], s: rowAt(row)[1] })))
  })

  it('sorts with nulls last in both directions, and can be paged', async () => {
    const sort = (descending: boolean) => [{ column: 0, descending }]
    const first = await files.results.window(stored, { ...everything, limit: 2, sort: sort(true) })
    expect(first.rows.map(([n]) => n)).toEqual([299_998, 299_997])
    const nulls = Math.ceil(rows / 7)
    const ascending = await files.results.window(stored, {
      ...everything,
      offset: rows - nulls - 1,
      limit: 3,
      sort: sort(false),
      search: '',
    })
    expect(ascending.rows).toEqual([rowAt(299_998), rowAt(0), rowAt(7)])
  })

  it('has the same rows at the top of a sort as when the whole order is known', async () => {
    for (const sort of [[{ column: 1, descending: true }], [{ column: 0, descending: false }]]) {
      const ask = (offset: number) => files.results.window(stored, { ...everything, sort, offset, limit: 40 })
      const top = [await ask(0), await ask(4960)]
      expect((await ask(200_000)).total).toBe(rows)
      expect([await ask(0), await ask(4960)]).toEqual(top)
      expect(top.map(({ total, rows: shown }) => [total, shown.length])).toEqual(Array(2).fill([rows, 40]))
    }
  })

  it('returns no rows beyond its end', async () => {
    expect((await files.results.window(stored, { ...everything, offset: rows })).rows).toEqual([])
    expect((await files.results.window(stored, { ...everything, offset: rows, search: 'row 5' })).rows).toEqual([])
  })
})

describe('columns for charts', () => {
  const rows = 10_000
  const peaks = Array.from({ length: rows }, (_, row) => (row === 4321 ? 1e6 : row === 777 ? -1e6 : Math.sin(row)))
  const series = () =>
    files.store([
      filled(
        column('n', 'int32'),
        asInt32,
        peaks.map((_, row) => row),
      ),
      filled(column('x', 'double'), asDouble, peaks),
    ])

  it('are read whole if they have few enough rows', async () => {
    const answer = await files.results.columns(await series(), { columns: [1, 0], limit: rows, extreme: null })
    expect(answer).toEqual({ total: rows, shown: rows, values: [peaks, peaks.map((_, row) => row)] })
  })

  it('keep the first row, the last row and the extremes when thinned, in source order', async () => {
    const { total, shown, values } = await files.results.columns(await series(), { columns: [0, 1], limit: 100, extreme: 1 })
    const kept = (values[0] ?? []).map(Number)
    expect(total).toBe(rows)
    expect(shown).toBe(kept.length)
    expect(shown).toBeLessThanOrEqual(100)
    expect(kept).toEqual(expect.arrayContaining([0, 777, 4321, rows - 1]))
    expect(kept).toEqual([...kept].sort((a, b) => a - b))
    expect(values[1]).toEqual(kept.map((row) => peaks[row]))
  })

  it.each([1, 2, 3, 7, 100, 9_999])(
    'keep every n-th row and the last one without an extreme column, at most %i',
    async (limit) => {
      const { shown, values } = await files.results.columns(await series(), { columns: [0], limit, extreme: null })
      expect(shown).toBeLessThanOrEqual(limit)
      expect(values[0]?.[0]).toBe(0)
      if (limit > 1) expect(values[0]?.at(-1)).toBe(rows - 1)
    },
  )

  it('contain the rows that pass all filters, whole or thinned (FILTER-08)', async () => {
    const filters = [{ column: 0, min: 700, max: 4400 }]
    const ask = { columns: [0], limit: rows, extreme: null, filters }
    const passing = Array.from({ length: 3701 }, (_, row) => 700 + row)
    expect(await files.results.columns(await series(), ask)).toEqual({ total: 3701, shown: 3701, values: [passing] })
    const thinned = await files.results.columns(await series(), { ...ask, limit: 50, extreme: 1 })
    expect(thinned.total).toBe(3701)
    expect(thinned.shown).toBeLessThanOrEqual(50)
    expect(thinned.values[0]).toEqual(expect.arrayContaining([700, 777, 4321, 4400]))
    const fewest = await files.results.columns(await series(), { ...ask, limit: 7 })
    expect([fewest.values[0]?.[0], fewest.values[0]?.at(-1), fewest.shown <= 7]).toEqual([700, 4400, true])
    const none = [{ column: 0, min: 20_000 }]
    expect(await files.results.columns(await series(), { ...ask, filters: none })).toEqual({ total: 0, shown: 0, values: [[]] })
  })
})

describe('rows as JSON', () => {
  it('have numbers as plain digits, nulls for numbers that JSON lacks, and JSON values inline (EXEC-34)', async () => {
    const stored = await files.store([
      filled(column('i', 'int64'), asInt64, [2n ** 63n - 1n, null]),
      filled(column('p', { kind: 'decimal', precision: 38, scale: 38 }), asDigits, [
        `0.${'1234567890'.repeat(4).slice(0, 38)}`,
        '-0.5',
      ]),
      filled(column('n', 'number_text'), asDigits, ['123456789012345678901234567890123456789012', 'NaN']),
      filled(column('d', 'double'), asDouble, [1e21, Number.NaN]),
      filled(column('b', 'boolean'), asBoolean, [true, null]),
      filled(column('t', 'instant'), asInt64, [1714557600120000n, null]),
      filled(column('s', 'text'), asText, ['"\\\n\u0001 😀', '{"not": "json"}']),
      filled(column('j', 'json'), asText, ['{"a":[1,{}],"nan":"nan, ]"}', '[1,]']),
    ])
    expect(await textOf(files.results.jsonRows(stored, null))).toBe(
      '[{"i":9223372036854775807,"p":0.12345678901234567890123456789012345678,"n":123456789012345678901234567890123456789012,' +
        '"d":1e+21,"b":true,"t":"2024-05-01T10:00:00.120Z","s":"\\"\\\\\\n\\u0001 😀","j":{"a":[1,{}],"nan":"nan, ]"}},' +
        '{"i":null,"p":-0.50000000000000000000000000000000000000,"n":null,"d":null,"b":null,"t":null,"s":"{\\"not\\": \\"json\\"}","j":"[1,]"}]',
    )
  })

  it('quote texts in a JSON column that are not valid JSON', async () => {
    const texts = ['NaN', '[Infinity]', '{"a":1,}', 'oops', '']
    const stored = await files.store([filled(column('j', 'json'), asText, texts)])
    expect(JSON.parse(await textOf(files.results.jsonRows(stored, null)))).toEqual(texts.map((j) => ({ j })))
  })
})
