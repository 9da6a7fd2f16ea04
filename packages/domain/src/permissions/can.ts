import type { Permission } from '@sightline/contract/permissions.ts'

/** As much of a caller as the rules ask for: a person, the holder of a key or of a public address, or nobody. */
export type Viewer =
  | { kind: 'user'; id: number; groupIds: readonly number[]; permissions: ReadonlySet<Permission> }
  | { kind: 'key'; queryId: number; groupIds: readonly number[]; permissions: ReadonlySet<Permission> }
  /** The holder of the public address of a dashboard: in no group, it opens the queries that the dashboard shows. */
  | { kind: 'token'; queryIds: readonly number[]; groupIds: readonly number[]; permissions: ReadonlySet<Permission> }
  | { kind: 'nobody'; permissions: ReadonlySet<Permission> }

/** One group that a data source is shared with. */
export interface Share {
  group_id: number
  view_only: boolean
}

type SourceAccess = 'none' | 'view' | 'full'

/**
 * What a viewer may do with a data source: one group with full access is enough for full access, admins always have it.
 * @param shares null for a query that has lost its data source: only admins see it
 */
export function sourceAccess(viewer: Viewer, shares: readonly Share[] | null): SourceAccess {
  if (viewer.permissions.has('admin')) return 'full'
  if (viewer.kind === 'nobody' || shares === null) return 'none'
  const common = shares.filter((share) => viewer.groupIds.includes(share.group_id))
  if (common.length === 0) return 'none'
  return common.every((share) => share.view_only) ? 'view' : 'full'
}

/** The wire's `view_only` of a data source; also true where there is no common group, as on the wire. */
export function isViewOnly(groupIds: readonly number[], shares: readonly Share[]): boolean {
  return shares.filter((share) => groupIds.includes(share.group_id)).every((share) => share.view_only)
}

/** Something that belongs to somebody. */
export interface OwnedRecord {
  user_id: number
}

/** Something that its owner may let others change. */
export interface EditableRecord extends OwnedRecord {
  /** Who were granted `modify`. */
  editor_ids: readonly number[]
}

/** Something whose sight hangs on a data source; null where the source is gone. */
export interface SourcedRecord {
  shares: readonly Share[] | null
}

export interface QueryRecord extends EditableRecord, SourcedRecord {
  id: number
  is_safe: boolean
}

/** A stored result, whose rows may have been read from several data sources. */
interface ResultRecord {
  /** For each of those data sources, the groups that share it; never empty. */
  sources: readonly (readonly Share[])[]
}

/** A user or a group, by id. */
interface RecordWithId {
  id: number
}

interface ExecutionRecord {
  /** All who were handed the job. */
  user_ids: readonly number[]
  /** All queries it was started for. */
  query_ids: readonly number[]
}

/** Every action on a record, and what must be known of the record to decide it. */
interface Records {
  'query.view': QueryRecord
  'query.edit': EditableRecord
  'query.editText': EditableRecord & SourcedRecord
  'query.publish': OwnedRecord
  'query.tag': OwnedRecord
  'query.changeSource': OwnedRecord
  'query.archive': OwnedRecord
  'query.seeKey': OwnedRecord
  'query.regenerateKey': OwnedRecord
  'query.makePublic': SourcedRecord
  'query.fork': SourcedRecord
  'query.refresh': SourcedRecord
  'query.run': QueryRecord
  'source.view': SourcedRecord
  'source.use': SourcedRecord
  'result.view': ResultRecord
  'execution.view': ExecutionRecord & SourcedRecord
  'execution.cancel': ExecutionRecord
  'alert.change': OwnedRecord
  'subscription.end': OwnedRecord
  'dashboard.edit': EditableRecord
  'dashboard.publish': OwnedRecord
  'dashboard.tag': OwnedRecord
  'dashboard.archive': OwnedRecord
  'dashboard.share': OwnedRecord
  'acl.change': OwnedRecord
  'snippet.edit': OwnedRecord
  'user.view': RecordWithId
  'user.change': RecordWithId
  'user.changeGroups': RecordWithId
  'user.disable': RecordWithId
  'user.delete': RecordWithId
  'group.view': RecordWithId
}
export type Action = keyof Records

const isAdmin = (viewer: Viewer) => viewer.permissions.has('admin')
const owns = (viewer: Viewer, item: OwnedRecord) => viewer.kind === 'user' && (item.user_id === viewer.id || isAdmin(viewer))
const isSelf = (viewer: Viewer, { id }: RecordWithId) => viewer.kind === 'user' && viewer.id === id
const administersOther = (viewer: Viewer, user: RecordWithId) =>
  viewer.kind === 'user' && isAdmin(viewer) && !isSelf(viewer, user)
const modifies = (viewer: Viewer, item: EditableRecord) =>
  owns(viewer, item) || (viewer.kind === 'user' && item.editor_ids.includes(viewer.id))
