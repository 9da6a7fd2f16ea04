import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Services, UserViewer } from '../../../platform/context.ts'
import type { RunnableSource } from '../../data-sources/service.ts'
import * as users from '../../users/service.ts'
import type { RunnableRow } from './store.ts'

/**
 * Tells of owners, each read once, whether they may still run what their schedules run. A schedule has the rights that its owner
 * has now: who has lost the data source, or is disabled, has it read no more.
 */
export function ownersRights(services: Services): (row: RunnableRow, source: RunnableSource) => Promise<boolean> {
  const found = new Map<number, Promise<UserViewer | null>>()
  return async ({ id, user_id, options }, source) => {
    const owner = found.get(user_id) ?? users.findViewer(services, user_id)
    found.set(user_id, owner)
    const viewer = await owner
    const record = { id, user_id, editor_ids: [], is_safe: isSafe(options.parameters ?? []), shares: source.row.shares }
    return viewer !== null && can(viewer, 'query.run', record)
  }
}

/** What the owner of a query hears when its schedule could not run it for want of rights. */
export const ownerLostAccess = (queryId: number): string =>
  `Skipping refresh of ${queryId} because its owner has no access to its data source any more.`
