import { drizzle } from 'drizzle-orm/pg-proxy'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { asDouble, asInt32, asText, column, filled, useResultFiles } from '../../testing/result-files.ts'
import type { ResultRow } from './checks.store.ts'
import { sampler } from './result-values.ts'

/** Reading an intact result does not use the database. */
const database = drizzle(() => Promise.reject(new Error('A statement was sent.')))

const files = useResultFiles()

/** Samples a result with numbers `n`, strings `place` and NaN in `x`. */
async function samplerOf(numbers: (number | null)[], places: (string | null)[]) {
  const { file, columns, rowCount, size } = await files.store([
    filled(column('n', 'int32'), asInt32, numbers),
    filled(column('place', 'text'), asText, places),
    filled(
      column('x', 'double', 'float'),
      asDouble,
      numbers.map(() => Number.NaN),
    ),
  ])
  const stored: ResultRow = {
    id: 1,
    data_source_id: 1,
    input_source_ids: [],
    time_zone: null,
    query_hash: '',
    query: '',
    file,
    columns,
    row_count: rowCount,
    size,
    runtime: 0,
    timing: { waiting: 0, database: 0, sightline: 0 },
    metadata: {},
    log: [],
    truncated: null,
    is_lost: false,
    retrieved_at: new Date(0),
  }
  return sampler({ results: files.results, log: pino({ enabled: false }), db: database }, stored)
}

it('is the chosen column in the first row of the result (OPEN-90)', async () => {
  const sample = await samplerOf([7, 9, -9], ['north', 'south', 'east'])
  expect([await sample({ column: 'n' }), await sample({ column: 'place' })]).toEqual([7, 'north'])
  expect([await sample({ column: 'n', selector: 'first' }), await sample({ column: 'n', selector: 'max' })]).toEqual([7, 9])
})

it('is null if the first row has none, and without rows or such a column (OPEN-90)', async () => {
  const [gap, empty] = [await samplerOf([null, 9], ['north', 'south']), await samplerOf([], [])]
  expect([await gap({ column: 'n' }), await gap({ column: 'm' }), await empty({ column: 'n' })]).toEqual([null, null, null])
})

it('is null for a number that is not finite, which cannot be compared (TABLE-44)', async () => {
  const sample = await samplerOf([7], ['north'])
  expect([await sample({ column: 'x' }), await sample({ column: 'x', selector: 'max' })]).toEqual([null, null])
})
