import { createHash } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { open, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asBoolean,
  asDigits,
  asInt32,
  asInt64,
  asText,
  column,
  everything,
  filled,
  openResultFiles,
  type ResultFiles,
  type WrittenFile,
  wire,
} from '../../testing/result-files.ts'
import { sheetOf, unzip } from '../../testing/unzip.ts'
import type { FileValues, Results, TextFormats } from './results.ts'

let files: ResultFiles
let results: Results
beforeAll(async () => {
  files = await openResultFiles()
  results = files.results
})
afterAll(() => files.close())
const store: ResultFiles['store'] = (columns, batchRows) => files.store(columns, batchRows)

const formatted = (formats: TextFormats): FileValues => ({ form: 'wire', formats })
const textBytes = (stream: Readable) => buffer(stream)
const textOf = async (stream: Readable | Promise<Readable>) => text(await stream)

describe('a download as CSV or TSV', () => {
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
    const csv = await textOf(
      results.delimited(await sample(), 'csv', formatted({ date: 'DD/MM/YY', time: 'HH:mm:ss.SSS' }), false),
    )
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

  it('quotes tabs but not commas in TSV', async () => {
    const lines = (await textOf(results.delimited(await sample(), 'tsv', wire, false))).split('\r\n')
    expect(lines[0]).toBe('text\tyes\tday\tat\tfree\tbig')
    expect(lines[2]).toBe('a,b\tfalse\t\t\tsoon\t')
    expect(lines[6]).toContain('"tab\there"\t')
  })

  it('quotes a single empty field, so that its row is not an empty line', async () => {
    const stored = await store([filled(column('s', 'text'), asText, ['', null, 'x'])])
    expect(await textOf(results.delimited(stored, 'csv', wire, false))).toBe('s\r\n""\r\n""\r\nx\r\n')
  })
})

describe('a CSV download for Excel', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\ttab', '\rreturn', "'kept", 'a=b', '', null]

  it('starts with a byte order mark and escapes texts that look like formulas', async () => {
    const stored = await store([
      filled(column('=name', 'text', 'string'), asText, hostile),
      filled(column('Ñ', 'int32'), asInt32, []),
    ])
    const csv = await textBytes(results.delimited(stored, 'csv', wire, true))
    expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(csv.toString('utf8').slice(1).split('\r\n')).toEqual([
      "'=name,Ñ",
      "'=1+1,",
      "'+1,",
      "'-1,",
      "'@SUM(A1),",
      "'\ttab,",
      '"\'\rreturn",',
      "'kept,",
      'a=b,',
      ',',
      ',',
      '',
    ])
    const tsv = await textBytes(results.delimited(stored, 'tsv', wire, true))
    expect(tsv.toString('utf8').split('\r\n')[5]).toBe('"\'\ttab"\t')
  })

  it('leaves numbers unchanged in columns of any type', async () => {
    const stored = await store([
      filled(column('i', 'int32'), asInt32, [-1]),
      filled(column('n', 'number_text'), asDigits, ['-12345678901234567890.5']),
      filled(column('d', { kind: 'decimal', precision: 38, scale: 2 }), asDigits, ['-1.5']),
      filled(column('j', 'json'), asText, ['-7']),
      filled(column('k', 'json'), asText, ['=cmd()']),
      filled(column('t', 'date', 'date'), asInt32, [19844]),
    ])
    const csv = await textOf(results.delimited(stored, 'csv', formatted({ date: '-DD', time: 'HH:mm' }), true))
    expect(csv).toBe("i,n,d,j,k,t\r\n-1,-12345678901234567890.5,-1.50,-7,'=cmd(),'-01\r\n")
  })

  it('works for a result without text columns', async () => {
    const stored = await store([filled(column('n', 'int32'), asInt32, [-1])])
    expect(await textOf(results.delimited(stored, 'csv', wire, true))).toBe('n\r\n-1\r\n')
  })

  it('has neither a byte order mark nor escaped texts unless it is requested for Excel', async () => {
    const stored = await store([filled(column('s', 'text'), asText, ['=1+1'])])
    expect(await textOf(results.delimited(stored, 'csv', wire, false))).toBe('s\r\n=1+1\r\n')
  })
})

