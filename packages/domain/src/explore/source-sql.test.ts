import { describe, expect, it } from 'vitest'
import { type Exploration, nothingExplored } from './exploration.ts'
import { sourceSql } from './source-sql.ts'

const columns = [
  { name: 'day', type: 'date' as const, source_type: 'date' },
  { name: 'region', type: 'string' as const, source_type: 'varchar' },
  { name: 'amount', type: 'float' as const, source_type: 'numeric' },
  { name: 'seen', type: 'datetime' as const, isInstant: true, source_type: 'timestamptz' },
  { name: 'n', type: 'integer' as const, source_type: 'int' },
  { name: 'tags', type: null, source_type: 'json' },
  { name: 'logo', type: 'string' as const, source_type: 'varbinary(9)' },
  { name: 'at', type: 'datetime' as const, source_type: 'timestamp' },
  { name: 'at_day', type: 'integer' as const, source_type: 'int' },
]
const explored = (changes: Partial<Exploration>): Exploration => ({ ...nothingExplored, ...changes })
const sources: Record<string, { explore_dialect: string; dialect: string; language: string }> = {
  pg: { explore_dialect: 'postgresql', dialect: 'postgresql', language: 'postgresql' },
  redshift: { explore_dialect: 'redshift', dialect: 'postgresql', language: 'redshift' },
  mysql: { explore_dialect: 'mysql', dialect: 'mysql', language: 'mysql' },
  sqlite: { explore_dialect: 'sqlite', dialect: 'sqlite', language: 'sqlite' },
  mssql: { explore_dialect: 'transactsql', dialect: 'transactsql', language: 'transactsql' },
  bigquery: { explore_dialect: 'bigquery', dialect: 'bigquery', language: 'bigquery' },
  snowflake: { explore_dialect: 'snowflake', dialect: 'snowflake', language: 'snowflake' },
  clickhouse: { explore_dialect: 'clickhouse', dialect: 'clickhouse', language: 'clickhouse' },
  trino: { explore_dialect: 'trino', dialect: 'trino', language: 'trino' },
  oracle: { explore_dialect: 'oracle', dialect: 'oracle', language: 'oracle' },
}
const sourceOf = (type: string) => sources[type] ?? { explore_dialect: type, dialect: 'postgresql', language: 'postgresql' }

function built(type: string, exploration: Exploration, text = 'SELECT * FROM sales LIMIT 100', timeZone = 'Europe/Berlin') {
  return sourceSql(exploration, columns, { text, source: sourceOf(type) }, timeZone)
}
const sqlFor = (...given: Parameters<typeof built>) => built(...given)?.sql?.split('\n') ?? null

const monthly = explored({
  groups: [
    { column: 'day', unit: 'month' },
    { column: 'region', unit: null },
  ],
  measures: [
    { kind: 'count', column: null },
    { kind: 'avg', column: 'n' },
  ],
  conditions: [
    { column: 'region', kind: 'is', values: ["O'Brien\\", null] },
    { column: 'at', kind: 'max', values: ['2024-05-31'] },
  ],
  sort: [{ kind: 'avg', column: 'n', descending: true }],
  limit: 10,
})

