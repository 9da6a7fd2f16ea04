import type { AlertCondition, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { evaluate } from './evaluate.ts'

/** The state of an alert before a result is checked. */
export interface AlertStatus {
  state: AlertState
  /** When the state last changed, or subscribers were last reminded of it. */
  last_triggered_at: Date | null
  /** Seconds after which a triggered alert notifies again; null for never. */
  rearm: number | null
  isMuted: boolean
}

/** The outcome of checking a result. */
export interface AlertStep {
  state: AlertState
  last_triggered_at: Date | null
  /** `reminder`: still triggered, and `rearm` has passed. */
  event: 'change' | 'reminder' | null
  /** Whether subscribers are notified. */
  notifies: boolean
}

/**
 * The next state of an alert. Every change notifies, except the first `ok` of a new alert. If the state changes and `rearm` has
 * passed as well, there is one notification, about the new state.
 * @param found the state of the newest result
 */
export function step(before: AlertStatus, found: AlertState, now: Date): AlertStep {
  const isChange = found !== before.state
  if (!isChange && !isReminderDue(before, now))
    return { state: before.state, last_triggered_at: before.last_triggered_at, event: null, notifies: false }
  const isFirstSight = before.state === 'unknown' && found === 'ok'
  return {
    state: found,
    last_triggered_at: now,
    event: isChange ? 'change' : 'reminder',
    notifies: !before.isMuted && !isFirstSight,
  }
}

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
  let status: AlertStatus = { state: 'unknown', last_triggered_at: null, rearm, isMuted: false }
  for (const { at, value } of past) {
    const { event, notifies, ...next } = step(status, evaluate(condition, value), at)
    status = { ...status, ...next }
    if (event !== null) events.push({ kind: event, state: next.state, value, at })
    if (notifies && next.state === 'triggered') fired++
  }
  return { fired, events }
}
