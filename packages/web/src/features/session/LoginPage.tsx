import { Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/title.ts'
import { FormError } from '../../ui/Notice.tsx'
import { configQuery } from './api.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { failureText } from './failure-text.ts'
import styles from './LoginPage.module.css'
import { SignInMethods } from './SignInMethods.tsx'

const route = getRouteApi('/login')

/** Sign-in with email and password, or elsewhere, as the installation has it. */
export function LoginPage() {
  const { next, error } = route.useSearch()
  const config = useQuery(configQuery)
  usePageTitle('Sign in')

  const { passwordLoginEnabled: hasPasswords = true, signInWays: ways = [] } = config.data ?? {}
  return (
    <AuthPage
      title="Sign in to Sightline"
      text="Ask, see, share."
      width={400}
      note="No account yet? Ask an administrator to invite you."
    >
      {!config.isPending && (
        <>
          {hasPasswords && (
            <CredentialsForm path="/login" next={next} error={error}>
              <Link to="/forgot" className={styles.forgot}>
                Forgot password?
              </Link>
            </CredentialsForm>
          )}
          {(ways.length > 0 || !hasPasswords) && (
            <div className={hasPasswords ? styles.others : styles.form}>
              {!hasPasswords && error !== undefined && <FormError>{failureText(error)}</FormError>}
              {hasPasswords && <Divider label="or" />}
              <SignInMethods ways={ways} next={next} />
            </div>
          )}
        </>
      )}
    </AuthPage>
  )
}
