import type { Services, UserViewer, Viewer } from '../../platform/context.ts'
import * as queries from '../queries/service.ts'
import * as users from '../users/service.ts'

/** On whose behalf a text reads the results of queries. */
export interface Reader {
  /** null when there is nobody any more; then nothing may be read. */
  viewer: UserViewer | null
  /**
   * Whoever runs a query with its key does so with the rights of its owner, who gave the key away; but only for the queries that
   * stand in the saved text, so that no value of a parameter leads to others.
   */
  isByKey: boolean
}

/** The reader of an execution: its user, or else the owner of the query that it was started for by a key. */
export async function readerOf(
  services: Services,
  { user_id, query_id }: { user_id: number | null; query_id: number | null },
): Promise<Reader> {
  if (user_id !== null) return { viewer: await users.findViewer(services, user_id), isByKey: false }
  const owned = query_id === null ? undefined : await queries.find(services, query_id)
  return { viewer: owned ? await users.findViewer(services, owned.query.user_id) : null, isByKey: true }
}

/** The reader for a caller. @param queryId the query that is run */
export function readerFor(services: Services, viewer: Viewer, queryId: number | null): Promise<Reader> {
  if (viewer.kind === 'user') return Promise.resolve({ viewer, isByKey: false })
  return readerOf(services, { user_id: null, query_id: queryId })
}
