import { timeAgo } from '@sightline/domain/format/units.ts'
import dayjs from 'dayjs'
import { useSyncExternalStore } from 'react'
import { clock } from './clock.ts'

interface TimeAgoProps {
  /** ISO 8601; null when it never was. */
  date: string | null
  /** What stands where there is no date. */
  never?: string
}

/** How long ago something was; the exact time is in its title. All of them are refreshed together, every 30 s. */
export function TimeAgo({ date, never = '–' }: TimeAgoProps) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now)
  if (date === null) return <span>{never}</span>
  return (
    <time dateTime={date} title={dayjs(date).format('YYYY-MM-DD HH:mm:ss')}>
      {timeAgo(date, notBefore(date, now))}
    </time>
  )
}

/** The clock is up to 30 s behind: what has just been made must not read as the future. */
const notBefore = (date: string, now: number) => {
  const then = Date.parse(date)
  return new Date(then > now && then - now < 60_000 ? then : now)
}
