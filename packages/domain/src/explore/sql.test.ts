import { describe, expect, it } from 'vitest'
import { type Exploration, nothingExplored } from './exploration.ts'
import { groupsRequest, rowFilters } from './request.ts'
import { sqlOf } from './sql.ts'

const columns = [
  { name: 'day', type: 'date' as const },
  { name: 'region', type: 'string' as const },
  { name: 'amount', type: 'float' as const },
  { name: 'seen', type: 'datetime' as const, isInstant: true },
  { name: 'my.col "x"', type: null },
]
const table = { name: 'cached_query_5', timeZone: 'Europe/Berlin' }
const explored = (changes: Partial<Exploration>): Exploration => ({ ...nothingExplored, ...changes })

describe('the SQL of an exploration', () => {
  it('reads like a query that a person has written (OPEN-207)', () => {
    const exploration = explored({
      groups: [
        { column: 'day', unit: 'month' },
        { column: 'region', unit: null },
      ],
      measures: [
        { kind: 'count', column: null },
        { kind: 'sum', column: 'amount' },
      ],
      conditions: [
        { column: 'region', kind: 'is', values: ['north', "O'Brien"] },
        { column: 'seen', kind: 'max', values: ['2024-05-31'] },
      ],
      sort: [{ kind: 'count', column: null, descending: true }],
    })
    expect(sqlOf(exploration, columns, table)).toBe(
      [
        'SELECT',
        `  date_trunc('month', "day"::DATE)::DATE AS "day_month",`,
        '  "region",',
        '  count(*) AS "rows",',
        '  sum("amount") AS "sum_amount"',
        'FROM cached_query_5',
        `WHERE "region" IN ('north', 'O''Brien')`,
        `  AND "seen" < TIMESTAMPTZ '2024-06-01 00:00:00 Europe/Berlin'`,
        'GROUP BY 1, 2',
        'ORDER BY 3 DESC, 1, 2',
        'LIMIT 1000',
      ].join('\n'),
    )
  })

  it('selects all rows without groups and measures (OPEN-207)', () => {
    const exploration = explored({ conditions: [{ column: 'region', kind: 'is_not', values: [null, 'x'] }] })
    expect(sqlOf(exploration, columns, table)).toBe(`SELECT *\nFROM cached_query_5\nWHERE "region" NOT IN ('x')`)
  })

  it('uses the names of the table, and texts of columns without a type (OPEN-207)', () => {
    const exploration = explored({
      measures: [{ kind: 'sum', column: 'my.col "x"' }],
      conditions: [{ column: 'my.col "x"', kind: 'is', values: [7, null] }],
    })
    expect(sqlOf(exploration, columns, table)).toBe(
      [
        'SELECT',
        '  sum(try_cast("my_col__x_" AS DOUBLE)) AS "sum_my_col__x_"',
        'FROM cached_query_5',
        `WHERE ("my_col__x_"::VARCHAR IN ('7') OR "my_col__x_" IS NULL)`,
      ].join('\n'),
    )
  })

  it('contains no value that is not one of its column (OPEN-207)', () => {
    const exploration = explored({
      measures: [{ kind: 'count', column: null }],
      conditions: [
        { column: 'amount', kind: 'min', values: ['1; DROP TABLE x'] },
        { column: 'day', kind: 'max', values: ['2024-02-31'] },
        { column: 'region', kind: 'contains', values: [''] },
        { column: 'amount', kind: 'is', values: ['x)'] },
      ],
    })
    expect(sqlOf(exploration, columns, table)).toBe(
      `SELECT\n  count(*) AS "rows"\nFROM cached_query_5\nWHERE "amount" IN ('x)')`,
    )
    expect(rowFilters(exploration, columns, 'UTC')).toEqual([{ column: 2, one_of: ['x)'] }])
  })
})

describe('a number that rows are below', () => {
  const below = (value: string | number) => explored({ conditions: [{ column: 'amount', kind: 'below', values: [value] }] })

  it('is the end of a range that does not belong to it, in the request and in the SQL (OPEN-244)', () => {
    expect(rowFilters(below(0.5), columns, 'UTC')).toEqual([{ column: 2, below: '0.5' }])
    expect(sqlOf(below(0.5), columns, table)).toBe('SELECT *\nFROM cached_query_5\nWHERE "amount" < 0.5')
    expect(rowFilters(below('much'), columns, 'UTC')).toEqual([])
  })
})

describe('the order of an exploration', () => {
  it('has several keys, also of rows without groups (OPEN-670)', () => {
    const sort = [
      { kind: null, column: 'region', descending: false },
      { kind: null, column: 'amount', descending: true },
    ]
    expect(sqlOf(explored({ sort }), columns, table)).toBe(
      'SELECT *\nFROM cached_query_5\nORDER BY "region" COLLATE en, "amount" DESC',
    )
    const counted = explored({
      groups: [{ column: 'region', unit: null }],
      measures: [
        { kind: 'count', column: null },
        { kind: 'sum', column: 'amount' },
      ],
      sort: [
        { kind: 'count', column: null, descending: false },
        { kind: 'sum', column: 'amount', descending: true },
      ],
    })
    expect(sqlOf(counted, columns, table)).toContain('ORDER BY 2, 3 DESC, 1')
    expect(groupsRequest(counted, columns, 'UTC').order).toEqual([
      { by: 'measure', index: 0, descending: false },
      { by: 'measure', index: 1, descending: true },
    ])
  })
})

