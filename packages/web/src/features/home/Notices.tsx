import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconMailExclamation } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import { notify } from '../../app/notify.ts'
import { sessionQuery, usePermission, useSession } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { saveSettings } from '../settings/api.ts'
import { setupQuery } from '../setup/api.ts'
import { resendVerification } from './api.ts'
import styles from './Notices.module.css'

/** The messages that the server sends with the session. */
export function SessionNotices() {
  const { messages, user, client_config } = useSession()
  const isAdmin = usePermission('admin')
  return (
    <>
      {messages.includes('using-deprecated-embed-feature') && isAdmin && (
        <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>
          <Trans>
            This installation still allows text parameters in embedded visualizations. This setting is deprecated and will be
            removed.
          </Trans>
        </Notice>
      )}
      {messages.includes('email-not-verified') && (
        <Notice icon={<IconMailExclamation size={16} stroke={1.75} />}>
          {client_config.mailSettingsMissing ? (
            <>
              <Trans>
                Your email address <strong>{user.email}</strong> is not verified, and email is not configured. Ask an admin to
                set it up, then resend the link.
              </Trans>{' '}
            </>
          ) : (
            <>
              <Trans>
                We have sent an email with a confirmation link to <strong>{user.email}</strong>. Please follow the link to
                verify it.
              </Trans>{' '}
            </>
          )}
          <ResendLink />
        </Notice>
      )}
    </>
  )
}

function ResendLink() {
  const resend = useMutation({
    mutationFn: resendVerification,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.failure(error, t`The email was not sent.`),
  })
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      disabled={resend.isPending}
      onClick={() => resend.mutate()}
    >
      <Trans>Resend Email</Trans>
    </Anchor>
  )
}

/** Milliseconds between two requests while sample data is being created. */
const POLL_INTERVAL_MS = 1000

/** Shown after setup while sample data is being created. Reloads the page's data when it is complete. */
export function SampleNotice() {
  const cache = useQueryClient()
  const { data } = useQuery({
    ...setupQuery,
    refetchInterval: ({ state }) => (state.data?.is_sample_coming === true ? POLL_INTERVAL_MS : false),
  })
  const isPending = data?.is_sample_coming === true
  useEffect(() => {
    if (!isPending) return
    return () => void cache.invalidateQueries()
  }, [isPending, cache])
  if (!isPending) return null
  return (
    <Notice icon={<Loader size={16} />}>
      <Trans>Loading sample data: three million flights, a few queries and a dashboard…</Trans>
    </Notice>
  )
}

/** Asks admins, once per installation, for consent to usage reports. */
export function BeaconConsent() {
  const cache = useQueryClient()
  const answer = useMutation({
    mutationFn: (beacon_consent: boolean) => saveSettings({ beacon_consent }),
    onSuccess: async (_, isWilling) => {
      notify.success(isWilling ? t`Thank you.` : t`Settings Saved.`)
      await cache.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onError: (error) => notify.failure(error),
  })
  return (
    <section className={styles.card} aria-label={t`Usage reports`}>
      <div className={styles.text}>
        <h2 className={styles.title}>
          <Trans>Share anonymous usage data?</Trans>
        </h2>
        <p>
          <Trans>Counts of users, queries and dashboards, never their content. Nothing is sent at present.</Trans>
        </p>
        <HelpLink topic="usage-data-sharing">
          <Trans>What’s Included</Trans>
        </HelpLink>
      </div>
      <Button variant="default" loading={answer.isPending && answer.variables === true} onClick={() => answer.mutate(true)}>
        <Trans>Yes</Trans>
      </Button>
      <Button variant="default" loading={answer.isPending && answer.variables === false} onClick={() => answer.mutate(false)}>
        <Trans>No</Trans>
      </Button>
    </section>
  )
}
