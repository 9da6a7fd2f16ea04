import type { AlertCondition, AlertOperator, AlertSelector, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { NumberMarks } from '../format/number.ts'
import { comparedText } from '../format/value.ts'

const relations: Record<AlertOperator, string> = {
  'greater than': 'greater than',
  'less than': 'less than',
  equals: 'equal to',
  '>': 'greater than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '==': 'equal to',
  '!=': 'different from',
}

const subjects: Record<AlertSelector, string> = {
  first: 'First row value',
  min: 'Smallest value',
  max: 'Largest value',
  count: 'Number of rows',
}

/** A sentence with two highlighted values: `First row value is` 25.05 `, which is greater than` 20. */
export interface Finding {
  lead: string
  value: string
  relation: string
  reference: string
}

/**
 * The finding as a sentence; null if there is no value to compare.
 * @param marks thousands and decimal separators of its numbers
 */
export function findingOf(condition: AlertCondition, value: Cell, state: AlertState, marks: NumberMarks): Finding | null {
  if (value === null) return null
  const { op, selector = 'first', value: reference } = condition
  const relation = relations[op] ?? op
  return {
    lead: `${subjects[selector]} is`,
    value: comparedText(value, marks),
    relation: {
      triggered: `, which is ${relation}`,
      ok: `, which is not ${relation}`,
      unknown: ', which cannot be compared with',
    }[state],
    reference: comparedText(reference, marks),
  }
}

/**
 * The finding as plain text.
 * @param marks thousands and decimal separators of its numbers
 */
export function findingText(condition: AlertCondition, value: Cell, state: AlertState, marks: NumberMarks): string {
  const finding = findingOf(condition, value, state, marks)
  if (finding === null) return 'There is no value to compare.'
  return `${finding.lead} ${finding.value}${finding.relation} ${finding.reference}.`
}

/** The subject of a notification without a custom subject. */
export const defaultSubject = (alertName: string, state: AlertState): string =>
  `Alert: ${alertName} changed status to ${state.toUpperCase()}`

/** The subject of a notification that the query of an alert fails. */
export const failingSubject = (alertName: string): string => `Alert: ${alertName} could not be checked because its query fails`

/** The text of such a notification. It quotes no error message, which may contain data that the recipient may not see. */
export const FAILING_TEXT =
  'The last refresh of the query failed, so the alert was not checked. It keeps its state until the query runs again.'
