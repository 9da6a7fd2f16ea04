import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import type { SourceColumn } from '../explore/source-columns.ts'
import { type SampledColumn, starterColumns } from './columns.ts'
import { type Starter, starterOf, starterOptions, tableTitle } from './pieces.ts'
import { starterDialect, starterProblem } from './sql.ts'

const columns: SampledColumn[] = [
  { name: 'id', type: 'integer' },
  { name: 'customer', type: 'integer' },
  { name: 'zip_code', type: 'integer' },
  { name: 'ordered_at', type: 'datetime' },
  { name: 'status', type: 'string' },
  { name: 'note', type: 'string' },
  { name: 'is_paid', type: 'boolean' },
  { name: 'amount', type: 'float' },
]
const rows: Cell[][] = Array.from({ length: 20 }, (_, at) => [
  at,
  at % 3,
  8000 + at,
  '2026-01-01T10:00:00',
  at % 2 === 0 ? 'new' : 'done',
  `Note ${at}`,
  at % 2 === 0,
  at * 1.5,
])
const keys = new Set(['customer'])

describe('the columns of a starter dashboard', () => {
  it('are a date, texts that repeat and numbers that can be added up, but no keys, ids and codes (DASH-85)', () => {
    expect(starterColumns(columns, rows, keys, false)).toEqual({
      date: 'ordered_at',
      categories: ['status', 'is_paid'],
      numbers: ['amount'],
    })
  })

  it('add up neither coordinates nor ids (DASH-85)', () => {
    const places: SampledColumn[] = ['latitude', 'pickup_lon', 'Lng', 'station_id', 'depth'].map((name) => ({
      name,
      type: 'float',
    }))
    expect(starterColumns(places, [[1.5, 2.5, 3.5, 4, 5]], new Set(), false).numbers).toEqual(['depth'])
  })

  it('are few of each kind (DASH-85)', () => {
    const many = Array.from({ length: 9 }, (_, at) => [
      { name: `c${at}`, type: 'string' as const },
      { name: `n${at}`, type: 'float' as const },
    ]).flat()
    const found = starterColumns(
      many,
      [
        many.map(({ type }) => (type === 'float' ? 1 : 'a')),
        ...['a', 'b', 'b'].map((text) => many.map(({ type }) => (type === 'float' ? 1 : text))),
      ],
      new Set(),
      false,
    )
    expect([found.categories, found.numbers, found.date]).toEqual([['c0', 'c1', 'c2', 'c3'], ['n0', 'n1', 'n2'], null])
  })

  it('include texts with dates where the database has no dates (DASH-85)', () => {
    const texts: SampledColumn[] = [{ name: 'day', type: 'string' }]
    expect(starterColumns(texts, [['2026-01-01'], ['2026-01-02 10:00']], new Set(), true).date).toBe('day')
    expect(starterColumns(texts, [['2026-01-01']], new Set(), false).date).toBeNull()
    expect(starterColumns(texts, [['2026-01-01'], ['soon']], new Set(), true).date).toBeNull()
    expect(starterColumns(texts, [], new Set(), true)).toEqual({ date: null, categories: [], numbers: [] })
  })
})

