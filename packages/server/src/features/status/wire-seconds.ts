/** A time as the calls about tasks write it: seconds since the epoch, with their fractions. */
export const epochSeconds = (time: Date): number => time.getTime() / 1000