describe('the SQL of an exploration for a data source', () => {
  it('is readable, and covers the whole table (OPEN-240)', () => {
    expect(built('pg', monthly)).toEqual({
      sql: [
        'SELECT',
        `  date_trunc('month', "day")::date AS "day_month",`,
        '  "region",',
        '  count(*) AS "rows",',
        '  avg("n") AS "average_n"',
        'FROM sales',
        `WHERE ("region" IN ('O''Brien\\') OR "region" IS NULL)`,
        `  AND "at" < TIMESTAMP '2024-06-01 00:00:00'`,
        'GROUP BY 1, 2',
        'ORDER BY 4 DESC NULLS LAST, 1, 2',
        'LIMIT 10',
      ].join('\n'),
      table: 'sales',
      hasCondition: false,
      limit: 100,
    })
  })

  it.each([
    [
      'mysql',
      [
        'SELECT',
        "  CAST(DATE_FORMAT(`day`, '%Y-%m-01') AS DATE) AS `day_month`,",
        '  `region`,',
        '  count(*) AS `rows`,',
        '  avg(`n` * 1e0) AS `average_n`',
        'FROM sales',
        "WHERE (`region` IN ('O''Brien\\\\') OR `region` IS NULL)",
        "  AND `at` < TIMESTAMP '2024-06-01 00:00:00'",
        'GROUP BY 1, 2',
        "ORDER BY 4 DESC, CAST(DATE_FORMAT(`day`, '%Y-%m-01') AS DATE) IS NULL, 1, `region` IS NULL, 2",
        'LIMIT 10',
      ],
    ],
    [
      'mssql',
      [
        'SELECT TOP (10)',
        '  DATEFROMPARTS(YEAR([day]), MONTH([day]), 1) AS [day_month],',
        '  [region],',
        '  count(*) AS [rows],',
        '  avg(CAST([n] AS float)) AS [average_n]',
        'FROM sales',
        "WHERE ([region] IN (N'O''Brien\\') OR [region] IS NULL)",
        "  AND [at] < N'2024-06-01T00:00:00'",
        'GROUP BY DATEFROMPARTS(YEAR([day]), MONTH([day]), 1), [region]',
        'ORDER BY 4 DESC, CASE WHEN DATEFROMPARTS(YEAR([day]), MONTH([day]), 1) IS NULL THEN 1 ELSE 0 END, 1, CASE WHEN [region] IS NULL THEN 1 ELSE 0 END, 2',
      ],
    ],
    [
      'bigquery',
      [
        'SELECT',
        '  DATE_TRUNC(`day`, MONTH) AS `day_month`,',
        '  `region`,',
        '  count(*) AS `rows`,',
        '  avg(`n`) AS `average_n`',
        'FROM sales',
        "WHERE (`region` IN ('O\\'Brien\\\\') OR `region` IS NULL)",
        "  AND `at` < DATETIME '2024-06-01 00:00:00'",
        'GROUP BY 1, 2',
        'ORDER BY 4 DESC, 1 NULLS LAST, 2 NULLS LAST',
        'LIMIT 10',
      ],
    ],
    [
      'oracle',
      [
        'SELECT',
        `  TRUNC("day", 'MM') AS "day_month",`,
        '  "region",',
        '  count(*) AS "rows",',
        '  avg("n") AS "average_n"',
        'FROM sales',
        `WHERE ("region" IN ('O''Brien\\') OR "region" IS NULL)`,
        `  AND "at" < TIMESTAMP '2024-06-01 00:00:00'`,
        `GROUP BY TRUNC("day", 'MM'), "region"`,
        'ORDER BY 4 DESC NULLS LAST, 1, 2',
        'FETCH FIRST 10 ROWS ONLY',
      ],
    ],
    [
      'clickhouse',
      [
        'SELECT',
        '  toStartOfMonth("day") AS "day_month",',
        '  "region",',
        '  count(*) AS "rows",',
        '  avgOrNull("n") AS "average_n"',
        'FROM sales',
        `WHERE ("region" IN ('O''Brien\\\\') OR "region" IS NULL)`,
        `  AND "at" < '2024-06-01 00:00:00'`,
        'GROUP BY 1, 2',
        'ORDER BY 4 DESC, 1, 2',
        'LIMIT 10',
      ],
    ],
  ])('is written in the dialect of %s (OPEN-240)', (type, lines) => {
    expect(sqlFor(type, monthly)).toEqual(lines)
  })

  it.each([
    ['pg', `date_trunc('week', "seen" AT TIME ZONE 'Europe/Berlin')::date`, `TIMESTAMPTZ '2024-10-27 00:00:00 Europe/Berlin'`],
    ['bigquery', "DATE_TRUNC(DATE(`seen`, 'Europe/Berlin'), ISOWEEK)", "TIMESTAMP '2024-10-27 00:00:00 Europe/Berlin'"],
    [
      'snowflake',
      `DATEADD('DAY', 1 - DAYOFWEEKISO(CONVERT_TIMEZONE('Europe/Berlin', seen)), CONVERT_TIMEZONE('Europe/Berlin', seen))::DATE`,
      `'2024-10-26 22:00:00.000 +00:00'::TIMESTAMP_TZ`,
    ],
    ['oracle', `TRUNC(CAST("seen" AT TIME ZONE 'Europe/Berlin' AS DATE), 'IW')`, `TIMESTAMP '2024-10-26 22:00:00.000 UTC'`],
  ])('cuts and compares instants on the clock of the reader in %s (OPEN-240)', (type, week, bound) => {
    const lines = sqlFor(
      type,
      explored({
        groups: [{ column: 'seen', unit: 'week' }],
        conditions: [{ column: 'seen', kind: 'min', values: ['2024-10-27'] }],
      }),
    )
    expect(lines?.[1]).toContain(`${week} AS`)
    expect(lines?.find((line) => line.startsWith('WHERE'))).toContain(`>= ${bound}`)
  })

  it.each([
    ['trino', `CAST(date_trunc('week', "at") AS date)`],
    ['mssql', "DATEADD(day, -(DATEDIFF(day, '0001-01-01', [at]) % 7), CAST([at] AS date))"],
    ['clickhouse', 'toMonday("at")'],
    ['redshift', `date_trunc('week', "at")::date`],
    ['sqlite', `date("at", '-6 days', 'weekday 1')`],
    ['oracle', `TRUNC("at", 'IW')`],
  ])('begins weeks on Monday in %s (OPEN-240)', (type, week) => {
    expect(sqlFor(type, explored({ groups: [{ column: 'at', unit: 'week' }] }))?.[1]).toContain(`${week} AS`)
  })

  it.each([
    ['pg', 'percentile_cont(0.5) WITHIN GROUP (ORDER BY "amount")'],
    ['redshift', 'median("amount"::float8)'],
    ['snowflake', 'median(amount::DOUBLE)'],
    ['clickhouse', 'quantileExactInclusiveOrNull(0.5)(toFloat64("amount"))'],
    ['oracle', 'median("amount")'],
  ])('has an exact median in %s (OPEN-240)', (type, median) => {
    expect(sqlFor(type, explored({ measures: [{ kind: 'median', column: 'amount' }] }))?.[1]).toContain(median)
  })

  it('keeps the columns and the condition as the author has written them (OPEN-240)', () => {
    const text =
      "SELECT Day, region, amount, seen, n, tags, logo, at, at_day FROM sales WHERE region <> 'x' OR n > 5 -- all\nLIMIT 10"
    const exploration = explored({
      groups: [{ column: 'region', unit: null }],
      conditions: [{ column: 'n', kind: 'not_empty', values: [] }],
    })
    expect(sqlFor('pg', exploration, text)).toEqual([
      'SELECT',
      '  region',
      'FROM sales',
      "WHERE (region <> 'x' OR n > 5)",
      '  AND n IS NOT NULL',
      'GROUP BY 1',
      'ORDER BY 1',
      'LIMIT 1000',
    ])
  })

  it.each([
    ['mysql', explored({ measures: [{ kind: 'median', column: 'n' }] }), 'MySQL has no median of groups.'],
    ['pg', explored({ groups: [{ column: 'tags', unit: null }] }), 'The type of the column "tags" is not known.'],
    ['pg', explored({ conditions: [{ column: 'logo', kind: 'is', values: ['00ff'] }] }), 'The values of "logo" are bytes.'],
    [
      'mssql',
      explored({ groups: [{ column: 'seen', unit: 'day' }] }),
      'SQL Server cannot group or filter the times of "seen" in the time zone Europe/Berlin.',
    ],
    [
      'sqlite',
      explored({ conditions: [{ column: 'seen', kind: 'min', values: ['2024-01-01'] }] }),
      'SQLite cannot group or filter the times of "seen" in the time zone Europe/Berlin.',
    ],
    [
      'clickhouse',
      explored({ groups: [{ column: 'at', unit: 'day' }], measures: [{ kind: 'count', column: null }] }),
      'In ClickHouse, "at_day" is a column of the table and cannot also name a group or a measure.',
    ],
  ])('is refused with a reason where %s has no SQL that returns the same (OPEN-240)', (type, exploration, reason) => {
    expect(built(type, exploration)).toEqual({ sql: null, reason })
  })

  it('is not offered for other queries, and for types of data sources that are not described (OPEN-240)', () => {
    expect(built('pg', monthly, 'SELECT region, count(*) FROM sales GROUP BY 1')).toBeNull()
    expect(built('pg', monthly, 'SELECT region FROM sales')).toBeNull()
    expect(built('vertica', monthly)).toBeNull()
    expect(built('results', monthly)).toBeNull()
  })

  it('begins no parameter with a value or a name that has braces (OPEN-240)', () => {
    const contains = explored({ conditions: [{ column: 'region', kind: 'contains', values: ['{{{x}}'] }] })
    expect(sqlFor('mysql', contains)?.[2]).toBe("WHERE LOCATE(LOWER(CONCAT('{', '{', '{x}}')), LOWER(`region`)) > 0")
    const named = [{ name: '{{ x }}', type: 'string' as const, source_type: 'text' }]
    const query = { text: 'SELECT * FROM sales', source: sourceOf('pg') }
    expect(sourceSql(explored({ groups: [{ column: '{{ x }}', unit: null }] }), named, query, 'UTC')).toEqual({
      sql: null,
      reason: 'The column name "{{ x }}" cannot be written in a query.',
    })
  })
})
