import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Exploration } from '@sightline/domain/explore/exploration.ts'
import { isPivoted } from '@sightline/domain/explore/pivot.ts'
import { call } from '../../../api/call.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { savedDraft, startDraft } from '../../../visualizations/draft.ts'
import { chartOptions } from './chart-options.ts'
import { pivotVisualizations } from './pivot-visualizations.ts'

/** A visualization to put on a dashboard. */
export interface Shown {
  id: number
  type: string
  name: string
  parameters: readonly []
}

/**
 * The visualization of a query that has just been saved and run: its table, the first of its pivot tables, or the chart of its result,
 * which is saved with it.
 * @param pivots the pivot tables that were saved with the query
 * @throws ApiError
 */
export async function shownVisualization(
  query: Query,
  view: 'table' | 'chart',
  exploration: Exploration,
  pivots: readonly Shown[],
): Promise<Shown> {
  const [table] = query.visualizations
  const [pivot] = pivots
  if (table === undefined) throw new Error(t`The query has no table.`)
  if (view === 'table') return pivot ?? { id: table.id, type: table.type, name: query.name, parameters: [] }
  const { columns, rows } = await firstRows(query)
  const draft = startDraft(null, columns, rows)
  const options = isPivoted(exploration) ? chartOptions(exploration, columns, rows) : draft.options
  return save(query, savedDraft({ ...draft, options }))
}

/** Saves a pivot table for each measure of an exploration with a group in columns. @throws ApiError */
export async function savePivots(query: Query, exploration: Exploration): Promise<Shown[]> {
  if (!isPivoted(exploration)) return []
  const { columns } = await firstRows(query)
  const saved: Shown[] = []
  for (const pivot of pivotVisualizations(exploration, columns)) saved.push(await save(query, pivot))
  return saved
}

async function save(query: Query, fields: { type: string; name: string; options: Record<string, unknown> }): Promise<Shown> {
  const { id, type, name } = await call(api.visualizations.create, { body: { ...fields, query_id: query.id } })
  return { id, type, name, parameters: [] }
}

/** Rows from which the chart is suggested. */
const SAMPLED_ROWS = 1000

async function firstRows({
  latest_query_data_id: id,
}: Query): Promise<{ columns: SourceColumn[]; rows: (string | number | boolean | null)[][] }> {
  if (id === null) throw new Error(t`The query has no result.`)
  const { result, rows } = await call(api.storedResults.window, { params: { id }, query: { limit: SAMPLED_ROWS } })
  return { columns: result.columns, rows }
}
