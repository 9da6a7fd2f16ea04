import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { numberMarks } from '@sightline/domain/format/number.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  asBoolean,
  asDigits,
  asDouble,
  asInt32,
  asInt64,
  asText,
  column,
  type Filled,
  filled,
  openResultFiles,
  type ResultFiles,
  type WrittenFile,
} from '../../testing/result-files.ts'
import { sheetOf, unzip } from '../../testing/unzip.ts'
import { firstRowsOf } from '../mail/first-rows.ts'
import type { ChosenValues, FileValues } from './results.ts'

vi.setConfig({ testTimeout: 30_000 })
let files: ResultFiles
beforeAll(async () => {
  files = await openResultFiles()
})
afterAll(() => files.close())

const exact = (timeZone: string): ChosenValues => ({ form: 'exact', timeZone })
const displayed = (timeZone: string): ChosenValues => ({
  form: 'displayed',
  formats: { date: 'DD/MM/YY', time: 'HH:mm' },
  timeZone,
})
const csvOf = (stored: WrittenFile, values: FileValues, isForExcel = false) =>
  text(files.results.delimited(stored, 'csv', values, isForExcel))
const linesOf = async (stored: WrittenFile, values: FileValues, isForExcel = false) =>
  (await csvOf(stored, values, isForExcel)).split('\r\n').slice(1, -1)
const rowsOf = async (stream: Readable): Promise<unknown> => JSON.parse(await text(stream))
const sheet = async (stored: WrittenFile, values: FileValues) =>
  sheetOf(unzip(await buffer(await files.results.workbook(stored, values)))).slice(1)

/** Microseconds since the epoch. */
const micros = (time: string, rest = 0) => BigInt(Date.parse(time)) * 1000n + BigInt(rest)
const INFINITY = 2n ** 63n - 1n

/** Either side of the clock changes in Zurich and New York, and times that few clocks agree about. */
const instants = [
  micros('2023-11-24T07:32:25.102Z', 291),
  micros('2024-10-27T00:30:00Z'),
  micros('2024-10-27T01:30:00Z'),
  micros('2024-03-10T06:59:59.999Z', 999),
  micros('2024-03-10T07:00:00Z'),
  micros('1900-01-01T00:00:00Z'),
  INFINITY,
  null,
]
const storedInstants = () => files.store([filled(column('at', 'instant', 'datetime'), asInt64, instants)])

describe('exact instants', () => {
  const texts: [string, string[]][] = [
    [
      'UTC',
      [
        '2023-11-24T07:32:25.102291Z',
        '2024-10-27T00:30:00Z',
        '2024-10-27T01:30:00Z',
        '2024-03-10T06:59:59.999999Z',
        '2024-03-10T07:00:00Z',
        '1900-01-01T00:00:00Z',
      ],
    ],
    [
      'Europe/Zurich',
      [
        '2023-11-24T08:32:25.102291+01:00',
        '2024-10-27T02:30:00+02:00',
        '2024-10-27T02:30:00+01:00',
        '2024-03-10T07:59:59.999999+01:00',
        '2024-03-10T08:00:00+01:00',
        '1900-01-01T01:00:00+01:00',
      ],
    ],
    [
      'America/New_York',
      [
        '2023-11-24T02:32:25.102291-05:00',
        '2024-10-26T20:30:00-04:00',
        '2024-10-26T21:30:00-04:00',
        '2024-03-10T01:59:59.999999-05:00',
        '2024-03-10T03:00:00-04:00',
        '1899-12-31T19:00:00-05:00',
      ],
    ],
    [
      'Asia/Kolkata',
      [
        '2023-11-24T13:02:25.102291+05:30',
        '2024-10-27T06:00:00+05:30',
        '2024-10-27T07:00:00+05:30',
        '2024-03-10T12:29:59.999999+05:30',
        '2024-03-10T12:30:00+05:30',
        '1900-01-01T05:21:10+05:21:10',
      ],
    ],
  ]

  it.each(texts)('keep microseconds and name their offset in CSV and JSON: %s (DL-17)', async (timeZone, expected) => {
    const stored = await storedInstants()
    expect(await linesOf(stored, exact(timeZone))).toEqual([...expected, 'infinity', ''])
    expect(await rowsOf(files.results.jsonRows(stored, exact(timeZone)))).toEqual(
      [...expected, 'infinity', null].map((at) => ({ at })),
    )
  })

  it('are dates of Excel on the clock of the time zone, to the microsecond (DL-17)', async () => {
    const cells = (await sheet(await storedInstants(), exact('America/New_York'))).map(([cell]) => cell)
    const serial = (time: string, rest = 0) => (Number(micros(time)) + rest) / 86_400_000_000 + 25_569
    expect(cells.slice(0, 5)).toEqual([
      serial('2023-11-24T02:32:25.102Z', 291),
      serial('2024-10-26T20:30:00Z'),
      serial('2024-10-26T21:30:00Z'),
      serial('2024-03-10T01:59:59.999Z', 999),
      serial('2024-03-10T03:00:00Z'),
    ])
    // Excel has no dates before March 1900, and none at the end of time.
    expect(cells.slice(5)).toEqual(['1899-12-31T19:00:00-05:00', 'infinity', null])
    const styles = unzip(await buffer(await files.results.workbook(await storedInstants(), exact('UTC')))).get('xl/styles.xml')
    expect(styles).toContain('formatCode="yyyy-mm-dd hh:mm:ss.000"')
  })
})

