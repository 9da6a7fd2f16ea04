import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import type { AlertSubscription } from '@sightline/contract/alerts.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '../../app/notify.ts'
import { useSession } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { destinationsQuery } from '../destinations/api.ts'
import styles from './alerts.module.css'
import { subscribe, subscriptionsQuery, unsubscribe } from './api.ts'
import { Card } from './Card.tsx'
import cards from './cards.module.css'
import { destinationType } from './texts.ts'

/** The user's own email address among the choices. */
const MYSELF = 'me'

/** The subscribers of an alert: users and destinations. */
export function SubscriptionsCard({ alertId }: { alertId: number }) {
  const { user } = useSession()
  const isAdmin = user.permissions.includes('admin')
  const subscriptions = useQuery(subscriptionsQuery(alertId))
  const listed = subscriptions.data ?? []
  return (
    <Card title="Subscriptions" count={listed.length}>
      {subscriptions.error && <p className={styles.note}>Subscriptions could not be loaded.</p>}
      {subscriptions.data?.length === 0 && <p className={styles.note}>No one is subscribed to this alert yet.</p>}
      <ul className={cards.subscriptions} aria-label="Subscribers">
        {listed.map((subscription) => (
          <Subscription
            key={subscription.id}
            subscription={subscription}
            canEnd={isAdmin || subscription.user.id === user.id}
          />
        ))}
      </ul>
      <AddSubscription alertId={alertId} subscriptions={listed} />
      {isAdmin && (
        <Link to="/destinations/new" className={cards.link}>
          <IconPlus size={14} stroke={1.75} aria-hidden />
          Create New Destination
        </Link>
      )}
    </Card>
  )
}

function Subscription({ subscription, canEnd }: { subscription: AlertSubscription; canEnd: boolean }) {
  const cache = useQueryClient()
  const { id, alert_id, user, destination } = subscription
  const name = destination?.name ?? user.name
  const end = useMutation({
    mutationFn: () => unsubscribe(alert_id, id),
    onSuccess: () => {
      cache.setQueryData(subscriptionsQuery(alert_id).queryKey, (now) => now?.filter((one) => one.id !== id))
      notify.success('Unsubscribed')
    },
    onError: () => notify.error('Failed unsubscribing.'),
  })
  return (
    <li className={cards.subscription}>
      {destination ? (
        <DestinationTile type={destination.type} />
      ) : (
        <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} size="lg" />
      )}
      <span className={cards.subscriber}>
        <strong>{name}</strong>
        <small>{destination ? destinationType(destination.type).name : 'Email'}</small>
      </span>
      {canEnd && (
        <Tooltip label="Remove">
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={`Remove ${name}`}
            loading={end.isPending}
            onClick={() => end.mutate()}
          >
            <IconX size={14} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

function DestinationTile({ type }: { type: string }) {
  const { icon: Icon } = destinationType(type)
  return (
    <span className={cards.tile} aria-hidden>
      <Icon size={16} stroke={1.75} />
    </span>
  )
}

function AddSubscription({ alertId, subscriptions }: { alertId: number; subscriptions: readonly AlertSubscription[] }) {
  const { user } = useSession()
  const cache = useQueryClient()
  const destinations = useQuery(destinationsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const isByMail = subscriptions.some((one) => !one.destination && one.user.id === user.id)
  const choices = [
    ...(isByMail ? [] : [{ value: MYSELF, label: `${user.name} (Email)` }]),
    ...(destinations.data ?? [])
      .filter(({ id }) => !subscriptions.some((one) => one.destination?.id === id))
      .map(({ id, name, type }) => ({ value: String(id), label: `${name} (${destinationType(type).name})` })),
  ]
  const add = useMutation({
    mutationFn: (value: string) => subscribe(alertId, value === MYSELF ? null : Number(value)),
    onSuccess: (added) => {
      cache.setQueryData(subscriptionsQuery(alertId).queryKey, (now) => [...(now ?? []), added])
      setChosen(null)
      notify.success('Subscribed.')
    },
    onError: () => notify.error('Failed saving subscription.'),
  })
  return (
    <div className={cards.add}>
      <Select
        className={cards.grow}
        aria-label="Add destination or yourself"
        placeholder="Add destination or yourself"
        searchable
        data={choices}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage="No more destinations to add."
      />
      <Button
        variant="default"
        disabled={chosen === null}
        loading={add.isPending}
        onClick={() => chosen !== null && add.mutate(chosen)}
      >
        Add
      </Button>
    </div>
  )
}
