import type { Schedule } from '@sightline/contract/queries.ts'
import { useState } from 'react'
import { Dialog } from '../Dialog.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { SubscriptionForm } from './SubscriptionForm.tsx'
import { type Subscriber, SubscriptionList } from './SubscriptionList.tsx'
import styles from './SubscriptionsDialog.module.css'

interface SubscriptionsDialogProps {
  noun: 'dashboard' | 'query'
  /** The signed-in user. */
  reader: { id: number; name: string }
  /** The subscriptions that the user may see; undefined while loading. */
  subscribers: readonly Subscriber[] | undefined
  /** Why they could not be loaded; null if they could. */
  failure: string | null
  /** Destinations that can receive reports. */
  destinations: readonly { id: number; name: string }[]
  /** Whether a mail server is configured. */
  hasMail: boolean
  /** Date and time format. */
  dateTimeFormat: string
  /** The promises resolve when the call is done, the first two with whether it succeeded. The implementation reports errors itself. */
  onAdd(destinationId: number | null, schedule: Schedule): Promise<boolean>
  onChange(id: number, schedule: Schedule): Promise<boolean>
  onSend(id: number): Promise<void>
  onEnd(id: number): Promise<void>
  onClose(): void
}

/** The dialog of regular reports of a dashboard or a query. Every change is saved at once. */
export function SubscriptionsDialog(props: SubscriptionsDialogProps) {
  const { noun, reader, subscribers, failure, destinations, hasMail, dateTimeFormat, onAdd, onChange, onClose } = props
  const [edited, setEdited] = useState<Subscriber | null>(null)
  const isTaken = (destinationId: number | null) =>
    subscribers?.some(({ destination, user }) =>
      destinationId === null ? destination === null && user.id === reader.id : destination?.id === destinationId,
    ) ?? true
  const choices = [
    ...(hasMail && !isTaken(null) ? [{ id: null, name: `${reader.name} (Email)` }] : []),
    ...destinations.filter(({ id }) => !isTaken(id)),
  ]
  return (
    <Dialog opened onClose={onClose} title="Subscriptions" size={560}>
      <p className={styles.intro}>
        The numbers and charts of this {noun}, again and again. A report shows what its subscriber may see at that time.
      </p>
      {!hasMail && <p className={styles.warning}>No mail can be sent: the operator has not set up a mail server.</p>}
      {failure !== null && (
        <p className={styles.warning} role="alert">
          {failure}
        </p>
      )}
      {subscribers === undefined && failure === null && <ListSkeleton rows={2} />}
      {subscribers?.length === 0 && <p className={styles.hint}>Nobody is subscribed yet.</p>}
      {subscribers !== undefined && (
        <SubscriptionList
          subscribers={subscribers}
          editedId={edited?.id ?? null}
          pattern={dateTimeFormat}
          onEdit={setEdited}
          onSend={props.onSend}
          onEnd={props.onEnd}
        />
      )}
      {edited !== null && (
        <SubscriptionForm
          key={edited.id}
          title={`Change when ${edited.destination?.name ?? edited.user.name} gets it`}
          action="Save"
          stored={edited.schedule}
          choices={null}
          onSave={async (_, schedule) => {
            const isSaved = await onChange(edited.id, schedule)
            if (isSaved) setEdited(null)
            return isSaved
          }}
          onCancel={() => setEdited(null)}
        />
      )}
      {edited === null && choices.length > 0 && (
        <SubscriptionForm
          key={choices.map(({ id }) => id).join()}
          title="New subscription"
          action="Subscribe"
          stored={null}
          choices={choices}
          onSave={onAdd}
          onCancel={null}
        />
      )}
    </Dialog>
  )
}
