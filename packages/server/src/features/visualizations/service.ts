import type { NewVisualization, Visualization, VisualizationChanges } from '@sightline/contract/visualizations.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { presentVisualization } from '../queries/present.ts'
import * as queries from '../queries/service.ts'
import { checkOptions, typeName } from './plug-in-types.ts'
import * as store from './store.ts'

export { isNameOfType, isOfPlugIn, plugInTypes, typeName } from './plug-in-types.ts'

/** Creates a visualization on a query that the caller may edit. */
export async function create(ctx: Context, sent: NewVisualization): Promise<Visualization> {
  await queries.mustEdit(ctx, sent.query_id)
  const { query_id, type, options } = sent
  checkOptions(type, options)
  const name = sent.name.trim() || typeName(type)
  return presentVisualization(
    await store.insert(ctx.db, { query_id, type, name, description: sent.description ?? null, options }),
  )
}

export async function update(ctx: Context, id: number, sent: VisualizationChanges): Promise<Visualization> {
  const stored = await mustEdit(ctx, id)
  const name = sent.name === undefined ? undefined : sent.name.trim() || typeName(sent.type ?? stored.type)
  const { type, description, options } = sent
  if (type !== undefined || options !== undefined) checkOptions(type ?? stored.type, options ?? stored.options)
  const changed = await store.change(ctx.db, id, { type, name, description, options })
  if (!changed) throw new AppError('not_found')
  return presentVisualization(changed)
}

/** Deletes a visualization that is on no dashboard. The first table of a query stays, so that its result can always be seen. */
export async function remove(ctx: Context, id: number): Promise<null> {
  const { query_id } = await mustEdit(ctx, id)
  if ((await store.firstTable(ctx.db, query_id)) === id) throw new AppError('last_table')
  if (await store.isOnDashboard(ctx.db, id)) throw new AppError('visualization_in_use')
  await store.remove(ctx.db, id)
  return null
}

async function mustEdit(ctx: Context, id: number): Promise<store.VisualizationRow> {
  const row = await store.find(ctx.db, id)
  if (!row) throw new AppError('not_found')
  await queries.mustEdit(ctx, row.query_id)
  return row
}
