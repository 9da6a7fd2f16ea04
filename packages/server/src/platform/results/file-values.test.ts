import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  asDigits,
  asDouble,
  asInt32,
  asInt64,
  asText,
  column,
  filled,
  useResultFiles,
  type WrittenFile,
} from '../../testing/result-files.ts'
import { sheetOf, unzip } from '../../testing/unzip.ts'
import type { ChosenValues, FileValues } from './results.ts'

const files = useResultFiles()

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
/** Days since 1899-12-30, as in Excel. */
const serial = (time: string, rest = 0) => Number(micros(time, rest) + 25_569n * 86_400_000_000n) / 86_400_000_000
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
      serial('2023-11-24T13:02:25.102Z', 291),
      serial('2024-05-01T10:00:00Z'),
      '02/05/24 04:30',
      45_413,
      'NaN',
    ])
  })
})
