/** What the built-in group `admin` grants. */
export const adminPermissions = ['admin', 'super_admin'] as const

/** What the built-in group `default`, and every new group, grants. */
export const defaultPermissions = [
  'create_dashboard',
  'create_query',
  'edit_dashboard',
  'edit_query',
  'view_query',
  'view_source',
  'execute_query',
  'list_users',
  'schedule_query',
  'list_dashboards',
  'list_alerts',
  'list_data_sources',
] as const

/** Every permission name of the wire format; groups carry lists of them. */
export const permissions = [...adminPermissions, ...defaultPermissions] as const
export type Permission = (typeof permissions)[number]
