import {
  type Cell,
  type EarlierValue,
  MAX_VISUALIZED_ROWS,
  type ResultWindow,
  type RowFilter,
} from '@sightline/contract/results.ts'
import { isLimited } from '@sightline/domain/limited-result.ts'
import type { RowSource, RowWindow, SourceColumn } from '../ui/data-table/row-source.ts'
import { groupData, groupsAsk, hasAllGroups, loadCells, withoutGroups } from '../visualizations/result-data.ts'
import type { CellNeeds, GroupData, GroupNeeds, Needs, ResultData } from '../visualizations/visualization.ts'
import { columnGroups, columnTotals } from './column-totals.ts'
import type { ResultReader } from './result-reader.ts'

/** The rows of a stored result that contain a text and pass filters. */
export interface StoredRows {
  reader: ResultReader
  /** The first window of the result. */
  first: ResultWindow
  /** Rows have to pass all of them. */
  filters: RowFilter[]
  /** '' for all rows; applies to windows only. */
  search?: string
  /** Indexes of the columns to search; null for all. */
  searchColumns?: readonly number[] | null
  /** Values of earlier rows that follow the cells of each row; applies to windows only. */
  earlier?: { values: readonly EarlierValue[]; timeZone: string }
}

/** Loads from the server only the part of a stored result that a visualization needs. */
export async function loadData(rows: StoredRows, needs: Needs, signal: AbortSignal): Promise<ResultData> {
  const { reader, first, filters } = rows
  const info = first.result
  if (needs.kind === 'windows') return { kind: 'windows', source: resultSource(rows) }
  // Single cells ignore the search, like every visualization except tables.
  if (needs.kind === 'cells') {
    const [cells, line] = await Promise.all([
      loadCells(resultSource({ reader, first, filters }), needs, signal),
      loadLine(rows, needs, signal),
    ])
    return { ...cells, ...line }
  }
  if (needs.kind === 'groups') return loadGroups(rows, needs, signal)
  if (needs.instead && info.row_count > MAX_VISUALIZED_ROWS) {
    const groups = await loadGroups(rows, needs.instead, signal)
    if (hasAllGroups(groups)) return groups
  }

  const indexes = needs.columns.flatMap((name) => {
    const index = info.columns.findIndex((column) => column.name === name)
    return index === -1 ? [] : [index]
  })
  const columns = indexes.flatMap((index) => info.columns[index] ?? [])
  if (indexes.length === 0) return { kind: 'columns', columns, total: info.row_count, shown: 0, values: [] }
  const extreme = needs.extreme === null ? -1 : info.columns.findIndex((column) => column.name === needs.extreme)
  const request = { columns: indexes.join(','), extreme: extreme === -1 ? undefined : extreme, filters }
  const reply = await reader.columns(info.id, request, signal)
  return { kind: 'columns', columns, total: reply.total, shown: reply.shown, values: reply.values }
}

/** Points of a small line; more are not seen. */
const LINE_POINTS = 400

/** The column for a line; taken from the first window if that has all rows. */
async function loadLine(
  { reader, first, filters }: StoredRows,
  { line }: CellNeeds,
  signal: AbortSignal,
): Promise<{ line?: Cell[] }> {
  if (line === undefined) return {}
  const { id, columns, row_count } = first.result
  const index = columns.findIndex(({ name }) => name === line)
  if (index === -1) return { line: [] }
  const rows = filters.length === 0 && row_count <= LINE_POINTS ? fromWindow(first, 0, row_count) : null
  if (rows !== null) return { line: rows.map((row) => row[index] ?? null) }
  const reply = await reader.columns(id, { columns: String(index), extreme: index, limit: LINE_POINTS, filters }, signal)
  return { line: reply.values[0] ?? [] }
}

async function loadGroups({ reader, first, filters }: StoredRows, needs: GroupNeeds, signal: AbortSignal): Promise<GroupData> {
  const { id, columns, row_count } = first.result
  const request = groupsAsk(columns, needs)
  if (request === null) return withoutGroups(columns, needs, row_count)
  const reply = await reader.groups(id, { ask: request.ask, filters: [...filters, ...request.without] }, signal)
  return groupData(columns, needs, reply)
}

