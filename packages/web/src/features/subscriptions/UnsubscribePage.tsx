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
import { unsubscribe, unsubscribeQuery } from './api.ts'
import styles from './UnsubscribePage.module.css'

const route = getRouteApi('/unsubscribe/$token')

/** Opened by the link at the end of a report. Anyone who has the report can end its subscription, without signing in. */
export function UnsubscribePage() {
  const { token } = route.useParams()
  const name = useSiteName()
  const found = useQuery(unsubscribeQuery(token))
  const end = useMutation({ mutationFn: () => unsubscribe(token) })
  usePageTitle(t`Unsubscribe`)
  const error = end.error ?? found.error
  return (
    <AuthPage
      title={t`Unsubscribe`}
      text={t`Stop receiving this report.`}
      width={400}
      note={t`Anyone with access can subscribe again at any time.`}
    >
      <div className={styles.content}>
        {error && <FormError>{messageOf(error) ?? t`Something went wrong.`}</FormError>}
        {found.data && !end.data && (
          <p className={styles.text}>
            <Trans>
              Reports of the {found.data.object_type} <strong>{found.data.name}</strong>
            </Trans>
            {found.data.destination !== null && t` to ${found.data.destination}`}
          </p>
        )}
        {end.data && (
          <p className={styles.text} role="status">
            <Trans>
              The subscription to <strong>{end.data.name}</strong> has ended.
            </Trans>
          </p>
        )}
        {found.data && !end.data && !end.error && (
          <Button size="lg" fullWidth loading={end.isPending} onClick={() => end.mutate()}>
            <Trans>Unsubscribe</Trans>
          </Button>
        )}
        {(end.data || error) && (
          <Button component="a" href={pathTo('/')} variant="default" size="lg" fullWidth>
            <Trans>Go to {name}</Trans>
          </Button>
        )}
      </div>
    </AuthPage>
  )
}
