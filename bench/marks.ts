import type { ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import { addDataSource, runQuery } from './executions.ts'
import { median, type Row, time } from './measure.ts'
import type { Product } from './product.ts'

const ROUNDS = 9
const million = `SELECT 'carrier ' || i % 40 AS carrier, 'hub ' || i % 12 AS hub, i % 1000 / 10.0 AS delay,
  TIMESTAMP '2020-01-01' + INTERVAL (i % 2000) DAY + INTERVAL (i % 86400) SECOND AS departed FROM range(1000000) t(i)`

/** The conditions of marks, as the page sends them. */
const marks: [name: string, filters: RowFilter[]][] = [
  [
    'a tile: two values',
    [
      { column: 0, one_of: ['carrier 7'] },
      { column: 1, one_of: ['hub 7'] },
    ],
  ],
  ['a bar of a histogram: a range', [{ column: 2, min: '20', below: '25' }]],
  ['a day of a calendar', [{ column: 3, min: '2022-05-01', max: '2022-05-01' }]],
]

/** Measures the rows behind marks of a million rows, over HTTP: the first ones, and their number. */
export async function benchMarks(product: Product): Promise<Row[]> {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const { window } = await runQuery(product, source, million)
  const path = `/api/query_results/${window.result.id}/window`
  const read = async (filters: RowFilter[], asked: object) => {
    const search = new URLSearchParams({ filters: JSON.stringify(filters), ...asked })
    const found = await product.get<ResultWindow>(`${path}?${search}`)
    if (found.rows.length === 0) throw new Error('No rows are behind the mark.')
  }
  const rows: Row[] = []
  for (const [name, filters] of marks) {
    await read(filters, { total: 'now' })
    const first: number[] = []
    const counted: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // Other limits each time, so that no reply comes from a cache.
      const limit = String(100 + round)
      first.push(await time(() => read(filters, { limit, total: 'later' })))
      counted.push(await time(() => read(filters, { limit, total: 'now', sort: '-2' })))
    }
    rows.push(row(`first rows behind ${name}`, median(first)), row(`rows behind ${name}, sorted and counted`, median(counted)))
  }
  return rows
}

const row = (name: string, value: number): Row => ({
  name: `${name}, of 1,000,000 rows`,
  value,
  unit: 'ms',
  against: null,
  goal: 150,
})