describe('the queries of a starter dashboard', () => {
  const day = { name: 'day', type: 'date' as const, source_type: 'date' }
  const at = { name: 'at', type: 'datetime' as const, source_type: 'timestamp' }
  const seen = { name: 'seen', type: 'datetime' as const, isInstant: true, source_type: 'timestamp with time zone' }
  const others = [
    { name: 'status', type: 'string' as const, source_type: 'varchar' },
    { name: 'amount', type: 'float' as const, source_type: 'decimal' },
  ]
  const starter = (dialect: string, date: SourceColumn, more: SourceColumn[] = []) =>
    starterOf(
      {
        name: 'shop.Orders',
        source: { syntax: 'sql', explore_dialect: dialect, dialect, language: dialect },
        columns: [date, ...others, ...more],
        timeZone: 'Europe/Berlin',
      },
      { date: date.name, categories: ['status'], numbers: ['amount'] },
    )
  const sqlOf = (made: Starter, key: string) => made.pieces.find((piece) => piece.key === key)?.sql ?? null
  const period = (dialect: string, date: SourceColumn) =>
    sqlOf(starter(dialect, date), 'rows')
      ?.split('\n')
      .filter((line) => line.startsWith('  AND'))
      .map((line) => line.slice(6))

  it('are those of explorations in the dialect of their source, with a period (DASH-85)', () => {
    const made = starter('postgresql', day)
    expect(sqlOf(made, 'months')).toBe(
      `SELECT
  date_trunc('month', "day")::date AS "month",
  count(*) AS "number_of_rows"
FROM shop."Orders"
WHERE "day" IS NOT NULL
{{#period}}
  AND "day" >= DATE '{{period.start}}'
  AND "day" <= DATE '{{period.end}}'
{{/period}}
GROUP BY 1
ORDER BY 1
LIMIT 12000`,
    )
    expect(sqlOf(made, 'category status')).toContain(
      'SELECT\n  "status",\n  count(*) AS "number_of_rows"\nFROM shop."Orders"\nWHERE 1 = 1\n{{#period}}',
    )
    expect(sqlOf(starter('mysql', at), 'number amount')).toContain(
      'sum(`amount`) AS `total`,\n  avg(`amount` * 1e0) AS `average`',
    )
    expect(sqlOf(starter('transactsql', at), 'latest')).toMatch(/^SELECT TOP \(100\) \*\n[\s\S]*\nORDER BY \[at\] DESC$/)
    expect(sqlOf(starter('oracle', day), 'latest')).toMatch(
      /WHERE "day" IS NOT NULL[\s\S]*ORDER BY "day" DESC\nFETCH FIRST 100 ROWS ONLY$/,
    )
  })

  it('include the times of the last day of the period, on the clock of the time zone (OPEN-254)', () => {
    const [start, end] = ['{{period.start}}', '{{period.end}}']
    expect(period('postgresql', at)).toEqual([
      `"at" >= TIMESTAMP '${start} 00:00:00'`,
      `"at" < DATE '${end}' + INTERVAL '1 day'`,
    ])
    expect(period('redshift', seen)).toEqual([
      `"seen" >= TIMESTAMPTZ '${start} 00:00:00 Europe/Berlin'`,
      `"seen" < (DATE '${end}' + INTERVAL '1 day') AT TIME ZONE 'Europe/Berlin'`,
    ])
    expect(period('mysql', at)).toEqual([`\`at\` >= TIMESTAMP '${start} 00:00:00'`, `\`at\` < DATE '${end}' + INTERVAL 1 DAY`])
    expect(period('sqlite', at)).toEqual([`"at" >= '${start}'`, `"at" < date('${end}', '+1 day')`])
    expect(period('transactsql', at)).toEqual([
      `[at] >= N'${start}T00:00:00'`,
      `[at] < DATEADD(day, 1, CAST(N'${end}' AS datetime2))`,
    ])
    expect(period('bigquery', seen)).toEqual([
      `\`seen\` >= TIMESTAMP '${start} 00:00:00 Europe/Berlin'`,
      `\`seen\` < TIMESTAMP(DATE_ADD(DATE '${end}', INTERVAL 1 DAY), 'Europe/Berlin')`,
    ])
    expect(period('snowflake', at)?.[1]).toBe(`at < DATEADD('DAY', 1, '${end}'::DATE)`)
    expect(period('trino', at)?.[1]).toBe(`"at" < date_add('day', 1, TIMESTAMP '${end} 00:00:00')`)
    expect(period('oracle', at)?.[1]).toBe(`"at" < DATE '${end}' + 1`)
  })

  it('compare days where a dialect cannot tell when the day after a parameter begins (OPEN-254)', () => {
    expect(period('clickhouse', at)).toEqual([`toDate("at") >= '{{period.start}}'`, `toDate("at") <= '{{period.end}}'`])
    expect(period('oracle', seen)?.[1]).toBe(
      `TRUNC(CAST("seen" AT TIME ZONE 'Europe/Berlin' AS DATE), 'DD') <= DATE '{{period.end}}'`,
    )
    expect(period('snowflake', seen)?.[1]).toContain(`<= '{{period.end}}'::DATE`)
  })

  it('have no period where a dialect cannot cut the times (OPEN-254)', () => {
    for (const dialect of ['trino', 'transactsql', 'sqlite']) {
      const made = starter(dialect, seen)
      expect([made.date, made.pieces.map(({ key }) => key)]).toEqual([
        null,
        ['rows', 'number amount', 'category status', 'latest'],
      ])
    }
  })

  it('leave out the pieces of columns that a dialect cannot read, and name no result like a column (OPEN-254)', () => {
    const bytes = starterOf(
      {
        name: 't',
        source: { syntax: 'sql', explore_dialect: 'mysql', dialect: 'mysql', language: 'mysql' },
        columns: [{ name: 'status', type: 'string', source_type: 'varbinary(9)' }],
        timeZone: 'UTC',
      },
      { date: null, categories: ['status'], numbers: [] },
    )
    expect(bytes.pieces.map(({ key, sql }) => [key, sql])).toEqual([
      ['rows', 'SELECT\n  count(*) AS `number_of_rows`\nFROM t'],
      ['latest', 'SELECT *\nFROM t\nLIMIT 100'],
    ])
    const named = starter('clickhouse', at, [{ name: 'Total', type: 'float', source_type: 'Float64' }])
    const total = named.pieces.find(({ key }) => key === 'number amount')
    expect(total?.sql).toContain('sumOrNull("amount") AS "total_"')
    expect(total?.visualizations[0]?.options).toMatchObject({ counterColName: 'total_' })
  })

  it('are written for all types that declare a dialect, and others say why there are none (OPEN-254)', () => {
    const source = (explore_dialect: string | undefined, dialect: string, syntax = 'sql') => ({
      ...{ syntax, explore_dialect, dialect, language: dialect },
    })
    for (const dialect of ['postgresql', 'oracle', 'bigquery', 'clickhouse', 'trino'])
      expect(starterProblem(source(dialect, ''), 'A database')).toBeNull()
    expect(starterProblem(source(undefined, 'mysql'), 'A database that speaks it')).toBeNull()
    expect(starterProblem(source(undefined, 'vertica'), 'Vertica')).toContain('cannot be made of Vertica')
    expect(starterProblem(source(undefined, 'duckdb', 'json'), 'MongoDB')).toContain('MongoDB')
    expect([starterDialect(source('sqlite', ''))?.hasTextDates, starterDialect(source('oracle', ''))?.hasTextDates]).toEqual([
      true,
      false,
    ])
  })

  it('have names and charts, and a period that is empty at first if there is a date (DASH-85)', () => {
    const sourceColumns = columns.map((column) => ({ ...column, source_type: '' }))
    const table = {
      name: 'shop.order_items',
      source: { syntax: 'sql', dialect: 'duckdb', language: 'postgresql' },
      columns: sourceColumns,
      timeZone: 'UTC',
    }
    const { date, pieces } = starterOf(table, starterColumns(columns, rows, keys, false))
    expect(date).toBe('ordered_at')
    expect(pieces.map(({ name }) => name)).toEqual([
      'Order items: number of rows',
      'Order items: Amount, total and average',
      'Order items: rows by month of Ordered At',
      'Order items: top 10 Status',
      'Order items: top 10 Is Paid',
      'Order items: latest rows',
    ])
    expect(pieces.flatMap(({ visualizations }) => visualizations.map(({ type }) => type))).toEqual([
      'COUNTER',
      'COUNTER',
      'COUNTER',
      'CHART',
      'CHART',
      'CHART',
      'TABLE',
    ])
    const rated = starterOf(table, { date: null, categories: [], numbers: ['unit_price'] }).pieces[1]
    expect(rated).toMatchObject({ name: 'Order items: average Unit Price', about: 'Average of Unit Price' })
    expect(rated?.sql).not.toContain('sum(')
    expect(rated?.visualizations).toMatchObject([{ name: 'Average Unit Price', options: { counterColName: 'average' } }])
    expect(starterOptions('ordered_at').parameters).toMatchObject([{ name: 'period', type: 'date-range', optional: true }])
    expect(starterOptions(null).parameters).toEqual([])
    expect(tableTitle('a."my table"')).toBe('My table')
  })
})
