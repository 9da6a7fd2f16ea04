const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const steps = [
  { seconds: YEAR, name: 'year' },
  { seconds: MONTH, name: 'month' },
  { seconds: WEEK, name: 'week' },
  { seconds: DAY, name: 'day' },
  { seconds: HOUR, name: 'hour' },
  { seconds: MINUTE, name: 'minute' },
]

/**
 * How long ago something was, in words: `just now`, `14 minutes ago`, `yesterday`, `3 weeks ago`, `in 2 hours`.
 * @param then ISO 8601
 */
export function timeAgo(then: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(then)) / 1000
  if (Number.isNaN(seconds)) return ''
  const span = Math.abs(seconds)
  const step = steps.find((candidate) => span >= candidate.seconds)
  if (step === undefined) return 'just now'
  const count = Math.floor(span / step.seconds)
  if (step.name === 'day' && count === 1) return seconds > 0 ? 'yesterday' : 'tomorrow'
  const text = `${count} ${step.name}${count === 1 ? '' : 's'}`
  return seconds > 0 ? `${text} ago` : `in ${text}`
}
