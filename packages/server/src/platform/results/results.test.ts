import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Cell } from '@sightline/contract/executions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unzipped } from '../../testing/unzipped.ts'
import type { Batch, Column, Storage } from './batch.ts'
import { cellsOf } from './cells.ts'
import { createResults } from './duckdb.ts'
import { ParquetWriter } from './parquet-writer.ts'
import type { Results, StoredResult } from './results.ts'
import { columnBuilders, type VectorBuilder } from './vectors.ts'

let dataDir: string
let results: Results
const iso = { date: 'YYYY-MM-DD', time: 'HH:mm' }
const everything = { offset: 0, limit: 1000, sort: [], search: '' }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sightline-results-'))
  results = createResults({ dataDir, resultsUrl: null }, { open: async (name) => join(dataDir, name) })
})
afterAll(async () => {
  await results.close()
  await rm(dataDir, { recursive: true })
})

const column = (name: string, storage: Storage | Exclude<Storage['kind'], 'decimal'>, type: Column['type'] = null): Column => ({
  name,
  type,
  storage: typeof storage === 'string' ? { kind: storage } : storage,
  sourceType: '',
})

type Append<Value> = (builder: VectorBuilder, value: Value) => void
const asText: Append<string> = (builder, value) => builder.appendText(value)
const asInt32: Append<number> = (builder, value) => builder.appendInt32(value)
const asInt64: Append<bigint> = (builder, value) => builder.appendInt64(value)
const asDouble: Append<number> = (builder, value) => builder.appendDouble(value)
const asBoolean: Append<boolean> = (builder, value) => builder.appendBoolean(value)
const asDigits: Append<string> = (builder, value) => builder.appendDigits(value)

/** A column with its values, written one by one. */
interface Filled {
  column: Column
  rowCount: number
  fill(builder: VectorBuilder, row: number): void
}
function filled<Value>(of: Column, append: Append<Value>, values: readonly (Value | null)[]): Filled {
  return {
    column: of,
    rowCount: values.length,
    fill(builder, row) {
      const value = values[row]
      if (value === null || value === undefined) builder.appendNull()
      else append(builder, value)
    },
  }
}

/** Writes a result file, `batchRows` rows at a time. */
async function store(columns: Filled[], batchRows = 1000): Promise<StoredResult & { batches: Batch[] }> {
  const file = `${randomUUID()}.parquet`
  const schema = columns.map((one) => one.column)
  const rows = columns[0]?.rowCount ?? 0
  const writer = await ParquetWriter.open(join(dataDir, file), schema)
  const builders = columnBuilders(schema)
  const batches: Batch[] = []
  for (let start = 0; start < rows; start += batchRows) {
    const rowCount = Math.min(batchRows, rows - start)
    columns.forEach((one, index) => {
      const builder = builders[index]
      for (let row = start; builder && row < start + rowCount; row++) one.fill(builder, row)
    })
    const batch = { rowCount, vectors: builders.map((builder) => builder.take()) }
    batches.push(batch)
    await writer.append(batch)
  }
  const { rowCount } = await writer.finish()
  return { file, columns: schema, rowCount, batches }
}

