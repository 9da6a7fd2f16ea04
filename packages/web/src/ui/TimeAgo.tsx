import { formatDate } from '@sightline/domain/format/date.ts'
import { shortAge, timeAgo } from '@sightline/domain/format/units.ts'
import { useSyncExternalStore } from 'react'
import { pageLanguage } from '../language/i18n.ts'
import { useTimeZone } from './time-zone.tsx'

interface TimeAgoProps {
  /** ISO 8601; null for never. */
  date: string | null
  /** Shown if there is no date. */
  never?: string
  /** Writes `4 min` instead of `4 minutes ago`. */
  isShort?: boolean
}

/**
 * How long ago something was, with the exact time as its title, which pictures and prints show instead. All instances are refreshed
 * together, every 30 s.
 */
export function TimeAgo({ date, never = '–', isShort = false }: TimeAgoProps) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now)
  const timeZone = useTimeZone()
  if (date === null) return <span>{never}</span>
  return (
    <time dateTime={date} title={`${formatDate(date, 'YYYY-MM-DD HH:mm:ss', timeZone)} ${timeZone}`} data-ago>
      <span>{(isShort ? shortAge : timeAgo)(date, notBefore(date, now), pageLanguage)}</span>
    </time>
  )
}

/** The clock is up to 30 s behind, so something that was just created must not read as the future. */
const notBefore = (date: string, now: number) => {
  const then = Date.parse(date)
  return new Date(then > now && then - now < 60_000 ? then : now)
}

/** How often texts such as "2 minutes ago" are refreshed. */
export const REFRESH_MS = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = Date.now()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The shared clock of all relative times, in steps of 30 s. Its timer runs only while something subscribes. */
export const clock = {
  now: () => now,
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      now = Date.now()
      timer = setInterval(tick, REFRESH_MS)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && timer !== null) clearInterval(timer)
    }
  },
}
