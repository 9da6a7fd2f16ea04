import { visitorsSeeRows, withVisitorRows } from '@sightline/domain/dashboards/visitor-rows.ts'
import { isPassedAsValue, isSafe } from '@sightline/domain/parameters/definition.ts'
import { arePassable } from '@sightline/domain/parameters/pass-as-value.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import { authorize, refuseScopedKey } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import { findRunnable } from '../data-sources/service.ts'
import { readSettings } from '../settings/service.ts'
import { mustFind } from './find.ts'
import { recordOf } from './present.ts'
import { auditedDashboard, mustSeeResults, publishDashboard } from './publishing.ts'
import { publicUrl } from './service.ts'
import * as store from './store.ts'
import { widgetsOf } from './widgets.store.ts'

/**
 * Gives a dashboard a public URL; sharing it again returns the same URL.
 * @param seesRows whether visitors may see the rows behind marks; undefined to leave that as it is
 * @throws AppError `unscoped_key_needed`, or if it shows a query with a text that is not, or cannot be, passed as a value, or one on a data source to which the caller does not have full
 *   access
 */
export async function share(
  ctx: Context,
  slugOrId: string,
  seesRows?: boolean,
): Promise<{ public_url: string; api_key: string }> {
  refuseScopedKey(ctx)
  const row = await mustFind(ctx, slugOrId)
  await mustShare(ctx, row)
  if (row.dashboard.is_archived) throw new AppError('dashboard_archived')
  await mustSeeResults(ctx, row)
  await mustPassTexts(ctx, row.dashboard.id)
  const fresh = newKey()
  const token = await ctx.db.transaction(async (db) => {
    const stored = await store.storeToken(db, row.dashboard.id, fresh)
    // Options may come from elsewhere, such as an import: a new public URL begins without rows.
    const choice = seesRows ?? (stored === fresh ? false : undefined)
    if (choice !== undefined) await chooseVisitorRows({ ...ctx, db }, row, choice)
    if (stored !== fresh) return stored
    const widgets = await publishDashboard({ ...ctx, db }, row)
    if (widgets.some(({ query }) => !isSafe(query?.options.parameters ?? []))) throw new AppError('sharing_unsafe')
    return stored
  })
  if (token === null) throw new AppError('not_found')
  return { public_url: publicUrl(ctx, token), api_key: token }
}

/**
 * Refuses a dashboard of whose queries one could not run, because a text that is passed as a value stands where none can be. The
 * texts of queries may change later, so each run checks this again.
 */
async function mustPassTexts(ctx: Context, dashboardId: number): Promise<void> {
  for (const { query } of await widgetsOf(ctx.db, dashboardId)) {
    const definitions = query?.options.parameters ?? []
    if (query === null || !definitions.some(isPassedAsValue)) continue
    const source = query.data_source_id === null ? null : await findRunnable(ctx, query.data_source_id, query.options.dialect)
    if (!arePassable(definitions, query.query, source && textLanguage(source.runner))) throw new AppError('sharing_unsafe')
  }
}

/** Disables the public URL for good: sharing again creates a new one. */
export async function unshare(ctx: Context, slugOrId: string): Promise<null> {
  const row = await mustFind(ctx, slugOrId)
  await mustShare(ctx, row)
  await ctx.db.transaction(async (db) => {
    const isRemoved = await store.removeToken(db, row.dashboard.id)
    if (isRemoved) await audit.recordAction({ ...ctx, db }, 'dashboard.unshare', auditedDashboard(row))
    if (visitorsSeeRows(row.dashboard.options)) await chooseVisitorRows({ ...ctx, db }, row, false)
  })
  return null
}

async function mustShare(ctx: Context, row: store.DashboardRow): Promise<void> {
  authorize(ctx.viewer, 'dashboard.share', recordOf(row))
  if ((await readSettings(ctx)).disable_public_urls) throw new AppError('sharing_off')
}

/** Stores whether visitors may see the rows behind marks. @param ctx within a transaction */
async function chooseVisitorRows(ctx: Context, row: store.DashboardRow, seesRows: boolean): Promise<void> {
  const { id, options } = row.dashboard
  if (visitorsSeeRows(options) === seesRows) return
  await store.change(ctx.db, id, { options: withVisitorRows(options, seesRows) }, null)
  const details = { rows_behind_marks: seesRows }
  if (seesRows) await audit.recordAction(ctx, 'dashboard.share', { ...auditedDashboard(row), details })
}
