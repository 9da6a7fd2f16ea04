import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { parseDate } from '../format/date.ts'
import { compareNaturally } from '../language/local.ts'

export type Scale = 'datetime' | 'linear' | 'logarithmic' | 'category'

/** Chooses a scale by the type of the column, or else by what all non-empty values can be read as. */
export function autoScale(type: ColumnType | null, values: readonly Cell[]): Scale {
  if (type === 'date' || type === 'datetime') return 'datetime'
  if (type === 'integer' || type === 'float') return 'linear'
  if (type === 'boolean') return 'category'
  const present = values.filter((value) => value !== null && value !== '')
  if (present.length === 0) return 'category'
  if (present.every((value) => typeof value === 'string' && parseDate(value) !== null)) return 'datetime'
  return present.every((value) => typeof value === 'number') ? 'linear' : 'category'
}

/**
 * The position of a cell on a scale: milliseconds, a number, or the text of a category; null if it has none.
 * @param timeZone on whose clock times with a zone are placed
 */
export function positionOf(cell: Cell, scale: Scale, timeZone = 'UTC'): number | string | null {
  switch (scale) {
    case 'category':
      return String(cell)
    case 'datetime':
      return typeof cell === 'string' ? parseDate(cell, timeZone) : typeof cell === 'number' ? cell : null
    case 'linear':
      return toNumber(cell)
    case 'logarithmic': {
      const number = toNumber(cell)
      return number !== null && number > 0 ? number : null
    }
  }
}

/** A number in a text, also with commas between thousands. The server uses the same pattern. */
export const NUMBER_IN_TEXT =
  '[\\t\\n\\f\\r ]*[+-]?(\\d{1,3}(,\\d{3})+(\\.\\d*)?|\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?[\\t\\n\\f\\r ]*'
const numberInText = new RegExp(`^${NUMBER_IN_TEXT}$`)

/** A cell as a number, without thousands commas; null if it is not a number. */
export function toNumber(cell: Cell): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell !== 'string' || !numberInText.test(cell)) return null
  const number = Number(cell.replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}

/** Compares positions: numbers by value, texts by the alphabet of the reader with the numbers in them by value. */
export function comparePositions(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareNaturally(String(a), String(b))
}
