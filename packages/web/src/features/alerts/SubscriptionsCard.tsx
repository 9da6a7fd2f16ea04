import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AlertSubscription } from '@sightline/contract/alerts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../app/notify.ts'
import { useSession } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import styles from './alerts.module.css'
import { subscribe, subscriptionsQuery, unsubscribe } from './api.ts'
import { Card } from './Card.tsx'
import cards from './cards.module.css'
import type { NewSubscriber } from './draft.ts'
import { NewDestinationLink, Subscriber, SubscriberSelect } from './Subscribers.tsx'

/** The subscribers of an alert: users and destinations. */
export function SubscriptionsCard({ alertId }: { alertId: number }) {
  const { user } = useSession()
  const isAdmin = user.permissions.includes('admin')
  const subscriptions = useQuery(subscriptionsQuery(alertId))
  const listed = subscriptions.data ?? []
  return (
    <Card title={t`Subscriptions`} count={listed.length}>
      {subscriptions.error && (
        <p className={styles.note}>
          <Trans>Subscriptions could not be loaded.</Trans>
        </p>
      )}
      {subscriptions.data?.length === 0 && (
        <p className={styles.note}>
          <Trans>No one is subscribed to this alert yet.</Trans>
        </p>
      )}
      {listed.length > 0 && (
        <ul className={cards.subscriptions} aria-label={t`Subscribers`}>
          {listed.map((subscription) => (
            <Subscription
              key={subscription.id}
              subscription={subscription}
              canEnd={isAdmin || subscription.user.id === user.id}
            />
          ))}
        </ul>
      )}
      <AddSubscription alertId={alertId} subscriptions={listed} />
      {isAdmin && <NewDestinationLink />}
    </Card>
  )
}

interface SubscriptionProps {
  subscription: AlertSubscription
  canEnd: boolean
}

function Subscription({ subscription: { id, alert_id, user, destination }, canEnd }: SubscriptionProps) {
  const cache = useQueryClient()
  const end = useMutation({
    mutationFn: () => unsubscribe(alert_id, id),
    onSuccess: async () => {
      await storeAnswer(cache, subscriptionsQuery(alert_id).queryKey, (now) => now?.filter((one) => one.id !== id))
      notify.success(t`Unsubscribed`)
    },
    onError: () => notify.error(t`Failed unsubscribing.`),
  })
  return (
    <Subscriber
      user={user}
      destination={destination ?? null}
      isRemoving={end.isPending}
      onRemove={canEnd ? () => end.mutate() : null}
    />
  )
}

function AddSubscription({ alertId, subscriptions }: { alertId: number; subscriptions: readonly AlertSubscription[] }) {
  const { user } = useSession()
  const cache = useQueryClient()
  const add = useMutation({
    mutationFn: ({ destination }: NewSubscriber) => subscribe(alertId, destination?.id ?? null),
    onSuccess: async (added) => {
      await storeAnswer(cache, subscriptionsQuery(alertId).queryKey, (now) => now && [...now, added])
      notify.success(t`Subscribed.`)
    },
    onError: () => notify.error(t`Failed saving subscription.`),
  })
  const taken = subscriptions.filter((one) => one.destination !== undefined || one.user.id === user.id)
  return (
    <SubscriberSelect
      taken={taken.map(({ destination }) => ({ destination: destination ?? null }))}
      isAdding={add.isPending}
      onAdd={(subscriber) => add.mutateAsync(subscriber)}
    />
  )
}