const seesSource = (viewer: Viewer, record: SourcedRecord) => sourceAccess(viewer, record.shares) !== 'none'
const hasFullAccess = (viewer: Viewer, record: SourcedRecord) =>
  viewer.kind === 'user' && sourceAccess(viewer, record.shares) === 'full'
/** The queries that a key or a public address opens; null for callers without such a fence. */
const openedQueries = (viewer: Viewer): readonly number[] | null => {
  if (viewer.kind === 'key') return [viewer.queryId]
  return viewer.kind === 'token' ? viewer.queryIds : null
}
/** A public address shows what the dashboard shows, whoever may use the data source; everybody else has to share it. */
const seesQuery = (viewer: Viewer, query: QueryRecord) =>
  openedQueries(viewer)?.includes(query.id) !== false && (viewer.kind === 'token' || seesSource(viewer, query))
const startedByKey = (viewer: Viewer, execution: ExecutionRecord) =>
  openedQueries(viewer)?.some((id) => execution.query_ids.includes(id)) === true
/** A key stands for one data source: whether its holder reads rows of several is decided by the rights of the query's owner. */
const seesAllSources = (viewer: Viewer, { sources }: ResultRecord) =>
  sources.length > 0 &&
  (viewer.kind === 'user' || sources.length === 1) &&
  sources.every((shares) => sourceAccess(viewer, shares) !== 'none')
const readsResults = (viewer: Viewer) => viewer.permissions.has('view_query') || viewer.permissions.has('execute_query')

/** Who may do what with which record, one sentence each. What a caller may do at all stands at the endpoint (`access`). */
const rules: { [A in Action]: (viewer: Viewer, record: Records[A]) => boolean } = {
  'query.view': seesQuery,
  // Content, drawings and schedule. What the query is to others (published, tagged, shared, archived) stays with its owner.
  'query.edit': modifies,
  // Text and parameters decide what the source is asked, so whoever changes them must be allowed to ask it anything.
  'query.editText': (viewer, query) => modifies(viewer, query) && hasFullAccess(viewer, query),
  'query.publish': owns,
  'query.tag': owns,
  'query.changeSource': owns,
  'query.archive': owns,
  'query.seeKey': owns,
  'query.regenerateKey': owns,
  // A public URL hands the rows to anyone, so looking at them is not enough to publish them.
  'query.makePublic': hasFullAccess,
  'query.fork': hasFullAccess,
  'query.refresh': hasFullAccess,
  'query.run': (viewer, query) =>
    query.is_safe ? seesQuery(viewer, query) : hasFullAccess(viewer, query) && viewer.permissions.has('execute_query'),
  'source.view': seesSource,
  'source.use': hasFullAccess,
  // Whoever may not see one of the data sources that rows were joined from may not see the rows.
  'result.view': (viewer, result) => readsResults(viewer) && seesAllSources(viewer, result),
  // It tells the first rows and the errors of the source. Where the text reads queries, those are asked about as well.
  'execution.view': (viewer, execution) =>
    viewer.kind === 'user'
      ? isAdmin(viewer) || execution.user_ids.includes(viewer.id) || (readsResults(viewer) && seesSource(viewer, execution))
      : startedByKey(viewer, execution),
  'execution.cancel': (viewer, execution) =>
    viewer.kind === 'user'
      ? isAdmin(viewer) || execution.user_ids.includes(viewer.id)
      : viewer.kind === 'key' && startedByKey(viewer, execution),
  // Whoever may see the query may make alerts on it, see them and subscribe; what an alert asks stays with its owner.
  'alert.change': owns,
  'subscription.end': owns,
  // Name, layout and widgets. What the dashboard is to others stays with its owner, as with a query.
  'dashboard.edit': modifies,
  'dashboard.publish': owns,
  'dashboard.tag': owns,
  'dashboard.archive': owns,
  'dashboard.share': owns,
  'acl.change': owns,
  // Deleting included.
  'snippet.edit': owns,
  'user.view': (viewer, user) => isSelf(viewer, user) || (viewer.kind === 'user' && viewer.permissions.has('list_users')),
  // Name, email, picture, password and key; who may change them sees the key.
  'user.change': (viewer, user) => isSelf(viewer, user) || isAdmin(viewer),
  // Nobody raises or shuts out themselves, not even by mistake.
  'user.changeGroups': administersOther,
  'user.disable': administersOther,
  'user.delete': administersOther,
  'group.view': (viewer, group) => isAdmin(viewer) || (viewer.kind === 'user' && viewer.groupIds.includes(group.id)),
}

/** Whether this viewer may do this to this very record. */
export function can<A extends Action>(viewer: Viewer, action: A, record: Records[A]): boolean {
  return rules[action](viewer, record)
}

/** Whether a viewer may read the text of queries; the holder of a key never does. */
export const canReadQueryText = (viewer: Viewer): boolean => viewer.kind === 'user' && viewer.permissions.has('view_source')
