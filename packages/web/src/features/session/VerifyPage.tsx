import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pathTo } from '../../api/address.ts'
import { messageOf } from '../../api/error.ts'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/title.ts'
import { FormError } from '../../ui/FormError.tsx'
import { linkQuery } from './api.ts'
import styles from './LoginPage.module.css'

const route = getRouteApi('/verify/$token')

/** Where the link of a verification leads. Opening it has verified the address; this says so. */
export function VerifyPage() {
  const { token } = route.useParams()
  const owner = useQuery(linkQuery('verify', token))
  usePageTitle('Email address')
  return (
    <AuthPage title="Your email address" text="One look at the link you were sent." width={400} note="You can close this page.">
      <div className={styles.form}>
        {owner.error && <FormError>{messageOf(owner.error) ?? 'Something went wrong.'}</FormError>}
        {owner.data && (
          <p className={styles.text} role="status">
            {owner.data.email} is verified.
          </p>
        )}
        {!owner.isPending && (
          <Button component="a" href={pathTo('/')} size="lg" fullWidth>
            Go to Sightline
          </Button>
        )}
      </div>
    </AuthPage>
  )
}
