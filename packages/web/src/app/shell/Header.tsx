import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Burger, Button, Menu, Tooltip } from '@mantine/core'
import { siteName } from '@sightline/domain/site-name.ts'
import {
  IconApi,
  IconBell,
  IconBook,
  IconChevronDown,
  IconCode,
  IconHelpCircle,
  IconKeyboard,
  IconLayoutDashboard,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { pathTo } from '../../api/url.ts'
import { Keys } from '../../ui/keyboard.tsx'
import { LinkIcon, LinkMenuItem } from '../../ui/LinkButton.tsx'
import { usePermission, useSession } from '../session.ts'
import { currentEntry, settingsEntries } from '../settings-entries.ts'
import { useCreateDashboard, useHelp } from '../shell-actions.ts'
import { DashboardsMenu, QueriesMenu } from './FavoritesMenu.tsx'
import styles from './Header.module.css'
import { HeaderSearch } from './HeaderSearch.tsx'
import { Mark, OrganizationLogo } from './Logo.tsx'
import menuStyles from './NavigationMenu.module.css'
import { ProfileMenu } from './ProfileMenu.tsx'

/** The header of every page behind sign-in. */
export function Header({ onShowShortcuts }: { onShowShortcuts(): void }) {
  const canSeeQueries = usePermission('view_query')
  const canSeeDashboards = usePermission('list_dashboards')
  const canSeeAlerts = usePermission('list_alerts')
  const canCreateQueries = usePermission('create_query')
  const canCreateDashboards = usePermission('create_dashboard')
  const { permissions } = useSession().user
  const canAdminister = permissions.includes('admin') || permissions.includes('list_users')
  const entries = settingsEntries(permissions)
  const [firstEntry] = entries
  const isInSettings = useLocation({ select: ({ pathname }) => currentEntry(entries, pathname) !== undefined })
  return (
    <header className={styles.header}>
      <NavigationDrawer />
      <HomeLink />
      <nav className={styles.nav} aria-label={t`Main`}>
        {canSeeDashboards && <DashboardsMenu />}
        {canSeeQueries && <QueriesMenu />}
        {canSeeAlerts && (
          <Link to="/alerts" className={styles.link}>
            <Trans>Alerts</Trans>
          </Link>
        )}
        <CreateMenu canCreateQueries={canCreateQueries} canCreateDashboards={canCreateDashboards} />
      </nav>
      <span className={styles.spacer} />
      {canSeeQueries && <HeaderSearch />}
      <HelpMenu onShowShortcuts={onShowShortcuts} />
      {canAdminister && firstEntry && (
        <Tooltip label={t`Settings`}>
          <LinkIcon
            to={firstEntry.to}
            aria-label={t`Settings`}
            className={styles.settings}
            data-current={isInSettings || undefined}
          >
            <IconSettings size={16} stroke={1.75} />
          </LinkIcon>
        </Tooltip>
      )}
      <ProfileMenu />
    </header>
  )
}

/** The link to the home page: the logo of the organization, or the mark and name of the product. */
function HomeLink() {
  const { client_config } = useSession()
  const name = siteName(client_config.orgName)
  return client_config.logoUrl === null ? (
    <Link to="/" className={styles.brand} aria-label={t`Sightline, home`}>
      <Mark size={22} />
      <span>
        <Trans>Sightline</Trans>
      </span>
    </Link>
  ) : (
    <Link to="/" className={styles.brand} aria-label={t`${name}, home`}>
      <OrganizationLogo url={client_config.logoUrl} name="" height={28} className={styles.logo} />
    </Link>
  )
}

interface CreateMenuProps {
  canCreateQueries: boolean
  canCreateDashboards: boolean
}

/** The menu to create a query, a dashboard or an alert, as far as the user may. */
function CreateMenu({ canCreateQueries, canCreateDashboards }: CreateMenuProps) {
  const createDashboard = useCreateDashboard()
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          className={styles.create}
          leftSection={<IconPlus size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          <Trans>Create</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {canCreateQueries && (
          <LinkMenuItem
            to="/queries/new"
            leftSection={<IconCode size={16} stroke={1.75} />}
            rightSection={<Keys keys={['C', 'Q']} />}
          >
            <Trans>Query</Trans>
          </LinkMenuItem>
        )}
        {canCreateDashboards && (
          <Menu.Item
            leftSection={<IconLayoutDashboard size={16} stroke={1.75} />}
            rightSection={<Keys keys={['C', 'D']} />}
            onClick={createDashboard}
          >
            <Trans>Dashboard</Trans>
          </Menu.Item>
        )}
        <LinkMenuItem
          to="/alerts/new"
          leftSection={<IconBell size={16} stroke={1.75} />}
          rightSection={<Keys keys={['C', 'A']} />}
        >
          <Trans>Alert</Trans>
        </LinkMenuItem>
      </Menu.Dropdown>
    </Menu>
  )
}

function HelpMenu({ onShowShortcuts }: { onShowShortcuts(): void }) {
  const openHelp = useHelp()
  return (
    <Menu position="bottom-end" width={216}>
      <Tooltip label={t`Help`}>
        <Menu.Target>
          <ActionIcon aria-label={t`Help`}>
            <IconHelpCircle size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBook size={16} stroke={1.75} />} onClick={() => openHelp('home')}>
          <Trans>Documentation</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.75} />}
          rightSection={<Keys keys={['?']} />}
          onClick={onShowShortcuts}
        >
          <Trans>Keyboard Shortcuts</Trans>
        </Menu.Item>
        <Menu.Item component="a" href={pathTo('/api/docs')} target="_blank" leftSection={<IconApi size={16} stroke={1.75} />}>
          <Trans>API Reference</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

// Loaded on demand: wide screens do not need it.
const NavigationMenu = lazy(() => import('./NavigationMenu.tsx'))

/** The button that opens the navigation on narrow screens. */
function NavigationDrawer() {
  const [menu, setMenu] = useState<'unmounted' | 'open' | 'closed'>('unmounted')
  return (
    <div className={menuStyles.root}>
      <Burger
        opened={menu === 'open'}
        onClick={() => setMenu('open')}
        size={18}
        lineSize={1.75}
        aria-label={t`Open Menu`}
        className={menuStyles.burger}
      />
      {menu !== 'unmounted' && (
        <Suspense fallback={null}>
          <NavigationMenu isOpen={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </div>
  )
}
