import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import type { Permission } from '@sightline/contract/permissions.ts'
import { IconBell, IconCode, IconHelpCircle, IconHome, IconLayoutDashboard, IconPlus, IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ownPage } from '../../ui/SidebarPage.tsx'
import { useSession } from '../session.ts'
import { settingsEntries } from '../settings-entries.ts'
import { useCreateDashboard, useHelp } from '../shell-actions.ts'
import styles from './NavigationMenu.module.css'

interface NavigationMenuProps {
  isOpen: boolean
  onClose(): void
}

interface Entry {
  name: string
  Icon: typeof IconHome
  /** The required permission; null for everybody. */
  needs: Permission | null
}

/** The lists, then what can be created; the settings pages and the help follow. */
const groups = [
  [
    { to: '/', name: t`Home`, Icon: IconHome, needs: null },
    { to: '/dashboards', name: t`Dashboards`, Icon: IconLayoutDashboard, needs: 'list_dashboards' },
    { to: '/dashboards/favorites', name: t`Favorite Dashboards`, Icon: IconStar, needs: 'list_dashboards' },
    { to: '/queries', name: t`Queries`, Icon: IconCode, needs: 'view_query' },
    { to: '/queries/favorites', name: t`Favorite Queries`, Icon: IconStar, needs: 'view_query' },
    { to: '/alerts', name: t`Alerts`, Icon: IconBell, needs: 'list_alerts' },
  ],
  [
    { to: '/queries/new', name: t`New Query`, Icon: IconPlus, needs: 'create_query' },
    { to: 'dashboard', name: t`New Dashboard`, Icon: IconPlus, needs: 'create_dashboard' },
    { to: '/alerts/new', name: t`New Alert`, Icon: IconPlus, needs: null },
  ],
] as const satisfies (Entry & { to: string })[][]

/** The settings pages that the menu has; the others are one step behind them. */
const settingsInMenu: readonly string[] = ['/data_sources', '/users', '/settings/organization']

const helpEntry = { to: 'help', name: t`Help`, Icon: IconHelpCircle, needs: null } as const

/** The navigation on narrow screens, in a drawer. */
export default function NavigationMenu({ isOpen, onClose: close }: NavigationMenuProps) {
  const { permissions } = useSession().user
  const createDashboard = useCreateDashboard()
  const openHelp = useHelp()
  const actions = { dashboard: createDashboard, help: () => openHelp('home') }
  const settings = settingsEntries(permissions)
    .filter(({ to }) => settingsInMenu.includes(to))
    .map(({ to, label, icon }) => ({ to, name: label, Icon: icon, needs: null }))
  const mayUse = ({ needs }: Entry) => needs === null || permissions.includes(needs)
  return (
    <Drawer opened={isOpen} onClose={close} size={288} title={t`Sightline`}>
      <nav className={styles.nav} aria-label={t`Main`}>
        {[...groups, [...settings, helpEntry]].map((entries) => (
          <div key={entries[0]?.to} className={styles.group}>
            {entries.filter(mayUse).map(({ to, name, Icon }) => {
              const content = (
                <>
                  <Icon size={20} stroke={1.75} />
                  {name}
                </>
              )
              if (to !== 'dashboard' && to !== 'help') {
                return (
                  <Link key={to} to={to} className={styles.link} activeOptions={ownPage} onClick={close}>
                    {content}
                  </Link>
                )
              }
              return (
                <button
                  key={to}
                  type="button"
                  className={styles.link}
                  onClick={() => {
                    close()
                    actions[to]()
                  }}
                >
                  {content}
                </button>
              )
            })}
          </div>
        ))}
      </nav>
    </Drawer>
  )
}
