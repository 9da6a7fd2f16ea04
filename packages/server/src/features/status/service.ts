import type { ObjectCounters } from '@sightline/contract/status.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as store from './store.ts'

/** How many of each thing there are: data sources and queries as far as the caller may see them, all of the rest. */
export async function countObjects({ db, viewer }: Context): Promise<ObjectCounters> {
  if (viewer.kind === 'nobody') throw new AppError('unauthenticated')
  const counts = await store.countObjects(db, viewer.permissions.has('admin') ? null : viewer.groupIds)
  // Alerts have no table yet, so there are none.
  return { ...counts, alerts: 0 }
}
