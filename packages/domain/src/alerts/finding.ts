import type { AlertCondition, AlertOperator, AlertSelector, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { comparedText, computedText, type ValueFormats } from '../format/value.ts'
import { i18n } from '../language/i18n.ts'
import { isolated } from '../language/isolated.ts'
import { stateLabel } from './state-label.ts'

const greater = () => i18n._('greater than', {}, { context: 'which is … a value' })
const less = () => i18n._('less than', {}, { context: 'which is … a value' })
const equals = () => i18n._('equal to')

/** The operators in a sentence about a value, `which is greater than`. Some languages write them in another form than in a list. */
const relations: Record<AlertOperator, () => string> = {
  'greater than': greater,
  'less than': less,
  equals,
  '>': greater,
  '>=': () => i18n._('at least', {}, { context: 'which is … a value' }),
  '<': less,
  '<=': () => i18n._('at most', {}, { context: 'which is … a value' }),
  '==': equals,
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

/** A part of the sentence `First row value is 25.05, which is greater than 20.`; the two values are highlighted. */
export interface FindingPart {
  text: string
  isValue: boolean
}

/** They keep the places of the values in the translated sentence. */
const [VALUE, REFERENCE] = ['\ue000', '\ue001']

/**
 * The finding as a sentence in the order of words of its reader; null if there is no value to compare.
 * @param formats of the organization
 */
export function findingOf(
  condition: AlertCondition,
  value: Cell,
  state: AlertState,
  formats: FindingFormats,
): FindingPart[] | null {
  if (value === null) return null
  const { op, selector = 'first', value: reference } = condition
  const words = { lead: leads[selector](), value: VALUE, relation: relations[op](), reference: REFERENCE }
  const sentence = {
    triggered: i18n._('{lead} {value}, which is {relation} {reference}.', words),
    ok: i18n._('{lead} {value}, which is not {relation} {reference}.', words),
    unknown: i18n._('{lead} {value}, which cannot be compared with {reference}.', words),
  }[state]
  const values = new Map([
    [VALUE, computedText(value, reference, formats)],
    [REFERENCE, comparedText(reference, formats.numberMarks)],
  ])
  return sentence.split(new RegExp(`(${VALUE}|${REFERENCE})`)).map((text) => {
    const shown = values.get(text)
    return shown === undefined ? { text, isValue: false } : { text: isolated(shown, i18n.locale), isValue: true }
  })
}

/** The text in place of a finding where there is no value. */
export const noFindingText = (): string => i18n._('There is no value to compare.')

/**
 * The finding as plain text.
 * @param formats of the organization
 */
export function findingText(condition: AlertCondition, value: Cell, state: AlertState, formats: FindingFormats): string {
  const parts = findingOf(condition, value, state, formats)
  return parts === null ? noFindingText() : parts.map(({ text }) => text).join('')
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
