import { Drawer } from '@mantine/core'
import type { Permission } from '@sightline/contract/permissions.ts'
import { IconBell, IconCode, IconDatabase, IconHome, IconLayoutDashboard, IconPlus, IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ownPage } from '../../ui/SidebarPage.tsx'
import { useSession } from '../session.ts'
import { useCreateDashboard } from '../shell-actions.ts'
import styles from './NavigationMenu.module.css'

interface NavigationMenuProps {
  isOpen: boolean
  onClose(): void
}

/** The links of the menu, each with the required permission; null for everybody. */
const links = [
  { to: '/', name: 'Home', Icon: IconHome, needs: null },
  { to: '/dashboards', name: 'Dashboards', Icon: IconLayoutDashboard, needs: 'list_dashboards' },
  { to: '/dashboards/favorites', name: 'Favorite Dashboards', Icon: IconStar, needs: 'list_dashboards' },
  { to: '/queries', name: 'Queries', Icon: IconCode, needs: 'view_query' },
  { to: '/queries/favorites', name: 'Favorite Queries', Icon: IconStar, needs: 'view_query' },
  { to: '/alerts', name: 'Alerts', Icon: IconBell, needs: 'list_alerts' },
  { to: '/queries/new', name: 'New Query', Icon: IconPlus, needs: 'create_query' },
  { to: '/alerts/new', name: 'New Alert', Icon: IconPlus, needs: null },
  { to: '/data_sources', name: 'Data Sources', Icon: IconDatabase, needs: 'admin' },
] as const satisfies { to: string; name: string; Icon: typeof IconHome; needs: Permission | null }[]

/** The navigation on narrow screens, in a drawer. */
export default function NavigationMenu({ isOpen, onClose: close }: NavigationMenuProps) {
  const { permissions } = useSession().user
  const createDashboard = useCreateDashboard()
  return (
    <Drawer opened={isOpen} onClose={close} size={288} title="Sightline">
      <nav className={styles.nav} aria-label="Main">
        {links
          .filter(({ needs }) => needs === null || permissions.includes(needs))
          .map(({ to, name, Icon }) => (
            <Link key={to} to={to} className={styles.link} activeOptions={ownPage} onClick={close}>
              <Icon size={20} stroke={1.75} />
              {name}
            </Link>
          ))}
        {permissions.includes('create_dashboard') && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              close()
              createDashboard()
            }}
          >
            <IconPlus size={20} stroke={1.75} />
            New Dashboard
          </button>
        )}
      </nav>
    </Drawer>
  )
}
