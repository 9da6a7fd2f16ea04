import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { CurrentUser } from '@sightline/contract/session.ts'

/** What somebody may do with a query. It decides what is shown; the server decides what is allowed. */
export interface Rights {
  /** Owner or admin: publishing, archiving, tags, the key, the data source. */
  isOwner: boolean
  /** Name, text, description, visualizations. */
  mayEdit: boolean
  /** Saying when a saved query refreshes by itself. */
  maySchedule: boolean
  maySeeSource: boolean
  mayFork: boolean
  mayExecute: boolean
}

/**
 * @param query null for a query that was never saved: it belongs to whoever writes it
 * @param source its data source; null when there is none, or none that this user may use
 */
export function rightsOf(user: CurrentUser, query: Query | null, source: DataSource | null): Rights {
  const may = (permission: CurrentUser['permissions'][number]) => user.permissions.includes(permission)
  const isAdmin = may('admin')
  const isOwner = query === null || isAdmin || query.user.id === user.id
  const isArchived = query?.is_archived ?? false
  const mayEdit = !isArchived && (query === null ? may('create_query') : (query.can_edit ?? isOwner))
  return {
    isOwner: isOwner && !isArchived,
    mayEdit,
    maySchedule: query !== null && mayEdit && may('schedule_query'),
    maySeeSource: may('view_source') || isAdmin,
    mayFork: query !== null && (may('edit_query') || isAdmin) && source !== null && source.view_only !== true,
    mayExecute: may('execute_query') || isAdmin,
  }
}

/** The data sources to choose from: those that may only be viewed are left out, except the one in use. */
export const offeredSources = (sources: readonly DataSource[], usedId: number | null): DataSource[] =>
  sources.filter((source) => source.view_only !== true || source.id === usedId)
