import { t } from '@lingui/core/macro'
import '@mantine/dates/styles.layer.css'
import { Input, SegmentedControl } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import type { Schedule } from '@sightline/contract/queries.ts'
import { localTimeOf, type WeekTime, withLocalTime } from '@sightline/domain/schedule/display.ts'
import { weekdays } from '@sightline/domain/schedule/intervals.ts'
import { useState } from 'react'
import { weekdayName } from '../../language/weekday-name.ts'
import { useTimeZone } from '../time-zone.tsx'
import { clockText } from './local-time.ts'
import styles from './WeekTimeFields.module.css'

const STEP_MINUTES = 5

interface WeekTimeFieldsProps {
  schedule: Schedule
  now: Date
  onChange(schedule: Schedule): void
}

/** The weekday and time of day of a schedule, in its time zone; nothing if the schedule has neither. */
export function WeekTimeFields({ schedule, now, onChange }: WeekTimeFieldsProps) {
  const timeZone = useTimeZone()
  const local = localTimeOf(schedule)
  if (local === null) return null
  const setLocal = (changed: Partial<WeekTime>) => onChange(withLocalTime(schedule, { ...local, ...changed }))
  return (
    <>
      {local.day_of_week && (
        <Input.Wrapper label={t`On`} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t`On`}
            data={weekdays.map((name) => ({ value: name, label: weekdayName(name, 'short') }))}
            value={local.day_of_week}
            onChange={(day_of_week) => setLocal({ day_of_week })}
          />
        </Input.Wrapper>
      )}
      <TimeOfDay time={local.time} clock={clockText(schedule, timeZone, now)} onChange={(time) => setLocal({ time })} />
    </>
  )
}

interface TimeOfDayProps {
  /** HH:MM, local time. */
  time: string
  /** The time zone and the same time in UTC, as text. */
  clock: string
  onChange(time: string): void
}

function TimeOfDay({ time, clock, onChange }: TimeOfDayProps) {
  // Typed text may not be a complete time yet, or not be a multiple of the step.
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed !== null && typed !== '') onChange(roundToStep(typed))
    setTyped(null)
  }
  return (
    <div className={styles.time}>
      <TimePicker
        label={t`At`}
        value={typed ?? time}
        onChange={(value) => {
          setTyped(value)
          if (value !== '' && roundToStep(value) === value) onChange(value)
        }}
        onBlur={commit}
        minutesStep={STEP_MINUTES}
        withDropdown
        hoursInputLabel={t`Hour`}
        minutesInputLabel={t`Minute`}
        popoverProps={{ withinPortal: true }}
      />
      <span className={styles.clock}>{clock}</span>
    </div>
  )
}

/** Rounds a time down to a multiple of the step. */
function roundToStep(time: string): string {
  const [hour = '00', minute = '00'] = time.split(':')
  const step = Math.floor(Number(minute) / STEP_MINUTES) * STEP_MINUTES
  return `${hour}:${String(step).padStart(2, '0')}`
}
