import type { Cell } from '@sightline/contract/results.ts'
import { compareCells, compareForReader } from '../grouping/compare.ts'

/** Groups of rows by some columns: one array of keys per column, one array of values per measure. */
export interface PivotGroups {
  keys: readonly (readonly Cell[])[]
  measures: readonly (readonly Cell[])[]
}

/** A row or column of the table: its keys and its total; a row also has cells, in the order of the columns. */
export interface PivotLine {
  /** Fewer than the side has columns for the subtotal of a group. */
  keys: Cell[]
  total: Cell
  /** Whether the line stands for the hidden lines of its group. */
  isCollapsed: boolean
}

/** By keys, by values, or in the order of the rows of the result (ours). */
export const keyOrders = ['key_a_to_z', 'value_a_to_z', 'value_z_to_a', 'result'] as const
export type KeyOrder = (typeof keyOrders)[number]

/** How the lines of a side are sorted. */
export interface LineOrder {
  by: KeyOrder
  /** The value of a line, or of the group that these keys begin; for the order of the result, the index of its first row. */
  valueOf(keys: readonly Cell[]): Cell
}

/** A name that only equal keys have. */
export const keyName = (keys: readonly Cell[]) => JSON.stringify(keys)

/**
 * The keys of the lines of a side, in their order. Groups with a subtotal stay together: they are sorted as a whole, by their
 * subtotals if lines are sorted by values.
 * @param levels the numbers of keys by which lines are grouped, the smallest first
 */
export function orderedLines({ keys, measures }: PivotGroups, levels: readonly number[], order: LineOrder): Cell[][] {
  const count = measures[0]?.length ?? 0
  const values = new Map<string, Cell>()
  const groupValue = (name: string, start: readonly Cell[]) => {
    const known = values.get(name)
    if (known !== undefined) return known
    const value = order.by === 'key_a_to_z' ? null : order.valueOf(start)
    values.set(name, value)
    return value
  }
  const lines = Array.from({ length: count }, (_, index) => {
    const own = keys.map((of) => of[index] ?? null)
    const starts = [...levels.map((level) => own.slice(0, level)), own]
    const parts = starts.map((start) => {
      const name = keyName(start)
      return { start, name, value: groupValue(name, start) }
    })
    return { own, parts }
  })
  const sign = order.by === 'value_z_to_a' ? -1 : 1
  return lines
    .toSorted((a, b) => {
      for (const [level, part] of a.parts.entries()) {
        const other = b.parts[level]
        if (other === undefined || part.name === other.name) continue
        const byValue = order.by === 'key_a_to_z' ? 0 : compareValues(part.value, other.value, sign)
        const found = byValue || compareKeys(part.start, other.start)
        // Different groups never mix, even if their keys are sorted alike.
        if (found !== 0 || level === levels.length) return found
        return part.name < other.name ? -1 : 1
      }
      return 0
    })
    .map(({ own }) => own)
}

/** Lines without a value are last in either direction. */
function compareValues(a: Cell, b: Cell, sign: 1 | -1): number {
  return a === null || b === null ? compareCells(a, b) : compareCells(a, b) * sign
}

function compareKeys(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [index, key] of a.entries()) {
    const order = compareForReader(key, b[index] ?? null)
    if (order !== 0) return order
  }
  return 0
}

/**
 * Adds a line after each group that has a subtotal. Of a collapsed group only that line is left.
 * @param lines the keys of the lines, with groups in one piece
 * @param levels the numbers of keys by which lines are grouped, the smallest first
 * @param collapsed the keys of collapsed groups; others are ignored
 */
export function withSubtotals(
  lines: readonly Cell[][],
  levels: readonly number[],
  collapsed: readonly (readonly Cell[])[],
): Omit<PivotLine, 'total'>[] {
  const hidden = new Set(collapsed.map(keyName))
  const shown: Omit<PivotLine, 'total'>[] = []
  for (const [index, keys] of lines.entries()) {
    const hiddenAt = levels.find((level) => hidden.has(keyName(keys.slice(0, level))))
    if (hiddenAt === undefined) shown.push({ keys, isCollapsed: false })
    const next = lines[index + 1]
    for (const level of levels.toReversed()) {
      const isInside = next !== undefined && keyName(keys.slice(0, level)) === keyName(next.slice(0, level))
      if (isInside || (hiddenAt !== undefined && level > hiddenAt)) continue
      shown.push({ keys: keys.slice(0, level), isCollapsed: level === hiddenAt })
    }
  }
  return shown
}

/**
 * The number of lines that a heading spans: for each line, how many lines from it on share all keys up to a level, or 0 if the
 * heading began on an earlier line. The line of a subtotal has a heading of its own in the place of its last key, and none after it.
 * @param depth the number of keys of a line that is no subtotal
 */
export function spansOf(lines: readonly Pick<PivotLine, 'keys'>[], level: number, depth: number): number[] {
  const spans: number[] = []
  let start: number | null = null
  for (const [index, { keys }] of lines.entries()) {
    const before = start === null ? undefined : lines[start]
    const isSubtotal = keys.length < depth
    const joins = !isSubtotal || level < keys.length - 1
    const isSame = joins && before !== undefined && keys.slice(0, level + 1).every((key, at) => key === before.keys[at])
    if (isSame && start !== null) spans[start] = (spans[start] ?? 0) + 1
    else start = joins ? index : null
    spans.push(isSame || (isSubtotal && level >= keys.length) ? 0 : 1)
  }
  return spans
}
