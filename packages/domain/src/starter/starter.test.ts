import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { type SampledColumn, starterColumns } from './columns.ts'
import { starterOptions, starterPieces, tableTitle } from './pieces.ts'
import { hasTextDates, latestSql, monthsSql, numberSql, rowsSql, starterProblem, topValuesSql } from './sql.ts'

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
    expect([hasTextDates('sqlite'), hasTextDates('postgresql')]).toEqual([true, false])
  })
})

describe('the queries of a starter dashboard', () => {
  const table = (dialect: string, date: string | null = 'day') => ({ name: 'shop.Orders', dialect, date })

  it('are written in the dialect of their source (DASH-85)', () => {
    expect(monthsSql(table('postgresql'), 'day')).toBe(
      `SELECT
  CAST(date_trunc('month', day) AS DATE) AS month,
  count(*) AS number_of_rows
FROM shop."Orders"
WHERE true
{{#period}}
  AND day >= CAST('{{ period.start }}' AS DATE)
  AND day < CAST('{{ period.end }}' AS DATE) + INTERVAL '1 day'
{{/period}}
  AND day IS NOT NULL
GROUP BY 1
ORDER BY 1`,
    )
    expect(monthsSql(table('mysql'), 'day')).toContain("CAST(DATE_FORMAT(day, '%Y-%m-01') AS DATE) AS month")
    expect(monthsSql(table('mariadb'), 'day')).toContain("day < CAST('{{ period.end }}' AS DATE) + INTERVAL 1 DAY")
    expect(monthsSql(table('sqlite'), 'day')).toContain("date(day, 'start of month') AS month")
    expect(monthsSql(table('sqlite'), 'day')).toContain("day < date('{{ period.end }}', '+1 day')")
    expect(topValuesSql(table('mysql', null), 'my status')).toBe(
      'SELECT\n  `my status` AS `my status`,\n  count(*) AS number_of_rows\nFROM shop.Orders\nGROUP BY 1\nORDER BY 2 DESC, 1\nLIMIT 10',
    )
    expect(numberSql(table('duckdb', null), 'amount')).toBe(
      'SELECT\n  sum(amount) AS total,\n  avg(amount) AS average\nFROM shop.Orders',
    )
    expect(latestSql(table('duckdb', null))).toBe('SELECT *\nFROM shop.Orders\nLIMIT 100')
    expect(latestSql(table('duckdb'))).toContain('ORDER BY day DESC\nLIMIT 100')
    expect(rowsSql(table('duckdb', null))).toBe('SELECT count(*) AS number_of_rows\nFROM shop.Orders')
  })

  it('are not written for other types, which is said (DASH-85)', () => {
    for (const dialect of ['postgresql', 'mysql', 'mariadb', 'sqlite', 'duckdb'])
      expect(starterProblem('sql', dialect, 'A database')).toBeNull()
    expect(starterProblem('sql', 'oracle', 'Oracle')).toContain('cannot be made of Oracle')
    expect(starterProblem('json', 'duckdb', 'MongoDB')).toContain('MongoDB')
  })

  it('have names and charts, and a period that is empty at first if there is a date (DASH-85)', () => {
    const pieces = starterPieces('shop.order_items', 'duckdb', starterColumns(columns, rows, keys, false))
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
    expect(starterOptions('ordered_at').parameters).toMatchObject([{ name: 'period', type: 'date-range', optional: true }])
    expect(starterOptions(null).parameters).toEqual([])
    expect(starterPieces('t', 'duckdb', { date: null, categories: [], numbers: [] }).map(({ key }) => key)).toEqual([
      'rows',
      'latest',
    ])
    expect(tableTitle('a."my table"')).toBe('My table')
  })
})
