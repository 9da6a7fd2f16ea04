import type { Permission } from '@sightline/contract/permissions.ts'

/** The caller as the rules see it: a user, the holder of an API key or of a public URL, or an anonymous visitor. */
export type Viewer =
  | { kind: 'user'; id: number; groupIds: readonly number[]; permissions: ReadonlySet<Permission> }
  | { kind: 'key'; queryId: number; groupIds: readonly number[]; permissions: ReadonlySet<Permission> }
  /** The holder of a dashboard's public URL: in no group, and allowed to see the queries of the dashboard. */
  | { kind: 'token'; queryIds: readonly number[]; groupIds: readonly number[]; permissions: ReadonlySet<Permission> }
  /** An identity provider, which manages users and groups. */
  | { kind: 'scim'; groupIds: readonly number[]; permissions: ReadonlySet<Permission> }
  | { kind: 'nobody'; permissions: ReadonlySet<Permission> }

/** One group that a data source is shared with. */
export interface Share {
  group_id: number
  view_only: boolean
}

type SourceAccess = 'none' | 'view' | 'full'

/**
 * The access of a viewer to a data source. One group with full access is enough for full access; admins always have it.
 * @param shares null for a query whose data source was deleted: only admins see it
 */
export function sourceAccess(viewer: Viewer, shares: readonly Share[] | null): SourceAccess {
  if (viewer.permissions.has('admin')) return 'full'
  if (viewer.kind === 'nobody' || shares === null) return 'none'
  const common = shares.filter((share) => viewer.groupIds.includes(share.group_id))
  if (common.length === 0) return 'none'
  return common.every((share) => share.view_only) ? 'view' : 'full'
}

/** The `view_only` field of a data source in the API; also true without a common group, as in Redash. */
export function isViewOnly(groupIds: readonly number[], shares: readonly Share[]): boolean {
  return shares.filter((share) => groupIds.includes(share.group_id)).every((share) => share.view_only)
}

/** A record with an owner. */
export interface OwnedRecord {
  user_id: number
}

/** A record that its owner may let others change. */
export interface EditableRecord extends OwnedRecord {
  /** Users who were granted `modify`. */
  editor_ids: readonly number[]
}

/** A record that is visible only with access to its data source; `shares` is null if the data source was deleted. */
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

/** A comment on a widget. */
interface CommentRecord extends OwnedRecord {
  /** The owner of the dashboard. */
  dashboard_owner_id: number
}

