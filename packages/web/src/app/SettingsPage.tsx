import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SidebarPage, SideCaption, SideLink, SideNav, SideTitle } from '../ui/SidebarPage.tsx'
import { useSession } from './session.ts'
import { settingsEntries } from './settings-entries.ts'

/** The frame of the pages of administration, with the entries that the user may open. */
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

/** The same entries below others, in the sidebar of a list. */
export const SettingsNavigation = () => (
  <>
    <SideCaption>Settings</SideCaption>
    <SettingsNav />
  </>
)

/** The pages of administration that the user may open. */
function SettingsNav() {
  const { permissions } = useSession().user
  // One's own account lies below the users, but is an entry of its own.
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
