/** Cache of recently formatted times: a dashboard has hundreds of them, mostly the same ones for everyone who opens it. */
const written = new Map<number, string>()
/** The cache is emptied when it reaches this size. */
const MOST_KEPT = 2000

/** Formats a time for the wire: ISO 8601 in UTC, with milliseconds only if they are not zero. */
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
