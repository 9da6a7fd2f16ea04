import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { datasetteServer, NUMBERS } from '../../testing/servers/datasette.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { itReadsManyRows } from '../conformance/many-rows.ts'
import { failureOf } from '../conformance/runs.ts'
import excel from '../excel/index.ts'
import json from '../json/index.ts'
import type { AnyRunner } from '../runner.ts'
import csv from './index.ts'

let server: StartedServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-datasette-'))
  server = await datasetteServer.start()
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

const url = (path: string) => `http://127.0.0.1:${server.port}/${path}`
const run = async (runner: AnyRunner, path: string, more = '') => {
  const context = { config: runner.config.parse({}), signal: never, sourceNetworks: ['127.0.0.1'] }
  return runner.run(`url: "${url(path)}"\n${more}`, { ...context, tempDir: await mkdtemp(join(folder, 'run-')) })
}
const read = async (runner: AnyRunner, path: string, more?: string) => {
  const result = await run(runner, path, more)
  return { columns: result.columns.map(({ name, type }) => `${name} ${type}`), rows: await rowsOf(result) }
}

const TYPES = [
  ...['id integer', 'text string', 'code string', 'ratio float', 'odd float', 'none float', 'flag boolean'],
  ...['day date', 'at datetime', 'seen datetime'],
]
const ROWS = [
  [
    ...[2n ** 63n - 1n, 'naïve 🐘 漢字', '007', 0.1, Number.POSITIVE_INFINITY, null, true],
    ...['2024-02-29', '2024-03-31T01:59:59.123456', '2024-03-30T23:59:59.500'],
  ],
  [
    ...[-(2n ** 63n), 'two\nlines "quoted", \\', '#1', -1.5e-300, Number.NEGATIVE_INFINITY, 2.5, false],
    ...['9999-12-31', '1969-12-31T23:59:59.999', '2024-01-01T00:00:00.000'],
  ],
]

describe('CSV, as pandas writes it (OPEN-740)', () => {
  it.each(['utf-8.csv', 'marked.csv', 'utf-16.csv', 'packed.csv.gz', 'quoted.csv'])('has exact values in %s', async (file) => {
    expect(await read(csv, `files/${file}`)).toEqual({ columns: TYPES, rows: ROWS })
  })

  it('is read in Windows-1252, named or detected', async () => {
    const expected = {
      columns: ['Größe string', 'open boolean'],
      rows: [
        ['007', true],
        ['#1', false],
      ],
    }
    expect(await read(csv, 'files/latin.csv')).toEqual(expected)
    expect(await read(csv, 'files/latin.csv', 'encoding: cp1252')).toEqual(expected)
  })
})

describe('CSV, as Datasette sends it', () => {
  it('has exact values', async () => {
    expect(await read(csv, 'shop/orders.csv', 'usecols: [id, total, note, day]')).toEqual({
      columns: ['id integer', 'total float', 'note string', 'day date'],
      rows: [
        [3n, 0.5, null, null],
        [2n ** 53n + 1n, 0.1, 'naïve 🐘 漢字', '2024-02-29'],
        [2n ** 63n - 1n, -1.5e-300, 'two\nlines "quoted", \\', null],
      ],
    })
  })

  it('says that a table is not there', async () => {
    expect((await failureOf(read(csv, 'shop/nothing.csv'))).message).toMatch(/^Error reading http:.* 404: /)
  })

  itReadsManyRows(() => run(csv, 'shop/numbers.csv?_stream=on'), NUMBERS)
})

