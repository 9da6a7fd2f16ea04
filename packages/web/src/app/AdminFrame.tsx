import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { ApiError } from '../api/error.ts'
import { PageHead, useScrollToCurrent } from '../ui/SidebarPage.tsx'
import styles from './AdminFrame.module.css'
import { PageError } from './PageError.tsx'
import { usePageTitle } from './page-hooks.ts'
import { SettingsPage } from './SettingsPage.tsx'
import { usePermission } from './session.ts'

interface AdminFrameProps {
  title: string
  /** Right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of the system pages: title and tabs. */
export function AdminFrame({ title, actions, children }: AdminFrameProps) {
  const tabs = useScrollToCurrent()
  return (
    <SettingsPage>
      <PageHead title={<h1>{title}</h1>}>{actions}</PageHead>
      <nav ref={tabs} className={styles.tabs} aria-label="Pages about the system">
        <TabLink to="/admin/status">System Status</TabLink>
        <TabLink to="/admin/queries/tasks">Celery Status</TabLink>
        <TabLink to="/admin/queries/outdated">Outdated Queries</TabLink>
        <TabLink to="/admin/clean_up" activeOptions={{ includeSearch: false }}>
          Clean-up
        </TabLink>
        <TabLink to="/admin/transfer">Export and Import</TabLink>
      </nav>
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

const TabLink = createLink((anchor: ComponentPropsWithRef<'a'>) => <a {...anchor} className={styles.tab} />)
