import type { RecentChange, RecentWork, Thumbnail } from '@sightline/contract/home.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { wireTime } from '../../platform/wire-time.ts'
import * as comments from '../comments/service.ts'
import * as changes from './changes.store.ts'
import * as store from './work.store.ts'

const MAX_WORK = 8
const MAX_CHANGES = 8
/** As old as changes are shown. */
const MENTION_DAYS = 30

/** The caller's recent work, and what others have changed in it and in the favorites, as far as the caller may see it. */
export async function recent(ctx: Context): Promise<{ work: RecentWork[]; changes: RecentChange[] }> {
  const { id: userId, groupIds } = userOf(ctx)
  const reader = { userId, groupIds }
  const seesQueries = ctx.viewer.permissions.has('view_query')
  const seesDashboards = ctx.viewer.permissions.has('list_dashboards')
  const [queries, dashboards, changedQueries, changedDashboards] = await Promise.all([
    seesQueries ? store.recentQueries(ctx.db, reader, MAX_WORK) : [],
    seesDashboards ? store.recentDashboards(ctx.db, reader, MAX_WORK) : [],
    seesQueries ? changes.changedQueries(ctx.db, reader, MAX_CHANGES) : [],
    seesDashboards ? changes.changedDashboards(ctx.db, reader, MAX_CHANGES) : [],
  ])
  const work = [
    ...queries.map((row) => ({ ...row, kind: 'query' as const })),
    ...dashboards.map((row) => ({ ...row, kind: 'dashboard' as const })),
  ]
  work.sort((one, other) => other.used_at.getTime() - one.used_at.getTime())
  const changed = [
    ...changedQueries.map((row) => ({ ...row, kind: 'query' as const })),
    ...changedDashboards.map((row) => ({ ...row, kind: 'dashboard' as const })),
  ]
  const mentions = seesDashboards ? await comments.mentionsOfCaller(ctx, MENTION_DAYS, MAX_CHANGES) : []
  const news = [...changed, ...mentions.map((mention) => ({ ...mention, kind: 'mention' as const }))]
  news.sort((one, other) => other.changed_at.getTime() - one.changed_at.getTime())
  const shown = work.slice(0, MAX_WORK)
  const thumbnailOf = await readThumbnails(ctx, shown)
  return {
    work: shown.map((item) => ({ ...item, used_at: wireTime(item.used_at), thumbnail: thumbnailOf(item) })),
    changes: news.slice(0, MAX_CHANGES).map((item) => ({ ...item, changed_at: wireTime(item.changed_at) })),
  }
}

type WorkKey = Pick<RecentWork, 'kind' | 'id'>

/** Reads what can be drawn of queries and dashboards without running anything. @returns a function from each to its thumbnail */
async function readThumbnails(ctx: Context, items: readonly WorkKey[]): Promise<(item: WorkKey) => Thumbnail | null> {
  const idsOf = (kind: WorkKey['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  const [ofQueries, ofDashboards] = await Promise.all([
    store.drawnOfQueries(ctx.db, idsOf('query')),
    store.drawnOfDashboards(ctx.db, idsOf('dashboard')),
  ])
  return ({ kind, id }) => {
    const candidates = kind === 'query' ? ofQueries : ofDashboards
    const drawn = candidates.find((row) => row.id === id && can(ctx.viewer, 'result.view', { sources: row.sources }))
    if (!drawn) return null
    const { result_id, type, name, options } = drawn
    const isDrawn = type !== null && name !== null && options !== null && type !== 'TABLE'
    return { result_id, visualization: isDrawn ? { type, name, options } : null }
  }
}
