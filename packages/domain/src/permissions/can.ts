import { type Share, sourceAccess, type Viewer } from './source-access.ts'

/** Something that belongs to somebody. */
export interface Owned {
  user_id: number
}

/** Something whose sight hangs on a data source; null where the source is gone. */
export interface Sourced {
  shares: readonly Share[] | null
}

export interface QueryRecord extends Owned, Sourced {
  id: number
  is_safe: boolean
}

export interface ExecutionRecord {
  /** All who were handed the job. */
  user_ids: readonly number[]
  /** All queries it was started for. */
  query_ids: readonly number[]
}

/** Every action on a record, and what must be known of the record to decide it. */
interface Records {
  'query.view': QueryRecord
  'query.edit': Owned
  'query.editText': Owned & Sourced
  'query.publish': Owned
  'query.tag': Owned
  'query.changeSource': Owned
  'query.archive': Owned
  'query.seeKey': Owned
  'query.regenerateKey': Owned
  'query.fork': Sourced
  'query.refresh': Sourced
  'query.run': QueryRecord
  'source.view': Sourced
  'source.use': Sourced
  'result.view': Sourced
  'execution.view': ExecutionRecord
  'execution.cancel': ExecutionRecord
  'dashboard.edit': Owned
}
export type Action = keyof Records

const isAdmin = (viewer: Viewer) => viewer.permissions.has('admin')
const owns = (viewer: Viewer, item: Owned) => viewer.kind === 'user' && (item.user_id === viewer.id || isAdmin(viewer))
const seesSource = (viewer: Viewer, record: Sourced) => sourceAccess(viewer, record.shares) !== 'none'
const hasFullAccess = (viewer: Viewer, record: Sourced) =>
  viewer.kind === 'user' && sourceAccess(viewer, record.shares) === 'full'
/** A key opens one query; for everybody else there is no such fence. */
const isWithinKey = (viewer: Viewer, queryId: number) => viewer.kind !== 'key' || viewer.queryId === queryId
const startedByKey = (viewer: Viewer, execution: ExecutionRecord) =>
  viewer.kind === 'key' && execution.query_ids.includes(viewer.queryId)
const readsResults = (viewer: Viewer) => viewer.permissions.has('view_query') || viewer.permissions.has('execute_query')

/** Who may do what with which record, one sentence each. What a caller may do at all stands at the endpoint (`access`). */
const rules: { [A in Action]: (viewer: Viewer, record: Records[A]) => boolean } = {
  'query.view': (viewer, query) => isWithinKey(viewer, query.id) && seesSource(viewer, query),
  'query.edit': owns,
  // Text and parameters decide what the source is asked, so whoever changes them must be allowed to ask it anything.
  'query.editText': (viewer, query) => owns(viewer, query) && hasFullAccess(viewer, query),
  'query.publish': owns,
  'query.tag': owns,
  'query.changeSource': owns,
  'query.archive': owns,
  'query.seeKey': owns,
  'query.regenerateKey': owns,
  'query.fork': hasFullAccess,
  'query.refresh': hasFullAccess,
  'query.run': (viewer, query) =>
    query.is_safe
      ? isWithinKey(viewer, query.id) && seesSource(viewer, query)
      : hasFullAccess(viewer, query) && viewer.permissions.has('execute_query'),
  'source.view': seesSource,
  'source.use': hasFullAccess,
  'result.view': (viewer, result) => readsResults(viewer) && seesSource(viewer, result),
  'execution.view': (viewer, execution) => viewer.kind === 'user' || startedByKey(viewer, execution),
  'execution.cancel': (viewer, execution) =>
    viewer.kind === 'user' ? isAdmin(viewer) || execution.user_ids.includes(viewer.id) : startedByKey(viewer, execution),
  'dashboard.edit': owns,
}

/** Whether this viewer may do this to this very record. */
export function can<A extends Action>(viewer: Viewer, action: A, record: Records[A]): boolean {
  return rules[action](viewer, record)
}

/** Whether a viewer may read the text of queries; the holder of a key never does. */
export const readsQueryText = (viewer: Viewer): boolean => viewer.kind === 'user' && viewer.permissions.has('view_source')
