import type { Alert } from '@sightline/contract/alerts.ts'

/** The alerts that somebody should look at, triggered ones first. Muted alerts stay quiet here too. */
export const alertsInNeed = <Item extends Pick<Alert, 'state' | 'health' | 'options'>>(alerts: readonly Item[]): Item[] => {
  const loud = alerts.filter(({ options }) => options.muted !== true)
  return [
    ...loud.filter(({ state }) => state === 'triggered'),
    ...loud.filter(({ state, health }) => state !== 'triggered' && health !== 'ok'),
  ]
}
