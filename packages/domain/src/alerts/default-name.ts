import type { AlertCondition } from '@sightline/contract/alerts.ts'

/** The name of an alert that was given none: `Delay by carrier: avg_delay greater than 20`. */
export const defaultName = (queryName: string, { column, op, value }: AlertCondition): string =>
  `${queryName}: ${column} ${op} ${value}`