const textOf = async (stream: Readable | Promise<Readable>) => text(await stream)
const cellsOfColumn = async (stored: StoredResult, index = 0) =>
  (await results.window(stored, everything)).rows.map((row) => row[index])

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
  it.each(kinds)('keeps every value of a $name, in the file as in the first rows shown', async ({ filled, cells }) => {
    const stored = await store([filled])
    expect(await cellsOfColumn(stored)).toEqual(cells)
    expect(stored.batches.flatMap((batch) => cellsOf(stored.columns, batch, 100))).toEqual(cells.map((cell) => [cell]))
  })

  it('keeps dates of every century as the first rows show them', async () => {
    const days = Array.from({ length: 900 }, (_, n) => -800_000 + n * 4_321)
    const stored = await store([filled(column('d', 'date'), asInt32, days)])
    const shown = stored.batches.flatMap((batch) => cellsOf(stored.columns, batch, 1000)).map(([cell]) => cell)
    expect(await cellsOfColumn(stored)).toEqual(shown)
  })

  it('may have no rows', async () => {
    const stored = await store([filled(column('id', 'int64'), asInt64, []), filled(column('t', 'text'), asText, [])])
    expect(await results.window(stored, everything)).toEqual({ total: 0, rows: [] })
    expect(await results.window(stored, { ...everything, sort: [{ column: 0, descending: true }], search: 'x' })).toEqual({
      total: 0,
      rows: [],
    })
    expect(await results.columns(stored, { columns: [1], limit: 10, extreme: 0 })).toEqual({ total: 0, shown: 0, values: [[]] })
    expect(await textOf(results.jsonRows(stored))).toBe('[]')
    expect(await textOf(results.encode(stored, 'csv', iso))).toBe('id,t\r\n')
    expect(sheetOf(unzipped(await buffer(await results.encode(stored, 'xlsx', iso))))).toEqual([['id', 't']])
  })

  it('may have no columns', async () => {
    const stored = { ...(await store([])), rowCount: 2 }
    expect(await results.window(stored, everything)).toEqual({ total: 2, rows: [[], []] })
    expect(await textOf(results.jsonRows(stored))).toBe('[{},{}]')
    expect(sheetOf(unzipped(await buffer(await results.encode(stored, 'xlsx', iso))))).toEqual([[]])
  })

  it('keeps column names that differ in case only, and any character in them', async () => {
    const names = ['id', 'ID', 'Größe "m²"', "it's", '数', ' ', '', '$1']
    const stored = await store(names.map((name, index) => filled(column(name, 'int32'), asInt32, [index])))
    expect(JSON.parse(await textOf(results.jsonRows(stored)))).toEqual([
      Object.fromEntries(names.map((name, index) => [name, index])),
    ])
    expect(await textOf(results.encode(stored, 'csv', iso))).toBe('id,ID,"Größe ""m²""",it\'s,数, ,,$1\r\n0,1,2,3,4,5,6,7\r\n')
  })

  it('replaces bytes that are no UTF-8 instead of becoming unreadable', async () => {
    const append: Append<Uint8Array> = (builder, bytes) => builder.appendBytes(bytes, 0, bytes.length)
    const long = Buffer.from('é'.repeat(200))
    const stored = await store([
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
    stored = await store([filled(column('n', 'int64'), asInt64, numbers), filled(column('s', 'text'), asText, words)], 8192)
  })
  const rowAt = (row: number) => [row % 7 === 0 ? null : row, words[row] ?? null]

  it.each([0, 122_800, 250_000, 299_950])('has its rows in source order at %i', async (offset) => {
    const { total, rows: shown } = await results.window(stored, { ...everything, offset, limit: 100 })
    expect(total).toBe(rows)
    expect(shown).toEqual(Array.from({ length: Math.min(100, rows - offset) }, (_, n) => rowAt(offset + n)))
  })

  it('is the same in JSON, row by row', async () => {
    const parsed: unknown = JSON.parse(await textOf(results.jsonRows(stored)))
    expect(parsed).toEqual(numbers.map((_, row) => ({ n: rowAt(row)[0], s: rowAt(row)[1] })))
  })

  it('sorts with nulls last in both directions, and pages through', async () => {
    const sort = (descending: boolean) => [{ column: 0, descending }]
    const first = await results.window(stored, { ...everything, limit: 2, sort: sort(true) })
    expect(first.rows.map(([n]) => n)).toEqual([299_998, 299_997])
    const nulls = Math.ceil(rows / 7)
    const ascending = await results.window(stored, { offset: rows - nulls - 1, limit: 3, sort: sort(false), search: '' })
    expect(ascending.rows).toEqual([rowAt(299_998), rowAt(0), rowAt(7)])
  })

  it('answers beyond its end with no rows', async () => {
    expect((await results.window(stored, { ...everything, offset: rows })).rows).toEqual([])
    expect((await results.window(stored, { ...everything, offset: rows, search: 'row 5' })).rows).toEqual([])
  })
})

