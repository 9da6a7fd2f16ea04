import { type Cell, ExactNumber, isPlainObject } from './cells.ts'
import { type ColumnPlan, digitTexts, planFor, textPlan } from './plans.ts'
import { timeKindOf } from './times.ts'

/**
 * The kind of a value, as far as it matters for its column. `large`: an integer beyond 2^53; `wide`: one beyond 64 bits;
 * `written`: an `ExactNumber`.
 */
export type Kind =
  | 'boolean'
  | 'integer'
  | 'large'
  | 'wide'
  | 'real'
  | 'written'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'text'
  | 'document'

export function kindOf(value: NonNullable<Cell>): Kind {
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'real'
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) return 'wide'
      return Number.isSafeInteger(Number(value)) ? 'integer' : 'large'
    case 'string':
      return timeKindOf(value) ?? 'text'
    default:
      if (value instanceof Date) return 'instant'
      if (value instanceof ExactNumber) return 'written'
      return Array.isArray(value) || isPlainObject(value) ? 'document' : 'text'
  }
}

/** The plan for a column with these kinds of values: text if they do not agree. Dates and times in strings stay as written. */
export function planOf(kinds: ReadonlySet<Kind>): ColumnPlan {
  const only = (...allowed: Kind[]) => [...kinds].every((kind) => allowed.includes(kind))
  if (kinds.size === 0) return textPlan(null)
  if (only('boolean')) return planFor('boolean')
  if (only('integer', 'large')) return planFor('integer')
  if (only('integer', 'large', 'wide')) return digitTexts('integer')
  if (only('integer', 'real')) return planFor('float')
  if (only('integer', 'large', 'wide', 'real', 'written')) return digitTexts('float')
  if (only('date')) return textPlan('date')
  if (only('instant')) return planFor('instant')
  if (only('date', 'datetime', 'instant')) return textPlan('datetime')
  return only('document') ? planFor('json') : textPlan('string')
}
