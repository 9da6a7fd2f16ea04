import type { AlertCondition, AlertOperator, AlertSelector, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'

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
  first: 'Top row value',
  min: 'Smallest value',
  max: 'Largest value',
}

/** A sentence in parts, the two values of which stand out: `Top row value is` 25.05 `, which is greater than` 20. */
export interface Finding {
  lead: string
  value: string
  relation: string
  reference: string
}

/** What was found, as a sentence; null where there was no value to compare. */
export function findingOf(condition: AlertCondition, value: Cell, state: AlertState): Finding | null {
  if (value === null) return null
  const { op, selector = 'first', value: reference } = condition
  const verb = { triggered: 'which is', ok: 'which is not', unknown: 'which cannot be told to be' }[state]
  return {
    lead: `${subjects[selector]} is`,
    value: String(value),
    relation: `, ${verb} ${relations[op] ?? op}`,
    reference: String(reference),
  }
}

/** What was found, as a text. */
export function findingText(condition: AlertCondition, value: Cell, state: AlertState): string {
  const finding = findingOf(condition, value, state)
  if (finding === null) return 'There is no value to compare.'
  return `${finding.lead} ${finding.value}${finding.relation} ${finding.reference}.`
}

/** The subject of a message where nobody has written one. */
export const defaultSubject = (alertName: string, state: AlertState): string =>
  `Alert: ${alertName} changed status to ${state.toUpperCase()}`
