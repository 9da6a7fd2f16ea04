import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cell } from '@sightline/contract/results.ts'
import { type Exploration, type ExploredColumn, isGrouped, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { cellsOf } from '@sightline/domain/explore/pivot.ts'
import { groupsRequest, rowFilters } from '@sightline/domain/explore/request.ts'
import { sqlOf } from '@sightline/domain/explore/sql.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import { everything, openResultFiles, type ResultFiles } from '../../testing/result-files.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { storedInput } from '../../testing/stored-input.ts'
import type { InputTable } from '../runner.ts'
import results from './index.ts'

const TABLE = 'cached_query_5'
const tempDir = mkdtempSync(join(tmpdir(), 'sightline-explore-'))
let files: ResultFiles
let input: InputTable

beforeAll(async () => {
  files = await openResultFiles()
  input = await storedInput(
    files.dataDir,
    TABLE,
    `SELECT DATE '2023-11-20' + (hash(i) % 400)::INTEGER AS day,
       TIMESTAMP '2024-03-01' + INTERVAL (hash(i + 1) % 40000) MINUTE AS "at.time",
       TIMESTAMPTZ '2024-10-20 00:00:00+00' + INTERVAL (hash(i + 2) % 20000) MINUTE AS seen,
       CASE hash(i + 3) % 5 WHEN 0 THEN NULL WHEN 1 THEN 'O''Brien' WHEN 2 THEN 'North "A"' ELSE 'south' END AS "the region",
       (hash(i + 4) % 20000 / 100 - 80)::DECIMAL(9, 2) AS amount,
       CASE WHEN hash(i + 5) % 7 > 0 THEN (hash(i + 5) % 50)::INTEGER END AS n,
       hash(i + 6) % 2 = 0 AS ok,
       (DATE '2024-01-01' + (hash(i + 7) % 90)::INTEGER)::VARCHAR AS written
     FROM range(3000) t(i)`,
    Array.from({ length: 8 }, (_, at) => (at === 7 ? { type: 'date' as const } : {})),
  )
})
afterAll(async () => {
  await files.close()
  rmSync(tempDir, { recursive: true, force: true })
})

const explored = (changes: Partial<Exploration>): Exploration => ({ ...nothingExplored, ...changes })

const cases: [name: string, exploration: Exploration, timeZone?: string][] = [
  ['counts by month', explored({ groups: [{ column: 'day', unit: 'month' }], measures: [{ kind: 'count', column: null }] })],
  [
    'all measures by week and region',
    explored({
      groups: [
        { column: 'at.time', unit: 'week' },
        { column: 'the region', unit: null },
      ],
      measures: [
        { kind: 'count', column: null },
        { kind: 'unique', column: 'the region' },
        { kind: 'sum', column: 'amount' },
        { kind: 'avg', column: 'n' },
        { kind: 'median', column: 'amount' },
        { kind: 'median', column: 'n' },
        { kind: 'min', column: 'the region' },
        { kind: 'max', column: 'day' },
      ],
    }),
  ],
  [
    'the ten smallest sums, with filters on texts',
    explored({
      groups: [{ column: 'n', unit: null }],
      measures: [{ kind: 'sum', column: 'amount' }],
      conditions: [
        { column: 'the region', kind: 'is', values: ["O'Brien", 'south', null] },
        { column: 'the region', kind: 'is_not', values: ['north'] },
        { column: 'the region', kind: 'contains', values: ['O'] },
      ],
      sort: [{ kind: 'sum', column: 'amount', descending: false }],
      limit: 10,
    }),
  ],
  [
    'filters on numbers, booleans and dates',
    explored({
      groups: [{ column: 'ok', unit: null }],
      measures: [{ kind: 'count', column: null }],
      conditions: [
        { column: 'amount', kind: 'min', values: ['-20.5'] },
        { column: 'n', kind: 'max', values: ['40'] },
        { column: 'n', kind: 'not_empty', values: [] },
        { column: 'ok', kind: 'is', values: [true, false] },
        { column: 'day', kind: 'min', values: ['2023-12-24'] },
        { column: 'day', kind: 'max', values: ['2024-06-30'] },
        { column: 'at.time', kind: 'max', values: ['2024-03-20'] },
        { column: 'amount', kind: 'is_not', values: [1.25, '7.5'] },
      ],
    }),
  ],
  [
    'days on the clock of a time zone that changes it',
    explored({
      groups: [{ column: 'seen', unit: 'day' }],
      measures: [{ kind: 'count', column: null }],
      conditions: [
        { column: 'seen', kind: 'min', values: ['2024-10-22'] },
        { column: 'seen', kind: 'max', values: ['2024-10-28'] },
      ],
    }),
    'Europe/Berlin',
  ],
  [
    'hours of a time zone',
    explored({ groups: [{ column: 'seen', unit: 'hour' }], measures: [{ kind: 'count', column: null }] }),
    'Europe/Berlin',
  ],
  ['hours of UTC', explored({ groups: [{ column: 'seen', unit: 'hour' }], measures: [{ kind: 'count', column: null }] })],
  [
    'dates in texts, the last ones first',
    explored({
      groups: [{ column: 'written', unit: 'quarter' }],
      measures: [{ kind: 'count', column: null }],
      conditions: [{ column: 'written', kind: 'max', values: ['2024-03-15'] }],
      sort: [{ kind: null, column: 'written', descending: true }],
    }),
  ],
  [
    'the lines of a pivot table, sorted by one of its columns',
    explored({
      groups: [
        { column: 'at.time', unit: 'week' },
        { column: 'the region', unit: null },
      ],
      across: 'the region',
      measures: [
        { kind: 'count', column: null },
        { kind: 'sum', column: 'amount' },
      ],
      sort: [
        { kind: 'sum', column: 'amount', value: "O'Brien", descending: true },
        { kind: 'count', column: null, value: null, descending: false },
      ],
    }),
  ],
  [
    'the lines of a pivot table, sorted by one of its months',
    explored({
      groups: [
        { column: 'n', unit: null },
        { column: 'written', unit: 'month' },
      ],
      across: 'written',
      measures: [{ kind: 'median', column: 'amount' }],
      sort: [{ kind: 'median', column: 'amount', value: '2024-02-01', descending: false }],
    }),
  ],
  [
    'the lines of a pivot table, sorted by one of its hours',
    explored({
      groups: [
        { column: 'ok', unit: null },
        { column: 'seen', unit: 'hour' },
      ],
      across: 'seen',
      measures: [{ kind: 'max', column: 'day' }],
      sort: [{ kind: 'max', column: 'day', value: '2024-10-27T00:00:00Z', descending: true }],
    }),
    'Europe/Berlin',
  ],
  ['groups without a measure', explored({ groups: [{ column: 'the region', unit: null }] })],
  [
    'a single row',
    explored({
      measures: [
        { kind: 'avg', column: 'amount' },
        { kind: 'count', column: null },
      ],
    }),
  ],
  [
    'the measures of no rows',
    explored({
      measures: [
        { kind: 'sum', column: 'n' },
        { kind: 'count', column: null },
      ],
      conditions: [{ column: 'the region', kind: 'is', values: ['nowhere'] }],
    }),
  ],
]

describe('the SQL of an exploration', () => {
  it.each(cases)('returns the same as the endpoint for %s (OPEN-207)', async (_, exploration, timeZone = 'UTC') => {
    const columns: ExploredColumn[] = input.columns.map(({ name, type, storage }) => ({
      name,
      type,
      isInstant: storage.kind === 'instant',
    }))
    const stored = { file: `${TABLE}.parquet`, columns: input.columns, rowCount: 3000, size: statSync(input.path).size }
    const request = groupsRequest(cellsOf(exploration), columns, timeZone)
    const { sets } = await files.results.groups(stored, request, rowFilters(exploration, columns, timeZone))
    const shown = [...(sets[0]?.keys ?? []), ...(exploration.measures.length > 0 ? (sets[0]?.measures ?? []) : [])]
    const answer = shown[0]?.map((_, row) => shown.map((of) => of[row] ?? null)) ?? []

    const sql = sqlOf(exploration, columns, { name: TABLE, timeZone })
    const run = await results.run(sql, {
      config: {},
      signal: never,
      tempDir,
      inputs: [input],
      dialect: 'duckdb',
      timeZone: 'America/New_York',
    })
    const rows = await rowsOf(run)

    expect(isGrouped(exploration)).toBe(true)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => row.map(comparable))).toEqual(answer.map((row) => row.map(comparable)))
  })
})

