import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { destinationsQuery } from '../destinations/api.ts'
import cards from './cards.module.css'
import type { NewSubscriber } from './draft.ts'
import { destinationType } from './texts.ts'

/** The user's own email address among the choices. */
const MYSELF = 'me'

interface SubscriberProps extends NewSubscriber {
  /** The user who is notified by email if there is no destination. */
  user: { id: number; name: string; profile_image_url?: string }
  isRemoving: boolean
  /** null if the user may not remove it. */
  onRemove: (() => void) | null
}

/** One subscriber in the list of an alert. */
export function Subscriber({ destination, user, isRemoving, onRemove }: SubscriberProps) {
  const name = destination?.name ?? user.name
  return (
    <li className={cards.subscription}>
      {destination ? (
        <DestinationTile type={destination.type} />
      ) : (
        <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} size="lg" />
      )}
      <span className={cards.subscriber}>
        <strong>{name}</strong>
        <small>{destination ? destinationType(destination.type).name : t`Email`}</small>
      </span>
      {onRemove !== null && (
        <Tooltip label={t`Remove`}>
          <ActionIcon variant="subtle" size="sm" aria-label={t`Remove ${name}`} loading={isRemoving} onClick={onRemove}>
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

/** Leads admins to the page that creates a destination. */
export const NewDestinationLink = () => (
  <Link to="/destinations/new" className={cards.link}>
    <IconPlus size={14} stroke={1.75} aria-hidden />
    <Trans>Create New Destination</Trans>
  </Link>
)

interface SubscriberSelectProps {
  /** Subscribers that are not offered, because they are there already. */
  taken: readonly NewSubscriber[]
  isAdding: boolean
  /** Reports its own errors. */
  onAdd(subscriber: NewSubscriber): Promise<unknown>
}

/** Chooses and adds the user or a destination. The choice stays if adding fails. */
export function SubscriberSelect({ taken, isAdding, onAdd }: SubscriberSelectProps) {
  const { user } = useSession()
  const destinations = useQuery(destinationsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const isTaken = (id: number | null) => taken.some(({ destination }) => (destination?.id ?? null) === id)
  const offered = (destinations.data ?? []).filter(({ id }) => !isTaken(id))
  const choices = [
    ...(isTaken(null) ? [] : [{ value: MYSELF, label: t`${user.name} (Email)` }]),
    ...offered.map(({ id, name, type }) => ({ value: String(id), label: `${name} (${destinationType(type).name})` })),
  ]
  const add = () => {
    const destination = offered.find(({ id }) => String(id) === chosen) ?? null
    onAdd({ destination: destination && { id: destination.id, name: destination.name, type: destination.type } }).then(
      () => setChosen(null),
      () => undefined,
    )
  }
  return (
    <div className={cards.add}>
      <Select
        className={cards.grow}
        aria-label={t`Add destination or yourself`}
        placeholder={t`Add destination or yourself`}
        searchable
        data={choices}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage={t`No more destinations to add.`}
      />
      <Button variant="default" disabled={chosen === null} loading={isAdding} onClick={add}>
        <Trans>Add</Trans>
      </Button>
    </div>
  )
}
