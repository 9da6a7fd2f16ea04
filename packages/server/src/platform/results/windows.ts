import type { Cell } from '@sightline/contract/results.ts'
import { mayBeFirst, orderTerms, type SortedColumn } from './alphabet.ts'
import type { Column } from './batch.ts'
import { BoundStrings } from './bound-strings.ts'
import { matchSql } from './column-sql.ts'
import { type EarlierReader, withEarlierValues } from './earlier-values.ts'
import { filterSql } from './filter-sql.ts'
import { type Order, Orders } from './order.ts'
import { RESULT_TABLE, ROW_NUMBER, readCells, rowsOf, shownCells, sqlColumns } from './result-table.ts'
import type { StoredResult, Window } from './results.ts'
import { sortedColumnsReader } from './sorted-columns.ts'

/** Up to this many rows at the top of a sort are found without sorting all rows. */
const TOP_ROWS = 5000

interface WindowOfRows {
  /** null if there may be more rows and the request allows counting them later. */
  total: number | null
  rows: Cell[][]
}

/**
 * Creates the reader of windows. Windows in source order are read directly from the file; with a sort, a search or filters, the
 * row order is computed once and cached.
 */
export function windowReader(
  reader: EarlierReader,
): (result: StoredResult, path: string, window: Window) => Promise<WindowOfRows> {
  const { engine } = reader
  const orders = new Orders(engine)
  const sortedColumns = sortedColumnsReader(engine)

  async function find(result: StoredResult, path: string, window: Window): Promise<{ order: Order; total: number | null }> {
    const { sort, language = 'en', search, searchColumns, filters, isCountedLater } = window
    const texts = new BoundStrings()
    const condition = conditionSql(result.columns, window, texts)
    const sorted = await sortedColumns(result, path, sort)
    const order = `ORDER BY ${orderTerms(sorted, language).join(', ')}`
    const selected = `SELECT ${ROW_NUMBER}::INTEGER FROM ${RESULT_TABLE} ${condition}`
    const parameters = [path, ...texts.values]
    const key = JSON.stringify([result.file, sort, language, search, searchColumns, filters])
    const end = window.offset + window.limit
    // The first rows are found in a fraction of the time for all rows, and often no more are requested.
    const isAtTop = end <= TOP_ROWS && !orders.has(key)
    if (isAtTop && condition === '')
      return {
        order: await orders.get(`${key} top`, `${selected} ${topCondition(sorted)} ${order} LIMIT ${TOP_ROWS}`, parameters),
        total: result.rowCount,
      }
    if (isAtTop && isCountedLater && sort.length === 0) {
      // Rows come in the order of the file, and DuckDB stops as soon as it has enough.
      const first = await orders.get(`${key} first ${end}`, `${selected} LIMIT ${end}`, parameters)
      return { order: first, total: first.length < end ? first.length : null }
    }
    const all = await orders.get(key, `${selected} ${order}`, parameters)
    return { order: all, total: all.length }
  }

  return async (result, path, window) => {
    const { offset, limit, sort, search, filters, earlier } = window
    const columns = sqlColumns(result.columns)
    const toCell = shownCells(result.columns)
    if (sort.length === 0 && search === '' && filters.length === 0) {
      if (offset >= result.rowCount) return { total: result.rowCount, rows: [] }
      const read = await readCells(engine, path, columns, `BETWEEN ${offset} AND ${offset + limit - 1}`, toCell)
      const rows = rowsOf(read.columns, read.rowNumbers.length)
      return { total: result.rowCount, rows: await withEarlierValues(reader, path, result, { rows, ...read, earlier }) }
    }
    const { order, total } = await find(result, path, window)
    const wanted = order.subarray(offset, offset + limit)
    if (wanted.length === 0) return { total, rows: [] }
    const read = await readCells(engine, path, columns, `IN (${wanted.join(', ')})`, toCell)
    const cells = rowsOf(read.columns, read.rowNumbers.length)
    const rows = await withEarlierValues(reader, path, result, { rows: cells, ...read, earlier })
    const byNumber = new Map(read.rowNumbers.map((rowNumber, index) => [rowNumber, rows[index] ?? []]))
    return { total, rows: Array.from(wanted, (rowNumber) => byNumber.get(rowNumber) ?? []) }
  }
}

/** The SQL clause that leaves out rows that are not at the top of a sort; '' for none. */
function topCondition([first]: readonly SortedColumn[]): string {
  const condition = first ? mayBeFirst(first, TOP_ROWS) : null
  return condition === null ? '' : `WHERE ${condition}`
}

/** The SQL clause that selects the rows of a window; '' for all. */
export function conditionSql(
  columns: readonly Column[],
  { search, searchColumns, filters }: Pick<Window, 'search' | 'searchColumns' | 'filters'>,
  texts: BoundStrings,
): string {
  const inSql = sqlColumns(columns)
  const conditions = filterSql(columns, filters, texts)
  if (search !== '') {
    const searched = searchColumns === null ? inSql : searchColumns.flatMap((index) => inSql[index] ?? [])
    const matches = searched.flatMap((column) => matchSql(column, search, texts) ?? [])
    conditions.push(matches.length > 0 ? `(${matches.join(' OR ')})` : 'false')
  }
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
}