describe('a window', () => {
  const sample = () =>
    store([
      filled(column('name', 'text'), asText, ['Ada', 'bob', 'Émile', null, 'ada']),
      filled(column('size', 'number_text'), asDigits, ['10', '9', '100', '12345678901234567891', '12345678901234567890']),
      filled(column('paid', 'boolean'), asBoolean, [true, false, true, null, false]),
      filled(column('price', 'double'), asDouble, [1.5, Number.NaN, -2, 1.5, 7]),
    ])
  const names = async (window: Partial<Parameters<Results['window']>[1]>) => {
    const { total, rows } = await results.window(await sample(), { ...everything, ...window })
    return { total, names: rows.map(([name]) => name) }
  }

  it('sorts by several columns in order of precedence, equal rows in source order', async () => {
    const sort = [
      { column: 3, descending: false },
      { column: 0, descending: true },
    ]
    expect(await names({ sort })).toEqual({ total: 5, names: ['Émile', 'Ada', null, 'ada', 'bob'] })
  })

  it('sorts texts by their bytes and digits as numbers', async () => {
    expect((await names({ sort: [{ column: 0, descending: false }] })).names).toEqual(['Ada', 'ada', 'bob', 'Émile', null])
    expect((await names({ sort: [{ column: 1, descending: false }] })).names).toEqual(['bob', 'Ada', 'Émile', 'ada', null])
  })

  it('finds rows in which any cell contains the search, whatever the case', async () => {
    expect(await names({ search: 'ADA' })).toEqual({ total: 2, names: ['Ada', 'ada'] })
    expect(await names({ search: 'émi' })).toEqual({ total: 1, names: ['Émile'] })
    expect(await names({ search: '7891' })).toEqual({ total: 1, names: [null] })
    expect(await names({ search: 'tru' })).toEqual({ total: 2, names: ['Ada', 'Émile'] })
    expect(await names({ search: 'nothing of it' })).toEqual({ total: 0, names: [] })
  })

  it('takes a search as plain text, not as a pattern or as SQL', async () => {
    const stored = await store([filled(column('s', 'text'), asText, ['100%', "a'b", 'a_b', '$2'])])
    for (const [search, found] of [
      ['%', ['100%']],
      ["'", ["a'b"]],
      ['_', ['a_b']],
      ['$2', ['$2']],
    ] as const)
      expect((await results.window(stored, { ...everything, search })).rows.flat()).toEqual(found)
  })

  it('is sorted, searched and cut at once', async () => {
    const window = { offset: 1, limit: 1, sort: [{ column: 3, descending: true }], search: 'a' }
    expect(await names(window)).toEqual({ total: 3, names: ['Ada'] })
  })
})

describe('columns for drawing', () => {
  const rows = 10_000
  const peaks = Array.from({ length: rows }, (_, row) => (row === 4321 ? 1e6 : row === 777 ? -1e6 : Math.sin(row)))
  const series = () =>
    store([
      filled(
        column('n', 'int32'),
        asInt32,
        peaks.map((_, row) => row),
      ),
      filled(column('x', 'double'), asDouble, peaks),
    ])

  it('come whole while they are few enough', async () => {
    const answer = await results.columns(await series(), { columns: [1, 0], limit: rows, extreme: null })
    expect(answer).toEqual({ total: rows, shown: rows, values: [peaks, peaks.map((_, row) => row)] })
  })

  it('keep first, last and extremes when thinned, in source order', async () => {
    const { total, shown, values } = await results.columns(await series(), { columns: [0, 1], limit: 100, extreme: 1 })
    const kept = (values[0] ?? []).map(Number)
    expect(total).toBe(rows)
    expect(shown).toBe(kept.length)
    expect(shown).toBeLessThanOrEqual(100)
    expect(kept).toEqual(expect.arrayContaining([0, 777, 4321, rows - 1]))
    expect(kept).toEqual([...kept].sort((a, b) => a - b))
    expect(values[1]).toEqual(kept.map((row) => peaks[row]))
  })

  it.each([1, 2, 3, 7, 100, 9_999])('keep every n-th row and the last without an extreme, at most %i', async (limit) => {
    const { shown, values } = await results.columns(await series(), { columns: [0], limit, extreme: null })
    expect(shown).toBeLessThanOrEqual(limit)
    expect(values[0]?.[0]).toBe(0)
    if (limit > 1) expect(values[0]?.at(-1)).toBe(rows - 1)
  })
})