describe('the SQL of rows without groups', () => {
  it('sorts texts by the alphabet of the reader, as the table of the result does (OPEN-456)', async () => {
    const texts = ['Zebra', 'apple', 'Öl', 'Ofen', 'zoo', 'item 9']
    const name = 'cached_query_6'
    const rows = texts.map((text, at) => `('${text}', ${at})`).join(', ')
    const words = await storedInput(files.dataDir, name, `SELECT * FROM (VALUES ${rows}, (NULL, 9)) t(word, n)`)
    const stored = { file: `${name}.parquet`, columns: words.columns, rowCount: 7, size: statSync(words.path).size }
    for (const descending of [false, true]) {
      const exploration = explored({ sort: [{ kind: null, column: 'word', descending }] })
      const window = { ...everything, sort: [{ column: 0, descending }], language: 'en' }
      const shown = await files.results.window(stored, window)
      const sql = sqlOf(exploration, words.columns, { name, timeZone: 'UTC' })
      const config = { config: {}, signal: never, tempDir, inputs: [words], dialect: 'duckdb' }
      expect((await rowsOf(await results.run(sql, config))).map(([word]) => word)).toEqual(shown.rows.map(([word]) => word))
    }
  })
})

/** Numbers and times are written in several ways. */
function comparable(value: unknown): Cell {
  if (value === null || typeof value === 'boolean') return value
  const text = String(value)
  if (/^-?[\d.]+(e[-+]?\d+)?$/.test(text)) return Number(Number(text).toFixed(6))
  return text.replace(/(\.0+)?Z?$/, '')
}
