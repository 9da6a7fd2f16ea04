/** Times that were written lately: a dashboard has hundreds, mostly the same ones for each who opens it. */
const written = new Map<number, string>()
/** Beyond this many all are forgotten. */
const MOST_KEPT = 2000

/** A time as the wire writes it: ISO 8601 in UTC, milliseconds only when they are not zero. */
export function wireTime(time: Date): string {
  const key = time.getTime()
  const known = written.get(key)
  if (known !== undefined) return known
  const text = time.toISOString().replace('.000Z', 'Z')
  if (written.size >= MOST_KEPT) written.clear()
  written.set(key, text)
  return text
}

export const wireTimeOrNull = (time: Date | null): string | null => (time === null ? null : wireTime(time))
