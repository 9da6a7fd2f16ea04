import type { AlertCondition, AlertOperator, AlertOptions } from '@sightline/contract/alerts.ts'
import type { NumberMarks } from '../format/number.ts'
import { comparedText } from '../format/value.ts'
import { i18n } from '../language/i18n.ts'

/** Maximum number of rows that are passed to a template. */
export const TEMPLATE_ROWS = 1000

/**
 * The options of an alert in the form in which they are stored: blank texts become null.
 * @param template sent beside the options, which it overrides; undefined if it was not sent
 */
export function storedAlertOptions(sent: AlertOptions, template?: string | null): AlertOptions {
  const { subject, custom_subject, custom_body, ...options } = sent
  return {
    ...options,
    ...kept({ subject, custom_subject, custom_body }),
    template: textOrNull(template) ?? textOrNull(sent.template),
  }
}

/** A text that is not blank, otherwise null. */
const textOrNull = (text: string | null | undefined): string | null => (text && text.trim() !== '' ? text : null)

/** The sent texts; blank ones become null. */
function kept(texts: Record<string, string | null | undefined>) {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, textOrNull(text)]])),
  )
}

/** The default name of an alert: `Delay by carrier: avg_delay greater than 20`. */
export const defaultName = (queryName: string, condition: AlertCondition): string =>
  `${queryName}: ${subjectText(condition)} ${condition.op} ${condition.value}`

/** The compared thing of a condition: the name of the column, or `number of rows`. */
export const subjectText = ({ column, selector }: Pick<AlertCondition, 'column' | 'selector'>): string =>
  selector === 'count' ? i18n._('number of rows') : column

const greater = () => i18n._('greater than')
const less = () => i18n._('less than')
const equals = () => i18n._('equals')

const operatorWords: Record<AlertOperator, () => string> = {
  'greater than': greater,
  'less than': less,
  equals,
  '>': greater,
  '>=': () => i18n._('at least'),
  '<': less,
  '<=': () => i18n._('at most'),
  '==': equals,
  '!=': () => i18n._('not equal to'),
}

/**
 * A condition in words: `revenue greater than 1,000`.
 * @param numberMarks of the organization
 */
export const conditionText = (condition: AlertCondition, numberMarks: NumberMarks): string =>
  i18n._('{subject} {operator} {value}', {
    subject: subjectText(condition),
    operator: operatorText(condition.op),
    value: comparedText(condition.value, numberMarks),
  })

/** An operator in words, however it is stored. */
export const operatorText = (op: AlertOperator): string => operatorWords[op]?.() ?? op
