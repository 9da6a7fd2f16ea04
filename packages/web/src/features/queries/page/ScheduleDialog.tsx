import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import type { Query, Schedule } from '@sightline/contract/queries.ts'
import { isSameSchedule, scheduleToEdit, scheduleToSave, withInterval } from '@sightline/domain/schedule/display.ts'
import { nextRun, upcomingRuns } from '@sightline/domain/schedule/due.ts'
import { offeredIntervals } from '@sightline/domain/schedule/intervals.ts'
import { useState } from 'react'
import { useSession } from '../../../app/session.ts'
import { useCalendarProps } from '../../../ui/calendar-props.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { dueTimeText } from '../../../ui/schedule/local-time.ts'
import { intervalName } from '../../../ui/schedule/use-schedule-text.ts'
import { WeekTimeFields } from '../../../ui/schedule/WeekTimeFields.tsx'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import styles from './ScheduleDialog.module.css'

const SHOWN_RUNS = 3

interface ScheduleDialogProps {
  query: Query
  /** @returns whether it is saved */
  onSave(schedule: Schedule | null): Promise<boolean>
  onClose(): void
}

/** Edits the refresh schedule of a query. A new schedule keeps its time in the reader's time zone, a stored one in its own. */
export default function ScheduleDialog({ query, onSave, onClose }: ScheduleDialogProps) {
  const { queryRefreshIntervals, minRefreshInterval, dateFormat, dateTimeFormat } = useSession().client_config
  const timeZone = useTimeZone()
  const calendarProps = useCalendarProps()
  const [now] = useState(() => new Date())
  const stored = scheduleToEdit(query.schedule, now)
  const [schedule, setSchedule] = useState(stored)
  const [isSaving, setIsSaving] = useState(false)
  const isDirty = !isSameSchedule(schedule, stored)
  const failures = failureText(query, now, dateTimeFormat, timeZone)
  const intervals = offeredIntervals(queryRefreshIntervals, query.schedule?.interval ?? null, minRefreshInterval)

  const save = async () => {
    setIsSaving(true)
    const isSaved = await onSave(scheduleToSave(schedule, query.schedule, now))
    if (isSaved) onClose()
    else setIsSaving(false)
  }

  return (
    <Dialog opened isDirty={isDirty} onClose={onClose} title={t`Refresh Schedule`} size={480}>
      <div className={styles.fields}>
        {query.schedule?.disabled && (
          <p className={styles.notice}>
            <Trans>This schedule could not be read, so the query does not run automatically. Choose a new schedule.</Trans>
          </p>
        )}
        {failures !== null && <p className={styles.notice}>{failures}</p>}
        <Select
          label={t`Refresh every`}
          data={intervals.map((seconds) => ({ value: String(seconds ?? ''), label: intervalName(seconds) }))}
          value={String(schedule.interval ?? '')}
          onChange={(value) => setSchedule(withInterval(schedule, value ? Number(value) : null, timeZone, now))}
          data-autofocus
        />
        <WeekTimeFields schedule={schedule} now={now} onChange={setSchedule} />
        {schedule.interval !== null && (
          <DateInput
            {...calendarProps}
            label={t`Until`}
            description={t`The schedule ends when this day begins (00:00 UTC).`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t`No end`}
            value={schedule.until}
            onChange={(until) => setSchedule({ ...schedule, until })}
            valueFormat={dateFormat}
            minDate={dayAfter(now)}
            clearable
            clearButtonProps={{ 'aria-label': t`No end` }}
          />
        )}
        <NextRuns query={query} schedule={schedule} isChanged={isDirty} now={now} pattern={dateTimeFormat} />
      </div>
      <div className={styles.footer}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

interface NextRunsProps {
  query: Query
  schedule: Schedule
  isChanged: boolean
  now: Date
  pattern: string
}

/** The next runs if the chosen schedule is saved now. */
function NextRuns({ query, schedule, isChanged, now, pattern }: NextRunsProps) {
  const timeZone = useTimeZone()
  if (schedule.interval === null)
    return (
      <p className={styles.hint}>
        <Trans>The query runs only when someone executes it.</Trans>
      </p>
    )
  const before = query.scheduled_at ?? query.retrieved_at
  // A changed schedule starts without the delay after failures of the previous one.
  const failures = isChanged ? 0 : query.schedule_failures
  const state = { schedule, lastRun: before === null ? null : new Date(before), failures }
  const runs = upcomingRuns(state, now, SHOWN_RUNS)
  return (
    <div>
      <h3 className={styles.heading}>
        <Trans>Next runs</Trans>
      </h3>
      <ol className={styles.runs} aria-label={t`Next runs`}>
        {runs.map((run) => (
          <li key={run.getTime()}>
            {run <= now ? t`Within half a minute of saving` : dueTimeText(run, now, pattern, timeZone)}
          </li>
        ))}
      </ol>
      {runs.length === 0 && (
        <p className={styles.hint}>
          <Trans>None. The schedule ends first.</Trans>
        </p>
      )}
    </div>
  )
}

/** YYYY-MM-DD in UTC: the first day on which a schedule may end. */
const dayAfter = (now: Date) => new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)

/** How many scheduled runs in a row have failed, and when the next attempt is; null if the last run succeeded. */
export function failureText(
  query: { schedule: Schedule | null; schedule_failures: number; scheduled_at: string | null },
  now: Date,
  pattern: string,
  timeZone: string,
): string | null {
  const { schedule, schedule_failures: failures, scheduled_at } = query
  if (schedule === null || failures === 0 || scheduled_at === null) return null
  const failed = failures === 1 ? t`The last scheduled run failed.` : t`The last ${failures} scheduled runs failed.`
  const next = nextRun({ schedule, lastRun: new Date(scheduled_at), failures })
  if (next === null) return t`${failed} It is not tried again by itself.`
  const isDue = next <= now
  return `${failed} ${isDue ? t`It is tried again within half a minute.` : t`Next try: ${dueTimeText(next, now, pattern, timeZone)}.`}`
}