describe('the lines of a pivot table', () => {
  const byMonth = explored({
    groups: [
      { column: 'region', unit: null },
      { column: 'day', unit: 'month' },
    ],
    across: 'day',
    measures: [{ kind: 'sum', column: 'amount' }],
    sort: [
      { kind: 'sum', column: 'amount', value: '2024-02-01', descending: true },
      { kind: null, column: 'region', descending: true },
    ],
  })

  it('are sorted by the cells of one of its columns, which are named by a subquery (OPEN-453)', () => {
    expect(sqlOf(byMonth, columns, table)).toBe(
      [
        'SELECT *',
        'FROM (',
        '  SELECT',
        '    "region",',
        `    date_trunc('month', "day"::DATE)::DATE AS "day_month",`,
        '    sum("amount") AS "sum_amount"',
        '  FROM cached_query_5',
        '  GROUP BY 1, 2',
        ') cells',
        `ORDER BY max(CASE WHEN "day_month"::DATE IN (DATE '2024-02-01') THEN "sum_amount" END) OVER (PARTITION BY "region") DESC, "region" DESC, "day_month"`,
        'LIMIT 10000',
      ].join('\n'),
    )
  })

  it('are cut to the first ones by their number, which the answer has no column for (OPEN-459)', () => {
    const exploration = { ...byMonth, limit: 10 }
    const cut = [
      'SELECT "region", "day_month", "sum_amount"',
      'FROM (',
      '  SELECT cells.*, dense_rank() OVER (ORDER BY sort_1 DESC, "region" DESC) AS line_number',
      '  FROM (',
      `    SELECT cells.*, max(CASE WHEN "day_month"::DATE IN (DATE '2024-02-01') THEN "sum_amount" END) OVER (PARTITION BY "region") AS sort_1`,
      '    FROM (',
      '      SELECT',
      '        "region",',
      `        date_trunc('month', "day"::DATE)::DATE AS "day_month",`,
      '        sum("amount") AS "sum_amount"',
      '      FROM cached_query_5',
      '      GROUP BY 1, 2',
      '    ) cells',
      '  ) cells',
      ') ranked',
      'WHERE line_number <= 10',
      'ORDER BY line_number, "day_month"',
      'LIMIT 10000',
    ]
    expect(sqlOf(exploration, columns, table)).toBe(cut.join('\n'))
    const byRegion = sqlOf({ ...exploration, sort: [] }, columns, table)
    expect(byRegion).toContain('dense_rank() OVER (ORDER BY "region") AS line_number')
    expect(sqlOf({ ...exploration, limit: 1000 }, columns, table)).not.toContain('line_number')
  })
})

describe('a value with braces', () => {
  it('begins no parameter in the SQL (OPEN-207)', () => {
    const exploration = explored({ conditions: [{ column: 'region', kind: 'is', values: ["{{ o'x }}"] }] })
    expect(sqlOf(exploration, columns, table)).toBe(`SELECT *\nFROM cached_query_5\nWHERE "region" IN ('{' || '{ o''x }}')`)
  })
})

describe('the request of an exploration', () => {
  it('names columns by their index, with units in a time zone and the order (OPEN-207)', () => {
    const exploration = explored({ groups: [{ column: 'seen', unit: 'day' }], measures: [{ kind: 'max', column: 'amount' }] })
    expect(groupsRequest(exploration, columns, 'Europe/Berlin')).toEqual({
      sets: [[3]],
      measures: [{ kind: 'max', column: 2 }],
      limit: 1000,
      units: [{ column: 3, unit: 'day' }],
      time_zone: 'Europe/Berlin',
      order: [{ by: 'key', index: 0, descending: false }],
    })
  })

  it('filters instants by days on the clock of the reader (OPEN-207)', () => {
    const exploration = explored({
      conditions: [
        { column: 'seen', kind: 'min', values: ['2024-10-27'] },
        { column: 'seen', kind: 'max', values: ['2024-10-27'] },
        { column: 'day', kind: 'max', values: ['2024-10-27'] },
      ],
    })
    expect(rowFilters(exploration, columns, 'Europe/Berlin')).toEqual([
      { column: 3, min: '2024-10-26T22:00:00.000Z' },
      { column: 3, max: '2024-10-27T22:59:59.999Z' },
      { column: 0, max: '2024-10-27' },
    ])
  })
  it('filters times by times, each of which stands for its millisecond (OPEN-236)', () => {
    const exploration = explored({
      conditions: [
        { column: 'seen', kind: 'min', values: ['2024-10-27T10:00:00Z'] },
        { column: 'seen', kind: 'max', values: ['2024-10-27T11:00:00.999Z'] },
        { column: 'day', kind: 'max', values: ['2024-10-27T10:00:00Z'] },
      ],
    })
    expect(rowFilters(exploration, columns, 'Europe/Berlin')).toEqual([
      { column: 3, min: '2024-10-27T10:00:00Z' },
      { column: 3, max: '2024-10-27T11:00:00.999Z' },
    ])
    expect(sqlOf(exploration, columns, table)).toBe(`SELECT *
FROM cached_query_5
WHERE "seen" >= TIMESTAMPTZ '2024-10-27 10:00:00+00'
  AND "seen" < TIMESTAMPTZ '2024-10-27 11:00:01+00'`)
  })
})
