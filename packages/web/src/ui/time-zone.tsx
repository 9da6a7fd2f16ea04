import { BROWSER_TIME_ZONE } from '@sightline/contract/settings.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { createContext, useContext } from 'react'

/** The IANA name of the time zone of this browser. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone that a setting stands for. */
export const resolvedTimeZone = (setting: string): string => (setting === BROWSER_TIME_ZONE ? browserTimeZone() : setting)

/** The setting of the reader; before it is known, times are those of the browser. */
export const TimeZoneContext = createContext<string>(BROWSER_TIME_ZONE)

/** The IANA name of the time zone in which the reader sees all times. */
export const useTimeZone = (): string => resolvedTimeZone(useContext(TimeZoneContext))

interface DateTimeProps {
  /** ISO 8601 with a zone. */
  value: string
  /** A date pattern of Day.js. */
  format: string
}

/** A time in the zone of the reader. */
export function DateTime({ value, format }: DateTimeProps) {
  return <>{formatDate(value, format, useTimeZone()) ?? value}</>
}

/** The choices of a field for a time zone: UTC first, then all others by name. @param chosen kept even if this browser does not know it */
export const timeZoneChoices = (chosen: string | null): string[] => [
  ...new Set([
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
    ...(chosen === null || chosen === BROWSER_TIME_ZONE ? [] : [chosen]),
  ]),
]
