import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'

/** The current time and time zone of this browser, in which dynamic dates are resolved. */
export const browserClock = (): ClockContext => ({
  now: new Date(),
  // A getter: reading the time zone is slow, and most queries have no dynamic dates.
  get timeZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  },
})
