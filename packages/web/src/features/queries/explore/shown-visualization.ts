import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { call } from '../../../api/call.ts'
import { savedDraft, startDraft } from '../../../visualizations/draft.ts'

/** A visualization to put on a dashboard. */
export interface Shown {
  id: number
  type: string
  name: string
  parameters: readonly []
}

/**
 * The visualization of a query that has just been saved and run: its table, or the chart that is suggested for its result, which is saved
 * with it.
 * @throws ApiError
 */
export async function shownVisualization(query: Query, view: 'table' | 'chart'): Promise<Shown> {
  const [table] = query.visualizations
  const resultId = query.latest_query_data_id
  if (table === undefined || resultId === null) throw new Error('The query has no result.')
  if (view === 'table') return { id: table.id, type: table.type, name: query.name, parameters: [] }
  const { result, rows } = await call(api.executions.window, { params: { id: resultId }, query: { limit: SAMPLED_ROWS } })
  const chart = savedDraft(startDraft(null, result.columns, rows))
  const { id, type, name } = await call(api.visualizations.create, { body: { ...chart, query_id: query.id } })
  return { id, type, name, parameters: [] }
}

/** Rows from which the chart is suggested. */
const SAMPLED_ROWS = 1000
