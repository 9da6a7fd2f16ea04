import type { Cell } from '@sightline/contract/executions.ts'
import type { Column } from './batch.ts'
import { BoundTexts } from './bound-texts.ts'
import { matchSql, sortKeys } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { filterSql } from './filter-sql.ts'
import { Orders } from './order.ts'
import { RESULT_TABLE, ROW_NUMBER, readCells, rowsOf, sqlColumns } from './result-table.ts'
import type { StoredResult, Window } from './results.ts'

/** So many first rows of a sort are found without sorting all. */
const TOP_ROWS = 5000

interface WindowOfRows {
  total: number
  rows: Cell[][]
}

/**
 * Makes the reader of windows. The source's own order is read right where it lies; with a sort, a search or filters, the order
 * of the rows is found once and remembered.
 */
export function windowReader(engine: Engine): (result: StoredResult, path: string, window: Window) => Promise<WindowOfRows> {
  const orders = new Orders(engine)

  return async (result, path, { offset, limit, sort, search, filters }) => {
    const columns = sqlColumns(result.columns)
    if (sort.length === 0 && search === '' && filters.length === 0) {
      if (offset >= result.rowCount) return { total: result.rowCount, rows: [] }
      const read = await readCells(engine, path, columns, `BETWEEN ${offset} AND ${offset + limit - 1}`)
      return { total: result.rowCount, rows: rowsOf(read.columns, read.rowNumbers.length) }
    }
    const texts = new BoundTexts()
    const sql = orderSql(result.columns, { sort, search, filters }, texts)
    const parameters = [path, ...texts.values]
    const key = JSON.stringify([result.file, sort, search, filters])
    // The first rows of an order are found in a fraction of the time of all, and often nobody wants more.
    const isAtTop = search === '' && filters.length === 0 && offset + limit <= TOP_ROWS && !orders.has(key)
    const order = isAtTop
      ? await orders.get(`${key} top`, `${sql} LIMIT ${TOP_ROWS}`, parameters)
      : await orders.get(key, sql, parameters)
    const total = isAtTop ? result.rowCount : order.length
    const wanted = order.subarray(offset, offset + limit)
    if (wanted.length === 0) return { total, rows: [] }
    const read = await readCells(engine, path, columns, `IN (${wanted.join(', ')})`)
    const rows = rowsOf(read.columns, read.rowNumbers.length)
    const byNumber = new Map(read.rowNumbers.map((rowNumber, index) => [rowNumber, rows[index] ?? []]))
    return { total, rows: Array.from(wanted, (rowNumber) => byNumber.get(rowNumber) ?? []) }
  }
}

type Arrangement = Pick<Window, 'sort' | 'search' | 'filters'>

function orderSql(columns: readonly Column[], { sort, search, filters }: Arrangement, texts: BoundTexts): string {
  const inSql = sqlColumns(columns)
  const conditions = filterSql(columns, filters, texts)
  if (search !== '') {
    const matches = inSql.flatMap((column) => matchSql(column, search, texts) ?? [])
    conditions.push(matches.length > 0 ? `(${matches.join(' OR ')})` : 'false')
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const keys = sort.flatMap(({ column: index, descending }) => {
    const column = inSql[index]
    return column ? sortKeys(column).map((key) => `${key} ${descending ? 'DESC' : 'ASC'} NULLS LAST`) : []
  })
  // Rows that compare equal stay in source order, so that the order is the same each time.
  return `SELECT ${ROW_NUMBER}::INTEGER FROM ${RESULT_TABLE} ${where} ORDER BY ${[...keys, ROW_NUMBER].join(', ')}`
}