describe('rows as JSON', () => {
  it('carry numbers as plain digits, nulls for what JSON has no number for, and typed JSON inline (EXEC-34)', async () => {
    const stored = await store([
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
    expect(await textOf(results.jsonRows(stored))).toBe(
      '[{"i":9223372036854775807,"p":0.12345678901234567890123456789012345678,"n":123456789012345678901234567890123456789012,' +
        '"d":1e+21,"b":true,"t":"2024-05-01T10:00:00.120Z","s":"\\"\\\\\\n\\u0001 😀","j":{"a":[1,{}],"nan":"nan, ]"}},' +
        '{"i":null,"p":-0.50000000000000000000000000000000000000,"n":null,"d":null,"b":null,"t":null,"s":"{\\"not\\": \\"json\\"}","j":"[1,]"}]',
    )
  })

  it('quote what only calls itself JSON', async () => {
    const texts = ['NaN', '[Infinity]', '{"a":1,}', 'oops', '']
    const stored = await store([filled(column('j', 'json'), asText, texts)])
    expect(JSON.parse(await textOf(results.jsonRows(stored)))).toEqual(texts.map((j) => ({ j })))
  })
})

describe('a download as text', () => {
  const sample = () =>
    store([
      filled(column('text', 'text', 'string'), asText, ['plain', 'a,b', 'say "hi"', 'two\r\nlines', 'tab\there', null]),
      filled(column('yes', 'boolean', 'boolean'), asBoolean, [true, false, null, true, true, null]),
      filled(column('day', 'date', 'date'), asInt32, [19844, null, 0, 1, 2, null]),
      filled(column('at', 'instant', 'datetime'), asInt64, [1714557600123456n, null, 0n, 1n, 2n, null]),
      filled(column('free', 'text', 'datetime'), asText, ['2024-05-01T10:00:00', 'soon', '', null, '2024-05-01', null]),
      filled(column('big', 'int64', 'integer'), asInt64, [2n ** 60n, null, 1n, 2n, 3n, null]),
    ])

  it('has a header, every row, minimal quotes and the formats of the organization as CSV (DL-06)', async () => {
    const csv = await textOf(results.encode(await sample(), 'csv', { date: 'DD/MM/YY', time: 'HH:mm:ss.SSS' }))
    expect(csv.split('\r\n')).toEqual([
      'text,yes,day,at,free,big',
      'plain,true,01/05/24,01/05/24 10:00:00.123,01/05/24 10:00:00.000,1152921504606846976',
      '"a,b",false,,,soon,',
      '"say ""hi""",,01/01/70,01/01/70 00:00:00.000,,1',
      '"two',
      'lines",true,02/01/70,01/01/70 00:00:00.000,,2',
      'tab\there,true,03/01/70,01/01/70 00:00:00.000,01/05/24 00:00:00.000,3',
      ',,,,,',
      '',
    ])
  })

  it('quotes tabs but not commas as TSV', async () => {
    const lines = (await textOf(results.encode(await sample(), 'tsv', iso))).split('\r\n')
    expect(lines[0]).toBe('text\tyes\tday\tat\tfree\tbig')
    expect(lines[2]).toBe('a,b\tfalse\t\t\tsoon\t')
    expect(lines[6]).toContain('"tab\there"\t')
  })

  it('quotes a lone empty field, which would else be an empty line', async () => {
    const stored = await store([filled(column('s', 'text'), asText, ['', null, 'x'])])
    expect(await textOf(results.encode(stored, 'csv', iso))).toBe('s\r\n""\r\n""\r\nx\r\n')
  })
})

describe('a download as workbook', () => {
  it('has a sheet named result with a header row and every row, each value as Excel can hold it (DL-07)', async () => {
    const stored = await store([
      filled(column('text & <more>', 'text'), asText, ['a < b & "c"', ' kept ', '\u0001_x0041_', null]),
      filled(column('int', 'int64'), asInt64, [999999999999999n, 1000000000000000n, -5n, null]),
      filled(column('dec', { kind: 'decimal', precision: 30, scale: 5 }), asDigits, [
        '1234567890.12345',
        '12345678901.12345',
        '-0.5',
        null,
      ]),
      filled(column('yes', 'boolean'), asBoolean, [true, false, null, null]),
      filled(column('day', 'date', 'date'), asInt32, [19844, -30000, 0, null]),
      filled(column('at', 'instant', 'datetime'), asInt64, [1714564800000000n, null, 0n, null]),
      filled(column('long', 'text'), asText, ['x'.repeat(32_767), 'y'.repeat(32_768), '😀'.repeat(20_000), null]),
    ])
    const parts = unzipped(await buffer(await results.encode(stored, 'xlsx', iso)))
    expect([...parts.keys()]).toContain('[Content_Types].xml')
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="result"')
    expect(parts.get('xl/styles.xml')).toContain('formatCode="yyyy-mm-dd hh:mm"')
    expect(sheetOf(parts)).toEqual([
      ['text & <more>', 'int', 'dec', 'yes', 'day', 'at', 'long'],
      ['a < b & "c"', 999999999999999, 1234567890.12345, true, 45413, 45413.5, 'x'.repeat(32_767)],
      [' kept ', '1000000000000000', '12345678901.12345', false, '1887-11-12', null, `${'y'.repeat(32_766)}…`],
      ['_x005F_x0041_', -5, -0.5, null, 25569, 25569, `${'😀'.repeat(16_383)}…`],
      [null, null, null, null, null, null, null],
    ])
  })

  it('says in its last row that Excel holds no more', async () => {
    const rows = 1_048_576
    const stored = await store(
      [
        filled(
          column('n', 'int32'),
          (builder, n: number) => builder.appendInt32(n),
          Array.from({ length: rows }, (_, n) => n),
        ),
      ],
      65_536,
    )
    const sheet = unzipped(await buffer(await results.encode(stored, 'xlsx', iso))).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet.split('<row>')).toHaveLength(1_048_576 + 1)
    expect(sheet).toContain('Excel holds no more: this sheet has 1,048,574 of 1,048,576 rows and 1 of 1 columns.')
  }, 60_000)
})

/** The cells of the sheet: numbers, booleans, texts and nulls. */
function sheetOf(parts: Map<string, string>): (string | number | boolean | null)[][] {
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  return [...sheet.matchAll(/<row>([\s\S]*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c( t="\w+")?(?: s="\d")?>([\s\S]*?)<\/c>/g)].map(([, type, content]) => {
      if (content === undefined) return null
      const value = content
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      if (type === undefined) return Number(value)
      return type.includes('"b"') ? value === '1' : value
    }),
  )
}

describe('a download as Parquet', () => {
  it('is the stored file under the real names', async () => {
    const stored = await store([
      filled(column('Größe', { kind: 'decimal', precision: 10, scale: 2 }), asDigits, ['1.25', null]),
      filled(column('at', 'instant'), asInt64, [0n, 1n]),
      filled(column('clock', 'timestamp'), asInt64, [0n, 1n]),
      filled(column('select', 'text'), asText, ['a', 'b']),
    ])
    const path = join(dataDir, 'download.parquet')
    await writeFile(path, await results.encode(stored, 'parquet', iso))
    const instance = await DuckDBInstance.create()
    const connection = await instance.connect()
    const described = await connection.runAndReadAll('SELECT column_name, column_type FROM (DESCRIBE FROM read_parquet($1))', [
      path,
    ])
    expect(described.getRowsJson()).toEqual([
      ['Größe', 'DECIMAL(10,2)'],
      ['at', 'TIMESTAMP WITH TIME ZONE'],
      ['clock', 'TIMESTAMP'],
      ['select', 'VARCHAR'],
    ])
    const rows = await connection.runAndReadAll('SELECT "Größe"::VARCHAR, "select" FROM read_parquet($1)', [path])
    expect(rows.getRowsJson()).toEqual([
      ['1.25', 'a'],
      [null, 'b'],
    ])
    connection.closeSync()
    instance.closeSync()
  })
})

describe('a reader that goes away', () => {
  it('leaves the results usable', async () => {
    const stored = await store([
      filled(
        column('n', 'int32'),
        asInt32,
        Array.from({ length: 50_000 }, (_, n) => n),
      ),
    ])
    const stream = results.jsonRows(stored)
    await new Promise((resolve) => stream.once('data', resolve))
    stream.destroy()
    expect((await results.window(stored, { ...everything, limit: 1 })).rows).toEqual([[0]])
  })
})
