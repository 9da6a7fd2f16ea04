import { Button, Select } from '@mantine/core'
import type { Schedule } from '@sightline/contract/queries.ts'
import { reportIntervals } from '@sightline/domain/reports/timing.ts'
import { intervalText, scheduleToEdit, withInterval, withLocalTime } from '@sightline/domain/schedule/display.ts'
import { DAY } from '@sightline/domain/schedule/intervals.ts'
import { type FormEvent, useId, useState } from 'react'
import { utcOffsetAt } from '../schedule/local-time.ts'
import { WeekTimeFields } from '../schedule/WeekTimeFields.tsx'
import styles from './SubscriptionsDialog.module.css'

/** Default time of new subscriptions: before people read their mail. */
const DEFAULT_TIME = '08:00'

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

/** The recipient and schedule of reports. Times are local. */
export function SubscriptionForm({ title, action, stored, choices, onSave, onCancel }: SubscriptionFormProps) {
  const [utcOffset] = useState(() => utcOffsetAt(new Date()))
  const [schedule, setSchedule] = useState(() => (stored === null ? daily(utcOffset) : scheduleToEdit(stored)))
  const [chosen, setChosen] = useState(String(choices?.[0]?.id ?? ''))
  const [isSaving, setIsSaving] = useState(false)
  const headingId = useId()
  const intervals = [...new Set([...reportIntervals, schedule.interval ?? DAY])].sort((one, other) => one - other)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    await onSave(chosen === '' ? null : Number(chosen), schedule)
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
          data={choices.map(({ id, name }) => ({ value: String(id ?? ''), label: name }))}
          value={chosen}
          onChange={(value) => setChosen(value ?? '')}
          allowDeselect={false}
        />
      )}
      <Select
        label="Every"
        data={intervals.map((seconds) => ({ value: String(seconds), label: intervalText(seconds) }))}
        value={String(schedule.interval)}
        onChange={(value) => value !== null && setSchedule(withInterval(schedule, Number(value)))}
        allowDeselect={false}
      />
      <WeekTimeFields schedule={schedule} utcOffset={utcOffset} onChange={setSchedule} />
      <div className={styles.footer}>
        {onCancel !== null && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={isSaving}>
          {action}
        </Button>
      </div>
    </form>
  )
}

const daily = (utcOffset: number): Schedule =>
  withLocalTime(withInterval(scheduleToEdit(null), DAY), { time: DEFAULT_TIME, day_of_week: null }, utcOffset)