describe('exact times without a time zone', () => {
  it('keep their microseconds and get no zone (DL-17)', async () => {
    const times = [micros('2024-05-01T10:00:00.123Z', 456), micros('2024-05-01T10:00:00Z'), null]
    const stored = await files.store([filled(column('at', 'timestamp', 'datetime'), asInt64, times)])
    const expected = ['2024-05-01T10:00:00.123456', '2024-05-01T10:00:00']
    expect(await linesOf(stored, exact('Asia/Kolkata'))).toEqual([...expected, ''])
    expect(await rowsOf(files.results.jsonRows(stored, exact('Asia/Kolkata')))).toEqual(
      [...expected, null].map((at) => ({ at })),
    )
  })

  it('stay as the source wrote them if it sent texts, and dates are ISO dates (DL-17)', async () => {
    const stored = await files.store([
      filled(column('t', 'text', 'datetime'), asText, ['2024-05-01 10:00:00.123456789', 'soon']),
      filled(column('d', 'date', 'date'), asInt32, [19844, null]),
    ])
    expect(await linesOf(stored, exact('Asia/Kolkata'))).toEqual(['2024-05-01 10:00:00.123456789,2024-05-01', 'soon,'])
  })
})

describe('exact numbers', () => {
  const sample = () =>
    files.store([
      filled(column('f', 'double', 'float'), asDouble, [
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        0.1 + 0.2,
        null,
      ]),
      filled(column('n', 'number_text', 'float'), asDigits, ['NaN', 'Infinity', '-Infinity', '12345678901234567890.5', null]),
      filled(column('i', 'int64', 'integer'), asInt64, [2n ** 62n + 1n, 1n, 2n, 3n, null]),
      filled(column('d', { kind: 'decimal', precision: 38, scale: 10 }, 'float'), asDigits, [
        '1234567890123456789012345678.0123456789',
        '0',
        '1.5',
        '-1',
        null,
      ]),
    ])

  it('keep every digit, NaN and infinities in CSV (DL-18)', async () => {
    expect(await linesOf(await sample(), exact('UTC'))).toEqual([
      'NaN,NaN,4611686018427387905,1234567890123456789012345678.0123456789',
      'Infinity,Infinity,1,0.0000000000',
      '-Infinity,-Infinity,2,1.5000000000',
      '0.30000000000000004,12345678901234567890.5,3,-1.0000000000',
      ',,,',
    ])
  })

  it('that are not finite are texts in JSON, which has no such numbers (DL-18)', async () => {
    const json = await text(files.results.jsonRows(await sample(), exact('UTC')))
    const fields = (name: string) => (JSON.parse(json) as Record<string, unknown>[]).map((row) => row[name])
    expect(fields('f')).toEqual(['NaN', 'Infinity', '-Infinity', 0.30000000000000004, null])
    expect(fields('n').slice(0, 3)).toEqual(['NaN', 'Infinity', '-Infinity'])
    for (const digits of ['12345678901234567890.5', '4611686018427387905', '1234567890123456789012345678.0123456789'])
      expect(json).toContain(`:${digits}`)
  })

  it('that are not finite are texts in a workbook (DL-18)', async () => {
    expect(await sheet(await sample(), exact('UTC'))).toEqual([
      ['NaN', 'NaN', '4611686018427387905', '1234567890123456789012345678.0123456789'],
      ['Infinity', 'Infinity', 1, 0],
      ['-Infinity', '-Infinity', 2, 1.5],
      [0.30000000000000004, '12345678901234567890.5', 3, -1],
      [null, null, null, null],
    ])
  })

  it('that are not finite do not become formulas in a CSV file for Excel', async () => {
    expect((await linesOf(await sample(), exact('UTC'), true))[2]).toBe("'-Infinity,'-Infinity,2,1.5000000000")
  })
})

