import { daysOf, timeOf } from '../values/times.ts'

/** What a text asks. */
export interface PrometheusQuery {
  /** Over a range of time, or at one. */
  isRange: boolean
  params: URLSearchParams
}

const DAY_SECONDS = 86_400

/**
 * Reads a text: parameters as in the query of an address, `query=…&start=…&step=…`, or just an expression.
 * @param now seconds since 1970
 */
export function prometheusQuery(text: string, now: number): PrometheusQuery {
  const plain = text.trim()
  const given = plain.startsWith('query=')
    ? new URLSearchParams(plain.replace(/\s*\n\s*/g, ' '))
    : new URLSearchParams({ query: plain })
  const params = new URLSearchParams()
  const isRange = given.has('step')
  for (const [name, value] of given)
    params.set(name, name === 'start' || name === 'end' || name === 'time' ? secondsOf(value, now) : value.trim())
  if (isRange && !params.has('end')) params.set('end', String(now))
  return { isRange, params }
}

/** `now`, seconds, or a time of ISO 8601, which is of UTC when it names no zone. */
function secondsOf(text: string, now: number): string {
  const plain = text.trim()
  if (plain === 'now') return String(now)
  const days = daysOf(plain)
  if (days !== undefined) return String(days * DAY_SECONDS)
  // A plus sign stands for a space in an address, so the zone +01:00 may have lost its sign.
  const time = timeOf(plain.replace(/ (\d{2}:\d{2})$/, '+$1'))
  return time ? String((Number(time.wallClock) / 1e6 - (time.offset ?? 0) * 60).toFixed(3)) : plain
}
