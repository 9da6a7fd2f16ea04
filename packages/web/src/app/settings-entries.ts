import { t } from '@lingui/core/macro'
import type { Permission } from '@sightline/contract/permissions.ts'
import {
  IconActivity,
  IconAdjustments,
  IconBell,
  IconChartBar,
  IconDatabase,
  IconHistory,
  IconTemplate,
  IconTransfer,
  IconTrash,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'

/** The settings pages in the order of the sidebar, each with the required permission; null for everybody. */
const entries = [
  { to: '/data_sources', label: t`Data Sources`, icon: IconDatabase, permission: 'admin' },
  { to: '/users', label: t`Users`, icon: IconUsers, permission: 'list_users' },
  { to: '/groups', label: t`Groups`, icon: IconUsersGroup, permission: 'list_users' },
  { to: '/destinations', label: t`Alert Destinations`, icon: IconBell, permission: 'admin' },
  { to: '/query_snippets', label: t`Query Snippets`, icon: IconTemplate, permission: 'create_query' },
  { to: '/settings/organization', label: t`Settings`, icon: IconAdjustments, permission: 'admin' },
  { to: '/settings/audit', label: t`Audit Log`, icon: IconHistory, permission: 'admin' },
  { to: '/settings/usage', label: t`Usage`, icon: IconChartBar, permission: 'admin' },
  { to: '/admin/status', label: t`System Status`, icon: IconActivity, permission: 'super_admin' },
  { to: '/admin/clean_up', label: t`Clean-up`, icon: IconTrash, permission: 'super_admin' },
  { to: '/admin/transfer', label: t`Export and Import`, icon: IconTransfer, permission: 'super_admin' },
  { to: '/users/me', label: t`Account`, icon: IconUserCircle, permission: null },
] as const satisfies readonly { permission: Permission | null; [other: string]: unknown }[]

export type SettingsEntry = (typeof entries)[number]

/** The entries that a user with these permissions may open. The own account is always among them. */
export const settingsEntries = (permissions: readonly Permission[]): SettingsEntry[] =>
  entries.filter(({ permission }) => permission === null || permissions.includes(permission))

/** Pages that are tabs of an entry's page, but not below its path. */
const tabsOf: Partial<Record<SettingsEntry['to'], string>> = { '/admin/status': '/admin/queries' }

/** The entry that a page belongs to, if any. The own account has the path of a user, but is an entry of its own. */
export function currentEntry(entries: readonly SettingsEntry[], pathname: string): SettingsEntry | undefined {
  if (pathname.endsWith('/users/me')) return entries.find(({ to }) => to === '/users/me')
  const isAt = (path: string | undefined) => path !== undefined && `${pathname}/`.startsWith(`${path}/`)
  return entries.find(({ to }) => isAt(to) || isAt(tabsOf[to]))
}
