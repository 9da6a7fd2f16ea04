import type { GroupsRequest, ResultGroups } from '@sightline/contract/result-groups.ts'
import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { cellText } from '@sightline/domain/table-columns/column-view.ts'
import { columnGroupsAsk, columnGroupsIn, subtotalProblem } from '@sightline/domain/table-columns/subtotals.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { type ColumnTotal, type TableTotals, type TotalsLine, totalsOf } from '@sightline/domain/table-columns/table-totals.ts'
import type { Services } from '../../../platform/context.ts'
import { storedResult } from '../present.ts'
import type { ResultRow } from '../tables.ts'
import { readResult } from './service.ts'
import type { TableView } from './table-view.ts'

type ResultServices = Pick<Services, 'db' | 'results' | 'log'>

/**
 * The totals and subtotals of a table as its page shows them.
 * @param columns of the table
 * @param options `subtotals` adds a line after each group of rows with the same value in the first sorted column
 * @returns null if no visible column has a total
 */
export async function tableTotals(
  services: ResultServices,
  row: ResultRow,
  columns: readonly TableColumn[],
  view: TableView,
  { subtotals, formats }: { subtotals: boolean; formats: ValueFormats },
): Promise<TableTotals | null> {
  const totals = totalsOf(columns, formats, formats.nullText)
  if (totals.length === 0) return null
  const measures = [{ kind: 'count' as const, column: null }, ...totals.map(({ measure }) => measure)]
  const { sets } = await groupsOf(services, row, { sets: [[]], measures, limit: 1 }, view.filters)
  const [rows = 0, ...cells] = sets[0]?.measures.map(([cell = null]) => cell) ?? []
  const [first] = view.sort
  const others = totals.filter(({ index }) => index !== first?.column)
  const below =
    subtotals && first !== undefined && others.length > 0
      ? await subtotalsOf(services, row, { columns, first, totals: others, filters: view.filters, formats })
      : { subtotals: [], problem: null }
  return {
    rows: Number(rows),
    texts: new Map(totals.map(({ index, name, format }, at) => [index, `${name} ${format(cells[at] ?? null)}`])),
    ...below,
  }
}

interface SubtotaledRows {
  columns: readonly TableColumn[]
  /** The first column of the sort order. */
  first: TableView['sort'][number]
  totals: readonly ColumnTotal[]
  filters: RowFilter[]
  formats: ValueFormats
}

async function subtotalsOf(
  services: ResultServices,
  row: ResultRow,
  { columns, first, totals, filters, formats }: SubtotaledRows,
): Promise<Pick<TableTotals, 'subtotals' | 'problem'>> {
  const ask = columnGroupsAsk(
    first.column,
    first.descending,
    totals.map(({ measure }) => measure),
  )
  const groups = columnGroupsIn(await groupsOf(services, row, ask, filters))
  const problem = subtotalProblem(groups, row.columns[first.column]?.name ?? '')
  if (problem !== null) return { subtotals: [], problem }
  const column = columns.find(({ index }) => index === first.column)
  const nameOf = (key: Cell) => (key === null ? formats.nullText : column ? cellText(key, column, formats) : String(key))
  let after = 0
  const subtotals = groups.keys.map((key, at): TotalsLine => {
    after += groups.counts[at] ?? 0
    const texts = totals.map(({ index, format }, measure) => [index, format(groups.measures[measure]?.[at] ?? null)] as const)
    return { after, texts: new Map([[first.column, `${nameOf(key)} Total`], ...texts]) }
  })
  return { subtotals, problem: null }
}

const groupsOf = (services: ResultServices, row: ResultRow, ask: GroupsRequest, filters: RowFilter[]): Promise<ResultGroups> =>
  readResult(services, row, () => services.results.groups(storedResult(row), ask, filters))
