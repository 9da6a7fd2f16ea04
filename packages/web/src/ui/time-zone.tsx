import { FROM_BROWSER, type WeekStart } from '@sightline/contract/settings.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import type { Calendar, ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import { type Weekday, weekdayNumber, weekdays } from '@sightline/domain/schedule/intervals.ts'
import { createContext, useCallback, useContext, useMemo } from 'react'
import { browserLocale } from '../language/browser-locale.ts'
import { weekdayName } from '../language/weekday-name.ts'

/** The reader's settings of time zone and week: names, or those of the browser. */
export interface CalendarSettings {
  timeZone: string
  weekStart: WeekStart
}

/** The IANA name of the time zone of this browser. */
export const browserTimeZone = (): string => currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** The first day of the week in the language of this browser; Monday in browsers that do not know it. */
function browserWeekStart(): Weekday {
  const locale: LocaleWithWeek = new Intl.Locale(browserLocale())
  // Counted from 1 for Monday to 7 for Sunday.
  const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
  return weekdayNumber(weekdays[firstDay % 7] ?? '') ?? 1
}

/** Each browser has the method, an older property, or neither. */
interface LocaleWithWeek extends Omit<Intl.Locale, 'getWeekInfo'> {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The time zone that a setting stands for. */
export const resolvedTimeZone = (setting: string): string => (setting === FROM_BROWSER ? browserTimeZone() : setting)

/** The calendar that settings stand for. */
export const resolvedCalendar = ({ timeZone, weekStart }: CalendarSettings): Calendar => ({
  timeZone: resolvedTimeZone(timeZone),
  weekStart: weekdayNumber(weekStart) ?? browserWeekStart(),
})

/** The settings of the reader; before they are known, those of the browser. */
export const CalendarContext = createContext<CalendarSettings>({ timeZone: FROM_BROWSER, weekStart: FROM_BROWSER })

/** How the reader counts days and weeks. */
export function useCalendar(): Calendar {
  const { timeZone, weekStart } = useContext(CalendarContext)
  return useMemo(() => resolvedCalendar({ timeZone, weekStart }), [timeZone, weekStart])
}

/** Returns the current time in the calendar of the reader, in which dynamic dates are resolved. */
export function useClock(): () => ClockContext {
  const calendar = useCalendar()
  return useCallback(() => ({ now: new Date(), ...calendar }), [calendar])
}

/** The IANA name of the time zone in which the reader sees all times. */
export const useTimeZone = (): string => useCalendar().timeZone

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
    ...Intl.supportedValuesOf('timeZone').map(currentZoneName).sort(),
    ...(chosen === null || chosen === FROM_BROWSER ? [] : [chosen]),
  ]),
]

/** The choices of a field for the first day of the week, written out because the web app is built without the schemas. */
const weekStartChoices = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const satisfies readonly WeekStart[]

/** The same with their names in the language of the page. */
export const weekStartOptions = () => weekStartChoices.map((value) => ({ value, label: weekdayName(value, 'long') }))

/** The setting that names the first day of the week of this browser. */
export const browserWeekStartName = (): WeekStart => weekStartChoices[browserWeekStart()]

/** Names that browsers still use for time zones that have been renamed, with the current ones. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The current name of a time zone that a browser may call by an earlier one. */
export const currentZoneName = (name: string): string => renamed[name] ?? name
