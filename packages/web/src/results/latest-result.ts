import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import { OTHER_ROWS, type OtherResult } from '@sightline/contract/pictures.ts'
import { call } from '../api/call.ts'
import { ApiError } from '../api/error.ts'

/**
 * The first rows of the latest result of a query, without running it, as far as the signed-in user may see both.
 * @returns a few words instead if there are none
 */
export async function latestResult(queryId: number, signal: AbortSignal): Promise<OtherResult> {
  try {
    const { latest_query_data_id: id } = await call(api.queries.get, { params: { id: queryId }, signal })
    if (id === null) return { kind: 'none', reason: t`it has no result` }
    const query = { offset: 0, limit: OTHER_ROWS, filters: [] }
    const { result, rows } = await call(api.storedResults.window, { params: { id }, query, signal })
    return { kind: 'rows', columns: result.columns, rows, total: result.row_count }
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404)
    if (isRefused) return { kind: 'none', reason: t`you may not see it` }
    throw error
  }
}
