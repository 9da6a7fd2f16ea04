import { IconDatabase } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SidebarPage, SideLink, SideNav, SideTitle } from '../ui/SidebarPage.tsx'
import { usePermission } from './session.tsx'

/** The frame of the pages of administration, with the entries that the user may open. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const isAdmin = usePermission('admin')
  return (
    <SidebarPage
      label="Settings"
      sidebar={
        <>
          <SideTitle>Settings</SideTitle>
          <SideNav label="Settings">
            {isAdmin && (
              <SideLink to="/data_sources" icon={<IconDatabase size={16} stroke={1.75} />}>
                Data Sources
              </SideLink>
            )}
          </SideNav>
        </>
      }
    >
      {children}
    </SidebarPage>
  )
}
