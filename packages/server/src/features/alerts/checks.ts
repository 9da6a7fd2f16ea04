import type { Cell } from '@sightline/contract/results.ts'
import { evaluate } from '@sightline/domain/alerts/evaluate.ts'
import { type AlertStep, step } from '@sightline/domain/alerts/state.ts'
import type { Services } from '../../platform/context.ts'
import { sourceIdsOf } from '../executions/results/access.ts'
import * as store from './checks.store.ts'
import { enqueueDeliveries } from './queue.ts'
import { sampler, samplingKey } from './samples.ts'
import type { AlertColumns } from './store.ts'
import { ownersWithoutAccess } from './value-access.ts'

/** Characters of a text that are kept of a value. */
const KEPT_CHARACTERS = 1000
/** Results that are caught up with in one round. */
const ROUND = 1000

/**
 * Lets the alerts of a query look at its new result. Each result is looked at once, also when several processes do this at the same
 * time, and what was not finished stays to be done: the states, what has happened and the messages to send are one transaction.
 */
export async function checkResult(services: Services, resultId: number): Promise<void> {
  try {
    await checkResultOnce(services, resultId)
  } catch (error) {
    if (!(error instanceof ColumnChanged)) throw error
    await checkResult(services, resultId)
  }
}

/** An alert looks at another column than it did when the values were read: nothing was stored, and they are read again. */
class ColumnChanged extends Error {}

async function checkResultOnce(services: Services, resultId: number): Promise<void> {
  const waiting = await store.pendingChecks(services.db, resultId)
  if (waiting.length === 0) return
  const result = await store.findResult(services.db, resultId)
  if (!result) return store.dropChecks(services.db, resultId)
  // Read before the transaction, which holds up everybody who changes these alerts.
  const sample = sampler(services, result)
  const values = new Map<string, Cell>()
  for (const { options } of waiting) values.set(samplingKey(options), await sample(options))

  const blind = await ownersWithoutAccess(
    services,
    result,
    waiting.map(({ user_id }) => user_id),
  )
  const valueFor = ({ options, user_id }: AlertColumns): Cell =>
    blind.has(user_id) ? null : (values.get(samplingKey(options)) ?? null)

  const now = services.now()
  const ids = waiting.map(({ id }) => id)
  const messages = await services.db.transaction(async (tx) => {
    const alerts = await store.claimChecks(tx, resultId, ids)
    if (alerts.some(({ options }) => !values.has(samplingKey(options)))) throw new ColumnChanged()
    const looks = alerts.map((alert) => check(alert, valueFor(alert), now))
    const happened = looks.flatMap((one) => (one.event === null ? [] : [{ ...one, kind: one.event }]))
    const unchanged = looks.filter(({ event }) => event === null).map(({ alert }) => alert.id)
    await store.recordChecked(tx, resultId, now, unchanged, happened.map(stateChangeOf))
    const events = await store.insertEvents(
      tx,
      happened.map(({ alert, kind, state, value }) => ({
        alert_id: alert.id,
        kind,
        state_before: alert.state,
        state,
        value: [truncatedValue(value)],
        query_result_id: resultId,
        source_ids: sourceIdsOf(result),
        created_at: now,
      })),
    )
    const told = events.filter((_, index) => happened[index]?.notifies)
    return store.insertDeliveries(tx, told, now)
  })
  await enqueueDeliveries(services, messages)
}

/** Looks at results that nobody has finished looking at: their process has ended, or could not read them. */
export async function checkPendingResults(services: Services): Promise<void> {
  for (const resultId of await store.uncheckedResults(services.db, ROUND)) {
    try {
      await checkResult(services, resultId)
    } catch (err) {
      services.log.error({ err, query_result_id: resultId }, 'Alerts could not look at a result.')
    }
  }
}

interface Check extends AlertStep {
  alert: AlertColumns
  value: Cell
}

function check(alert: AlertColumns, value: Cell, now: Date): Check {
  const before = { ...alert, isMuted: alert.options.muted === true }
  return { alert, value, ...step(before, evaluate(alert.options, value), now) }
}

const stateChangeOf = ({ alert, state, last_triggered_at }: Check): store.StateChange => ({
  id: alert.id,
  state,
  last_triggered_at,
})

/** A value as the history keeps it. */
export const truncatedValue = (value: Cell): Cell =>
  typeof value === 'string' && value.length > KEPT_CHARACTERS ? `${value.slice(0, KEPT_CHARACTERS)} …` : value
