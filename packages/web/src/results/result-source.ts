import type { Cell, ResultInfo, ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import type { RowSource, RowWindow, SourceColumn } from '../ui/data-table/row-source.ts'
import { askWindow } from './ask-result.ts'

/** The sort of a window as the wire writes it: column indexes, a minus for descending; nothing for the source's own order. */
export function sortText(sort: RowWindow['sort']): string | undefined {
  // The wire takes ten columns; an eleventh would hardly ever decide.
  const parts = sort.slice(0, 10).map(({ column, descending }) => `${descending ? '-' : ''}${column}`)
  return parts.length === 0 ? undefined : parts.join(',')
}

/**
 * The rows of a stored result that contain a text and pass filters.
 * @param search '' for all rows
 * @param first a window that was already answered; null when there is none
 * @param within the columns that are searched, by their indexes; null for all
 */
export function resultSource(
  info: ResultInfo,
  search: string,
  first: ResultWindow | null,
  filters: RowFilter[] = [],
  within: readonly number[] | null = null,
): RowSource {
  const isWhole = search === '' && filters.length === 0
  return {
    key: `${info.id} ${search} ${JSON.stringify([filters, within])}`,
    columns: info.columns,
    rowCount: info.row_count,
    isSearched: search !== '',
    async load({ offset, limit, sort }, signal) {
      const known = isWhole && sort.length === 0 ? fromWindow(first, info.id, offset, limit) : null
      if (known !== null) return { total: info.row_count, rows: known }
      return ask({ offset, limit, sort, total: 'later' }, signal)
    },
    async count(sort, signal) {
      const { total } = await ask({ offset: 0, limit: 1, sort, total: 'now' }, signal)
      return total ?? 0
    },
    search: (text, columns) => resultSource(info, text, null, filters, columns),
  }

  function ask(asked: RowWindow & { total: 'now' | 'later' }, signal: AbortSignal): Promise<ResultWindow> {
    const ask = {
      ...asked,
      sort: sortText(asked.sort),
      search: search === '' ? undefined : search,
      search_columns: within === null ? undefined : within.join(','),
      filters,
    }
    return askWindow(info.id, ask, signal)
  }
}

function fromWindow(window: ResultWindow | null, resultId: number, offset: number, limit: number): Cell[][] | null {
  if (window === null || window.result.id !== resultId || offset < window.offset) return null
  const from = offset - window.offset
  const isComplete = Math.min(offset + limit, window.result.row_count) <= window.offset + window.rows.length
  return isComplete ? window.rows.slice(from, from + limit) : null
}

/** Rows that are at hand: the first ones of a run that is still going on. They come as they are, in their own order. */
export function rowsAtHand(key: string, columns: SourceColumn[], rows: Cell[][]): RowSource {
  return {
    key,
    columns,
    rowCount: rows.length,
    isPart: true,
    load: ({ offset, limit }) => Promise.resolve({ total: rows.length, rows: rows.slice(offset, offset + limit) }),
  }
}
