import { memoized } from '@sightline/domain/memoized.ts'

const MOST_KEPT = 2000
/** Remembered: a dashboard has hundreds of times, mostly the same ones for everyone who opens it. */
const written = memoized((time: number) => new Date(time).toISOString().replace('.000Z', 'Z'), MOST_KEPT)

/** Formats a time for the wire: ISO 8601 in UTC, with milliseconds only if they are not zero. */
export const wireTime = (time: Date): string => written(time.getTime())

export const wireTimeOrNull = (time: Date | null): string | null => (time === null ? null : wireTime(time))
