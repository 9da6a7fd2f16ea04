import type { Schedule } from '@sightline/contract/queries.ts'
import styles from './ScheduleText.module.css'
import { useScheduleText } from './use-schedule-text.ts'

/** The refresh schedule in a cell of a list, on several lines if it has the long name of a time zone. */
export function ScheduleText({ schedule }: { schedule: Schedule | null }) {
  const text = useScheduleText(schedule)
  return (
    <span className={styles.text} data-never={text === 'Never' || undefined}>
      {text}
    </span>
  )
}
