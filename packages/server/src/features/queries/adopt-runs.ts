import { isSameQueryText } from '@sightline/domain/query-hash.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import type { RunnableSource } from '../data-sources/service.ts'
import * as store from './history.store.ts'
import { hashOf, type RunDefinition, standardText } from './run-text.ts'

/**
 * Attributes the runs that the caller made of a text before saving it to the query that it became: those of the same text on the
 * same source, and the one whose result the query shows. They appear in its history; nobody gets access to a run or its rows by
 * this.
 */
export async function adoptRuns(
  ctx: Context,
  query: { id: number; definition: RunDefinition; resultId: number | null },
  source: RunnableSource,
): Promise<void> {
  const text = await standardText(query.definition, source.runner)
  const origin = { userId: userOf(ctx).id, dataSourceId: source.row.id, hash: hashOf(text), resultId: query.resultId }
  const runs = await store.unsavedRuns(ctx.db, origin)
  const own = runs.filter(
    ({ query: ran, query_result_id: resultId }) =>
      (resultId !== null && resultId === query.resultId) || isSameQueryText(ran, text, source.runner.dialect),
  )
  if (own.length === 0) return
  await store.attributeRuns(
    ctx.db,
    query.id,
    own.map(({ id }) => id),
  )
}
