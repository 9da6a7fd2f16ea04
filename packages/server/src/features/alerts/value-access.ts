import { can, type Share } from '@sightline/domain/permissions/can.ts'
import type { Services, Viewer } from '../../platform/context.ts'
import { seesInputs } from '../executions/results/access.ts'
import * as users from '../users/service.ts'
import type { ResultRow } from './checks.store.ts'

/**
 * Whether somebody may see a value that an alert has found, which they may see the query of.
 * @param sources for each data source that the value was read from, the groups that share it
 */
export const maySeeValue = (viewer: Viewer, sources: readonly (readonly Share[])[]): boolean =>
  sources.every((shares) => can(viewer, 'source.view', { shares }))

/**
 * Of the owners of alerts, those who may not see what a result was read from besides the query's own data source. An alert looks at
 * such a result with the rights of its owner: else a limit that is moved about would tell the value.
 */
export async function ownersWithoutAccess(
  services: Services,
  result: ResultRow,
  ownerIds: readonly number[],
): Promise<Set<number>> {
  const without = new Set<number>()
  for (const id of new Set(ownerIds)) {
    const owner = await users.findViewer(services, id)
    if (!(await seesInputs(services, owner, result))) without.add(id)
  }
  return without
}
