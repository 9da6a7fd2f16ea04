import type { AlertCondition, AlertOperator, AlertState } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'

type Comparison = '>' | '>=' | '<' | '<=' | '==' | '!='

/** The comparison of each operator, which may be spelled in words or as a sign. */
const comparisons: Record<AlertOperator, Comparison> = {
  'greater than': '>',
  'less than': '<',
  equals: '==',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '==': '==',
  '!=': '!=',
}

/**
 * The state of an alert for a value.
 * @param value of the watched column; null if there is no result, no row or no such column, or if the selector needs numbers and
 *   a value is not one
 */
export function evaluate({ op, value: reference }: Pick<AlertCondition, 'op' | 'value'>, value: Cell): AlertState {
  // A stored alert may have an operator that is no longer supported: it never fires.
  const comparison = Object.hasOwn(comparisons, op) ? comparisons[op] : null
  if (value === null) return 'unknown'
  if (comparison === null) return 'ok'
  const shown = typeof value === 'boolean' ? String(value) : value
  if (typeof shown === 'string' && !isNumeric(shown)) return compareTexts(comparison, shown, String(reference))
  if (!isNumeric(reference)) return 'unknown'
  return holds(comparison, compareNumbers(shown, reference)) ? 'triggered' : 'ok'
}

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/
const WHOLE_NUMBER = /^\s*[-+]?\d+\s*$/

/** Whether a value is a number, or a text that reads as one. */
export const isNumeric = (value: Cell): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && NUMBER.test(value)

/** Compares whole numbers of any length exactly; a double would lose digits. */
function compareNumbers(one: string | number, other: string | number): number {
  const [a, b] = [String(one), String(other)]
  if (WHOLE_NUMBER.test(a) && WHOLE_NUMBER.test(b)) return order(wholeOf(a), wholeOf(b))
  return order(Number(a), Number(b))
}

const wholeOf = (digits: string) => BigInt(digits.trim().replace(/^\+/, ''))
const order = <Value extends number | bigint>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)

/** Texts have no meaningful order, so a failed comparison by order is `unknown` rather than `ok`. */
function compareTexts(comparison: Comparison, value: string, reference: string): AlertState {
  const isOrder = comparison !== '==' && comparison !== '!='
  if (holds(comparison, value < reference ? -1 : value > reference ? 1 : 0)) return 'triggered'
  return isOrder ? 'unknown' : 'ok'
}

function holds(comparison: Comparison, difference: number): boolean {
  switch (comparison) {
    case '>':
      return difference > 0
    case '>=':
      return difference >= 0
    case '<':
      return difference < 0
    case '<=':
      return difference <= 0
    case '==':
      return difference === 0
    case '!=':
      return difference !== 0
  }
}