/** Values to choose from in the filter of a column; a search finds the others. */
const MAX_LISTED_VALUES = 100

/** The rows as a table loads them, window by window. */
export function resultSource(rows: StoredRows): RowSource {
  const { reader, first, filters, search = '', searchColumns = null, earlier } = rows
  const { id, columns, row_count } = first.result
  const isInFirst = search === '' && filters.length === 0 && earlier === undefined
  return {
    key: `${id} ${search} ${JSON.stringify([filters, searchColumns, earlier])}`,
    columns,
    rowCount: row_count,
    sample: first.rows,
    isSearched: search !== '',
    isLimited: isLimited(first.result),
    async load({ offset, limit, sort }, signal) {
      const loaded = isInFirst && sort.length === 0 ? fromWindow(first, offset, limit) : null
      if (loaded !== null) return { total: row_count, rows: loaded }
      return load({ offset, limit, sort, total: 'later' }, signal)
    },
    async count(sort, signal) {
      const { total } = await load({ offset: 0, limit: 1, sort, total: 'now' }, signal)
      return total ?? 0
    },
    profile: (column, signal) => reader.profile(id, { column, ...matching(rows) }, signal),
    profiles: (indexes, timeZone, signal) =>
      reader.profiles(id, { columns: indexes.join(','), ...matching(rows), time_zone: timeZone }, signal),
    totals: (measures, which, signal) =>
      columnTotals(reader, id, measures, which === 'all' ? { filters: [] } : matching(rows), signal),
    groups: (column, descending, measures, signal) =>
      columnGroups(reader, id, { column, descending, measures }, matching(rows), signal),
    values: (column, wanted, signal) => reader.distinct(id, { column, search: wanted, limit: MAX_LISTED_VALUES }, signal),
    compare: (values, timeZone) => resultSource({ ...rows, earlier: { values, timeZone } }),
    filter: (conditions) => ({ ...resultSource({ ...rows, filters: [...filters, ...conditions] }), isSearched: true }),
    search: (text, within) => resultSource({ ...rows, search: text, searchColumns: within }),
  }

  function load(window: RowWindow & { total: 'now' | 'later' }, signal: AbortSignal): Promise<ResultWindow> {
    return reader.window(id, { ...window, ...matching(rows), ...earlierIn(rows), sort: sortText(window.sort) }, signal)
  }
}

/** The search and the filters as the server takes them. */
const matching = ({ filters, search = '', searchColumns = null }: StoredRows) => ({
  search: search === '' ? undefined : search,
  search_columns: searchColumns === null ? undefined : searchColumns.join(','),
  filters,
})

const earlierIn = ({ earlier }: StoredRows) => earlier && { earlier: [...earlier.values], time_zone: earlier.timeZone }

/** The sort order as it is sent: column indexes, a minus sign for descending; undefined for the order of the result. */
export function sortText(sort: RowWindow['sort']): string | undefined {
  // The endpoint accepts ten columns; more hardly ever change the order.
  const parts = sort.slice(0, 10).map(({ column, descending }) => `${descending ? '-' : ''}${column}`)
  return parts.length === 0 ? undefined : parts.join(',')
}

function fromWindow(window: ResultWindow, offset: number, limit: number): Cell[][] | null {
  if (offset < window.offset) return null
  const from = offset - window.offset
  const isComplete = Math.min(offset + limit, window.result.row_count) <= window.offset + window.rows.length
  return isComplete ? window.rows.slice(from, from + limit) : null
}

/** The rows that a run has returned so far, in their order; they cannot be sorted or searched yet. */
export function rowsInMemory(key: string, columns: SourceColumn[], rows: Cell[][]): RowSource {
  return {
    key,
    columns,
    rowCount: rows.length,
    sample: rows,
    isPart: true,
    load: ({ offset, limit }) => Promise.resolve({ total: rows.length, rows: rows.slice(offset, offset + limit) }),
  }
}