describe('exact texts', () => {
  it('that are empty differ from nulls in CSV, as in COPY of PostgreSQL (DL-19)', async () => {
    const two = await files.store([
      filled(column('a', 'text', 'string'), asText, ['', null, ' ', '"']),
      filled(column('b', 'json'), asText, [null, '', '{}', '""']),
    ])
    expect(await linesOf(two, exact('UTC'))).toEqual(['"",', ',""', ' ,{}', '"""",""""""'])
    const one = await files.store([filled(column('a', 'text', 'string'), asText, ['', null, 'x'])])
    expect(await csvOf(one, exact('UTC'))).toBe('a\r\n""\r\n\r\nx\r\n')
  })
})

describe('displayed values', () => {
  it('are dates and times in the formats of the organization on the clock of the time zone (DL-20)', async () => {
    const stored = await files.store([
      filled(column('at', 'instant', 'datetime'), asInt64, instants.slice(0, 2)),
      filled(column('wall', 'timestamp', 'datetime'), asInt64, [micros('2024-05-01T10:00:00Z'), null]),
      filled(column('text', 'text', 'datetime'), asText, ['2024-05-01T23:00:00Z', '2024-05-01 23:00:00']),
      filled(column('day', 'date', 'date'), asInt32, [19844, null]),
      filled(column('f', 'double', 'float'), asDouble, [Number.NaN, 1234.5]),
    ])
    expect(await linesOf(stored, displayed('Asia/Kolkata'))).toEqual([
      '24/11/23 13:02,01/05/24 10:00,02/05/24 04:30,01/05/24,NaN',
      '27/10/24 06:00,,01/05/24 23:00,,1234.5',
    ])
    expect(await rowsOf(files.results.jsonRows(stored, displayed('Asia/Kolkata')))).toEqual([
      { at: '24/11/23 13:02', wall: '01/05/24 10:00', text: '02/05/24 04:30', day: '01/05/24', f: 'NaN' },
      { at: '27/10/24 06:00', wall: null, text: '01/05/24 23:00', day: null, f: 1234.5 },
    ])
    const [first] = await sheet(stored, displayed('Asia/Kolkata'))
    expect(first).toEqual([
      (Number(micros('2023-11-24T13:02:25.102Z')) + 291) / 86_400_000_000 + 25_569,
      Number(micros('2024-05-01T10:00:00Z')) / 86_400_000_000 + 25_569,
      '02/05/24 04:30',
      45_413,
      'NaN',
    ])
  })
})

/** The texts of one value: a text for all time zones, or one each for UTC, Europe/Berlin and Asia/Kolkata. */
type Texts = string | readonly [utc: string, berlin: string, kolkata: string]
type Case = [name: string, value: Filled, csv: Texts, json: Texts, mail: Texts]

const texts = (value: string | null) => filled(column('c', 'text', 'string'), asText, [value])
const integer = (value: bigint) => filled(column('c', 'int64', 'integer'), asInt64, [value])
const double = (value: number) => filled(column('c', 'double', 'float'), asDouble, [value])
const day = (value: number) => filled(column('c', 'date', 'date'), asInt32, [value])
const instant = (time: string, rest = 0) => filled(column('c', 'instant', 'datetime'), asInt64, [micros(time, rest)])
const boolean = (value: boolean) => filled(column('c', 'boolean', 'boolean'), asBoolean, [value])
const decimal = (digits: string) =>
  filled(column('c', { kind: 'decimal', precision: 38, scale: 10 }, 'float'), asDigits, [digits])
