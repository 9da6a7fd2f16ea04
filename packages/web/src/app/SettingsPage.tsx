import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SidebarPage, SideCaption, SideLink, SideNav, SideTitle } from '../ui/SidebarPage.tsx'
import { useSession } from './session.ts'
import { settingsEntries } from './settings-entries.ts'

/** The frame of the settings pages, with a sidebar of the entries that the user may open. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <SidebarPage
      label="Settings"
      sidebar={
        <>
          <SideTitle>Settings</SideTitle>
          <SettingsNav />
        </>
      }
    >
      {children}
    </SidebarPage>
  )
}

/** The settings entries for the sidebar of a list, below its own links. */
export const SettingsNavigation = () => (
  <>
    <SideCaption>Settings</SideCaption>
    <SettingsNav />
  </>
)

function SettingsNav() {
  const { permissions } = useSession().user
  // The own account is below /users, but only its own entry must be active there.
  const isAccount = useLocation({ select: ({ pathname }) => pathname.endsWith('/users/me') })
  return (
    <SideNav label="Settings">
      {settingsEntries(permissions).map(({ to, label, icon: Icon }) => (
        <SideLink
          key={to}
          to={to}
          activeOptions={{ includeSearch: false, exact: isAccount }}
          icon={<Icon size={16} stroke={1.75} />}
        >
          {label}
        </SideLink>
      ))}
    </SideNav>
  )
}
