import type { AlertCondition, AlertHealth, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { evaluate } from './evaluate.ts'

/** The outcome of a check. */
export interface AlertFinding {
  state: AlertState
  health: AlertHealth
}

/** The state of an alert before a result is checked. */
export interface AlertStatus extends AlertFinding {
  /** When the state last changed, or subscribers were last reminded of it. */
  last_triggered_at: Date | null
  /** Seconds after which a triggered alert notifies again; null for never. */
  rearm: number | null
  isMuted: boolean
}

/** The outcome of checking a result. */
export interface AlertStep extends AlertFinding {
  last_triggered_at: Date | null
  /** `reminder`: still triggered, and `rearm` has passed. */
  event: 'change' | 'reminder' | null
  /** Whether subscribers are notified. */
  notifies: boolean
}

/**
 * The next state of an alert. Every change of state or health notifies, except the first `ok` of a new alert. If the state changes
 * and `rearm` has passed as well, there is one notification, about the new state.
 * @param found by the check of the newest result
 */
export function step(before: AlertStatus, found: AlertFinding, now: Date): AlertStep {
  const isStateChange = found.state !== before.state
  const isHealthChange = found.health !== before.health
  const isDue = isReminderDue(before, now)
  if (!isStateChange && !isHealthChange && !isDue)
    return { ...found, last_triggered_at: before.last_triggered_at, event: null, notifies: false }
  const isFirstSight = before.state === 'unknown' && found.state === 'ok' && !isHealthChange
  return {
    ...found,
    last_triggered_at: isStateChange || isDue ? now : before.last_triggered_at,
    event: isStateChange || isHealthChange ? 'change' : 'reminder',
    notifies: !before.isMuted && !isFirstSight,
  }
}

/** The next state of an alert whose query failed: the state stays that of the last result. */
export const failedStep = (before: AlertStatus): AlertStep => ({
  state: before.state,
  health: 'failing',
  last_triggered_at: before.last_triggered_at,
  event: before.health === 'failing' ? null : 'change',
  notifies: before.health !== 'failing' && !before.isMuted,
})

/** The outcome of a check that has read this value. @param value null if there is none to compare */
export const findingFor = (condition: Pick<AlertCondition, 'op' | 'value'>, value: Cell): AlertFinding => ({
  state: evaluate(condition, value),
  health: value === null ? 'no_data' : 'ok',
})

function isReminderDue({ state, rearm, last_triggered_at }: AlertStatus, now: Date): boolean {
  if (state !== 'triggered' || rearm === null) return false
  return last_triggered_at === null || last_triggered_at.getTime() + rearm * 1000 < now.getTime()
}

/** The value of the column in a past result. */
interface PastValue {
  at: Date
  value: Cell
}

interface BacktestResult {
  /** How often subscribers would have been notified that the alert is triggered. */
  fired: number
  events: { kind: 'change' | 'reminder'; state: AlertState; value: Cell; at: Date }[]
}

/** Runs an alert over past values: the events and notifications it would have produced. @param past oldest first */
export function backtest(
  condition: Pick<AlertCondition, 'op' | 'value'>,
  rearm: number | null,
  past: readonly PastValue[],
): BacktestResult {
  const events: BacktestResult['events'] = []
  let fired = 0
  let status: AlertStatus = { state: 'unknown', health: 'ok', last_triggered_at: null, rearm, isMuted: false }
  for (const { at, value } of past) {
    const { event, notifies, ...next } = step(status, { state: evaluate(condition, value), health: 'ok' }, at)
    status = { ...status, ...next }
    if (event !== null) events.push({ kind: event, state: next.state, value, at })
    if (notifies && next.state === 'triggered') fired++
  }
  return { fired, events }
}
