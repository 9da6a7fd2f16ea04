import { type SqlColumn, sortKeys } from './column-sql.ts'
import { RESULT_TABLE } from './result-table.ts'

const isText = ({ storage }: SqlColumn) => storage.kind === 'text' || storage.kind === 'json'

/**
 * Sort keys of a column for one reader: as `sortKeys`, but texts by the alphabet of a language, as `compareByAlphabet` of the domain
 * compares them.
 * @param language a tag of BCP 47
 */
export function sortKeysFor(column: SqlColumn, language: string): string[] {
  // The extension for ICU is a part of DuckDB. The second key keeps equal texts together.
  return isText(column) ? [`icu_sort_key(${column.ref}, '${language}')`, column.ref] : sortKeys(column)
}

/**
 * An SQL condition that the first rows in the order of `sortKeysFor` meet, and as few others as is quick to find out: a key of ICU takes
 * ten times as long as the comparison of bytes. In all our languages, digits and letters of ASCII at the start of texts decide the order
 * of these texts; every other text, and every row without one, meets the condition.
 * @param count of the first rows
 * @returns null if all rows are to be sorted
 */
export function mayBeFirst(column: SqlColumn, descending: boolean, count: number): string | null {
  if (!isText(column)) return null
  const code = `coalesce(ascii(${column.ref}), -1)`
  return `${code} IN (
    WITH codes AS (SELECT ${code} AS code, count(*) AS n FROM ${RESULT_TABLE} GROUP BY code),
      starts AS (SELECT code, n, CASE WHEN code BETWEEN 65 AND 90 THEN code + 32
        WHEN code BETWEEN 48 AND 57 OR code BETWEEN 97 AND 122 THEN code END AS start FROM codes),
      places AS (SELECT code, start, sum(n) OVER (
        PARTITION BY start IS NULL ORDER BY start ${descending ? 'DESC' : 'ASC'} RANGE UNBOUNDED PRECEDING EXCLUDE GROUP) AS before FROM starts)
    SELECT code FROM places WHERE start IS NULL OR coalesce(before, 0) < ${count})`
}
