import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import type { Schedule } from '@sightline/contract/queries.ts'
import { IconPencil, IconSend, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Avatar } from '../Avatar.tsx'
import { dueTimeText } from '../schedule/local-time.ts'
import { useScheduleText } from '../schedule/use-schedule-text.ts'
import { useTimeZone } from '../time-zone.tsx'
import styles from './SubscriptionsDialog.module.css'

/** A subscription of a user or an alert destination. */
export interface Subscriber {
  id: number
  user: { id: number; name: string; profile_image_url: string }
  /** null if reports are mailed to the user. */
  destination: { id: number; name: string; sends_mail: boolean } | null
  schedule: Schedule
  /** Whether mails have the dashboard as PDF. */
  attach_pdf: boolean
  next_at: string
  /** Whether the report is due and was not sent yet. */
  is_being_sent: boolean
  last_sent_at: string | null
  last_error: string | null
}

interface SubscriptionListProps {
  subscribers: readonly Subscriber[]
  /** The subscription being edited; null for none. */
  editedId: number | null
  /** Date and time format. */
  pattern: string
  onEdit(subscriber: Subscriber): void
  onSend(id: number): Promise<void>
  onEnd(id: number): Promise<void>
}

/** The subscriptions with the time of their next report and the outcome of the last one. */
export function SubscriptionList({ subscribers, editedId, pattern, onEdit, onSend, onEnd }: SubscriptionListProps) {
  return (
    <ul className={styles.list} aria-label={t`Subscriptions`}>
      {subscribers.map((subscriber) => (
        <Row
          key={subscriber.id}
          subscriber={subscriber}
          isEdited={subscriber.id === editedId}
          pattern={pattern}
          onEdit={() => onEdit(subscriber)}
          onSend={() => onSend(subscriber.id)}
          onEnd={() => onEnd(subscriber.id)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  subscriber: Subscriber
  isEdited: boolean
  pattern: string
  onEdit(): void
  onSend(): Promise<void>
  onEnd(): Promise<void>
}

const icon = { size: 14, stroke: 1.75 }

function Row({ subscriber, isEdited, pattern, onEdit, onSend, onEnd }: RowProps) {
  const { user, destination, schedule, attach_pdf, next_at, is_being_sent, last_sent_at, last_error } = subscriber
  const timeZone = useTimeZone()
  const text = useScheduleText(schedule)
  const [busy, setBusy] = useState<'send' | 'end' | null>(null)
  const name = destination?.name ?? user.name
  const during = async (what: 'send' | 'end', work: () => Promise<void>) => {
    setBusy(what)
    await work()
    setBusy(null)
  }
  const now = new Date()
  const at = (time: string) => dueTimeText(new Date(time), now, pattern, timeZone)
  return (
    <li className={styles.row}>
      {destination === null ? (
        <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} size="lg" />
      ) : (
        <span className={styles.tile} aria-hidden>
          <IconSend size={16} stroke={1.75} />
        </span>
      )}
      <span className={styles.who}>
        <strong>{name}</strong>
        <small>{text}</small>
        {attach_pdf && (destination === null || destination.sends_mail) && (
          <small>
            <Trans>With a PDF</Trans>
          </small>
        )}
        <small>{is_being_sent ? t`Being sent…` : t`Next: ${at(next_at)}`}</small>
        {last_sent_at !== null && (
          <small>
            <Trans>Last: {at(last_sent_at)}</Trans>
          </small>
        )}
        {last_error !== null && <small className={styles.error}>{last_error}</small>}
      </span>
      <Tooltip label={t`Send now`}>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t`Send now to ${name}`}
          loading={busy === 'send'}
          onClick={() => void during('send', onSend)}
        >
          <IconSend {...icon} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t`Change`}>
        <ActionIcon variant="subtle" size="sm" aria-label={t`Change ${name}`} aria-pressed={isEdited} onClick={onEdit}>
          <IconPencil {...icon} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t`End`}>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t`End the subscription of ${name}`}
          loading={busy === 'end'}
          onClick={() => void during('end', onEnd)}
        >
          <IconX {...icon} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
