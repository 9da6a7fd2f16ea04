import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'

/** Now, on the clock of this browser: dynamic dates are those of whoever runs the query. */
export const browserClock = (): ClockContext => ({
  now: new Date(),
  // To ask for it takes as long as to draw something, and most queries have no such dates.
  get timeZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  },
})
