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

export type SourceAccess = 'none' | 'view' | 'full'

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
