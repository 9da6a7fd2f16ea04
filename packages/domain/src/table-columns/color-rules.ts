import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { z } from 'zod/mini'
import { parseDate } from '../format/date.ts'
import { parseDecimal } from '../format/decimal.ts'
import { compareCells } from '../grouping/compare.ts'
import { tableColorNames } from './table-colors.ts'

export const ruleConditions = ['is', 'is not', 'above', 'at least', 'below', 'at most', 'between', 'contains', 'empty'] as const
export type RuleCondition = (typeof ruleConditions)[number]

/** A column has at most this many rules; further ones are ignored. */
export const MAX_COLOR_RULES = 10

/** A rule that colors a cell, or its whole row, if the cell meets a condition. */
export const ColorRule = z.object({
  condition: z.enum(ruleConditions),
  /** The constant to compare with, and the lower end of a range. */
  value: z.catch(z.string(), ''),
  /** The upper end of a range. */
  to: z.catch(z.string(), ''),
  /** The column whose cell in the same row is compared with, in place of the constant; null for none. */
  column: z.catch(z.nullable(z.string()), null),
  color: z.enum(tableColorNames),
  target: z.catch(z.enum(['background', 'text']), 'background'),
  wholeRow: z.catch(z.boolean(), false),
})
export type ColorRule = z.infer<typeof ColorRule>

interface RuleContext {
  type: ColumnType | null
  /** The cell of another column in the same row; undefined for an unknown column. */
  cellOf(name: string): Cell | undefined
  /** In which times with a zone are compared with days. */
  timeZone: string
}

/** The first rule that a cell meets; null if it meets none. */
export function matchingRule(rules: readonly ColorRule[], cell: Cell, context: RuleContext): ColorRule | null {
  return rules.find((rule) => meets(rule, cell, context)) ?? null
}

const isEmpty = (cell: Cell | undefined): boolean => cell === undefined || cell === null || cell === ''

/** An empty cell meets the condition `empty` only, and a comparison with an empty value is never met. */
function meets(rule: ColorRule, cell: Cell, { type, cellOf, timeZone }: RuleContext): boolean {
  if (rule.condition === 'empty') return isEmpty(cell)
  const other = rule.column === null || rule.condition === 'between' ? rule.value : cellOf(rule.column)
  if (isEmpty(cell) || other === undefined || isEmpty(other)) return false
  const against = (value: Cell) => comparison(cell, value, type, timeZone)
  switch (rule.condition) {
    case 'contains':
      return String(cell).toLowerCase().includes(String(other).toLowerCase())
    case 'is':
      return isEqual(cell, other, against(other))
    case 'is not':
      return !isEqual(cell, other, against(other))
    case 'between':
      return rule.to !== '' && holds(against(other), (order) => order >= 0) && holds(against(rule.to), (order) => order <= 0)
    case 'above':
      return holds(against(other), (order) => order > 0)
    case 'at least':
      return holds(against(other), (order) => order >= 0)
    case 'below':
      return holds(against(other), (order) => order < 0)
    case 'at most':
      return holds(against(other), (order) => order <= 0)
  }
}

const holds = (order: number | null, isMet: (order: number) => boolean) => order !== null && isMet(order)

const isEqual = (cell: Cell, other: Cell, order: number | null) =>
  order === 0 || String(cell).toLowerCase() === String(other).toLowerCase()

const DAY_MS = 86_400_000
const DAY = /^\s*\d{4}-\d{2}-\d{2}\s*$/

/** Negative, zero or positive as for sorting; null for values that have no order. */
function comparison(cell: Cell, other: Cell, type: ColumnType | null, timeZone: string): number | null {
  if (typeof cell === 'boolean' || typeof other === 'boolean') return null
  if (type === 'date' || type === 'datetime') {
    const [a, b] = [parseDate(String(cell), timeZone), parseDate(String(other), timeZone)]
    if (a === null || b === null) return null
    // A day stands for all of its times.
    return DAY.test(String(other)) ? Math.floor(a / DAY_MS) - Math.floor(b / DAY_MS) : a - b
  }
  const areNumbers = isNumber(cell) && isNumber(other)
  if (areNumbers) return compareCells(cell, other, true)
  return type === 'integer' || type === 'float' ? null : compareCells(String(cell), String(other))
}

const isNumber = (cell: Cell) => (typeof cell === 'number' || typeof cell === 'string') && parseDecimal(cell) !== null
