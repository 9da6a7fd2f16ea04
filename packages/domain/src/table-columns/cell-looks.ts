import type { Cell } from '@sightline/contract/results.ts'
import { type ColorRule, MAX_COLOR_RULES, matchingRule } from './color-rules.ts'
import { type ColumnEnds, columnsWithEnds } from './column-ends.ts'
import { type ColorScheme, mixColors, tableColors, tableSurface } from './table-colors.ts'
import type { TableColumn } from './table-column.ts'

/** How a cell looks apart from its text; colors are `#RRGGBB`, null for the usual ones. */
export interface CellLook {
  background: string | null
  text: string | null
  /** A bar behind the text, in shares of the width of the cell; null for none. */
  bar: { from: number; to: number; color: string } | null
}

/** Returns the look of the cell of a column, by its index in the result; null for the usual one. */
export type CellLooks = (row: readonly Cell[], index: number) => CellLook | null

interface LooksContext {
  /** By column index; bars and heat of columns without an entry are left out. */
  ends: ReadonlyMap<number, ColumnEnds>
  scheme: ColorScheme
  timeZone: string
}

/**
 * Returns the looks of the cells of a table, from the rules of its columns, their bars and heat.
 * A rule for a whole row also applies while its column is hidden; of several such rules, the first in the order of the columns wins.
 * @returns null if no column has any of these
 */
export function cellLooks(columns: readonly TableColumn[], { ends, scheme, timeZone }: LooksContext): CellLooks | null {
  const ruled = columns.filter(({ colorRules }) => colorRules.length > 0)
  const filled = columnsWithEnds(columns)
  if (ruled.length === 0 && filled.length === 0) return null
  const fills = new Map(filled.map((column) => [column.index, column]))
  const places = new Map(columns.map(({ name, index }) => [name, index]))
  const colors = tableColors[scheme]

  const rulesOf = (row: readonly Cell[]): RowRules => {
    const cellOf = (name: string) => {
      const index = places.get(name)
      return index === undefined ? undefined : (row[index] ?? null)
    }
    const rules: RowRules = { ofRow: null, ofCells: new Map() }
    for (const { index, type, colorRules } of ruled) {
      const rule = matchingRule(colorRules.slice(0, MAX_COLOR_RULES), row[index] ?? null, { type, cellOf, timeZone })
      if (rule?.wholeRow) rules.ofRow ??= rule
      else if (rule) rules.ofCells.set(index, rule)
    }
    return rules
  }
  const known = new WeakMap<readonly Cell[], RowRules>()

  return (row, index) => {
    const rules = known.get(row) ?? rulesOf(row)
    known.set(row, rules)
    const own = rules.ofCells.get(index)
    const chosen = (target: ColorRule['target']) => [own, rules.ofRow].find((rule) => rule?.target === target)?.color
    const [background, text] = [chosen('background'), chosen('text')]
    const column = fills.get(index)
    const fill = column && fillOf(row[index] ?? null, column, ends.get(index), scheme)
    if (background === undefined && text === undefined && !fill) return null
    return {
      background: background === undefined ? (fill?.background ?? null) : colors[background].fill,
      text: text === undefined ? null : colors[text].text,
      bar: fill?.bar ?? null,
    }
  }
}

interface RowRules {
  ofRow: ColorRule | null
  /** By column index. */
  ofCells: Map<number, ColorRule>
}

type Fill = Pick<CellLook, 'background' | 'bar'>

function fillOf(cell: Cell, column: TableColumn, ends: ColumnEnds | undefined, scheme: ColorScheme): Fill | null {
  const number = cell === null || cell === '' || typeof cell === 'boolean' ? Number.NaN : Number(cell)
  if (ends === undefined || !Number.isFinite(number)) return null
  return column.cellFill === 'bars'
    ? { background: null, bar: barOf(number, column, ends, scheme) }
    : { background: heatOf(number, column, ends, scheme), bar: null }
}

/** A bar from zero to the number; the ends of the scale are the ends of the column, or zero. */
function barOf(number: number, { fillColor }: TableColumn, { min, max }: ColumnEnds, scheme: ColorScheme): CellLook['bar'] {
  const [low, high] = [Math.min(0, min), Math.max(0, max)]
  if (low === high) return null
  // Divided one by one, because the distance between very large numbers is infinite.
  const size = Math.max(-low, high)
  const shareOf = (value: number) => Math.max(0, Math.min(1, (value / size - low / size) / (high / size - low / size)))
  const [zero, end] = [shareOf(0), shareOf(number)]
  return { from: Math.min(zero, end), to: Math.max(zero, end), color: tableColors[scheme][fillColor].strong }
}

/** With a midpoint, the heat grows to both sides of it in two colors. */
function heatOf(number: number, column: TableColumn, { min, max }: ColumnEnds, scheme: ColorScheme): string {
  const { fillColor, lowColor, midpoint } = column
  const colors = tableColors[scheme]
  const heat = (color: TableColumn['fillColor'], from: number, to: number) =>
    mixColors(tableSurface[scheme], colors[color].strong, from === to ? 1 : (number / 2 - from / 2) / (to / 2 - from / 2))
  if (midpoint === null) return heat(fillColor, min, max)
  if (number === midpoint) return tableSurface[scheme]
  return number > midpoint ? heat(fillColor, midpoint, max) : heat(lowColor, midpoint, min)
}
