import type { Moment } from '@sightline/domain/parameters/wall-clock.ts'

/** Now, on the clock of this browser: dynamic dates are those of whoever runs the query. */
export const momentHere = (): Moment => ({ now: new Date(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
