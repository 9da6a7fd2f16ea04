import type { Cell } from '@sightline/contract/executions.ts'
import { matchSql, type SqlColumn, sortKeys } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { Orders } from './order.ts'
import { RESULT_TABLE, ROW_NUMBER, readCells, rowsOf, sqlColumns } from './result-table.ts'
import type { StoredResult, Window } from './results.ts'

interface WindowOfRows {
  total: number
  rows: Cell[][]
}

/**
 * Makes the reader of windows. Without sort and search a window is read right where it lies; with them, the order of the rows
 * is found once and remembered.
 */
export function windowReader(engine: Engine): (result: StoredResult, path: string, window: Window) => Promise<WindowOfRows> {
  const orders = new Orders(engine)

  return async (result, path, { offset, limit, sort, search }) => {
    const columns = sqlColumns(result.columns)
    if (sort.length === 0 && search === '') {
      if (offset >= result.rowCount) return { total: result.rowCount, rows: [] }
      const read = await readCells(engine, path, columns, `BETWEEN ${offset} AND ${offset + limit - 1}`)
      return { total: result.rowCount, rows: rowsOf(read.columns, read.rowNumbers.length) }
    }
    const key = JSON.stringify([result.file, sort, search])
    const order = await orders.get(key, orderSql(columns, sort, search), search === '' ? [path] : [path, search])
    const wanted = order.subarray(offset, offset + limit)
    if (wanted.length === 0) return { total: order.length, rows: [] }
    const read = await readCells(engine, path, columns, `IN (${wanted.join(', ')})`)
    const rows = rowsOf(read.columns, read.rowNumbers.length)
    const byNumber = new Map(read.rowNumbers.map((rowNumber, index) => [rowNumber, rows[index] ?? []]))
    return { total: order.length, rows: Array.from(wanted, (rowNumber) => byNumber.get(rowNumber) ?? []) }
  }
}

function orderSql(columns: readonly SqlColumn[], sort: Window['sort'], search: string): string {
  const matches = columns.flatMap((column) => matchSql(column, search.toLowerCase(), '$2') ?? [])
  // The parameter appears even where no column can hold what is searched for, as it is always bound.
  const where = search === '' ? '' : `WHERE ${[...matches, `$2 = ''`].join(' OR ')}`
  const keys = sort.flatMap(({ column: index, descending }) => {
    const column = columns[index]
    return column ? sortKeys(column).map((key) => `${key} ${descending ? 'DESC' : 'ASC'} NULLS LAST`) : []
  })
  // Rows that compare equal stay in source order, so that the order is the same each time.
  return `SELECT ${ROW_NUMBER}::INTEGER FROM ${RESULT_TABLE} ${where} ORDER BY ${[...keys, ROW_NUMBER].join(', ')}`
}
