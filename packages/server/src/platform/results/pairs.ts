import type { Cell } from '@sightline/contract/results.ts'
import { BoundStrings } from './bound-strings.ts'
import { cellSql, matchSql, type SqlColumn, textSql } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { cellOf, RESULT_TABLE, ROW_NUMBER, sqlColumns } from './result-table.ts'
import type { PairsRequest, StoredResult } from './results.ts'

/**
 * The distinct texts of one column, each with the cell of another column in the same row, in order of first occurrence. Rows
 * without a text are left out; if a text occurs with several names, the first one counts.
 */
export async function readPairs(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: PairsRequest,
): Promise<{ name: Cell; value: string }[]> {
  const columns = sqlColumns(result.columns)
  const name = columns[ask.name]
  const value = columns[ask.value]
  if (!name || !value)
    throw new RangeError(`The result has ${columns.length} columns, and none at ${ask.name} or ${ask.value}.`)
  const texts = new BoundStrings()
  const first: SqlColumn = { ref: 'name', storage: name.storage }
  const conditions = [
    'value IS NOT NULL',
    ...(ask.search === undefined || ask.search === '' ? [] : [hasName(first, ask.search, texts)]),
    // One parameter for all values: there may be as many as a dropdown has options.
    ...(ask.values === undefined
      ? []
      : [`value IN (SELECT unnest(from_json(${texts.bind(JSON.stringify(ask.values))}, '["VARCHAR"]')))`]),
  ]
  const [values = [], names = []] = await engine.all(
    `SELECT value, ${cellSql(first)} FROM (
       SELECT ${textSql(value)} AS value, arg_min(${name.ref}, ${ROW_NUMBER}) AS name, min(${ROW_NUMBER}) AS place
       FROM ${RESULT_TABLE} GROUP BY 1)
     WHERE ${conditions.join(' AND ')} ORDER BY place LIMIT ${ask.limit}`,
    [path, ...texts.values],
  )
  return values.map((text, index) => ({ name: cellOf(names[index] ?? null, name), value: String(text) }))
}

/** Matches pairs whose name contains a text, ignoring case. A pair without a name is shown with its value. */
function hasName(name: SqlColumn, search: string, texts: BoundStrings): string {
  const inValue = `contains(lower(value), lower(${texts.bind(search)}))`
  return `CASE WHEN name IS NULL THEN ${inValue} ELSE ${matchSql(name, search, texts) ?? 'false'} END`
}
