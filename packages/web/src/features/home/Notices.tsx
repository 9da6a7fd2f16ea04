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
          This installation still allows text parameters in embedded visualizations. This setting is deprecated and will be
          removed.
        </Notice>
      )}
      {messages.includes('email-not-verified') && (
        <Notice icon={<IconMailExclamation size={16} stroke={1.75} />}>
          {client_config.mailSettingsMissing ? (
            <>
              Your email address <strong>{user.email}</strong> is not verified, and email is not configured. Ask an admin to set
              it up, then resend the link.{' '}
            </>
          ) : (
            <>
              We have sent an email with a confirmation link to <strong>{user.email}</strong>. Please follow the link to verify
              it.{' '}
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
    onError: (error) => notify.failure(error, 'The email was not sent.'),
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
      Resend Email
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
  return <Notice icon={<Loader size={16} />}>Loading sample data: three million flights, a few queries and a dashboard…</Notice>
}

/** Asks admins, once per installation, for consent to usage reports. */
export function BeaconConsent() {
  const cache = useQueryClient()
  const answer = useMutation({
    mutationFn: (beacon_consent: boolean) => saveSettings({ beacon_consent }),
    onSuccess: async (_, isWilling) => {
      notify.success(isWilling ? 'Thank you.' : 'Settings Saved.')
      await cache.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    onError: (error) => notify.failure(error),
  })
  return (
    <section className={styles.card} aria-label="Usage reports">
      <div className={styles.text}>
        <h2 className={styles.title}>Share anonymous usage data?</h2>
        <p>Counts of users, queries and dashboards, never their content. Nothing is sent at present.</p>
        <HelpLink topic="usage-data-sharing">What’s Included</HelpLink>
      </div>
      <Button variant="default" loading={answer.isPending && answer.variables === true} onClick={() => answer.mutate(true)}>
        Yes
      </Button>
      <Button variant="default" loading={answer.isPending && answer.variables === false} onClick={() => answer.mutate(false)}>
        No
      </Button>
    </section>
  )
}
