import { weekdays } from '@sightline/domain/schedule/intervals.ts'
import { pageLanguage } from './i18n.ts'

const DAY_MS = 86_400_000
/** 7 January 2024, a Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7)

/** The name of a weekday in the language of the page. @param name the English one, as it is stored */
export function weekdayName(name: string, length: 'short' | 'long'): string {
  const index = weekdays.indexOf(name)
  if (index < 0) return name
  return new Intl.DateTimeFormat(pageLanguage, { weekday: length, timeZone: 'UTC' }).format(SUNDAY + index * DAY_MS)
}
