import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Cell } from '@sightline/contract/results.ts'
import { type Exploration, type ExploredColumn, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { cellsOf, cellsOfFirstLines } from '@sightline/domain/explore/pivot.ts'
import { groupsRequest, rowFilters } from '@sightline/domain/explore/request.ts'
import { sourceSql } from '@sightline/domain/explore/source-sql.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ParquetWriter } from '../../platform/results/parquet-writer.ts'
import type { StoredResult } from '../../platform/results/results.ts'
import { openResultFiles, type ResultFiles } from '../../testing/result-files.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { AnyRunner, RunnerResult } from '../runner.ts'
import { COUNTED, exploredRows, REGION } from './explored-rows.ts'
import { itMakesStarters } from './starter-table.ts'

const explored = (changes: Partial<Exploration>): Exploration => ({ ...nothingExplored, ...changes })
const rows = { kind: 'count' as const, column: null }
const unitsOf = (column: string, ...units: ('year' | 'quarter' | 'month' | 'week' | 'day' | 'hour')[]) =>
  units.map((unit) => ({
    name: `${unit}s of "${column}"`,
    exploration: explored({ groups: [{ column, unit }], measures: [rows] }),
  }))

const commonCases = (region: string): { name: string; exploration: Exploration }[] => [
  ...unitsOf('day', 'year', 'quarter', 'month', 'week', 'day'),
  ...unitsOf('at', 'year', 'quarter', 'month', 'week', 'day', 'hour'),
  {
    name: 'all measures by region',
    exploration: explored({
      groups: [{ column: region, unit: null }],
      measures: [
        rows,
        { kind: 'unique', column: COUNTED },
        { kind: 'sum', column: 'amount' },
        { kind: 'sum', column: COUNTED },
        { kind: 'avg', column: COUNTED },
        { kind: 'avg', column: 'amount' },
        { kind: 'min', column: 'day' },
        { kind: 'max', column: 'ratio' },
      ],
    }),
  },
  {
    name: 'filters on texts, with the ten smallest sums',
    exploration: explored({
      groups: [{ column: COUNTED, unit: null }],
      measures: [{ kind: 'sum', column: 'amount' }],
      conditions: [
        { column: region, kind: 'is', values: ["o'brien", 'back\\slash', 'south', null] },
        { column: region, kind: 'is_not', values: ['north', '{{ x }}'] },
        { column: region, kind: 'contains', values: ['O'] },
      ],
      sort: [{ kind: 'sum', column: 'amount', descending: false }],
      limit: 10,
    }),
  },
  {
    name: 'filters on numbers and times, the last groups first',
    exploration: explored({
      groups: [{ column: region, unit: null }],
      measures: [rows],
      conditions: [
        { column: 'amount', kind: 'min', values: ['-60.5'] },
        { column: COUNTED, kind: 'max', values: ['45'] },
        { column: 'ratio', kind: 'not_empty', values: [] },
        { column: 'day', kind: 'min', values: ['2024-01-01'] },
        { column: 'day', kind: 'max', values: ['2024-10-31'] },
        { column: 'at', kind: 'min', values: ['2024-01-02'] },
        { column: 'at', kind: 'max', values: ['2024-09-30'] },
        { column: COUNTED, kind: 'is_not', values: [3, '7'] },
      ],
      sort: [{ kind: null, column: region, descending: true }],
    }),
  },
  {
    name: 'the lines of a pivot table by one of its columns',
    exploration: explored({
      groups: [
        { column: 'day', unit: 'quarter' },
        { column: region, unit: null },
      ],
      across: region,
      measures: [rows, { kind: 'sum', column: 'amount' }],
      sort: [{ kind: 'sum', column: 'amount', value: 'south', descending: true }],
    }),
  },
  {
    name: 'the lines of a pivot table by one of its months',
    exploration: explored({
      groups: [
        { column: 'at', unit: 'month' },
        { column: COUNTED, unit: null },
      ],
      across: 'at',
      measures: [rows],
      sort: [
        { kind: 'count', column: null, value: '2024-02-01', descending: false },
        { kind: null, column: COUNTED, descending: true },
      ],
    }),
  },
  {
    name: 'the first lines of a pivot table',
    exploration: explored({
      groups: [
        { column: region, unit: null },
        { column: 'day', unit: 'quarter' },
      ],
      across: 'day',
      measures: [rows, { kind: 'sum', column: 'amount' }],
      limit: 2,
    }),
  },
  {
    name: 'the first lines of a pivot table by one of its columns',
    exploration: explored({
      groups: [
        { column: 'at', unit: 'month' },
        { column: region, unit: null },
      ],
      across: region,
      measures: [{ kind: 'sum', column: 'amount' }],
      sort: [
        { kind: 'sum', column: 'amount', value: 'south', descending: true },
        { kind: null, column: 'at', descending: true },
      ],
      limit: 3,
    }),
  },
  {
    name: 'a single row, without rows',
    exploration: explored({
      measures: [{ kind: 'sum', column: 'amount' }, rows],
      conditions: [{ column: COUNTED, kind: 'min', values: ['1000'] }],
    }),
  },
  {
    name: 'rows without a value',
    exploration: explored({ measures: [rows], conditions: [{ column: region, kind: 'empty', values: [] }] }),
  },
]

const zoned = [...unitsOf('seen', 'month', 'day', 'hour')].concat({
  name: 'days of a clock that changes',
  exploration: explored({
    groups: [{ column: 'seen', unit: 'hour' }],
    measures: [rows],
    conditions: [
      { column: 'seen', kind: 'min', values: ['2024-03-31'] },
      { column: 'seen', kind: 'max', values: ['2024-10-27'] },
    ],
  }),
})
const medians = (region: string) => ({
  name: 'medians',
  exploration: explored({
    groups: [{ column: region, unit: null }],
    measures: [
      { kind: 'median', column: 'amount' },
      { kind: 'median', column: COUNTED },
    ],
  }),
})

export interface ExploredSource {
  runner: AnyRunner
  options(): Record<string, unknown>
  /** Statements that create the table `explored` and fill it. */
  create(): Promise<unknown>
  /** The name of the table in a query. */
  table?: string
  /** The name of its column of regions, if the source does not allow `REGION`. */
  region?: string
  /** Whether its times can have a zone. */
  hasInstants: boolean
  /** The clocks on which instants are read; left out if the source reads all of them right. */
  timeZones?: readonly string[]
  hasMedian: boolean
}

/** Tests that the SQL of an exploration on a data source returns the groups of its stored result. */
export function describeExploredTable({
  runner,
  options,
  create,
  table = 'explored',
  region = REGION,
  hasInstants,
  timeZones = ['Europe/Berlin', 'UTC', 'Asia/Kolkata'],
  hasMedian,
}: ExploredSource): void {
  let files: ResultFiles
  let stored: StoredResult
  let columns: (ExploredColumn & { source_type: string })[]
  const run = (text: string): Promise<RunnerResult> =>
    runner.run(text, { config: runner.config.parse(options()), signal: AbortSignal.timeout(20_000), tempDir: files.dataDir })

  beforeAll(async () => {
    files = await openResultFiles()
    await create()
    const result = await run(`SELECT * FROM ${table}`)
    const file = `${randomUUID()}.parquet`
    const writer = await ParquetWriter.open(join(files.dataDir, file), result.columns)
    for await (const batch of result.batches) await writer.append(batch)
    stored = { file, columns: result.columns, ...(await writer.finish()) }
    columns = result.columns.map(({ name, type, storage, sourceType }) => ({
      name,
      type,
      isInstant: storage.kind === 'instant',
      source_type: sourceType,
    }))
  })
  afterAll(() => files.close())

  describe(`the SQL of an exploration on a table of ${runner.name}`, () => {
    const cases = [...commonCases(region), ...(hasInstants ? zoned : []), ...(hasMedian ? [medians(region)] : [])]
    it.each(cases)('returns the same as the stored result for $name (OPEN-240)', async ({ exploration }) => {
      for (const timeZone of hasInstants ? timeZones : ['Europe/Berlin']) {
        const { exploreDialect, dialect, language } = runner
        const query = {
          text: `SELECT * FROM ${table} LIMIT 100`,
          source: { explore_dialect: exploreDialect, dialect, language },
        }
        const built = sourceSql(exploration, columns, query, timeZone)
        if (built?.sql == null) throw new Error(`There is no SQL: ${built?.reason}`)
        const rows = await rowsOf(await run(built.sql))
        expect(
          rows.map((row) => row.map(comparable)),
          built.sql,
        ).toEqual(await groupsOfResult(exploration, timeZone))
        expect(rows.length).toBeGreaterThan(0)
      }
    })

    itMakesStarters({
      runner,
      table,
      region,
      dates: ['day', 'at', ...(hasInstants ? (['seen'] as const) : [])],
      columns: () => columns,
      run,
    })

    it('keeps the condition of the explored query beside the filters (OPEN-240)', async () => {
      const text = `SELECT * FROM ${table} WHERE amount < 0 OR amount > 50 LIMIT 10`
      const { exploreDialect, dialect, language } = runner
      const exploration = explored({ measures: [rows], conditions: [{ column: COUNTED, kind: 'min', values: ['25'] }] })
      const built = sourceSql(
        exploration,
        columns,
        { text, source: { explore_dialect: exploreDialect, dialect, language } },
        'UTC',
      )
      const matching = exploredRows.filter(({ amount, n }) => (Number(amount) < 0 || Number(amount) > 50) && (n ?? 0) >= 25)
      expect((await rowsOf(await run(built?.sql ?? ''))).flat().map(Number)).toEqual([matching.length])
    })
  })

  async function groupsOfResult(exploration: Exploration, timeZone: string): Promise<Cell[][]> {
    const request = groupsRequest(cellsOf(exploration), columns, timeZone)
    const { sets } = await files.results.groups(stored, request, rowFilters(exploration, columns, timeZone))
    const shown = [...(sets[0]?.keys ?? []), ...(sets[0]?.measures ?? [])]
    const groups = shown[0]?.map((_, row) => shown.map((of) => comparable(of[row]))) ?? []
    return cellsOfFirstLines(exploration, groups)
  }
}

/** Numbers and times are written in several ways. */
function comparable(value: unknown): Cell {
  // Cells show no number in place of NaN.
  if (value === null || value === undefined || Number.isNaN(value)) return null
  const text = String(value)
  if (/^-?[\d.]+(e[-+]?\d+)?$/.test(text)) return Number(Number(text).toFixed(6))
  return text.replace(' ', 'T').replace(/(\.0+)?Z?$/, '')
}
