import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Divider } from '@mantine/core'
import type { SignInMethod } from '@sightline/contract/session.ts'
import { type Icon, IconAddressBook, IconBrandGoogleFilled, IconFingerprint, IconKey, IconNetwork } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { configQuery } from '../../app/session.ts'
import { useSiteName } from '../../app/site-name.ts'
import { FormError } from '../../ui/Notice.tsx'
import { canUsePasskeys } from '../second-factor/api.ts'
import { withNext } from './api.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { failureText } from './failure-text.ts'
import styles from './LoginPage.module.css'
import { PasskeyButton } from './PasskeyButton.tsx'

const loginRoute = getRouteApi('/login')

/** Sign-in with email and password, or by another method, as configured. */
export function LoginPage() {
  const { next, error } = loginRoute.useSearch()
  const config = useQuery(configQuery)
  const name = useSiteName()
  usePageTitle(t`Sign in`)

  // Until it is known what the card shows, the first paint stays (app/theme/first-paint.css), so that nothing moves.
  if (config.isPending) return null
  const { passwordLoginEnabled: hasPasswords = true, signInWays: ways = [] } = config.data ?? {}
  return (
    <AuthPage
      title={t`Sign in to ${name}`}
      text={t`Ask, see, share.`}
      width={400}
      note={t`No account yet? Ask an administrator to invite you.`}
    >
      {hasPasswords && (
        <CredentialsForm path="/login" next={next} error={error}>
          <Link to="/forgot" className={styles.forgot}>
            <Trans>Forgot password?</Trans>
          </Link>
        </CredentialsForm>
      )}
      {hasPasswords && canUsePasskeys() && (
        <div className={styles.others}>
          <PasskeyButton onDone={() => location.assign(withNext('/login', next))} />
        </div>
      )}
      {(ways.length > 0 || !hasPasswords) && (
        <div className={hasPasswords ? styles.others : styles.form}>
          {!hasPasswords && error !== undefined && <FormError>{failureText(error)}</FormError>}
          {hasPasswords && <Divider label={t`or`} />}
          <SignInMethods ways={ways} next={next} />
        </div>
      )}
    </AuthPage>
  )
}

const directoryRoute = getRouteApi('/ldap/login')

/** Sign-in with user name and password of the LDAP directory. */
export function DirectoryPage() {
  const { next, error } = directoryRoute.useSearch()
  const name = useSiteName()
  usePageTitle(t`Sign in`)
  return (
    <AuthPage
      title={t`Sign in to ${name}`}
      text={t`Use your directory user name and password.`}
      width={400}
      note={t`Trouble signing in? Ask the administrator of your directory.`}
    >
      <CredentialsForm path="/ldap/login" next={next} error={error} />
    </AuthPage>
  )
}

const icons: Record<SignInMethod['name'], Icon> = {
  google: IconBrandGoogleFilled,
  oidc: IconFingerprint,
  saml: IconKey,
  ldap: IconAddressBook,
  remote_user: IconNetwork,
}

interface SignInMethodsProps {
  ways: SignInMethod[]
  /** Where to go afterwards. */
  next: string | undefined
}

/** A button for each sign-in method besides email and password. */
function SignInMethods({ ways, next }: SignInMethodsProps) {
  return (
    <div className={styles.ways}>
      {ways.map(({ name, title, path }) => {
        const WayIcon = icons[name]
        return (
          <Button
            key={name}
            component="a"
            href={withNext(`/${path}`, next)}
            variant="default"
            size="lg"
            fullWidth
            leftSection={<WayIcon size={16} stroke={1.75} />}
          >
            <Trans>Continue with {title}</Trans>
          </Button>
        )
      })}
    </div>
  )
}
