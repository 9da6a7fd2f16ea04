import type { Viewer } from './context.ts'

/** Names a caller in counts and limits: the user, the query of a key, or the dashboard of a token; null for nobody. */
export function callerName(viewer: Viewer): string | null {
  switch (viewer.kind) {
    case 'user':
      return `user ${viewer.id}`
    case 'key':
      return `query ${viewer.queryId}`
    case 'token':
      return `dashboard ${viewer.dashboardId}`
    case 'nobody':
      return null
  }
}