const json = (value: string) => filled(column('c', 'json', 'string'), asText, [value])
const wall = (time: string, rest = 0) => filled(column('c', 'timestamp', 'datetime'), asInt64, [micros(time, rest)])
const quoted = (written: Texts): Texts =>
  typeof written === 'string' ? `"${written}"` : [`"${written[0]}"`, `"${written[1]}"`, `"${written[2]}"`]
/** A value that is the same text in files of every kind. */
const time = (name: string, value: Filled, file: Texts, mail: Texts): Case => [name, value, file, quoted(file), mail]
const LONG = 'Žluťoučký 数据 '.repeat(10).slice(0, 120)

const cases: Case[] = [
  ['NULL', texts(null), '', 'null', '–'],
  ['empty text', texts(''), '""', '""', ''],
  ['quotes', texts(`"a", 'b'`), `"""a"", 'b'"`, `"\\"a\\", 'b'"`, `"a", 'b'`],
  ['newline and tab', texts('a\nb\tc'), '"a\nb\tc"', '"a\\nb\\tc"', 'a b c'],
  ['formula', texts('=1+1'), '=1+1', '"=1+1"', '=1+1'],
  ['plus', texts('+1'), '+1', '"+1"', '+1'],
  ['minus', texts('-1'), '-1', '"-1"', '-1'],
  ['at sign', texts('@a'), '@a', '"@a"', '@a'],
  ['120 characters', texts(LONG), LONG, `"${LONG}"`, `${LONG.slice(0, 79)}…`],
  ['2^53+1', integer(2n ** 53n + 1n), '9007199254740993', '9007199254740993', '9,007,199,254,740,993'],
  ['int64 max', integer(2n ** 63n - 1n), '9223372036854775807', '9223372036854775807', '9,223,372,036,854,775,807'],
  ['int64 min', integer(-(2n ** 63n)), '-9223372036854775808', '-9223372036854775808', '-9,223,372,036,854,775,808'],
  ['decimal', decimal('12345678901234567.0123456789'), ...twice('12345678901234567.0123456789'), '12,345,678,901,234,567.01'],
  ['1e-12', double(1e-12), '1e-12', '1e-12', '0.000000000001'],
  ['1e18', double(1e18), '1e+18', '1e+18', '1,000,000,000,000,000,000'],
  ['0.1 + 0.2', double(0.1 + 0.2), '0.30000000000000004', '0.30000000000000004', '0.3'],
  ['-0', double(-0), '-0.0', '-0.0', '0'],
  ['NaN', double(Number.NaN), 'NaN', '"NaN"', 'NaN'],
  ['Infinity', double(Number.POSITIVE_INFINITY), 'Infinity', '"Infinity"', 'Infinity'],
  ['-Infinity', double(Number.NEGATIVE_INFINITY), '-Infinity', '"-Infinity"', '-Infinity'],
  ['true', boolean(true), 'true', 'true', 'true'],
  ['false', boolean(false), 'false', 'false', 'false'],
  ['JSON', json('{"a":[1,null]}'), '"{""a"":[1,null]}"', '{"a":[1,null]}', '{"a":[1,null]}'],
  time('first day', day(-719_162), '0001-01-01', '0001-01-01'),
  time('last day', day(2_932_896), '9999-12-31', '9999-12-31'),
  time('microseconds', wall('2024-05-01T10:00:00.123Z', 456), '2024-05-01T10:00:00.123456', '2024-05-01 10:00'),
  time(
    'microseconds of an instant',
    instant('2024-05-01T10:00:00.123Z', 456),
    ['2024-05-01T10:00:00.123456Z', '2024-05-01T12:00:00.123456+02:00', '2024-05-01T15:30:00.123456+05:30'],
    ['2024-05-01 10:00', '2024-05-01 12:00', '2024-05-01 15:30'],
  ),
  time(
    'the clock is put forward',
    instant('2024-03-31T01:00:00Z'),
    ['2024-03-31T01:00:00Z', '2024-03-31T03:00:00+02:00', '2024-03-31T06:30:00+05:30'],
    ['2024-03-31 01:00', '2024-03-31 03:00', '2024-03-31 06:30'],
  ),
  time(
    'the first half past two',
    instant('2024-10-27T00:30:00Z'),
    ['2024-10-27T00:30:00Z', '2024-10-27T02:30:00+02:00', '2024-10-27T06:00:00+05:30'],
    ['2024-10-27 00:30', '2024-10-27 02:30', '2024-10-27 06:00'],
  ),
  time(
    'the second half past two',
    instant('2024-10-27T01:30:00Z'),
    ['2024-10-27T01:30:00Z', '2024-10-27T02:30:00+01:00', '2024-10-27T07:00:00+05:30'],
    ['2024-10-27 01:30', '2024-10-27 02:30', '2024-10-27 07:00'],
  ),
  time(
    'midnight in Berlin',
    instant('2024-06-30T22:00:00Z'),
    ['2024-06-30T22:00:00Z', '2024-07-01T00:00:00+02:00', '2024-07-01T03:30:00+05:30'],
    ['2024-06-30 22:00', '2024-07-01', '2024-07-01 03:30'],
  ),
]
/** A number is the same text in CSV and JSON. */
function twice(text: string): [string, string] {
  return [text, text]
}

