import type { AlertCondition, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { evaluate } from './evaluate.ts'
import { type AlertStanding, step } from './step.ts'

/** What the column held at some time. */
export interface PastValue {
  at: Date
  value: Cell
}

export interface Rehearsed {
  /** How often subscribers would have been told that the alert is triggered. */
  fired: number
  happenings: { kind: 'change' | 'reminder'; state: AlertState; value: Cell; at: Date }[]
}

/** What an alert would have told if it had been there. @param past oldest first */
export function rehearse(
  condition: Pick<AlertCondition, 'op' | 'value'>,
  rearm: number | null,
  past: readonly PastValue[],
): Rehearsed {
  const happenings: Rehearsed['happenings'] = []
  let fired = 0
  let standing: AlertStanding = { state: 'unknown', last_triggered_at: null, rearm, isMuted: false }
  for (const { at, value } of past) {
    const { happening, isTold, ...next } = step(standing, evaluate(condition, value), at)
    standing = { ...standing, ...next }
    if (happening !== null) happenings.push({ kind: happening, state: next.state, value, at })
    if (isTold && next.state === 'triggered') fired++
  }
  return { fired, happenings }
}
