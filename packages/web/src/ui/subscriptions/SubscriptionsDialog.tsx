import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Select } from '@mantine/core'
import type { Schedule } from '@sightline/contract/queries.ts'
import { reportIntervals } from '@sightline/domain/reports/timing.ts'
import { scheduleToEdit, scheduleToSave, withInterval, withLocalTime } from '@sightline/domain/schedule/display.ts'
import { DAY } from '@sightline/domain/schedule/intervals.ts'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../Dialog.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { intervalName } from '../schedule/use-schedule-text.ts'
import { WeekTimeFields } from '../schedule/WeekTimeFields.tsx'
import { useTimeZone } from '../time-zone.tsx'
import { type Subscriber, SubscriptionList } from './SubscriptionList.tsx'
import styles from './SubscriptionsDialog.module.css'

/** When reports are sent, and with what. */
export interface SentReport {
  schedule: Schedule
  /** Whether mails have the dashboard as PDF. */
  attach_pdf: boolean
}

interface SubscriptionsDialogProps {
  noun: 'dashboard' | 'query'
  /** The signed-in user. */
  reader: { id: number; name: string }
  /** The subscriptions that the user may see; undefined while loading. */
  subscribers: readonly Subscriber[] | undefined
  /** Why they could not be loaded; null if they could. */
  failure: string | null
  /** Destinations that can receive reports. */
  destinations: readonly { id: number; name: string; sends_mail: boolean }[]
  /** Whether a mail server is configured. */
  hasMail: boolean
  /** Date and time format. */
  dateTimeFormat: string
  /** The promises resolve when the call is done, the first two with whether it succeeded. The implementation reports errors itself. */
  onAdd(destinationId: number | null, sent: SentReport): Promise<boolean>
  onChange(id: number, sent: SentReport): Promise<boolean>
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
    ...(hasMail && !isTaken(null) ? [{ id: null, name: t`${reader.name} (Email)`, sends_mail: true }] : []),
    ...destinations.filter(({ id }) => !isTaken(id)),
  ]
  const takesPdf = (recipient: { sends_mail: boolean } | null | undefined) =>
    noun === 'dashboard' && recipient?.sends_mail === true
  return (
    <Dialog opened onClose={onClose} title={t`Subscriptions`} size={560}>
      <p className={styles.intro}>
        {noun === 'dashboard'
          ? t`Get the results of this dashboard on a schedule. Each report contains only data that its subscriber may see at that time.`
          : t`Get the results of this query on a schedule. Each report contains only data that its subscriber may see at that time.`}
      </p>
      {!hasMail && (
        <p className={styles.warning}>
          <Trans>Email is not configured. Ask an administrator to set it up.</Trans>
        </p>
      )}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {subscribers === undefined && failure === null && <ListSkeleton rows={2} />}
      {subscribers?.length === 0 && (
        <p className={styles.hint}>
          <Trans>No one is subscribed yet.</Trans>
        </p>
      )}
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
          title={t`Change what ${edited.destination?.name ?? edited.user.name} gets`}
          action={t`Save`}
          stored={edited}
          choices={null}
          takesPdf={() => takesPdf(edited.destination ?? { sends_mail: true })}
          onSave={async (_, sent) => {
            const isSaved = await onChange(edited.id, sent)
            if (isSaved) setEdited(null)
            return isSaved
          }}
          onCancel={() => setEdited(null)}
        />
      )}
      {edited === null && choices.length > 0 && (
        <SubscriptionForm
          key={choices.map(({ id }) => id).join()}
          title={t`New Subscription`}
          action={t`Subscribe`}
          stored={null}
          choices={choices}
          takesPdf={(id) => takesPdf(choices.find((choice) => choice.id === id))}
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
  /** The stored subscription; null for a new one. */
  stored: SentReport | null
  /** Possible recipients, where id null is the user themselves; null if the recipient is fixed. */
  choices: readonly { id: number | null; name: string }[] | null
  /** Whether reports to a recipient can have a PDF. */
  takesPdf(destinationId: number | null): boolean
  /** @returns whether it was saved */
  onSave(destinationId: number | null, sent: SentReport): Promise<boolean>
  /** null if there is nothing to go back to. */
  onCancel: (() => void) | null
}

/** The recipient and schedule of reports. */
function SubscriptionForm({ title, action, stored, choices, takesPdf, onSave, onCancel }: SubscriptionFormProps) {
  const timeZone = useTimeZone()
  const [now] = useState(() => new Date())
  const [schedule, setSchedule] = useState(() =>
    stored === null ? daily(timeZone, now) : scheduleToEdit(stored.schedule, now),
  )
  const [attachPdf, setAttachPdf] = useState(stored?.attach_pdf ?? false)
  // Only the user themselves is preselected: a channel must be chosen, so that no click posts to it by accident.
  const [chosen, setChosen] = useState<string | null>(choices?.some(({ id }) => id === null) === false ? null : OWN_EMAIL)
  const [isSaving, setIsSaving] = useState(false)
  const headingId = useId()
  const destinationId = chosen === OWN_EMAIL ? null : Number(chosen)
  const canAttach = chosen !== null && takesPdf(destinationId)
  const intervals = [...new Set([...reportIntervals, schedule.interval ?? DAY])].sort((one, other) => one - other)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const saved = scheduleToSave(schedule, stored?.schedule ?? null, now) ?? schedule
    await onSave(destinationId, { schedule: saved, attach_pdf: attachPdf && canAttach })
    setIsSaving(false)
  }
  return (
    <form className={styles.form} aria-labelledby={headingId} onSubmit={(event) => void save(event)}>
      <h3 id={headingId} className={styles.heading}>
        {title}
      </h3>
      {choices !== null && (
        <Select
          label={t({ message: 'To', context: 'the recipient of a report' })}
          data={choices.map(({ id, name }) => ({ value: String(id ?? OWN_EMAIL), label: name }))}
          value={chosen}
          placeholder={t`Choose a destination`}
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      <Select
        label={t`Every`}
        data={intervals.map((seconds) => ({ value: String(seconds), label: intervalName(seconds) }))}
        value={String(schedule.interval)}
        onChange={(value) => value !== null && setSchedule(withInterval(schedule, Number(value), timeZone, now))}
        allowDeselect={false}
      />
      <WeekTimeFields schedule={schedule} now={now} onChange={setSchedule} />
      {canAttach && (
        <Checkbox
          label={t`Attach the dashboard as PDF`}
          checked={attachPdf}
          onChange={(event) => setAttachPdf(event.currentTarget.checked)}
        />
      )}
      <div className={styles.footer}>
        {onCancel !== null && (
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
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
