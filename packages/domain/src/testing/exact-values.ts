import type { Cell, ColumnType } from '@sightline/contract/results.ts'

/** The texts of one value: one for all time zones, or one for each of `EXACT_ZONES`. */
export type ByZone<Value> = Value | readonly [utc: Value, berlin: Value, kolkata: Value]

/** The time zones in which the tests write every value. */
export const EXACT_ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata'] as const

/** A value of a result, with its expected text in each place that shows or writes it. */
export interface ExactValue {
  name: string
  stored:
    | { kind: 'text' | 'json' | 'decimal'; value: string | null }
    | { kind: 'int64' | 'timestamp' | 'instant'; value: bigint }
    | { kind: 'double' | 'date'; value: number }
    | { kind: 'boolean'; value: boolean }
  type: ColumnType
  /** In files with exact values. */
  csv: ByZone<string>
  json: ByZone<string>
  /** The cell of a workbook; a number of days for dates and times. */
  sheet: ByZone<string | number | boolean | null>
  /** The type and the text that DuckDB reads from a Parquet file, in UTC. */
  parquet: readonly [type: string, text: string | null]
  /** The cell that the server sends to pages. */
  cell: Cell
  /** In the cell of a table; null stands for NULL, which has no text. */
  table: ByZone<string | null>
  mail: ByZone<string>
  /** In the tooltip of a chart: numbers as its y value, others as its x value. Null for what has no place in a chart. */
  tooltip: ByZone<string | null>
}

/** Values that are easily changed on their way, with their text in every place. */
export const exactValues = (): ExactValue[] => [
  {
    ...text('NULL', ''),
    ...{ stored: { kind: 'text', value: null }, csv: '', json: 'null', sheet: null, parquet: ['VARCHAR', null] },
    ...{ cell: null, table: null, mail: '–', tooltip: '(empty)' },
  },
  { ...text('empty text', ''), csv: '""', tooltip: '(empty text)' },
  { ...text('quotes', `"a", 'b'`), csv: `"""a"", 'b'"`, json: `"\\"a\\", 'b'"` },
  { ...text('newline and tab', 'a\nb\tc'), csv: '"a\nb\tc"', json: '"a\\nb\\tc"', mail: 'a b c' },
  { ...text('carriage return', 'a\r\nb\rc'), csv: '"a\r\nb\rc"', json: '"a\\r\\nb\\rc"', mail: 'a b c' },
  { ...text('control character', 'a\u0001\u001f'), json: '"a\\u0001\\u001F"' },
  text('markup and the escape of Excel', '<b>&amp;</b> _x0041_'),
  text('formula', '=1+1'),
  text('plus', '+1'),
  text('minus', '-1'),
  text('at sign', '@a'),
  { ...text('120 characters', LONG), mail: `${LONG.slice(0, 79)}…` },
  text('beyond 16 bits', '😀𝒳'),
  integer(2n ** 53n + 1n, '9007199254740993', '9,007,199,254,740,993', '9,007,199,254,740,992'),
  integer(2n ** 63n - 1n, '9223372036854775807', '9,223,372,036,854,775,807', '9,223,372,036,854,776,000'),
  integer(-(2n ** 63n), '-9223372036854775808', '-9,223,372,036,854,775,808', '-9,223,372,036,854,776,000'),
  decimal('12345678901234567.0123456789', '12,345,678,901,234,567.01', '12,345,678,901,234,568'),
  double('1e-12', 1e-12, '1e-12', '0.000000000001', '1e-12'),
  double('1e18', 1e18, '1e+18', '1,000,000,000,000,000,000'),
  double('0.1 + 0.2', 0.1 + 0.2, '0.30000000000000004', '0.3'),
  { ...double('-0', -0, '-0.0', '0'), cell: -0 },
  notFinite('NaN', Number.NaN, 'nan'),
  notFinite('Infinity', Number.POSITIVE_INFINITY, 'inf'),
  notFinite('-Infinity', Number.NEGATIVE_INFINITY, '-inf'),
  boolean(true),
  boolean(false),
  {
    ...text('JSON', '{"a":[1,null]}'),
    ...{ stored: { kind: 'json', value: '{"a":[1,null]}' }, csv: '"{""a"":[1,null]}"', json: '{"a":[1,null]}' },
  },
  // Excel has no dates before March 1900.
  day('first day', -719_162, '0001-01-01', '0001-01-01'),
  day('last day', 2_932_896, '9999-12-31', 2_958_465),
  {
    ...time('microseconds', 'timestamp', '2024-05-01T10:00:00.123Z', 456n),
    ...everywhere('2024-05-01T10:00:00.123456', '2024-05-01 10:00'),
    ...{ sheet: 45413 + at(10, 0, 0.123456), cell: '2024-05-01T10:00:00.123' },
    parquet: ['TIMESTAMP', '2024-05-01 10:00:00.123456'],
  },
  {
    ...time('microseconds of an instant', 'instant', '2024-05-01T10:00:00.123Z', 456n),
    ...everywhere(
      ['2024-05-01T10:00:00.123456Z', '2024-05-01T12:00:00.123456+02:00', '2024-05-01T15:30:00.123456+05:30'],
      ['2024-05-01 10:00', '2024-05-01 12:00', '2024-05-01 15:30'],
    ),
    ...{ sheet: [45413 + at(10, 0, 0.123456), 45413 + at(12, 0, 0.123456), 45413 + at(15, 30, 0.123456)] },
    ...{ parquet: [INSTANT, '2024-05-01 10:00:00.123456+00'], cell: '2024-05-01T10:00:00.123Z' },
  },
  {
    ...time('the clock is put forward', 'instant', '2024-03-31T01:00:00Z'),
    ...everywhere(
      ['2024-03-31T01:00:00Z', '2024-03-31T03:00:00+02:00', '2024-03-31T06:30:00+05:30'],
      ['2024-03-31 01:00', '2024-03-31 03:00', '2024-03-31 06:30'],
    ),
    ...{ sheet: [45382 + at(1, 0), 45382 + at(3, 0), 45382 + at(6, 30)], parquet: [INSTANT, '2024-03-31 01:00:00+00'] },
  },
  {
    ...time('the first half past two', 'instant', '2024-10-27T00:30:00Z'),
    ...everywhere(
      ['2024-10-27T00:30:00Z', '2024-10-27T02:30:00+02:00', '2024-10-27T06:00:00+05:30'],
      ['2024-10-27 00:30', '2024-10-27 02:30', '2024-10-27 06:00'],
    ),
    ...{ sheet: [45592 + at(0, 30), 45592 + at(2, 30), 45592 + at(6, 0)], parquet: [INSTANT, '2024-10-27 00:30:00+00'] },
  },
  {
    ...time('the second half past two', 'instant', '2024-10-27T01:30:00Z'),
    ...everywhere(
      ['2024-10-27T01:30:00Z', '2024-10-27T02:30:00+01:00', '2024-10-27T07:00:00+05:30'],
      ['2024-10-27 01:30', '2024-10-27 02:30', '2024-10-27 07:00'],
    ),
    // Excel knows no offsets: in Berlin this is the same cell as an hour earlier.
    ...{ sheet: [45592 + at(1, 30), 45592 + at(2, 30), 45592 + at(7, 0)], parquet: [INSTANT, '2024-10-27 01:30:00+00'] },
  },
  {
    ...time('midnight in Berlin', 'instant', '2024-06-30T22:00:00Z'),
    ...everywhere(
      ['2024-06-30T22:00:00Z', '2024-07-01T00:00:00+02:00', '2024-07-01T03:30:00+05:30'],
      ['2024-06-30 22:00', '2024-07-01', '2024-07-01 03:30'],
    ),
    ...{ sheet: [45473 + at(22, 0), 45474, 45474 + at(3, 30)], parquet: [INSTANT, '2024-06-30 22:00:00+00'] },
  },
]

