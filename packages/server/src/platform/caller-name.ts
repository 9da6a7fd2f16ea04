import type { Viewer } from './context.ts'

/**
 * Name of a caller for counters and limits: the user, the query of a key, or the dashboard of a token; null for anonymous
 * callers.
 */
export function callerName(viewer: Viewer): string | null {
  switch (viewer.kind) {
    case 'user':
      return `user ${viewer.id}`
    case 'key':
      return `query ${viewer.queryId}`
    case 'token':
      return `dashboard ${viewer.dashboardId}`
    case 'scim':
      return `scim ${viewer.tokenName}`
    case 'nobody':
      return null
  }
}

/** Name of a caller in logs that people read, with the id, as names may change or repeat; null for anonymous callers. */
export function callerText(viewer: Viewer): string | null {
  switch (viewer.kind) {
    case 'user':
      return viewer.name
    case 'key':
      return `Key of query ${viewer.queryName} (${viewer.queryId})`
    case 'token':
      return `Token of dashboard ${viewer.dashboardName} (${viewer.dashboardId})`
    case 'scim':
      return `SCIM token ${viewer.tokenName}`
    case 'nobody':
      return null
  }
}
