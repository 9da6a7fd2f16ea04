import type { GroupDataSource } from '@sightline/contract/groups.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { runners } from '../../runners/registry.ts'
import { recordAction } from '../audit/service.ts'
import { present } from './present.ts'
import * as store from './store.ts'

/** A group that data sources are shared with. The caller of these functions checks who may change that. */
interface SharingGroup {
  id: number
  name: string
}

/** The data sources that are shared with a group, by name. */
export async function sharedWith(ctx: Context, group: SharingGroup): Promise<GroupDataSource[]> {
  const rows = await store.all(ctx.db)
  return rows.flatMap((row) => presentFor(ctx, row, group.id) ?? [])
}

/** Shares a data source with a group, with full access unless it is already shared. @throws AppError `not_found` */
export async function share(ctx: Context, id: number, group: SharingGroup): Promise<GroupDataSource> {
  const source = await mustFind(ctx, id)
  return ctx.db.transaction(async (tx) => {
    await store.share(tx, id, group.id)
    await recordAction({ ...ctx, db: tx }, 'group.add_data_source', aboutSource(group, source))
    return mustPresent({ ...ctx, db: tx }, id, group.id)
  })
}

/** Gives a group full or view-only access. @throws AppError `not_found`, also if the source is not shared with the group */
export async function setViewOnly(ctx: Context, id: number, group: SharingGroup, viewOnly: boolean): Promise<GroupDataSource> {
  const source = await mustFind(ctx, id)
  return ctx.db.transaction(async (tx) => {
    if (!(await store.setViewOnly(tx, id, group.id, viewOnly))) throw new AppError('not_found')
    const { details, ...about } = aboutSource(group, source)
    const within = { ...ctx, db: tx }
    await recordAction(within, 'group.change_data_source', { ...about, details: { ...details, view_only: viewOnly } })
    return mustPresent(within, id, group.id)
  })
}

/** Removes a data source from a group; does nothing if it is not shared. @throws AppError `not_found` */
export async function unshare(ctx: Context, id: number, group: SharingGroup): Promise<void> {
  const source = await mustFind(ctx, id)
  await ctx.db.transaction(async (tx) => {
    await store.unshare(tx, id, group.id)
    await recordAction({ ...ctx, db: tx }, 'group.remove_data_source', aboutSource(group, source))
  })
}

async function mustFind({ db }: Context, id: number): Promise<store.SourceRow> {
  const source = await store.find(db, id)
  if (!source) throw new AppError('not_found')
  return source
}

async function mustPresent(ctx: Context, id: number, groupId: number): Promise<GroupDataSource> {
  const rows = await store.all(ctx.db)
  const row = rows.find((one) => one.id === id)
  const shown = row && presentFor(ctx, row, groupId)
  if (!shown) throw new AppError('not_found')
  return shown
}

/** A data source with the group's access; null if it is not shared with the group or its type is unknown. */
function presentFor(ctx: Context, row: store.SourceRow, groupId: number): GroupDataSource | null {
  const share = row.shares.find(({ group_id }) => group_id === groupId)
  const runner = runners.get(row.type)
  return share && runner ? { ...present(row, runner, ctx.viewer), view_only: share.view_only } : null
}

const aboutSource = (group: SharingGroup, source: store.SourceRow) => ({
  object_id: group.id,
  object_name: group.name,
  details: { data_source_id: source.id, data_source_name: source.name },
})
