import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Exploration } from '@sightline/domain/explore/exploration.ts'
import { isPivoted } from '@sightline/domain/explore/pivot.ts'
import { call } from '../../../api/call.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { savedDraft, startDraft, withOptions } from '../../../visualizations/draft.ts'
import { chartOptions } from './chart-options.ts'
import { pivotVisualizations } from './pivot-visualizations.ts'

/** A visualization to open, or to put on a dashboard. */
export interface Shown {
  id: number
  type: string
  name: string
  parameters: readonly []
}

interface Fields {
  type: string
  name: string
  options: Record<string, unknown>
}

/**
 * Saves what the page shows with a query that has just been saved and run: its chart, and a pivot table for each measure of an
 * exploration with a group in columns.
 * @returns them, the one that is shown first; empty if the table of the query suffices
 * @throws ApiError
 */
export async function saveShown(query: Query, view: 'table' | 'chart', exploration: Exploration): Promise<Shown[]> {
  if (view === 'table' && !isPivoted(exploration)) return []
  const { columns, rows } = await firstRows(query)
  const charts = view === 'chart' ? chartsOf(exploration, columns, rows) : []
  const pivots = isPivoted(exploration) ? pivotVisualizations(exploration, columns) : []
  const saved: Shown[] = []
  for (const fields of [...charts, ...pivots]) saved.push(await save(query, fields))
  return saved
}

/** The chart of an exploration, named after its columns; empty if nothing can be drawn. */
export function chartsOf(exploration: Exploration, columns: SourceColumn[], rows: readonly Cell[][]): Fields[] {
  const options = chartOptions(exploration, columns, rows)
  return options.columnMapping === undefined ? [] : [savedDraft(withOptions(startDraft(null, columns, rows), options))]
}

/** The table of a query as something to put on a dashboard. */
export function tableOf({ name, visualizations: [table] }: Query): Shown {
  if (table === undefined) throw new Error(t`The query has no table.`)
  return { id: table.id, type: table.type, name, parameters: [] }
}

async function save(query: Query, fields: Fields): Promise<Shown> {
  const { id, type, name } = await call(api.visualizations.create, { body: { ...fields, query_id: query.id } })
  return { id, type, name, parameters: [] }
}

/** Rows from which the chart is suggested. */
const SAMPLED_ROWS = 1000

async function firstRows({ latest_query_data_id: id }: Query): Promise<{ columns: SourceColumn[]; rows: Cell[][] }> {
  if (id === null) throw new Error(t`The query has no result.`)
  const { result, rows } = await call(api.storedResults.window, { params: { id }, query: { limit: SAMPLED_ROWS } })
  return { columns: result.columns, rows }
}
