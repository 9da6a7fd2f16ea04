import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { useSiteName } from '../../app/site-name.ts'
import { FormError } from '../../ui/Notice.tsx'
import { linkQuery, verifyEmail } from './api.ts'
import styles from './LoginPage.module.css'

const route = getRouteApi('/verify/$token')

/** The page of an email verification link. It needs a click, because mail scanners open links, too. */
export function VerifyPage() {
  const { token } = route.useParams()
  const name = useSiteName()
  const owner = useQuery(linkQuery('verify', token))
  const verify = useMutation({ mutationFn: () => verifyEmail(token) })
  const error = owner.error ?? verify.error
  usePageTitle(t`Verify Email Address`)
  return (
    <AuthPage
      title={t`Verify your email address`}
      text={t`Confirm that this email address is yours.`}
      width={400}
      note={t`You can close this page afterwards.`}
    >
      <div className={styles.form}>
        {error && <FormError>{messageOf(error) ?? t`Something went wrong.`}</FormError>}
        {owner.data && (
          <p className={styles.text} role="status">
            {verify.data ? t`${verify.data.email} is verified.` : t`Is ${owner.data.email} your email address?`}
          </p>
        )}
        {owner.data && !verify.data && (
          <Button size="lg" fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
            <Trans>Verify Email Address</Trans>
          </Button>
        )}
        {!owner.isPending && (verify.data || error) && (
          <Button component="a" href={pathTo('/')} size="lg" fullWidth>
            <Trans>Go to {name}</Trans>
          </Button>
        )}
      </div>
    </AuthPage>
  )
}