describe('Excel, as Python writes it (OPEN-741)', () => {
  it.each([
    ['xlsxwriter', 'a\r\nb', '_x000D_'],
    // openpyxl writes both as they stand: XML makes one line break of the first, and the second is the code of a carriage return.
    ['openpyxl', 'a\nb', '\r'],
  ])('has exact values of pandas by %s', async (engine, breaks, code) => {
    const { columns, rows } = await read(excel, `files/${engine}.xlsx`)
    expect(columns).toEqual([
      ...['text string', 'code string', 'ratio float', 'none float', 'flag boolean', 'day date', 'at datetime'],
      ...['n integer', 'breaks string'],
    ])
    // Excel counts milliseconds.
    expect(rows).toEqual([
      ['naïve 🐘 漢字', '007', 0.1, null, true, '2024-02-29', '2024-03-31T01:59:59.123', 1n, breaks],
      ['two\nlines "quoted", \\', '#1', -1.5e-300, 2.5, false, '9999-12-31', '1969-12-31T23:59:59.999', 42n, code],
    ])
  })

  it.each(['1900', '1904'])('has dates, times, formulas, errors and merged cells in days since %s', async (year) => {
    const { columns, rows } = await read(excel, `files/${year}.xlsx`)
    expect(columns).toEqual([
      ...['day date', 'at datetime', 'time datetime', 'length string', 'share float', 'money float', 'formula integer'],
      ...['missing string', 'infinite string', 'rich string', 'merged string'],
    ])
    const same = ['2024-02-29', '2024-02-29T13:14:15.678', '18:30:15']
    const more = [0.125, -1234.5, 42n, null, null, 'plain bold end']
    expect(rows).toEqual([
      [...same, '30:00:00', ...more, 'both'],
      [...same, '01:30:00', ...more, null],
    ])
  })

  it('has a hidden sheet by name or number, whose table begins somewhere', async () => {
    const expected = { columns: ['off integer'], rows: [[5n], [6n]] }
    expect(await read(excel, 'files/1900.xlsx', 'sheet_name: Hidden\nusecols: ["off"]')).toEqual(expected)
    expect(await read(excel, 'files/1900.xlsx', 'sheet_name: 1\nusecols: [1]')).toEqual(expected)
  })

  it('has dates that are written as texts of ISO 8601', async () => {
    expect(await read(excel, 'files/iso.xlsx')).toEqual({
      columns: ['day date', 'at datetime', 'time datetime', 'length string', 'error string'],
      rows: [['2024-02-29', '2024-02-29T13:14:15.678', '18:30:15.25', '30:00:00', null]],
    })
  })
})

describe('JSON, as Datasette sends it', () => {
  const objects = 'shop/orders.json?_shape=objects&_size=2'
  const rows = [
    [3n, 0.5, '', '', ''],
    [2n ** 53n + 1n, 0.1, 'naïve 🐘 漢字', '{"$base64":true,"encoded":"AP8="}', '2024-02-29'],
    [2n ** 63n - 1n, -1.5e-300, 'two\nlines "quoted", \\', null, null],
  ]

  it('has exact values in a list of objects', async () => {
    const { columns, rows } = await read(json, 'shop/orders.json?_shape=array', 'fields: [id, total, note, raw.encoded, day]')
    expect(columns.map((column) => column.split(' ')[0])).toEqual(['id', 'total', 'note', 'raw.encoded', 'day'])
    expect(rows.map(([id]) => id)).toEqual([3n, 2n ** 53n + 1n, 2n ** 63n - 1n])
  })

  it.each([
    ['by the address of the next one', 'pagination: {type: url, path: next_url}'],
    ['by a token', 'pagination: {type: token, fields: [next, _next]}'],
  ])('is read page by page, %s', async (_, pagination) => {
    const found = await read(json, objects, `path: rows\nfields: [id, total, note, day]\n${pagination}`)
    expect(found.rows).toEqual(rows.map(([id, total, note, , day]) => [id, total, note, day]))
  })

  it('says that a table is not there', async () => {
    expect((await failureOf(read(json, 'shop/nothing.json'))).message).toMatch(/404: Table not found$/)
  })

  itReadsManyRows(
    () => run(json, 'shop/numbers.json?_shape=objects&_size=1000', 'path: rows\npagination: {type: url, path: next_url}'),
    NUMBERS,
  )
})
