/** Every permission name of the wire format; groups carry lists of them. */
export const permissions = [
  'admin',
  'super_admin',
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
export type Permission = (typeof permissions)[number]

/** What the built-in group `default`, and every new group, grants. */
export const defaultPermissions: readonly Permission[] = [
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
]
export const adminPermissions: readonly Permission[] = ['admin', 'super_admin']
