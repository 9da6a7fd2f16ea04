import { Drawer } from '@mantine/core'
import { IconBell, IconCode, IconDatabase, IconHome, IconLayoutDashboard, IconPlus, IconStar } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useCreateDashboard } from '../create-dashboard.ts'
import { usePermission } from '../session.tsx'
import styles from './NavigationDrawer.module.css'

interface NavigationMenuProps {
  isOpen: boolean
  onClose(): void
}

/** The ways of the header on narrow screens, in a drawer. */
export default function NavigationMenu({ isOpen, onClose: close }: NavigationMenuProps) {
  const canSeeQueries = usePermission('view_query')
  const canSeeDashboards = usePermission('list_dashboards')
  const canSeeAlerts = usePermission('list_alerts')
  const canCreate = usePermission('create_query')
  const canCreateDashboards = usePermission('create_dashboard')
  const createDashboard = useCreateDashboard()
  const isAdmin = usePermission('admin')
  const exact = { exact: true, includeSearch: false }
  return (
    <Drawer opened={isOpen} onClose={close} size={288} title="Sightline">
      <nav className={styles.nav} aria-label="Main">
        <DrawerLink to="/" activeOptions={exact} onClick={close} icon={<IconHome size={20} stroke={1.75} />}>
          Home
        </DrawerLink>
        {canSeeDashboards && (
          <>
            <DrawerLink
              to="/dashboards"
              activeOptions={exact}
              onClick={close}
              icon={<IconLayoutDashboard size={20} stroke={1.75} />}
            >
              Dashboards
            </DrawerLink>
            <DrawerLink
              to="/dashboards/favorites"
              activeOptions={exact}
              onClick={close}
              icon={<IconStar size={20} stroke={1.75} />}
            >
              Favorite Dashboards
            </DrawerLink>
          </>
        )}
        {canSeeQueries && (
          <>
            <DrawerLink to="/queries" activeOptions={exact} onClick={close} icon={<IconCode size={20} stroke={1.75} />}>
              Queries
            </DrawerLink>
            <DrawerLink
              to="/queries/favorites"
              activeOptions={exact}
              onClick={close}
              icon={<IconStar size={20} stroke={1.75} />}
            >
              Favorite Queries
            </DrawerLink>
          </>
        )}
        {canSeeAlerts && (
          <DrawerLink to="/alerts" activeOptions={exact} onClick={close} icon={<IconBell size={20} stroke={1.75} />}>
            Alerts
          </DrawerLink>
        )}
        {canCreate && (
          <DrawerLink to="/queries/new" activeOptions={exact} onClick={close} icon={<IconPlus size={20} stroke={1.75} />}>
            New Query
          </DrawerLink>
        )}
        {canCreateDashboards && (
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
        <DrawerLink to="/alerts/new" activeOptions={exact} onClick={close} icon={<IconPlus size={20} stroke={1.75} />}>
          New Alert
        </DrawerLink>
        {isAdmin && (
          <DrawerLink to="/data_sources" activeOptions={exact} onClick={close} icon={<IconDatabase size={20} stroke={1.75} />}>
            Data Sources
          </DrawerLink>
        )}
      </nav>
    </Drawer>
  )
}

interface DrawerAnchorProps extends ComponentPropsWithRef<'a'> {
  icon: ReactNode
}

const DrawerLink = createLink(({ icon, children, ...anchor }: DrawerAnchorProps) => (
  <a {...anchor} className={styles.link}>
    {icon}
    {children}
  </a>
))
