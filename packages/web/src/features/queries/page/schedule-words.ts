import type { Schedule } from '@sightline/contract/queries.ts'
import { nextRun } from '@sightline/domain/schedule/due.ts'
import { dueTimeText, utcOffsetAt } from '../../../ui/schedule/local-time.ts'

/** Scheduled runs in a row that failed, and when the next try comes; null when the last one worked. */
export function failureText(
  query: { schedule: Schedule | null; schedule_failures: number; scheduled_at: string | null },
  now: Date,
  pattern: string,
  offsetAt = utcOffsetAt,
): string | null {
  const { schedule, schedule_failures: failures, scheduled_at } = query
  if (schedule === null || failures === 0 || scheduled_at === null) return null
  const failed = failures === 1 ? 'The last scheduled run failed.' : `The last ${failures} scheduled runs failed.`
  const next = nextRun({ schedule, lastRun: new Date(scheduled_at), failures })
  if (next === null) return `${failed} It is not tried again by itself.`
  const isDue = next <= now
  return `${failed} ${isDue ? 'It is tried again within half a minute.' : `Next try: ${dueTimeText(next, now, pattern, offsetAt)}.`}`
}
