import type { AlertCondition, AlertOperator, AlertSelector, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { comparedText, computedText, type ValueFormats } from '../format/value.ts'
import { i18n } from '../language/i18n.ts'
import { operatorText } from './options.ts'
import { stateLabel } from './state-label.ts'

const equal = () => i18n._('equal to')

/** The operators whose words do not follow *which is*. */
const relations: Partial<Record<AlertOperator, () => string>> = {
  equals: equal,
  '==': equal,
  '!=': () => i18n._('different from'),
}

const leads: Record<AlertSelector, () => string> = {
  first: () => i18n._('First row value is'),
  min: () => i18n._('Smallest value is'),
  max: () => i18n._('Largest value is'),
  count: () => i18n._('Number of rows is'),
}

/** The formats of the numbers in a finding. */
type FindingFormats = Pick<ValueFormats, 'floatFormat' | 'numberMarks'>

/** A sentence with two highlighted values: `First row value is` 25.05 `, which is greater than` 20. */
export interface Finding {
  lead: string
  value: string
  relation: string
  reference: string
}

/**
 * The finding as a sentence; null if there is no value to compare.
 * @param formats of the organization
 */
export function findingOf(condition: AlertCondition, value: Cell, state: AlertState, formats: FindingFormats): Finding | null {
  if (value === null) return null
  const { op, selector = 'first', value: reference } = condition
  const relation = relations[op]?.() ?? operatorText(op)
  return {
    lead: leads[selector](),
    value: computedText(value, reference, formats),
    relation: {
      triggered: i18n._(', which is {relation}', { relation }),
      ok: i18n._(', which is not {relation}', { relation }),
      unknown: i18n._(', which cannot be compared with'),
    }[state],
    reference: comparedText(reference, formats.numberMarks),
  }
}

/** The text in place of a finding where there is no value. */
export const noFindingText = (): string => i18n._('There is no value to compare.')

/**
 * The finding as plain text.
 * @param formats of the organization
 */
export function findingText(condition: AlertCondition, value: Cell, state: AlertState, formats: FindingFormats): string {
  const finding = findingOf(condition, value, state, formats)
  if (finding === null) return noFindingText()
  return `${finding.lead} ${finding.value}${finding.relation} ${finding.reference}.`
}

/** The subject of a notification without a custom subject. */
export const defaultSubject = (alertName: string, state: AlertState): string =>
  i18n._('Alert: {alertName} changed status to {state}', { alertName, state: stateLabel(state) })

/** The subject of a notification that the query of an alert fails. */
export const failingSubject = (alertName: string): string =>
  i18n._('Alert: {alertName} could not be checked because its query fails', { alertName })

/** The text of such a notification. It quotes no error message, which may contain data that the recipient may not see. */
export const failingText = (): string =>
  i18n._('The last refresh of the query failed, so the alert was not checked. It keeps its state until the query runs again.')
