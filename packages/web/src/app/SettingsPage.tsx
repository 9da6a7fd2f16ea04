import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { createLink, useLocation, useNavigate } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { ApiError } from '../api/error.ts'
import { ownPage, PageHead, SidebarPage, SideLink, SideNav, SideTitle, useScrollToCurrent } from '../ui/SidebarPage.tsx'
import { PageError } from './PageError.tsx'
import { usePageTitle } from './page-hooks.ts'
import styles from './SettingsPage.module.css'
import { usePermission, useSession } from './session.ts'
import { currentEntry, settingsEntries } from './settings-entries.ts'

interface SettingsPageProps {
  /** Below the entries, in the sidebar. */
  below?: ReactNode
  children: ReactNode
}

/** The frame of the settings pages, with a sidebar of the entries that the user may open. */
export function SettingsPage({ below, children }: SettingsPageProps) {
  return (
    <SidebarPage
      label={t`Settings`}
      sidebar={
        <>
          <SettingsNavigation />
          {below}
        </>
      }
    >
      {children}
    </SidebarPage>
  )
}

/** The sidebar of settings pages: the same on each of them. */
export const SettingsNavigation = () => (
  <>
    <SideTitle>
      <Trans>Settings</Trans>
    </SideTitle>
    <SettingsNav />
  </>
)

/** The entries; on narrow screens, where a row of them would be out of sight, a list to choose from. */
function SettingsNav() {
  const { permissions } = useSession().user
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const entries = settingsEntries(permissions)
  const current = currentEntry(entries, pathname)
  return (
    <>
      <NativeSelect
        className={styles.choice}
        aria-label={t`Settings page`}
        data={[...(current ? [] : ['']), ...entries.map(({ to, label }) => ({ value: to, label }))]}
        value={current?.to ?? ''}
        onChange={(event) => void navigate({ to: event.currentTarget.value })}
      />
      <div className={styles.links}>
        <SideNav label={t`Settings`}>
          {entries.map((entry) => (
            <SideLink
              key={entry.to}
              to={entry.to}
              activeOptions={ownPage}
              aria-current={entry === current || undefined}
              icon={<entry.icon size={16} stroke={1.75} />}
            >
              {entry.label}
            </SideLink>
          ))}
        </SideNav>
      </div>
    </>
  )
}

interface AdminFrameProps {
  title: string
  /** Right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of the pages about the system: title and tabs. */
export function AdminFrame({ title, actions, children }: AdminFrameProps) {
  return (
    <SettingsPage>
      <PageHead title={<h1>{title}</h1>}>{actions}</PageHead>
      <PageTabs label={t`Pages about the system`}>
        <TabLink to="/admin/status">
          <Trans>System Status</Trans>
        </TabLink>
        <TabLink to="/admin/queries/tasks">
          <Trans>Celery Status</Trans>
        </TabLink>
        <TabLink to="/admin/queries/outdated">
          <Trans>Outdated Queries</Trans>
        </TabLink>
      </PageTabs>
      {children}
    </SettingsPage>
  )
}

/** Renders its children for super admins, and an error page for others. */
export function RequireSuperAdmin({ title, children }: { title: string; children: ReactNode }) {
  const isSuperAdmin = usePermission('super_admin')
  usePageTitle(title)
  return isSuperAdmin ? children : <PageError error={new ApiError(403, 'forbidden', '', null)} />
}

/** Links to pages that belong together, below their title. */
export function PageTabs({ label, children }: { label: string; children: ReactNode }) {
  const tabs = useScrollToCurrent()
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

export const TabLink = createLink((anchor: ComponentPropsWithRef<'a'>) => <a {...anchor} className={styles.tab} />)
