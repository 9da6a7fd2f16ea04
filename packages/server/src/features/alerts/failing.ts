import { failedStep } from '@sightline/domain/alerts/state.ts'
import type { Services } from '../../platform/context.ts'
import { insertDeliveries, insertEvents } from './checks.store.ts'
import { enqueueDeliveries } from './deliveries.ts'
import * as store from './failing.store.ts'

/**
 * Gives the alerts of failing queries the health `failing`, and notifies their subscribers once. Works from what is stored, so
 * that a failure is not lost when a process ends before it has marked the alerts.
 */
export async function markFailing(services: Services): Promise<void> {
  const found = await store.alertsToMark(services.db)
  if (found.length === 0) return
  const now = services.now()
  const messages = await services.db.transaction(async (tx) => {
    const steps = (await store.lockAlertsToMark(tx, found)).map((alert) => ({
      alert,
      ...failedStep({ ...alert, isMuted: alert.options.muted === true }),
    }))
    await store.setFailing(
      tx,
      steps.map(({ alert }) => alert.id),
      now,
    )
    const events = await insertEvents(
      tx,
      steps.map(({ alert, state, health }) => ({
        alert_id: alert.id,
        kind: 'change' as const,
        state_before: alert.state,
        state,
        health_before: alert.health,
        health,
        value: [null] satisfies [null],
        source_ids: [],
        created_at: now,
      })),
    )
    const notified = events.filter((_, index) => steps[index]?.notifies)
    return insertDeliveries(tx, notified, now)
  })
  await enqueueDeliveries(services, messages)
}

/** Has alerts check the result that their query shows if it no longer fails, but has had no new result since. */
export const checkRecovered = ({ db }: Pick<Services, 'db'>): Promise<void> => store.addRecoveredChecks(db)
