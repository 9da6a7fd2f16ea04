import type { Services } from '../../platform/context.ts'
import * as dataSources from '../data-sources/rotation.ts'
import * as destinations from '../destinations/rotation.ts'
import * as store from './store.ts'

/**
 * Binds the stored options of data sources and destinations to their rows, as versions did not that are older than this. Done
 * once for an installation, in one transaction: what is found in the old form afterwards is not read any more. With a secret key
 * that reads none of them nothing is done, so that a start with the right key still can.
 * @returns the names of records whose options could not be read; they have to be entered again
 */
export async function bindStoredOptions({ db, config }: Pick<Services, 'db' | 'config'>): Promise<string[]> {
  if (await store.areOptionsBound(db)) return []
  return db.transaction(async (tx) => {
    if (!(await store.lockUnboundOptions(tx))) return []
    const ofSources = await dataSources.bindOptions(tx, config.secretKey)
    const ofDestinations = await destinations.bindOptions(tx, config.secretKey)
    const unreadable = [...ofSources.unreadable, ...ofDestinations.unreadable]
    if (unreadable.length === 0 || ofSources.changed + ofDestinations.changed > 0) await store.markOptionsBound(tx)
    return unreadable
  })
}
