import type { Permission } from '@sightline/contract/permissions.ts'
import { IconAdjustments, IconDatabase, IconHistory, IconUserCircle, IconUsers, IconUsersGroup } from '@tabler/icons-react'

/** The pages of administration in the order of the sidebar, each with the permission that it takes; null for everybody. */
const entries = [
  { to: '/data_sources', label: 'Data Sources', icon: IconDatabase, permission: 'admin' },
  { to: '/users', label: 'Users', icon: IconUsers, permission: 'list_users' },
  { to: '/groups', label: 'Groups', icon: IconUsersGroup, permission: 'list_users' },
  { to: '/settings/organization', label: 'Settings', icon: IconAdjustments, permission: 'admin' },
  { to: '/settings/audit', label: 'Audit Log', icon: IconHistory, permission: 'admin' },
  { to: '/users/me', label: 'Account', icon: IconUserCircle, permission: null },
] as const satisfies readonly { permission: Permission | null; [other: string]: unknown }[]

export type SettingsEntry = (typeof entries)[number]

/** The entries that a user with these permissions may open: at least their own account. */
export const settingsEntries = (permissions: readonly Permission[]): SettingsEntry[] =>
  entries.filter(({ permission }) => permission === null || permissions.includes(permission))