describe('a download as an Excel workbook', () => {
  it('has a sheet named result with a header row and every row, each value in a form that Excel can hold (DL-07)', async () => {
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
      filled(column('long', 'text'), asText, ['x'.repeat(32_767), '😀'.repeat(16_383), '=1+1', null]),
    ])
    const parts = unzip(await buffer(await results.workbook(stored, wire)))
    expect([...parts.keys()]).toContain('[Content_Types].xml')
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="result"')
    expect(parts.get('xl/styles.xml')).toContain('formatCode="yyyy-mm-dd hh:mm"')
    expect(sheetOf(parts)).toEqual([
      ['text & <more>', 'int', 'dec', 'yes', 'day', 'at', 'long'],
      ['a < b & "c"', 999999999999999, 1234567890.12345, true, 45413, 45413.5, 'x'.repeat(32_767)],
      [' kept ', '1000000000000000', '12345678901.12345', false, '1887-11-12', null, '😀'.repeat(16_383)],
      ['\u0001_x0041_', -5, -0.5, null, 25569, 25569, '=1+1'],
      [null, null, null, null, null, null, null],
    ])
  })

  it('is refused with an error message if a sheet cannot hold the whole result', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
    const long = (text: string) =>
      store([filled(column('id', 'int32'), asInt32, [1, 2]), filled(column('note', 'text'), asText, ['short', text])])
    for (const [stored, sentence] of [
      [
        await store([filled(column('n', 'int32'), asInt32, numbers(1_048_576))], 65_536),
        'An Excel sheet has room for 1,048,575 rows below its header; this result has 1,048,576. Download it as CSV or Parquet instead.',
      ],
      [
        await store(numbers(16_385).map((n) => filled(column(`c${n}`, 'int32'), asInt32, [n]))),
        'An Excel sheet has room for 16,384 columns; this result has 16,385. Download it as CSV or Parquet instead.',
      ],
      [
        await long('y'.repeat(32_768)),
        'An Excel cell has room for 32,767 characters; row 2 of "note" has more. Download it as CSV or Parquet instead.',
      ],
      [
        await long('😀'.repeat(16_384)),
        'An Excel cell has room for 32,767 characters; row 2 of "note" has more. Download it as CSV or Parquet instead.',
      ],
    ] as const)
      await expect(results.workbook(stored, wire)).rejects.toMatchObject({ code: 'invalid_input', message: sentence })
    // The limit counts characters, not bytes: these have 32,767 characters of two and three bytes each.
    for (const fitting of ['é'.repeat(32_767), '東'.repeat(32_767)]) {
      const sheet = sheetOf(unzip(await buffer(await results.workbook(await long(fitting), wire))))
      expect(sheet[2]).toEqual([2, fitting])
    }
  })
})

