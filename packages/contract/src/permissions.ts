/** Permissions of the built-in group `admin`. */
export const adminPermissions = ['admin', 'super_admin'] as const

/** Permissions of the built-in group `default` and of every new group. */
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

/** All permission names of the API; groups have lists of them. */
export const permissions = [...adminPermissions, ...defaultPermissions] as const
export type Permission = (typeof permissions)[number]
