import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { FormError } from '../../ui/Notice.tsx'
import { linkQuery, verifyEmail } from './api.ts'
import styles from './LoginPage.module.css'

const route = getRouteApi('/verify/$token')

/** The page of an email verification link. It needs a click, because mail scanners open links, too. */
export function VerifyPage() {
  const { token } = route.useParams()
  const owner = useQuery(linkQuery('verify', token))
  const verify = useMutation({ mutationFn: () => verifyEmail(token) })
  const error = owner.error ?? verify.error
  usePageTitle('Verify Email Address')
  return (
    <AuthPage
      title="Verify your email address"
      text="Confirm that this email address is yours."
      width={400}
      note="You can close this page afterwards."
    >
      <div className={styles.form}>
        {error && <FormError>{messageOf(error) ?? 'Something went wrong.'}</FormError>}
        {owner.data && (
          <p className={styles.text} role="status">
            {verify.data ? `${verify.data.email} is verified.` : `Is ${owner.data.email} your email address?`}
          </p>
        )}
        {owner.data && !verify.data && (
          <Button size="lg" fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
            Verify Email Address
          </Button>
        )}
        {!owner.isPending && (verify.data || error) && (
          <Button component="a" href={pathTo('/')} size="lg" fullWidth>
            Go to Sightline
          </Button>
        )}
      </div>
    </AuthPage>
  )
}
