import { Dialog } from '../../../ui/Dialog.tsx'
import '@mantine/dates/styles.layer.css'
import { Button, Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import type { Query, Schedule } from '@sightline/contract/queries.ts'
import { intervalText, scheduleToEdit, scheduleToSave, withInterval } from '@sightline/domain/schedule/display.ts'
import { upcomingRuns } from '@sightline/domain/schedule/due.ts'
import { offeredIntervals } from '@sightline/domain/schedule/intervals.ts'
import { useState } from 'react'
import { useSession } from '../../../app/session.ts'
import { dueTimeText, utcOffsetAt } from '../../../ui/schedule/local-time.ts'
import { WeekTimeFields } from '../../../ui/schedule/WeekTimeFields.tsx'
import styles from './ScheduleDialog.module.css'
import { failureText } from './schedule-words.ts'

const SHOWN_RUNS = 3

interface ScheduleDialogProps {
  query: Query
  /** @returns whether it is saved */
  onSave(schedule: Schedule | null): Promise<boolean>
  onClose(): void
}

/** When a query is run by itself. Times are those of this browser; they are stored in UTC, which stands beside them. */
export default function ScheduleDialog({ query, onSave, onClose }: ScheduleDialogProps) {
  const { queryRefreshIntervals, minRefreshInterval, dateFormat, dateTimeFormat } = useSession().client_config
  const [schedule, setSchedule] = useState(() => scheduleToEdit(query.schedule))
  const [isSaving, setIsSaving] = useState(false)
  const [now] = useState(() => new Date())
  const utcOffset = utcOffsetAt(now)
  const isDirty = JSON.stringify(scheduleToSave(schedule)) !== JSON.stringify(scheduleToSave(scheduleToEdit(query.schedule)))
  const failures = failureText(query, now, dateTimeFormat)
  const intervals = offeredIntervals(queryRefreshIntervals, query.schedule?.interval ?? null, minRefreshInterval)

  const save = async () => {
    setIsSaving(true)
    const isSaved = await onSave(scheduleToSave(schedule))
    if (isSaved) onClose()
    else setIsSaving(false)
  }

  return (
    <Dialog opened isDirty={isDirty} onClose={onClose} title="Refresh Schedule" size={480}>
      <div className={styles.fields}>
        {query.schedule?.disabled && (
          <p className={styles.notice}>This schedule could not be read, so the query does not run by itself. Choose it anew.</p>
        )}
        {failures !== null && <p className={styles.notice}>{failures}</p>}
        <Select
          label="Refresh every"
          data={intervals.map((seconds) => ({ value: String(seconds ?? ''), label: intervalText(seconds) }))}
          value={String(schedule.interval ?? '')}
          onChange={(value) => setSchedule(withInterval(schedule, value ? Number(value) : null))}
          data-autofocus
        />
        <WeekTimeFields schedule={schedule} utcOffset={utcOffset} onChange={setSchedule} />
        {schedule.interval !== null && (
          <DateInput
            label="Until"
            description="The first day on which it no longer runs, beginning at 00:00 UTC."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="No end"
            value={schedule.until}
            onChange={(until) => setSchedule({ ...schedule, until })}
            valueFormat={dateFormat}
            minDate={dayAfter(now)}
            firstDayOfWeek={0}
            weekendDays={[]}
            clearable
            clearButtonProps={{ 'aria-label': 'No end' }}
          />
        )}
        <NextRuns query={query} schedule={schedule} now={now} pattern={dateTimeFormat} />
      </div>
      <div className={styles.footer}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </Dialog>
  )
}

interface NextRunsProps {
  query: Query
  schedule: Schedule
  now: Date
  pattern: string
}

/** What the chosen schedule comes to, if it is saved now. */
function NextRuns({ query, schedule, now, pattern }: NextRunsProps) {
  if (schedule.interval === null) return <p className={styles.hint}>The query runs only when somebody executes it.</p>
  const before = query.scheduled_at ?? query.retrieved_at
  const isSame = JSON.stringify(schedule) === JSON.stringify(scheduleToEdit(query.schedule))
  // Another schedule is tried without the delay that failures of the one before have brought.
  const failures = isSame ? query.schedule_failures : 0
  const course = { schedule, lastRun: before === null ? null : new Date(before), failures }
  const runs = upcomingRuns(course, now, SHOWN_RUNS)
  return (
    <div>
      <h3 className={styles.heading}>Next runs</h3>
      <ol className={styles.runs} aria-label="Next runs">
        {runs.map((run) => (
          <li key={run.getTime()}>{run <= now ? 'Within half a minute of saving' : dueTimeText(run, now, pattern)}</li>
        ))}
      </ol>
      {runs.length === 0 && <p className={styles.hint}>None: it ends before.</p>}
    </div>
  )
}

/** YYYY-MM-DD in UTC: a schedule ends on a day to come. */
const dayAfter = (now: Date) => new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
