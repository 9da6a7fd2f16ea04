import { t } from '@lingui/core/macro'
import type { Permission } from '@sightline/contract/permissions.ts'
import {
  type Icon,
  IconArchive,
  IconBell,
  IconCode,
  IconDeviceDesktop,
  IconHistory,
  IconHome,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutDashboard,
  IconListDetails,
  IconLogout,
  IconMoon,
  IconPlus,
  IconStar,
  IconSun,
} from '@tabler/icons-react'
import { settingsEntries } from '../../settings-entries.ts'

const pages = [
  { label: t`Home`, to: '/', icon: IconHome, permission: null },
  { label: t`All Queries`, to: '/queries', icon: IconListDetails, permission: 'view_query' },
  { label: t`Favorite Queries`, to: '/queries/favorites', icon: IconStar, permission: 'view_query' },
  { label: t`My Queries`, to: '/queries/my', icon: IconCode, permission: 'create_query' },
  { label: t`Archived Queries`, to: '/queries/archive', icon: IconArchive, permission: 'view_query' },
  { label: t`Run History`, to: '/run_history', icon: IconHistory, permission: 'execute_query' },
  { label: t`Alerts`, to: '/alerts', icon: IconBell, permission: 'list_alerts' },
  { label: t`All Dashboards`, to: '/dashboards', icon: IconLayoutDashboard, permission: 'list_dashboards' },
  { label: t`Favorite Dashboards`, to: '/dashboards/favorites', icon: IconStar, permission: 'list_dashboards' },
  { label: t`About Sightline`, to: '/about', icon: IconInfoCircle, permission: null },
] as const satisfies readonly Entry[]

const actions = [
  { label: t`New Query`, to: '/queries/new', icon: IconPlus, permission: 'create_query' },
  { label: t`New Dashboard`, action: 'create-dashboard', icon: IconPlus, permission: 'create_dashboard' },
  { label: t`New Alert`, to: '/alerts/new', icon: IconPlus, permission: null },
  { label: t`Keyboard Shortcuts`, action: 'shortcuts', icon: IconKeyboard, permission: null },
  { label: t`Theme: Light`, action: 'light', icon: IconSun, permission: null },
  { label: t`Theme: Dark`, action: 'dark', icon: IconMoon, permission: null },
  { label: t`Theme: As the System`, action: 'auto', icon: IconDeviceDesktop, permission: null },
  { label: t`Log out`, action: 'log-out', icon: IconLogout, permission: null },
] as const satisfies readonly Entry[]

interface Entry {
  label: string
  icon: Icon
  /** The required permission; null for everybody. */
  permission: Permission | null
  [target: string]: unknown
}

/** A command of the palette: a page to open, or an action. */
export type Command = (typeof pages)[number] | (typeof actions)[number] | ReturnType<typeof settingsEntries>[number]

/** The commands that a user with these permissions may use and that match the search term. */
export function commandsFor(permissions: readonly Permission[], term: string): { pages: Command[]; actions: Command[] } {
  const isOffered = ({ label, permission }: Command) =>
    (permission === null || permissions.includes(permission)) && fits(label, term)
  return {
    pages: [...pages, ...settingsEntries(permissions)].filter(isOffered),
    actions: actions.filter(isOffered),
  }
}

/** Whether each word of the term is the start of a word of the label. */
export function fits(label: string, term: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const typed = term
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return typed.every((word) => words.some((own) => own.startsWith(word)))
}
