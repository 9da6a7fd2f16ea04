/** A time as the wire writes it: ISO 8601 in UTC, milliseconds only when they are not zero. */
export const wireTime = (time: Date): string => time.toISOString().replace('.000Z', 'Z')

export const wireTimeOrNull = (time: Date | null): string | null => (time === null ? null : wireTime(time))
