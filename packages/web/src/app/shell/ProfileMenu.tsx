import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconActivity,
  IconBell,
  IconDatabase,
  IconDeviceDesktop,
  IconHistory,
  IconInfoCircle,
  IconLogout,
  IconMoon,
  IconSun,
  IconTemplate,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { version } from '../../../package.json'
import { pathTo } from '../../api/url.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useChartPatterns } from '../../ui/chart-patterns.ts'
import { LinkMenuItem } from '../../ui/LinkButton.tsx'
import { organizationName, signOut, usePermission, useSession } from '../session.ts'
import styles from './ProfileMenu.module.css'

/** The menu of the signed-in user: links, theme, sign-out, version. */
export function ProfileMenu() {
  const { user, client_config } = useSession()
  const organization = organizationName(client_config)
  const isAdmin = usePermission('admin')
  const canListUsers = usePermission('list_users')
  const canWriteQueries = usePermission('create_query')
  const canExecute = usePermission('execute_query')
  const isSuperAdmin = usePermission('super_admin')
  return (
    <Menu position="bottom-end" width={224}>
      <Menu.Target>
        <button type="button" className={styles.target} aria-label={t`Profile of ${user.name}`}>
          <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} size="lg" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          {organization !== '' && (
            <div className={styles.organization} title={organization}>
              {organization}
            </div>
          )}
          <div className={styles.name}>{user.name}</div>
          <div className={styles.email}>{user.email}</div>
        </div>
        <Menu.Divider />
        <LinkMenuItem to="/users/me" leftSection={<IconUserCircle size={16} stroke={1.75} />}>
          <Trans>Edit Profile</Trans>
        </LinkMenuItem>
        {canExecute && (
          <LinkMenuItem to="/run_history" leftSection={<IconHistory size={16} stroke={1.75} />}>
            <Trans>Run History</Trans>
          </LinkMenuItem>
        )}
        {isAdmin && (
          <LinkMenuItem to="/data_sources" leftSection={<IconDatabase size={16} stroke={1.75} />}>
            <Trans>Data Sources</Trans>
          </LinkMenuItem>
        )}
        {canListUsers && (
          <>
            <LinkMenuItem to="/groups" leftSection={<IconUsersGroup size={16} stroke={1.75} />}>
              <Trans>Groups</Trans>
            </LinkMenuItem>
            <LinkMenuItem to="/users" leftSection={<IconUsers size={16} stroke={1.75} />}>
              <Trans>Users</Trans>
            </LinkMenuItem>
          </>
        )}
        {canWriteQueries && (
          <LinkMenuItem to="/query_snippets" leftSection={<IconTemplate size={16} stroke={1.75} />}>
            <Trans>Query Snippets</Trans>
          </LinkMenuItem>
        )}
        {isAdmin && (
          <LinkMenuItem to="/destinations" leftSection={<IconBell size={16} stroke={1.75} />}>
            <Trans>Alert Destinations</Trans>
          </LinkMenuItem>
        )}
        {isSuperAdmin && (
          <LinkMenuItem to="/admin/status" leftSection={<IconActivity size={16} stroke={1.75} />}>
            <Trans>System Status</Trans>
          </LinkMenuItem>
        )}
        <Menu.Divider />
        <Menu.Label>
          <Trans>Theme</Trans>
        </Menu.Label>
        <ThemeChoice />
        <PatternChoice />
        <Menu.Divider />
        <LinkMenuItem to="/about" leftSection={<IconInfoCircle size={16} stroke={1.75} />}>
          <Trans>About Sightline</Trans>
        </LinkMenuItem>
        <Menu.Item
          component="a"
          href={pathTo('/logout')}
          onClick={(event: MouseEvent) => {
            event.preventDefault()
            void signOut(user.id)
          }}
          leftSection={<IconLogout size={16} stroke={1.75} />}
        >
          <Trans>Log out</Trans>
        </Menu.Item>
        <div className={styles.version}>
          {versionText(client_config.version ?? '', version)}
          {isSuperAdmin && client_config.newVersionAvailable === true && t` (newer version available)`}
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes: { value: 'light' | 'dark' | 'auto'; label: string; icon: ReactNode }[] = [
  { value: 'light', label: t`Light`, icon: <IconSun size={14} stroke={1.75} /> },
  { value: 'dark', label: t`Dark`, icon: <IconMoon size={14} stroke={1.75} /> },
  { value: 'auto', label: t`Auto`, icon: <IconDeviceDesktop size={14} stroke={1.75} /> },
]

/** The theme: light, dark or the one of the system. The menu entries look like one switch. */
function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu holds entries and groups of them, no fieldset
    <div role="group" aria-label={t`Theme`} className={styles.theme}>
      {schemes.map(({ value, label, icon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={colorScheme === value}
          onChange={() => setColorScheme(value)}
          closeMenuOnClick={false}
          className={styles.scheme}
        >
          {icon}
          {label}
        </Menu.RadioItem>
      ))}
    </div>
  )
}

/** Patterns besides the colours of charts, in this browser. */
function PatternChoice() {
  const [areOn, choose] = useChartPatterns()
  return (
    <Menu.CheckboxItem checked={areOn} onChange={choose} closeMenuOnClick={false}>
      <Trans>Patterns in Charts</Trans>
    </Menu.CheckboxItem>
  )
}

/**
 * The version text of the profile menu.
 * @param server version reported by the server
 * @param page version this page was built from; shown too if the server has been updated since the page was loaded
 */
export function versionText(server: string, page: string): string {
  return server === page ? t`Version: ${server}` : t`Version: ${server} (${page.slice(0, 8)})`
}
