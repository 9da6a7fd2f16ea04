import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { CurrentUser } from '@sightline/contract/session.ts'

/** The rights of a user on a query. They decide which controls are shown; the server enforces permissions. */
export interface Rights {
  /** Owner or admin: publishing, archiving, tags, the key, the data source. */
  isOwner: boolean
  /** Owner or admin, of an archived query. */
  mayUnarchive: boolean
  /** Name, text, description, visualizations. */
  mayEdit: boolean
  /** Setting the refresh schedule of a saved query. */
  maySchedule: boolean
  maySeeSource: boolean
  mayFork: boolean
  mayExecute: boolean
}

/**
 * @param query null for a query that was never saved, which belongs to the user
 * @param source its data source; null if there is none, or none that this user may use
 */
export function rightsOf(user: CurrentUser, query: Query | null, source: DataSource | null): Rights {
  const may = (permission: CurrentUser['permissions'][number]) => user.permissions.includes(permission)
  const isAdmin = may('admin')
  const isOwner = query === null || isAdmin || query.user.id === user.id
  const isArchived = query?.is_archived ?? false
  const mayEdit = !isArchived && (query === null ? may('create_query') : (query.can_edit ?? isOwner))
  return {
    isOwner: isOwner && !isArchived,
    mayUnarchive: isOwner && isArchived,
    mayEdit,
    maySchedule: query !== null && mayEdit && may('schedule_query'),
    maySeeSource: may('view_source') || isAdmin,
    mayFork: query !== null && (may('edit_query') || isAdmin) && source !== null && source.view_only !== true,
    mayExecute: may('execute_query') || isAdmin,
  }
}

/** The data sources to choose from: without view-only ones, except the one in use. */
export const offeredSources = (sources: readonly DataSource[], usedId: number | null): DataSource[] =>
  sources.filter((source) => source.view_only !== true || source.id === usedId)
