import { getRouteApi } from '@tanstack/react-router'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/title.ts'
import { CredentialsForm } from './CredentialsForm.tsx'

const route = getRouteApi('/ldap/login')

/** Sign-in with name and password of the organization's directory. */
export function DirectoryPage() {
  const { next, error } = route.useSearch()
  usePageTitle('Sign in')
  return (
    <AuthPage
      title="Sign in to Sightline"
      text="With your name and password of the directory."
      width={400}
      note="Trouble signing in? Ask whoever looks after your directory."
    >
      <CredentialsForm path="/ldap/login" next={next} error={error} />
    </AuthPage>
  )
}
