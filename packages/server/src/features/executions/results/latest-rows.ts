import { OTHER_ROWS, type OtherResult } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import * as queries from '../../queries/service.ts'
import { presentTypedColumn, storedResult } from '../present.ts'
import { mustRead, readResult } from './service.ts'

const FIRST_ROWS = {
  offset: 0,
  limit: OTHER_ROWS,
  sort: [],
  search: '',
  searchColumns: null,
  filters: [],
  isCountedLater: false,
}

/**
 * The first rows of the latest result of a query, without running it, as far as the caller may see both.
 * @returns a few words instead if there are none
 */
export async function latestRows(ctx: Context, queryId: number): Promise<OtherResult> {
  try {
    const { latest_query_data_id: latest } = await queries.get(ctx, queryId)
    if (latest === null) return { kind: 'none', reason: i18n._('it has no result') }
    const row = await mustRead(ctx, latest)
    const { rows } = await readResult(ctx, row, () => ctx.results.window(storedResult(row), FIRST_ROWS))
    return { kind: 'rows', columns: row.columns.map(presentTypedColumn), rows, total: row.row_count }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'none', reason: i18n._('you may not see it') }
    throw error
  }
}