const LONG = 'Žluťoučký 数据 '.repeat(10).slice(0, 120)
const INSTANT = 'TIMESTAMP WITH TIME ZONE'

/** A time of day as a part of the day. */
const at = (hours: number, minutes: number, seconds = 0) => (hours * 3600 + minutes * 60 + seconds) / 86_400

/** The same on screen and in files of every kind. */
function text(name: string, value: string): ExactValue {
  const stored = { kind: 'text', value } as const
  const shown = { cell: value, table: value, mail: value, tooltip: value }
  return { name, stored, type: 'string', csv: value, json: `"${value}"`, sheet: value, parquet: ['VARCHAR', value], ...shown }
}

/** Excel and charts have no integers of 64 bits: a cell is the text, and a chart draws the nearest double. */
function integer(value: bigint, file: string, shown: string, tooltip: string): ExactValue {
  const stored = { kind: 'int64', value } as const
  const shownTexts = { cell: file, table: shown, mail: shown, tooltip }
  return { name: file, stored, type: 'integer', csv: file, json: file, sheet: file, parquet: ['BIGINT', file], ...shownTexts }
}

function decimal(digits: string, shown: string, tooltip: string): ExactValue {
  const stored = { kind: 'decimal', value: digits } as const
  return { ...integer(0n, digits, shown, tooltip), stored, type: 'float', parquet: ['DECIMAL(38,10)', digits] }
}

function double(name: string, value: number, file: string, shown: string, tooltip = shown): ExactValue {
  const stored = { kind: 'double', value } as const
  const texts = { csv: file, json: file, table: shown, mail: shown, tooltip }
  return { name, stored, type: 'float', sheet: value, parquet: ['DOUBLE', file], cell: value, ...texts }
}

/** Neither JSON nor Excel has such numbers. */
function notFinite(name: string, value: number, parquet: string): ExactValue {
  const texts = { json: `"${name}"`, sheet: name, parquet: ['DOUBLE', parquet], cell: name, tooltip: null } as const
  return { ...double(name, value, name, name), ...texts }
}

function boolean(value: boolean): ExactValue {
  const name = String(value)
  const texts = { json: name, sheet: value, parquet: ['BOOLEAN', name], cell: value } as const
  return { ...text(name, name), stored: { kind: 'boolean', value }, type: 'boolean', ...texts }
}

function day(name: string, value: number, iso: string, sheet: string | number): ExactValue {
  return { ...text(name, iso), stored: { kind: 'date', value }, type: 'date', sheet, parquet: ['DATE', iso] }
}

function time(name: string, kind: 'timestamp' | 'instant', iso: string, micros = 0n): ExactValue {
  return { ...text(name, iso), stored: { kind, value: BigInt(Date.parse(iso)) * 1000n + micros }, type: 'datetime' }
}

/** The exact text in files, and the text that readers see. */
function everywhere(file: ByZone<string>, shown: ByZone<string>) {
  const json: ByZone<string> = typeof file === 'string' ? `"${file}"` : [`"${file[0]}"`, `"${file[1]}"`, `"${file[2]}"`]
  return { csv: file, json, table: shown, mail: shown, tooltip: shown }
}
