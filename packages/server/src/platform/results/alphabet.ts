import { type SqlColumn, sortKeys } from './column-sql.ts'
import { RESULT_TABLE, ROW_NUMBER } from './result-table.ts'

/** How the texts of a column are sorted: by the keys of ICU, or by their letters. */
export type TextOrder = 'keys' | 'letters'

/** A column that a window is sorted by. */
export interface SortedColumn {
  column: SqlColumn
  descending: boolean
  order: TextOrder
}

/**
 * Rows up to which all texts are sorted by the keys of ICU, exactly as `compareByAlphabet` of the domain sorts them. A sort by keys takes
 * two to five times as long as one by bytes. In larger results, texts of ASCII are sorted by their letters, which gives the same order in
 * all our languages, except for punctuation.
 */
export const ROWS_WITH_KEYS = 100_000

export const isText = ({ storage }: SqlColumn): boolean => storage.kind === 'text' || storage.kind === 'json'

/** A statement that returns one row: 1 if all texts of a column are ASCII, else 0. */
export const areAsciiSql = ({ ref }: SqlColumn): string =>
  `SELECT coalesce(bool_and(strlen(${ref}) = length(${ref})), true)::INTEGER FROM ${RESULT_TABLE}`

/**
 * The terms of an ORDER BY for one reader: empty cells are last, and equal rows stay in the order of the source.
 * @param language whose alphabet sorts texts: a tag of BCP 47
 */
export function orderTerms(sorted: readonly SortedColumn[], language: string): string[] {
  const terms = sorted.flatMap((each) => {
    const [along, against] = each.descending ? ['DESC', 'ASC'] : ['ASC', 'DESC']
    const { ref } = each.column
    if (!isText(each.column)) return sortKeys(each.column).map((key) => `${key} ${along} NULLS LAST`)
    // The extension for ICU is a part of DuckDB. The second key keeps equal texts together.
    if (each.order === 'keys') return [`icu_sort_key(${ref}, '${language}') ${along} NULLS LAST`, `${ref} ${along} NULLS LAST`]
    // Of equal words, those in lower case are first, whose bytes are greater.
    return [`lower(${ref}) ${along} NULLS LAST`, `${ref} ${against} NULLS LAST`]
  })
  return [...terms, ROW_NUMBER]
}

/**
 * An SQL condition that the first rows of a sort meet, and as few others as is quick to find out. In all our languages, digits and letters
 * of ASCII at the start of texts decide the order of these texts; every other text, and every row without one, meets the condition.
 * @param first the column that is sorted by at first
 * @param count of the first rows
 * @returns null if all rows are to be sorted
 */
export function mayBeFirst({ column, descending, order }: SortedColumn, count: number): string | null {
  if (!isText(column) || order === 'letters') return null
  const code = `coalesce(ascii(${column.ref}), -1)`
  return `${code} IN (
    WITH codes AS (SELECT ${code} AS code, count(*) AS n FROM ${RESULT_TABLE} GROUP BY code),
      starts AS (SELECT code, n, CASE WHEN code BETWEEN 65 AND 90 THEN code + 32
        WHEN code BETWEEN 48 AND 57 OR code BETWEEN 97 AND 122 THEN code END AS start FROM codes),
      places AS (SELECT code, start, sum(n) OVER (
        PARTITION BY start IS NULL ORDER BY start ${descending ? 'DESC' : 'ASC'} RANGE UNBOUNDED PRECEDING EXCLUDE GROUP) AS before FROM starts)
    SELECT code FROM places WHERE start IS NULL OR coalesce(before, 0) < ${count})`
}
