import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import { areAsciiSql, isText, ROWS_WITH_KEYS, type SortedColumn, type TextOrder } from './alphabet.ts'
import type { SqlColumn } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { sqlColumns } from './result-table.ts'
import type { StoredResult, Window } from './results.ts'

/** Columns of which it is remembered how their texts are sorted. */
const REMEMBERED_COLUMNS = 1000

/** Creates a function that returns the columns of a sort, each with the order of its texts. Other columns than those of the result are left out. */
export function sortedColumnsReader(engine: Pick<Engine, 'integers'>) {
  const known = new RecentlyUsed<string, TextOrder>(REMEMBERED_COLUMNS)

  async function orderOf({ file, rowCount }: StoredResult, path: string, column: SqlColumn): Promise<TextOrder> {
    if (!isText(column) || rowCount <= ROWS_WITH_KEYS) return 'keys'
    const key = `${column.ref} ${file}`
    const before = known.get(key)
    if (before !== undefined) return before
    const [areAscii] = await engine.integers(areAsciiSql(column), [path])
    const order = areAscii === 1 ? 'letters' : 'keys'
    known.set(key, order)
    return order
  }

  return (result: StoredResult, path: string, sort: Window['sort']): Promise<SortedColumn[]> => {
    const columns = sqlColumns(result.columns)
    const sorted = sort.flatMap(({ column: index, descending }) => {
      const column = columns[index]
      return column ? [{ column, descending }] : []
    })
    return Promise.all(sorted.map(async (each) => ({ ...each, order: await orderOf(result, path, each.column) })))
  }
}
