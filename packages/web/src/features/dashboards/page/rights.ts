import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { CurrentUser } from '@sightline/contract/session.ts'

/** Which controls of a dashboard a user sees. The server decides what is allowed. */
export interface DashboardRights {
  /** Name, layout and widgets. */
  mayEdit: boolean
  /** Owner or admin: publishing, tags, archiving. */
  isOwner: boolean
  /** Opening the queries behind the widgets. */
  mayViewQueries: boolean
  /** Opening the sharing dialog: those who may edit the dashboard, and everyone once it is shared. */
  maySeeSharing: boolean
}

/** Whether everybody who has its public URL can see a dashboard. */
export const isPublic = ({ public_url }: Pick<Dashboard, 'public_url'>): boolean => public_url !== undefined

/** Nobody may change an archived dashboard. */
export function dashboardRights(user: CurrentUser, dashboard: Dashboard): DashboardRights {
  const isAlive = !dashboard.is_archived
  const mayEdit = isAlive && dashboard.can_edit
  return {
    mayEdit,
    isOwner: mayEdit && (dashboard.user_id === user.id || user.permissions.includes('admin')),
    mayViewQueries: user.permissions.includes('view_query'),
    maySeeSharing: isAlive && (mayEdit || isPublic(dashboard)),
  }
}