interface ExecutionRecord {
  /** All users who were given this job. */
  user_ids: readonly number[]
  /** All queries that it was started for. */
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
  'comment.edit': OwnedRecord
  'comment.delete': CommentRecord
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
const wrote = (viewer: Viewer, item: OwnedRecord) => viewer.kind === 'user' && item.user_id === viewer.id
const isSelf = (viewer: Viewer, { id }: RecordWithId) => viewer.kind === 'user' && viewer.id === id
const administersOther = (viewer: Viewer, user: RecordWithId) =>
  (viewer.kind === 'user' || viewer.kind === 'scim') && isAdmin(viewer) && !isSelf(viewer, user)
const modifies = (viewer: Viewer, item: EditableRecord) =>
  owns(viewer, item) || (viewer.kind === 'user' && item.editor_ids.includes(viewer.id))
const seesSource = (viewer: Viewer, record: SourcedRecord) => sourceAccess(viewer, record.shares) !== 'none'
const hasFullAccess = (viewer: Viewer, record: SourcedRecord) =>
  viewer.kind === 'user' && sourceAccess(viewer, record.shares) === 'full'
/** The only queries that an API key or a public URL gives access to; null for callers without this restriction. */
const openedQueries = (viewer: Viewer): readonly number[] | null => {
  if (viewer.kind === 'key') return [viewer.queryId]
  return viewer.kind === 'token' ? viewer.queryIds : null
}
/** A public URL shows the queries of its dashboard regardless of data source access; everyone else needs that access. */
const seesQuery = (viewer: Viewer, query: QueryRecord) =>
  openedQueries(viewer)?.includes(query.id) !== false && (viewer.kind === 'token' || seesSource(viewer, query))
const startedByKey = (viewer: Viewer, execution: ExecutionRecord) =>
  openedQueries(viewer)?.some((id) => execution.query_ids.includes(id)) === true
/** An API key covers one data source. A result read from several is refused here: the rights of the query's owner decide about it. */
const seesAllSources = (viewer: Viewer, { sources }: ResultRecord) =>
  sources.length > 0 &&
  (viewer.kind === 'user' || sources.length === 1) &&
  sources.every((shares) => sourceAccess(viewer, shares) !== 'none')
const readsResults = (viewer: Viewer) => viewer.permissions.has('view_query') || viewer.permissions.has('execute_query')

/** The rule of each action on a record. Permissions that do not depend on a record are declared at the endpoint (`access`). */
const rules: { [A in Action]: (viewer: Viewer, record: Records[A]) => boolean } = {
  'query.view': seesQuery,
  // Content, visualizations and schedule. Only the owner decides whether it is published, tagged, shared or archived.
  'query.edit': modifies,
  // The query text and its parameters decide what runs on the data source, so changing them needs full access to it.
  'query.editText': (viewer, query) => modifies(viewer, query) && hasFullAccess(viewer, query),
  'query.publish': owns,
  'query.tag': owns,
  'query.changeSource': owns,
  'query.archive': owns,
  'query.seeKey': owns,
  'query.regenerateKey': owns,
  // A public URL exposes the rows to everyone, so view access is not enough.
  'query.makePublic': hasFullAccess,
  'query.fork': hasFullAccess,
  'query.refresh': hasFullAccess,
  'query.run': (viewer, query) =>
    query.is_safe ? seesQuery(viewer, query) : hasFullAccess(viewer, query) && viewer.permissions.has('execute_query'),
  'source.view': seesSource,
  'source.use': hasFullAccess,
  // Rows that were joined from several data sources need access to all of them.
  'result.view': (viewer, result) => readsResults(viewer) && seesAllSources(viewer, result),
  // An execution exposes the first rows and error messages of its data source, also to a user who started it and has lost access.
  'execution.view': (viewer, execution) =>
    viewer.kind === 'user'
      ? isAdmin(viewer) || (seesSource(viewer, execution) && (execution.user_ids.includes(viewer.id) || readsResults(viewer)))
      : startedByKey(viewer, execution),
  'execution.cancel': (viewer, execution) =>
    viewer.kind === 'user'
      ? isAdmin(viewer) || execution.user_ids.includes(viewer.id)
      : viewer.kind === 'key' && startedByKey(viewer, execution),
  // Everyone who can see the query can create and see alerts on it and subscribe; only the owner changes an alert.
  'alert.change': owns,
  'subscription.end': owns,
  // Name, layout and widgets. Only the owner decides whether it is published, tagged, shared or archived.
  'dashboard.edit': modifies,
  'dashboard.publish': owns,
  'dashboard.tag': owns,
  'dashboard.archive': owns,
  'dashboard.share': owns,
  // Words stay those of their author: others may only remove them.
  'comment.edit': wrote,
  'comment.delete': (viewer, comment) => owns(viewer, comment) || owns(viewer, { user_id: comment.dashboard_owner_id }),
  'acl.change': owns,
  // Includes deleting.
  'snippet.edit': owns,
  'user.view': (viewer, user) => isSelf(viewer, user) || (viewer.kind === 'user' && viewer.permissions.has('list_users')),
  // Name, email, picture, password and API key; this includes seeing the key.
  'user.change': (viewer, user) => isSelf(viewer, user) || isAdmin(viewer),
  // Prevents users from promoting themselves or locking themselves out.
  'user.changeGroups': administersOther,
  'user.disable': administersOther,
  'user.delete': administersOther,
  'group.view': (viewer, group) => isAdmin(viewer) || (viewer.kind === 'user' && viewer.groupIds.includes(group.id)),
}

/** Whether the viewer may do the action on the record. */
export function can<A extends Action>(viewer: Viewer, action: A, record: Records[A]): boolean {
  return rules[action](viewer, record)
}

/** Whether a viewer may read query texts; holders of an API key may not. */
export const canReadQueryText = (viewer: Viewer): boolean => viewer.kind === 'user' && viewer.permissions.has('view_source')
