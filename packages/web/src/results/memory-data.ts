import type { Cell } from '@sightline/contract/results.ts'
import { type Filter, filtersOf } from '@sightline/domain/filters/filters.ts'
import { finiteCell, finiteRows } from '@sightline/domain/format/not-finite.ts'
import { compareCells } from '@sightline/domain/grouping/compare.ts'
import { compareByAlphabet } from '@sightline/domain/language/local.ts'
import type { RowSource, RowWindow, SourceColumn } from '../ui/data-table/row-source.ts'
import { cellData, groupsInMemory } from '../visualizations/result-data.ts'
import type { LoadData } from '../visualizations/use-result-data.ts'
import type { Needs, ResultData } from '../visualizations/visualization.ts'
import { briefProfile } from './memory-profiles.ts'

/** A complete result in the browser: a first window that has all rows. */
export interface WholeResult {
  /** Names its rows: other rows have another id. */
  id: number | string
  columns: SourceColumn[]
  /** In column order. */
  rows: Cell[][]
}

/** The filters that the column names of a result declare. */
export const filtersIn = ({ columns, rows }: WholeResult): Filter[] =>
  filtersOf(
    columns,
    columns.map(({ type }, column) => rows.map((row) => finiteCell(row[column] ?? null, type))),
  )

/**
 * Loads the data of visualizations from a result that is already in the browser: the rows that pass all filters.
 * @param stored the same rows on the server, which computes totals and profiles; null if it does not have them
 */
export function memoryData(result: WholeResult, filters: readonly Filter[], stored: RowSource | null = null): LoadData {
  const rows = passing(result, filters)
  const { columns } = result
  const finite = finiteRows(columns, rows)
  const key = `${result.id} ${JSON.stringify(filters.map(({ name, current }) => [name, current]))}`
  return Object.assign(async (needs: Needs) => atHand(needs), { atHand })

  function atHand(needs: Needs): ResultData {
    if (needs.kind === 'windows') return { kind: 'windows', source: sourceOf(key, columns, rows, stored) }
    if (needs.kind === 'cells') return cellData(columns, rows.length, needs, (index) => rows[index] ?? [])
    if (needs.kind === 'groups') return groupsInMemory(columns, rows, needs)
    const indexes = needs.columns.flatMap((name) => {
      const index = columns.findIndex((column) => column.name === name)
      return index === -1 ? [] : [index]
    })
    return {
      kind: 'columns',
      columns: indexes.flatMap((index) => columns[index] ?? []),
      total: rows.length,
      shown: rows.length,
      values: indexes.map((index) => finite.map((row) => row[index] ?? null)),
    }
  }
}

function passing({ columns, rows }: WholeResult, filters: readonly Filter[]): Cell[][] {
  const checks = filters.flatMap(({ name, current, values }) => {
    const index = columns.findIndex((column) => column.name === name)
    // With all values chosen every row passes.
    return index === -1 || current.length === values.length ? [] : [{ index, allowed: new Set(current) }]
  })
  return checks.length === 0
    ? rows
    : rows.filter((row) =>
        checks.every(({ index, allowed }) => allowed.has(finiteCell(row[index] ?? null, columns[index]?.type))),
      )
}

function sourceOf(key: string, columns: RowSource['columns'], rows: Cell[][], stored: RowSource | null): RowSource {
  const { profile, totals, groups, values, compare, filter, isLimited = false } = stored ?? {}
  return {
    key,
    columns,
    rowCount: rows.length,
    sample: rows,
    isLimited,
    load({ offset, limit, sort }) {
      return Promise.resolve({ total: rows.length, rows: sorted(rows, sort, columns).slice(offset, offset + limit) })
    },
    ...(profile && { profile }),
    profiles: async (indexes, timeZone) =>
      indexes.map((index) =>
        briefProfile(
          rows.map((row) => row[index] ?? null),
          columns[index]?.type ?? null,
          timeZone,
        ),
      ),
    ...(totals && { totals }),
    ...(groups && { groups }),
    ...(values && { values }),
    ...(compare && { compare }),
    ...(filter && { filter }),
    search: (text, within) => {
      const found = rowsContaining(columns, rows, text, within)
      return sourceOf(`${key} ${JSON.stringify([text, within])}`, columns, found, stored?.search?.(text, within) ?? null)
    },
  }
}

/** The rows that contain a text, ignoring case, in one of these columns. */
function rowsContaining(
  columns: readonly Pick<SourceColumn, 'type'>[],
  rows: Cell[][],
  text: string,
  within: readonly number[],
): Cell[][] {
  const wanted = text.toLowerCase()
  const contains = (cell: Cell | undefined, index: number) =>
    String(finiteCell(cell ?? null, columns[index]?.type) ?? '')
      .toLowerCase()
      .includes(wanted)
  return rows.filter((row) => within.some((index) => contains(row[index], index)))
}

/** Sorts rows; equal rows keep their order, and nulls come last, ascending or descending. */
export function sorted(rows: Cell[][], sort: RowWindow['sort'], columns: readonly Pick<SourceColumn, 'type'>[]): Cell[][] {
  if (sort.length === 0) return rows
  return rows.toSorted((one, other) => {
    for (const { column, descending } of sort) {
      const a = finiteCell(one[column] ?? null, columns[column]?.type)
      const b = finiteCell(other[column] ?? null, columns[column]?.type)
      if (a === b) continue
      if (a === null || b === null) return a === null ? 1 : -1
      const order = compareShown(a, b, columns[column])
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

/** Texts are sorted by the alphabet of the reader, as on the server. Dates, which are texts here, follow their characters. */
function compareShown(a: Cell, b: Cell, column: Pick<SourceColumn, 'type'> | undefined): number {
  const isText = column?.type === 'string' || column?.type === null
  return isText && typeof a === 'string' && typeof b === 'string'
    ? compareByAlphabet(a, b)
    : compareCells(a, b, isNumeric(column))
}

const isNumeric = (column: Pick<SourceColumn, 'type'> | undefined) => column?.type === 'integer' || column?.type === 'float'
