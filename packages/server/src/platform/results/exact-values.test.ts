import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { numberMarks } from '@sightline/domain/format/number.ts'
import { type ByZone, EXACT_ZONES, type ExactValue, exactValues } from '@sightline/domain/testing/exact-values.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
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
  openResultFiles,
  type ResultFiles,
} from '../../testing/result-files.ts'
import { sheetOf, unzip } from '../../testing/unzip.ts'
import { firstRowsOf } from '../mail/first-rows.ts'
import type { ChosenValues } from './results.ts'

let files: ResultFiles
let duckdb: DuckDBConnection
beforeAll(async () => {
  files = await openResultFiles()
  duckdb = await (await DuckDBInstance.create()).connect()
  await duckdb.run(`SET TimeZone = 'UTC'`)
})
afterAll(() => {
  duckdb.closeSync()
  return files.close()
})

const exact = (timeZone: string): ChosenValues => ({ form: 'exact', timeZone })
const mailFormats = {
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  nullText: '–',
  numberMarks: numberMarks(',', '.'),
}

const values = exactValues()
const named = (name: string) => values.find((value) => value.name === name)

/** The value as the only one of its column. */
function columnOf({ stored, type }: ExactValue, name = 'c'): Filled {
  const { kind } = stored
  switch (kind) {
    case 'text':
    case 'json':
      return filled(column(name, kind, type), asText, [stored.value])
    case 'decimal':
      return filled(column(name, { kind, precision: 38, scale: 10 }, type), asDigits, [stored.value])
    case 'int64':
    case 'timestamp':
    case 'instant':
      return filled(column(name, kind, type), asInt64, [stored.value])
    case 'double':
      return filled(column(name, kind, type), asDouble, [stored.value])
    case 'date':
      return filled(column(name, kind, type), asInt32, [stored.value])
    case 'boolean':
      return filled(column(name, kind, type), asBoolean, [stored.value])
  }
}

/** A cell that `toBe` compares: Excel's dates are rounded to microseconds, which is what a cell holds. */
const micros = (cell: unknown) =>
  typeof cell === 'number' && cell > 40_000 && cell < 50_000 ? Math.round(cell * 86_400e6) : cell

describe('a row of hostile values', () => {
  const names = values.map(({ name }) => name)
  const row = () => files.store(values.map((value) => columnOf(value, value.name)))
  const byName = (cells: readonly unknown[]) => Object.fromEntries(names.map((name, index) => [name, cells[index]]))
  const inZone =
    (zone: number) =>
    <Value extends string | number | boolean | null>(written: ByZone<Value>): Value =>
      typeof written === 'object' && written !== null ? (written[zone] as Value) : written
  const zones = EXACT_ZONES.map((timeZone, zone) => ({ timeZone, of: inZone(zone) }))

  it.each(zones)('has every exact text in CSV and TSV: $timeZone (DL-22)', async ({ timeZone, of }) => {
    const stored = await row()
    for (const [kind, separator] of [
      ['csv', ','],
      ['tsv', '\t'],
    ] as const) {
      const file = await text(files.results.delimited(stored, kind, exact(timeZone), false))
      expect(file.slice(file.indexOf('\n') + 1)).toBe(`${values.map(({ csv }) => of(csv)).join(separator)}\r\n`)
    }
  })

  it.each(zones)('has every exact text in JSON: $timeZone (DL-22)', async ({ timeZone, of }) => {
    const members = values.map(({ name, json }) => `${JSON.stringify(name)}:${of(json)}`)
    expect(await text(files.results.jsonRows(await row(), exact(timeZone)))).toBe(`[{${members.join(',')}}]`)
  })

  it.each(zones)('has every exact value in a workbook: $timeZone (DL-22)', async ({ timeZone, of }) => {
    const [, cells = []] = sheetOf(unzip(await buffer(await files.results.workbook(await row(), exact(timeZone)))))
    expect(byName(cells.map(micros))).toEqual(byName(values.map(({ sheet }) => micros(of(sheet)))))
  })

  it('keeps every type and value in a Parquet file (DL-22)', async () => {
    const path = join(files.dataDir, 'download.parquet')
    await writeFile(path, (await files.results.parquet(await row())).body)
    const columns = names.map((name) => `"${name}"`)
    const read = async (sql: (column: string) => string) =>
      (await duckdb.runAndReadAll(`SELECT ${columns.map(sql).join(', ')} FROM read_parquet($1)`, [path])).getRowsJson()[0] ?? []
    expect(byName(await read((column) => `typeof(${column})`))).toEqual(byName(values.map(({ parquet: [type] }) => type)))
    expect(byName(await read((column) => `${column}::VARCHAR`))).toEqual(byName(values.map(({ parquet: [, read] }) => read)))
  })

  it('reaches pages and mails with its texts in every time zone (DL-22)', async () => {
    const { rows } = await files.results.window(await row(), everything)
    expect(byName(rows[0] ?? [])).toEqual(byName(values.map(({ cell }) => cell)))
    for (const { timeZone, of } of zones)
      for (const { name, type, cell, mail } of values)
        expect(
          firstRowsOf({ columns: [{ name, type }], rows: [[cell]], total: 1 }, { ...mailFormats, timeZone }).cells,
        ).toEqual([[of(mail)]])
  })

  it('keeps an empty text apart from NULL in a file of one column (DL-22)', async () => {
    for (const value of values.filter(({ name }) => name === 'NULL' || name === 'empty text'))
      expect(await text(files.results.delimited(await files.store([columnOf(value)]), 'csv', exact('UTC'), false))).toBe(
        `c\r\n${value.csv}\r\n`,
      )
  })

  it('keeps a text that looks like a formula from being one in Excel, in every kind of file (DL-22)', async () => {
    for (const formula of ['=1+1', '+1', '-1', '@a']) {
      const stored = await files.store([filled(column('c', 'text', 'string'), asText, [formula])])
      expect(await text(files.results.delimited(stored, 'csv', exact('UTC'), true))).toBe(`c\r\n'${formula}\r\n`)
      expect(await sheetXml(stored)).toContain(`<c t="inlineStr"><is><t xml:space="preserve">${formula}</t></is></c>`)
    }
  })

  const sheetXml = async (stored: Awaited<ReturnType<ResultFiles['store']>>) =>
    unzip(await buffer(await files.results.workbook(stored, exact('UTC')))).get('xl/worksheets/sheet1.xml')

  it('has the escapes of Excel where XML cannot hold a character, also in the header (DL-22)', async () => {
    const xml = await sheetXml(await files.store([filled(column('a\rb', 'text'), asText, ['\0\r\n\uFFFF_x0041_'])]))
    expect(xml).toContain('<t xml:space="preserve">a_x000D_b</t>')
    expect(xml).toContain('<t xml:space="preserve">_x0000__x000D_\n_xFFFF__x005F_x0041_</t>')
  })

  it('may have a name of 120 characters in any script (DL-22)', async () => {
    const value = named('true')
    const long = named('120 characters')?.csv
    if (value === undefined || typeof long !== 'string') throw new Error('There is no such value.')
    const stored = await files.store([columnOf(value, long)])
    expect(await text(files.results.delimited(stored, 'csv', exact('UTC'), false))).toBe(`${long}\r\ntrue\r\n`)
    expect(await text(files.results.jsonRows(stored, exact('UTC')))).toBe(`[{"${long}":true}]`)
  })
})
