import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { namesThing } from '../format/column-format.ts'

/** The columns that a starter dashboard shows most of. */
const MAX_CATEGORIES = 4
const MAX_NUMBERS = 3

/** A column of a table, as its first rows show it. */
export interface SampledColumn {
  name: string
  type: ColumnType | null
}

/** The columns of a table that make good charts, by their use. */
export interface StarterColumns {
  /** Its dates or times; null for none. */
  date: string | null
  /** Texts that repeat, and booleans. */
  categories: string[]
  /** Numbers that can be added up: no ids, codes or years. */
  numbers: string[]
}

/** More different values in the sample are no categories. */
const MAX_DIFFERENT = 250
/** Characters of a value that fits beside a bar. */
const MAX_CATEGORY_LENGTH = 60

/**
 * Chooses columns for a starter dashboard.
 * @param rows some rows of the table
 * @param keys columns in its primary or foreign keys, which are neither added up nor counted
 * @param hasTextDates whether the database stores dates as texts
 */
export function starterColumns(
  columns: readonly SampledColumn[],
  rows: readonly (readonly Cell[])[],
  keys: ReadonlySet<string>,
  hasTextDates: boolean,
): StarterColumns {
  const sampled = columns.map(({ name, type }, at) => {
    const cells = rows.map((row) => row[at] ?? null)
    return { name, type, cells, present: cells.filter((cell) => cell !== null) }
  })
  const dates = sampled.filter(
    ({ type, present }) => type === 'date' || type === 'datetime' || (hasTextDates && areIsoDates(present)),
  )
  const numbers = sampled.filter(
    ({ name, type, cells, present }) =>
      (type === 'integer' || type === 'float' || (type === null && present.length > 0 && present.every(isNumber))) &&
      !keys.has(name) &&
      !namesThing(name, cells),
  )
  const categories = sampled.filter(
    ({ name, type, present }) => !keys.has(name) && !dates.some((date) => date.name === name) && isCategory(type, present),
  )
  return {
    date: dates[0]?.name ?? null,
    categories: categories.slice(0, MAX_CATEGORIES).map(({ name }) => name),
    numbers: numbers.slice(0, MAX_NUMBERS).map(({ name }) => name),
  }
}

const isNumber = (cell: Cell) => typeof cell === 'number'

/** Dates or times as ISO writes them. */
const areIsoDates = (cells: readonly Cell[]) =>
  cells.length > 0 && cells.every((cell) => typeof cell === 'string' && /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d|$)/.test(cell))

/** Whether the values of a column repeat, so that counting them says something. */
function isCategory(type: ColumnType | null, cells: readonly Cell[]): boolean {
  if (type === 'boolean') return true
  if (type !== 'string' && type !== null) return false
  if (!cells.every((cell) => typeof cell === 'string' && cell.length <= MAX_CATEGORY_LENGTH)) return false
  const different = new Set(cells).size
  return different > 1 && different <= MAX_DIFFERENT && different <= cells.length / 2
}
