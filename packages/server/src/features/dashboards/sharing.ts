import type { PublicDashboard } from '@sightline/contract/dashboards.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { presentPublic, recordOf } from './present.ts'
import { isVisible } from './present-widget.ts'
import { mustFind, publicUrl } from './service.ts'
import * as store from './store.ts'
import { widgetsOf } from './widgets.store.ts'

/**
 * Opens a dashboard to everybody who has its public address, and answers that address; sharing again answers the same one.
 * @throws AppError while it shows what must not become public: queries with text parameters, and what the caller may not see
 */
export async function share(ctx: Context, slugOrId: string): Promise<{ public_url: string; api_key: string }> {
  const row = await mustFind(ctx, slugOrId)
  await mustShare(ctx, row)
  if (row.dashboard.is_archived) throw new AppError('dashboard_archived')
  const widgets = await widgetsOf(ctx.db, row.dashboard.id)
  if (widgets.some(({ query }) => !isSafe(query?.options.parameters ?? []))) throw new AppError('sharing_unsafe')
  if (!widgets.every((widget) => isVisible(ctx.viewer, widget))) throw new AppError('sharing_restricted')
  const fresh = newKey()
  const token = await ctx.db.transaction(async (db) => {
    const kept = await store.keepToken(db, row.dashboard.id, fresh)
    if (kept === fresh) await audit.noteOf({ ...ctx, db }, 'dashboard.share', objectOf(row))
    return kept
  })
  if (token === null) throw new AppError('not_found')
  return { public_url: publicUrl(ctx, token), api_key: token }
}

/** Ends the public address for good: sharing again makes another one. */
export async function unshare(ctx: Context, slugOrId: string): Promise<null> {
  const row = await mustFind(ctx, slugOrId)
  await mustShare(ctx, row)
  await ctx.db.transaction(async (db) => {
    const isRemoved = await store.removeToken(db, row.dashboard.id)
    if (isRemoved) await audit.noteOf({ ...ctx, db }, 'dashboard.unshare', objectOf(row))
  })
  return null
}

const objectOf = ({ dashboard }: store.DashboardRow) => ({ object_id: dashboard.id, object_name: dashboard.name })

/** The dashboard of a public address, for whoever has that address, also when somebody with a session opens it. */
export async function getPublic(ctx: Context, token: string): Promise<PublicDashboard> {
  if ((await readSettings(ctx)).disable_public_urls) throw new AppError('public_urls_disabled')
  const row = await store.findByToken(ctx.db, token)
  if (!row) throw new AppError('not_found')
  return presentPublic(row, await widgetsOf(ctx.db, row.dashboard.id))
}

async function mustShare(ctx: Context, row: store.DashboardRow): Promise<void> {
  authorize(ctx.viewer, 'dashboard.share', recordOf(row))
  if ((await readSettings(ctx)).disable_public_urls) throw new AppError('sharing_off')
}
