import { can } from '@sightline/domain/permissions/can.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import { publicDashboardsShowing } from './dependents.store.ts'
import { dropdownIds } from './input.ts'
import * as store from './store.ts'

/**
 * Whether the caller may make these queries public. This takes full access to their data sources and to those of their dropdown
 * queries, whose rows a public dashboard offers too.
 * @param ctx may be in a transaction
 */
export async function mayMakePublic(ctx: Context, ids: readonly number[]): Promise<boolean> {
  const shown = await store.sharesByIds(ctx.db, ids)
  const dropdowns = shown.flatMap(({ options }) => dropdownIds(options.parameters ?? []))
  const queries = [...shown, ...(await store.sharesByIds(ctx.db, dropdowns))]
  return queries.every((query) => can(ctx.viewer, 'query.makePublic', query))
}

/**
 * Records in the audit log that a query shown on public dashboards was changed in what it reads.
 * @param ctx in the transaction of the change
 * @throws AppError `query_public` if a new dropdown would publish rows that the caller may not publish
 */
export async function recordPublicChange(
  ctx: Context & { db: Db },
  { query }: Pick<store.QueryRow, 'query'>,
  changes: Partial<Pick<store.Content, 'query' | 'options' | 'data_source_id'>>,
): Promise<void> {
  const changed = (['query', 'options', 'data_source_id'] as const).filter((field) => changes[field] !== undefined)
  if (changed.length === 0) return
  const dashboards = await publicDashboardsShowing(ctx.db, query.id)
  if (dashboards.length === 0) return
  const before = new Set(dropdownIds(query.options.parameters ?? []))
  const added = dropdownIds(changes.options?.parameters ?? []).filter((id) => !before.has(id))
  if (!(await mayMakePublic(ctx, added))) throw new AppError('query_public')
  await audit.recordAction(ctx, 'query.change_public', {
    object_id: query.id,
    object_name: query.name,
    details: { changed, dashboards },
  })
}
