import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import { notify } from '../../app/notify.ts'
import { sessionQuery } from '../../app/session.ts'
import { saveSettings } from '../settings/api.ts'
import styles from './BeaconConsent.module.css'

/** Asks admins, once for the installation, whether they would share how it is used. */
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
        <h2 className={styles.title}>May this installation tell how it is used?</h2>
        <p>Counts of users, queries and dashboards, and nothing they hold. The answer is only kept: nothing is sent today.</p>
        <HelpLink topic="usage-data-sharing">What would be told</HelpLink>
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
