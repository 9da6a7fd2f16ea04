import type { DistinctValues } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { cellSql, EXACT_DIGITS, isNullSql, matchSql, type SqlColumn, wallClock } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { cellOf, RESULT_TABLE, ROW_NUMBER, sqlColumnAt } from './result-table.ts'
import type { DistinctRequest, StoredResult } from './results.ts'

/** The distinct values of a column with their counts, sorted by count (largest first) and value, or by first occurrence. */
export async function distinctValues(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: DistinctRequest,
): Promise<DistinctValues> {
  const column = sqlColumnAt(result.columns, ask.column)
  const texts = new BoundStrings()
  const match = ask.search === '' ? 'true' : (matchSql(column, ask.search, texts) ?? 'false')
  const order = ask.order === 'first' ? 'seen' : 'rows DESC, value NULLS LAST'
  const shown = cellSql({ ref: 'value', storage: column.storage })
  const [totals = [], counts = [], values = []] = await engine.all(
    `WITH found AS MATERIALIZED (
       SELECT value, count(*) AS rows, min(n) AS seen
       FROM (SELECT ${shownAlike(column)} AS value, ${ROW_NUMBER} AS n FROM ${RESULT_TABLE} WHERE ${match}) GROUP BY value
     )
     SELECT (SELECT count(*) FROM found)::INTEGER, rows::INTEGER, ${shown}
     FROM (FROM found ORDER BY ${order} LIMIT ${ask.limit})
     ORDER BY ${order}`,
    [path, ...texts.values],
  )
  return {
    total: Number(totals[0] ?? 0),
    values: values.map((value, index) => ({ value: cellOf(value, column), count: Number(counts[index]) })),
  }
}

/** Maps values that a cell shows in the same way to one value. */
export function shownAlike(column: SqlColumn): string {
  switch (column.storage.kind) {
    case 'timestamp':
      return `date_trunc('millisecond', ${column.ref})`
    case 'instant':
      return `date_trunc('millisecond', ${wallClock(column.ref)})`
    case 'double':
      return `CASE WHEN NOT (${isNullSql(column)}) THEN ${column.ref} END`
    case 'number_text':
      return numberShownAlike(column)
    default:
      return column.ref
  }
}

/** Digits as a canonical number has them: without an exponent, a plus, or zeros that could be left out. */
const CANONICAL = '0|-?[1-9][0-9]*(\\.[0-9]*[1-9])?|-?0\\.0{0,3}[1-9]([0-9]*[1-9])?'

/** The end of this text may follow a whole number without changing it; its zeros may also follow a fraction. */
const NO_FRACTION = `.${'0'.repeat(64)}`

/**
 * Writes numbers such as `0.10` and `1e-1` in one way, if a cell shows them as a JavaScript number (see `numberCell`); null for those
 * that are not finite.
 */
function numberShownAlike(column: SqlColumn): string {
  const { ref } = column
  const withoutZeros = `regexp_replace(${ref}, '[eE].*|(\\.[0-9]*?)0+([eE].*)?$', '\\1')`
  const significant = `replace(ltrim(${withoutZeros}, '+-0.'), '.', '')`
  const number = `try_cast(${ref} AS DOUBLE)`
  // Zero has no sign.
  const written = `(${number} + 0)::VARCHAR`
  const double = `CASE WHEN suffix(${written}, '.0') THEN left(${written}, -2) ELSE ${written} END`
  // Most numbers are their doubles and zeros. The regular expressions for others take six times as long. DuckDB writes a double once
  // for all of the expression only if the first condition needs it.
  const isPlain = `strlen(${double}) <= ${EXACT_DIGITS} AND isfinite(${number}) AND starts_with(${ref}, ${double})
    AND contains('${NO_FRACTION}', substring(${ref}, strlen(${double}) + 1))`
  return `CASE WHEN ${isPlain} THEN ${double} WHEN ${isNullSql(column)} THEN NULL
    WHEN regexp_full_match(${ref}, '${CANONICAL}') OR length(${significant}) > ${EXACT_DIGITS} THEN ${ref}
    ELSE coalesce(${double}, ${ref}) END`
}
