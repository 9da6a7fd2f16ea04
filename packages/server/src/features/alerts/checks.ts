import type { Cell } from '@sightline/contract/results.ts'
import { type AlertStep, findingFor, step } from '@sightline/domain/alerts/state.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { Context, Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sourceIdsOf } from '../executions/results/service.ts'
import * as store from './checks.store.ts'
import { enqueueDeliveries } from './deliveries.ts'
import { ownersWithoutAccess, sampler, samplingKey } from './result-values.ts'
import { mustChange } from './service.ts'
import type { AlertColumns } from './store.ts'

/** Longer text values are truncated in the alert's history. */
const MAX_VALUE_CHARACTERS = 1000
/** Results per recovery round. */
const BATCH = 1000
const DAY_MS = 86_400_000
/** Events older than this are removed from the history of alerts. */
const RETENTION_DAYS = 365

/**
 * Checks a new result against the alerts of its query. Each alert checks a result exactly once, even if several processes try
 * at the same time: states, events and deliveries are stored in one transaction, and the checks stay pending until it commits.
 */
export async function checkResult(services: Services, resultId: number): Promise<void> {
  try {
    await checkResultOnce(services, resultId)
  } catch (error) {
    if (!(error instanceof ColumnChanged)) throw error
    await checkResult(services, resultId)
  }
}

/** An alert was changed to another column after the values were read. Nothing was stored; the check starts over. */
class ColumnChanged extends Error {}

async function checkResultOnce(services: Services, resultId: number): Promise<void> {
  const pending = await store.pendingChecks(services.db, resultId)
  if (pending.length === 0) return
  const result = await store.findResult(services.db, resultId)
  if (!result) return store.dropChecks(services.db, resultId)
  // Read the values before the transaction, which locks the alerts.
  const sample = sampler(services, result)
  const values = new Map<string, Cell>()
  for (const { options } of pending) values.set(samplingKey(options), await sample(options))

  const withoutAccess = await ownersWithoutAccess(
    services,
    result,
    pending.map(({ user_id }) => user_id),
  )
  const valueFor = ({ options, user_id }: AlertColumns): Cell =>
    withoutAccess.has(user_id) ? null : (values.get(samplingKey(options)) ?? null)

  const now = services.now()
  const ids = pending.map(({ id }) => id)
  const messages = await services.db.transaction(async (tx) => {
    const alerts = await store.claimChecks(tx, resultId, ids)
    if (alerts.some(({ options }) => !values.has(samplingKey(options)))) throw new ColumnChanged()
    const checks = alerts.map((alert) => check(alert, valueFor(alert), now))
    const happened = checks.flatMap((one) => (one.event === null ? [] : [{ ...one, kind: one.event }]))
    await store.recordChecked(tx, resultId, now, checks.map(checkedOf))
    const events = await store.insertEvents(
      tx,
      happened.map(({ alert, kind, state, health, value }) => ({
        alert_id: alert.id,
        kind,
        state_before: alert.state,
        state,
        health_before: alert.health,
        health,
        value: [truncatedValue(value)],
        query_result_id: resultId,
        source_ids: sourceIdsOf(result),
        created_at: now,
      })),
    )
    const notified = events.filter((_, index) => happened[index]?.notifies)
    return store.insertDeliveries(tx, notified, now)
  })
  await enqueueDeliveries(services, messages)
}

/** Checks results whose check was never finished, because the process ended or the result could not be read. */
export async function checkPendingResults(services: Services): Promise<void> {
  for (const resultId of await store.uncheckedResults(services.db, BATCH)) {
    try {
      await checkResult(services, resultId)
    } catch (err) {
      services.log.error({ err, query_result_id: resultId }, 'Alerts could not check a result.')
    }
  }
}

/** Removes the events of alerts that are older than a year. */
export function removeOldEvents({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  return store.removeEvents(db, new Date(now().getTime() - RETENTION_DAYS * DAY_MS))
}

interface Check extends AlertStep {
  alert: AlertColumns
  value: Cell
}

function check(alert: AlertColumns, value: Cell, now: Date): Check {
  const before = { ...alert, isMuted: alert.options.muted === true }
  return { alert, value, ...step(before, findingFor(alert.options, value), now) }
}

const checkedOf = ({ alert, state, health, last_triggered_at, event, value }: Check): store.CheckedAlert => ({
  id: alert.id,
  state,
  health,
  last_triggered_at,
  value: truncatedValue(value),
  hasChanged: event !== null,
})

/** A value as it is stored in the history. */
const truncatedValue = (value: Cell): Cell => (typeof value === 'string' ? shortened(value, MAX_VALUE_CHARACTERS) : value)

/**
 * Checks the latest result now, on request of the alert's owner. Subscribers are notified whatever the outcome, even if the
 * alert is muted, since this is a test. The state changes only if a check after a run would change it.
 */
export async function evaluateNow(ctx: Context, id: number): Promise<null> {
  const { alert: requested, query } = await mustChange(ctx, id)
  const result = query.latest_query_data_id === null ? undefined : await store.findResult(ctx.db, query.latest_query_data_id)
  const isVisible = result !== undefined && (await ownersWithoutAccess(ctx, result, [requested.user_id])).size === 0
  const value = isVisible ? await sampler(ctx, result)(requested.options) : null
  const now = ctx.now()
  const messages = await ctx.db.transaction(async (tx) => {
    const alert = await store.lockAlert(tx, id)
    if (!alert) throw new AppError('not_found')
    const found = findingFor(requested.options, value)
    // A result from before the failure does not end it, and without a result the health stays as it is.
    const health = alert.health === 'failing' || !result ? alert.health : found.health
    const { event: kind, state, last_triggered_at } = step({ ...alert, isMuted: false }, { ...found, health }, now)
    const checked = { id, state, health, last_triggered_at, value: truncatedValue(value), hasChanged: true }
    if (kind !== null && result) await store.recordChecked(tx, result.id, now, [checked])
    const event = {
      alert_id: id,
      kind: kind ?? ('test' as const),
      state_before: alert.state,
      state,
      health_before: alert.health,
      health,
      value: [truncatedValue(value)] satisfies [Cell],
      query_result_id: result?.id ?? null,
      source_ids: result ? sourceIdsOf(result) : [],
      created_at: now,
    }
    return store.insertDeliveries(tx, await store.insertEvents(tx, [event]), now)
  })
  await enqueueDeliveries(ctx, messages)
  return null
}
