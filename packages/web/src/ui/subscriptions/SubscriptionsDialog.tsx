import { Button, Select } from '@mantine/core'
import type { Schedule } from '@sightline/contract/queries.ts'
import { reportIntervals } from '@sightline/domain/reports/timing.ts'
import {
  intervalText,
  scheduleToEdit,
  scheduleToSave,
  withInterval,
  withLocalTime,
} from '@sightline/domain/schedule/display.ts'
import { DAY } from '@sightline/domain/schedule/intervals.ts'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../Dialog.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { WeekTimeFields } from '../schedule/WeekTimeFields.tsx'
import { useTimeZone } from '../time-zone.tsx'
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
        Get the results of this {noun} on a schedule. Each report contains only data that its subscriber may see at that time.
      </p>
      {!hasMail && <p className={styles.warning}>Email is not configured. Ask an administrator to set it up.</p>}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {subscribers === undefined && failure === null && <ListSkeleton rows={2} />}
      {subscribers?.length === 0 && <p className={styles.hint}>No one is subscribed yet.</p>}
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
          title="New Subscription"
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

/** Default time of new subscriptions: before people read their mail. */
const DEFAULT_TIME = '08:00'
/** The value of the recipient field for an email to the user themselves. */
const OWN_EMAIL = ''

interface SubscriptionFormProps {
  title: string
  action: string
  /** The stored schedule; null for a new subscription. */
  stored: Schedule | null
  /** Possible recipients, where id null is the user themselves; null if the recipient is fixed. */
  choices: readonly { id: number | null; name: string }[] | null
  /** @returns whether it was saved */
  onSave(destinationId: number | null, schedule: Schedule): Promise<boolean>
  /** null if there is nothing to go back to. */
  onCancel: (() => void) | null
}

/** The recipient and schedule of reports. */
function SubscriptionForm({ title, action, stored, choices, onSave, onCancel }: SubscriptionFormProps) {
  const timeZone = useTimeZone()
  const [now] = useState(() => new Date())
  const [schedule, setSchedule] = useState(() => (stored === null ? daily(timeZone, now) : scheduleToEdit(stored, now)))
  // Only the user themselves is preselected: a channel must be chosen, so that no click posts to it by accident.
  const [chosen, setChosen] = useState<string | null>(choices?.some(({ id }) => id === null) === false ? null : OWN_EMAIL)
  const [isSaving, setIsSaving] = useState(false)
  const headingId = useId()
  const intervals = [...new Set([...reportIntervals, schedule.interval ?? DAY])].sort((one, other) => one - other)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    await onSave(chosen === OWN_EMAIL ? null : Number(chosen), scheduleToSave(schedule, stored, now) ?? schedule)
    setIsSaving(false)
  }
  return (
    <form className={styles.form} aria-labelledby={headingId} onSubmit={(event) => void save(event)}>
      <h3 id={headingId} className={styles.heading}>
        {title}
      </h3>
      {choices !== null && (
        <Select
          label="To"
          data={choices.map(({ id, name }) => ({ value: String(id ?? OWN_EMAIL), label: name }))}
          value={chosen}
          placeholder="Choose a destination"
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      <Select
        label="Every"
        data={intervals.map((seconds) => ({ value: String(seconds), label: intervalText(seconds) }))}
        value={String(schedule.interval)}
        onChange={(value) => value !== null && setSchedule(withInterval(schedule, Number(value), timeZone, now))}
        allowDeselect={false}
      />
      <WeekTimeFields schedule={schedule} now={now} onChange={setSchedule} />
      <div className={styles.footer}>
        {onCancel !== null && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={chosen === null}>
          {action}
        </Button>
      </div>
    </form>
  )
}

const daily = (timeZone: string, now: Date): Schedule =>
  withLocalTime(withInterval(scheduleToEdit(null, now), DAY, timeZone, now), {
    time: DEFAULT_TIME,
    day_of_week: null,
  })
