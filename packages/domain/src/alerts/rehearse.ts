import type { AlertCondition, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { evaluate } from './evaluate.ts'
import { type AlertStatus, step } from './step.ts'

/** What the column held at some time. */
export interface PastValue {
  at: Date
  value: Cell
}

export interface BacktestResult {
  /** How often subscribers would have been told that the alert is triggered. */
  fired: number
  events: { kind: 'change' | 'reminder'; state: AlertState; value: Cell; at: Date }[]
}

/** What an alert would have told if it had been there. @param past oldest first */
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