describe('a download as Parquet', () => {
  it('is the stored file with the real column names', async () => {
    const stored = await store([
      filled(column('Größe', { kind: 'decimal', precision: 10, scale: 2 }), asDigits, ['1.25', null]),
      filled(column('at', 'instant'), asInt64, [0n, 1n]),
      filled(column('clock', 'timestamp'), asInt64, [0n, 1n]),
      filled(column('select', 'text'), asText, ['a', 'b']),
    ])
    const path = join(files.dataDir, 'download.parquet')
    const { body, length } = await results.parquet(stored)
    await writeFile(path, body)
    expect((await stat(path)).size).toBe(length)
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

describe('a download of many rows', () => {
  const rows = 400_000
  let texts: string[]
  let stored: WrittenFile
  beforeAll(async () => {
    texts = Array.from({ length: rows }, (_, row) => createHash('sha256').update(String(row)).digest('hex'))
    stored = await store([filled(column('s', 'text'), asText, texts)], 8192)
  })

  it('has each row once, in the order of the source (OPEN-544)', async () => {
    const written = (await textOf(results.delimited(stored, 'csv', wire, false))).split('\r\n')
    expect(written.findIndex((line, row) => line !== (row === 0 ? 's' : (texts[row - 1] ?? '')))).toBe(-1)
    expect(written).toHaveLength(rows + 2)
  })

  it.each<[string, () => Promise<Readable> | Readable, number]>([
    ['csv', () => results.delimited(stored, 'csv', wire, false), rows * 60],
    ['json', () => results.jsonRows(stored, null), rows * 60],
    ['xlsx', () => results.workbook(stored, wire), rows * 30],
  ])('buffers at most two pieces for a slow reader: %s', async (_, open, least) => {
    const stream = await open()
    let bytes = 0
    let held = 0
    for await (const piece of stream) {
      bytes += piece.length
      // Waits long enough for the stream to read ahead as far as it would.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      held = Math.max(held, stream.readableLength)
    }
    expect(bytes).toBeGreaterThan(least)
    expect(held).toBeLessThan(16 * 1024 * 1024)
  })

  it.each<[string, () => Promise<Readable> | Readable]>([
    ['csv', () => results.delimited(stored, 'csv', wire, false)],
    ['json', () => results.jsonRows(stored, null)],
    ['xlsx', () => results.workbook(stored, wire)],
    ['parquet', async () => (await results.parquet(stored)).body],
  ])('closes its files when the reader disconnects: %s', async (_, open) => {
    const stream = await open()
    await new Promise((resolve) => stream.once('data', resolve))
    stream.destroy()
    await new Promise((resolve) => stream.once('close', resolve))
    // A read that has started runs to its end.
    await expect.poll(() => openFiles(stored.file)).toEqual([])
    expect((await results.window(stored, { ...everything, limit: 1 })).total).toBe(rows)
  })
})

/** Open files of this process with this name (proc(5)). */
function openFiles(name: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.endsWith(name) ? [path] : []
    } catch {
      // The file was closed after the directory was listed.
      return []
    }
  })
}

describe('reading a result whose file is missing or damaged', () => {
  const sample = () =>
    store([
      filled(
        column('n', 'int64'),
        asInt64,
        Array.from({ length: 5000 }, (_, row) => BigInt(row) ** 3n),
      ),
    ])
  const readings: [string, (stored: WrittenFile) => Promise<unknown>][] = [
    ['a window', (stored) => results.window(stored, everything)],
    ['a sorted window', (stored) => results.window(stored, { ...everything, sort: [{ column: 0, descending: true }] })],
    ['different values', (stored) => results.distinct(stored, { column: 0, search: '', limit: 5 })],
    ['columns', (stored) => results.columns(stored, { columns: [0], limit: 100, extreme: 0 })],
    ['json', (stored) => textOf(results.jsonRows(stored, null))],
    ['csv', (stored) => textOf(results.delimited(stored, 'csv', wire, false))],
    ['xlsx', async (stored) => textOf(await results.workbook(stored, wire))],
  ]
  const parquet: (typeof readings)[number] = ['parquet', async (stored) => textOf((await results.parquet(stored)).body)]

  it.each([...readings, parquet])('reports a missing file as unavailable: %s', async (_, read) => {
    const stored = await sample()
    await rm(join(files.dataDir, stored.file))
    await expect(read(stored)).rejects.toMatchObject({ code: 'result_unavailable' })
  })

  it.each([...readings, parquet])('reports a truncated file as damaged: %s', async (_, read) => {
    const stored = await sample()
    await truncate(join(files.dataDir, stored.file), stored.size - 10)
    await expect(read(stored)).rejects.toMatchObject({ code: 'result_damaged' })
  })

  it.each([...readings, parquet])('reports a file with other content as damaged: %s', async (_, read) => {
    const stored = await sample()
    await writeFile(join(files.dataDir, stored.file), Buffer.alloc(stored.size, 'garbage '))
    await expect(read(stored)).rejects.toMatchObject({ code: 'result_damaged' })
  })

  it.each(readings)('reports a file with a corrupt page as damaged: %s', async (_, read) => {
    const stored = await sample()
    const file = await open(join(files.dataDir, stored.file), 'r+')
    await file.write(Buffer.alloc(400, 0xff), 0, 400, 60)
    await file.close()
    await expect(read(stored)).rejects.toMatchObject({ code: 'result_damaged' })
  })
})
