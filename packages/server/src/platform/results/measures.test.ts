import type { ResultGroups } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { groupRows } from '@sightline/domain/grouping/groups.ts'
import { type Arbitrary, constant, constantFrom, double, integer, oneof, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  useResultFiles,
} from '../../testing/result-files.ts'

const files = useResultFiles()

const KINDS = ['unique', 'list', 'sum', 'avg', 'median', 'variance', 'min', 'max', 'first', 'last', 'box'] as const
/** The first measure decides the order of the groups. */
const FIRST = ['sum', 'max'] as const

/** A hundred rows, of which some are empty. */
const rowsOf = <Value>(values: Arbitrary<Value>): (Value | null)[] =>
  sample(oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: constant(null) }), { numRuns: 100, seed: 7 })

const magnitudes = integer({ min: -12, max: 18 }).chain((power) =>
  double({ min: -1, max: 1, noNaN: true }).map((part) => part * 10 ** power),
)
const cents = integer({ min: -1_000_000, max: 1_000_000 }).map((amount) => amount / 100)
const decimals = (scale: number) =>
  integer({ min: -(10 ** 9), max: 10 ** 9 }).chain((whole) =>
    integer({ min: 0, max: 10 ** scale - 1 }).map((part) => `${whole}.${String(part).padStart(scale, '0')}`),
  )

const doubles = (values: Arbitrary<number>) => filled(column('x', 'double', 'float'), asDouble, rowsOf(values))
const int64s = (...values: bigint[]) => filled(column('x', 'int64', 'integer'), asInt64, rowsOf(constantFrom(...values)))
const decimalsOf = (precision: number, scale: number, values: Arbitrary<string>) =>
  filled(column('x', { kind: 'decimal', precision, scale }, 'float'), asDigits, rowsOf(values))
const digits = (...values: string[]) => filled(column('x', 'number_text', 'float'), asDigits, rowsOf(constantFrom(...values)))
const texts = (...values: string[]) => filled(column('x', 'text', 'string'), asText, rowsOf(constantFrom(...values)))

const columns: Record<string, Filled> = {
  'numbers from 1e-12 to 1e18': doubles(magnitudes),
  amounts: doubles(cents),
  'hundreds of outliers': filled(
    column('x', 'double', 'float'),
    asDouble,
    Array.from({ length: 1000 }, (_, at) => (at % 4 === 0 ? (at - 500) ** 3 : at % 10)),
  ),
  'the smallest and largest doubles': doubles(constantFrom(0, -0, 5e-324, 1e-5, 1, 1e16, 1e21, 1e300, -1e300, 1.7e308)),
  'NaN and infinities': doubles(constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1, 2.5)),
  'small integers': filled(column('x', 'int32', 'integer'), asInt32, rowsOf(integer())),
  'integers beyond 2^53': int64s(
    7n,
    -3n,
    2n ** 53n + 1n,
    2n ** 53n + 3n,
    -(2n ** 53n) - 1n,
    12345678901234567n,
    2n ** 63n - 1n,
  ),
  'ids that are all beyond 2^53': int64s(999999999999999999n, 1000000000000000000n, 1000000000000000001n),
  'short decimals': decimalsOf(15, 2, decimals(2)),
  'long decimals': decimalsOf(38, 10, decimals(9)),
  'decimals with a large scale': decimalsOf(38, 30, constantFrom('0.5', '0.1', `0.${'0'.repeat(29)}1`, '7.25')),
  'numbers in digits': digits(
    ...['0.10', '0.1', '9', '10', '1e3', '1000', '+5', '-0.50', '-0', '0', '0.000010', '1e-5', 'NaN'],
  ),
  'long numbers in digits': digits('12345678901234567890', '12345678901234567891', '0.12345678901234567890', '1.5', '1e16'),
  'texts with numbers': texts(
    '1,200.5',
    '7',
    ' 8 ',
    '1_000',
    '0x1F',
    '1,2345',
    '+5',
    '.5',
    '5.',
    '1e3',
    '1e999',
    '-1,000',
    'none',
  ),
  texts: texts('', 'a', 'Z', 'ä', '😀', '｡', 'x, y', '"', "'", 'NaN', 'true', '10', '9'),
  dates: filled(column('x', 'date', 'date'), asInt32, rowsOf(integer({ min: -700_000, max: 100_000 }))),
  times: filled(
    column('x', 'timestamp', 'datetime'),
    asInt64,
    rowsOf(integer({ min: -1e9, max: 1e9 }).map((at) => BigInt(at) * 1_001n)),
  ),
  booleans: filled(column('x', 'boolean', 'boolean'), asBoolean, rowsOf(constantFrom(true, false))),
}

/** The groups as the browser receives them; boxes are parsed, because JSON can write one number in several ways. */
const received = (groups: ResultGroups): ResultGroups =>
  JSON.parse(JSON.stringify(groups), (_, part) => {
    if (typeof part === 'string' && part.startsWith('[')) return JSON.parse(part, (_, number) => (number === 0 ? 0 : number))
    return part
  })

describe('the measures of DuckDB and of the browser', () => {
  it.each(Object.entries(columns))('are equal to the last digit for %s', async (_, x) => {
    const thirds = Array.from({ length: x.rowCount }, (_, row) => (row * row) % 3)
    const stored = await files.store([x, filled(column('g', 'int32', 'integer'), asInt32, thirds)])
    const { rows }: { rows: Cell[][] } = JSON.parse(JSON.stringify(await files.results.window(stored, everything)))
    const cells = [0, 1].map((index) => rows.map((row) => row[index] ?? null))
    const types = stored.columns.map(({ type }) => type)
    for (const first of FIRST) {
      const measures = [first, ...KINDS].map((kind) => ({ kind, column: 0 }))
      const ask = { sets: [[1], [0], []], measures: [...measures, { kind: 'count' as const, column: null }], limit: 50 }
      const byServer = received(await files.results.groups(stored, ask, []))
      expect(byServer).toEqual(received(groupRows(cells, rows.length, ask, types)))
    }
  })
})
