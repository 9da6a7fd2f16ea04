import type { Cell } from '@sightline/contract/results.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { figure, marksOf, numberOf, wordsOf } from './figure.ts'
import type { CounterOptions } from './options.ts'

/** The comparison of the value with its target. */
export interface Trend {
  /** Positive at or above the target. */
  direction: 'positive' | 'negative'
  /** Whether both are equal. */
  isEqual: boolean
  /** Whether the value has reached its target, from below or from above. */
  isGood: boolean
  /** The difference without its sign, or the share of the target; null for a percentage of zero. */
  text: string | null
  /** Whether the text is the share of the target. */
  isShare: boolean
}

/** Compares two cells; null if one of them is not a number. */
export function trendOf(value: Cell, target: Cell, options: CounterOptions): Trend | null {
  const [a, b] = [numberOf(value), numberOf(target)]
  if (a === null || b === null) return null
  const text = comparisonText(a, b, options)
  return {
    direction: a >= b ? 'positive' : 'negative',
    isEqual: a === b,
    isGood: options.lowerIsBetter ? a <= b : a >= b,
    text,
    isShare: options.comparison === 'share' && text !== null,
  }
}

function comparisonText(value: number, target: number, options: CounterOptions): string | null {
  const marks = marksOf(options)
  switch (options.comparison) {
    case 'difference':
      return differenceText(Math.abs(value - target), options)
    case 'share':
      return target === 0 ? null : formatNumber(value / target, '0,0[.]0%', marks)
    case 'percent':
      return target === 0 ? null : formatNumber(Math.abs((value - target) / target), '0,0.0%', marks)
  }
}

/** In the format of the value. Percentages differ by points, not by percent. */
function differenceText(difference: number, options: CounterOptions): string {
  const isOfPercentages = options.stringSuffix.trim() === '%'
  return wordsOf(
    figure(
      difference,
      isOfPercentages ? { ...options, stringSuffix: ` ${i18n._('pt', {}, { context: 'percentage points' })}` } : options,
    ),
  )
}

/** The text between the comparison and the target; `word` is left out where there is no room. */
export const linkOf = (trend: Trend | null) =>
  trend?.isShare ? { before: i18n._('of '), word: '' } : { before: i18n._('vs. '), word: i18n._('target ') }