describe('a hostile value in CSV, TSV, JSON and mails', () => {
  it.each(cases)(
    'has its exact text in UTC, Europe/Berlin and Asia/Kolkata: %s (DL-22)',
    async (_, value, csv, inJson, mail) => {
      const stored = await files.store([value])
      const columns = [{ friendly_name: 'c', type: value.column.type }]
      for (const [index, timeZone] of ['UTC', 'Europe/Berlin', 'Asia/Kolkata'].entries()) {
        const inZone = (written: Texts) => (typeof written === 'string' ? written : written[index])
        for (const kind of ['csv', 'tsv'] as const)
          expect(await text(files.results.delimited(stored, kind, exact(timeZone), false))).toBe(`c\r\n${inZone(csv)}\r\n`)
        expect(await text(files.results.jsonRows(stored, exact(timeZone)))).toBe(`[{"c":${inZone(inJson)}}]`)
        const { rows } = await files.results.window(stored, firstRow)
        expect(firstRowsOf(columns, rows, false, { ...mailFormats, timeZone }).cells).toEqual([[inZone(mail)]])
      }
    },
  )
  const firstRow = { offset: 0, limit: 1, sort: [], search: '', searchColumns: null, filters: [], isCountedLater: false }
  const mailFormats = {
    dateFormat: 'YYYY-MM-DD',
    dateTimeFormat: 'YYYY-MM-DD HH:mm',
    integerFormat: '0,0',
    floatFormat: '0,0.00',
    numberMarks: numberMarks(',', '.'),
  }

  it('keeps a text that looks like a formula from being one in Excel, in every kind of file (DL-22)', async () => {
    for (const formula of ['=1+1', '+1', '-1', '@a']) {
      const stored = await files.store([texts(formula)])
      expect(await linesOf(stored, exact('UTC'), true)).toEqual([`'${formula}`])
      expect(await sheet(stored, exact('UTC'))).toEqual([[formula]])
    }
  })

  it('is the same number or text in a workbook, and text where Excel would round it (DL-22)', async () => {
    const cellOf = async (value: Filled) => (await sheet(await files.store([value]), exact('Europe/Berlin')))[0]?.[0]
    expect(await cellOf(integer(2n ** 53n + 1n))).toBe('9007199254740993')
    expect(await cellOf(double(1e-12))).toBe(1e-12)
    expect(await cellOf(double(0.1 + 0.2))).toBe(0.1 + 0.2)
    expect(await cellOf(day(-719_162))).toBe('0001-01-01')
    expect(await cellOf(day(2_932_896))).toBe(2_958_465)
    expect(await cellOf(instant('2024-06-30T22:00:00Z'))).toBe(45_474)
    expect(await cellOf(boolean(true))).toBe(true)
    expect(await cellOf(texts(''))).toBe('')
    expect(await cellOf(texts(null))).toBeNull()
  })

  it('may have a name of 120 characters in any script (DL-22)', async () => {
    const stored = await files.store([filled(column(LONG, 'int32', 'integer'), asInt32, [1])])
    expect(await csvOf(stored, exact('UTC'))).toBe(`${LONG}\r\n1\r\n`)
    expect(await text(files.results.jsonRows(stored, exact('UTC')))).toBe(`[{"${LONG}":1}]`)
  })
})
