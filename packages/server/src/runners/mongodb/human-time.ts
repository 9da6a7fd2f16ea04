const UNITS: Record<string, (date: Date, count: number) => void> = {
  second: (date, count) => date.setUTCSeconds(date.getUTCSeconds() + count),
  minute: (date, count) => date.setUTCMinutes(date.getUTCMinutes() + count),
  hour: (date, count) => date.setUTCHours(date.getUTCHours() + count),
  day: (date, count) => date.setUTCDate(date.getUTCDate() + count),
  week: (date, count) => date.setUTCDate(date.getUTCDate() + 7 * count),
  month: (date, count) => addMonths(date, count),
  year: (date, count) => addMonths(date, 12 * count),
}

/** A month after January 31 is the last day of February, not some day in March. */
function addMonths(date: Date, count: number): void {
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
}

const WORDS: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }
const AGO = /^(\d+|an?) (second|minute|hour|day|week|month|year)s? ago$/
const AHEAD = /^in (\d+|an?) (second|minute|hour|day|week|month|year)s?$/

/**
 * Parses a time as people write it: `now`, `today`, `yesterday`, `tomorrow` (at midnight UTC), `3 days ago`, `in 2 hours`, or a
 * date.
 * @returns undefined if it is none of these
 */
export function humanTime(said: string, now: Date): Date | undefined {
  const text = said.trim().toLowerCase()
  const time = new Date(now)
  if (text === 'now') return time
  const days = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined
  if (days !== undefined) return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days))
  const [ago, ahead] = [AGO.exec(text), AHEAD.exec(text)]
  const [, count = '', unit = ''] = ago ?? ahead ?? []
  if (unit !== '') {
    UNITS[unit]?.(time, (/^an?$/.test(count) ? 1 : Number(count)) * (ago ? -1 : 1))
    return time
  }
  const written = new Date(/^\d{4}-\d\d-\d\d/.test(text) ? said.trim() : Number.NaN)
  return Number.isNaN(written.getTime()) ? undefined : written
}
