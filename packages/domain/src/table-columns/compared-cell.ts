import type { Cell, EarlierValue } from '@sightline/contract/results.ts'
import { formatNumber, type NumberMarks } from '../format/number.ts'
import { i18n } from '../language/i18n.ts'
import type { TableColumn } from './table-column.ts'

/** The earlier rows in the words of a sentence. */
const stepNames: Record<EarlierValue['step'], () => string> = {
  row: () => i18n._('the row above'),
  time: () => i18n._('the time before'),
  month: () => i18n._('one month earlier'),
  year: () => i18n._('one year earlier'),
}

const changeWords = {
  up: () => i18n._('up'),
  down: () => i18n._('down'),
  same: () => i18n._('unchanged'),
}

/** The change of a number since an earlier row. */
export interface Change {
  direction: 'up' | 'down' | 'same'
  /** null if the numbers are equal. */
  isGood: boolean | null
  /** The change without its sign; null for a percentage of zero. */
  text: string | null
  /** For screen readers and tooltips, such as `up 12.5% from 1,067, one month earlier`. */
  words: string
  /** For mails and files, such as `+12.5%`; null for a percentage of zero. */
  signed: string | null
}

/** The visible columns of numbers that are compared, with what they need of the earlier rows. Columns whose times are gone are left out. */
function comparedColumns(columns: readonly TableColumn[]): { column: TableColumn; asked: EarlierValue }[] {
  const placeOf = (name: string | null) => columns.find((other) => other.name === name)?.index ?? null
  return columns.flatMap((column) => {
    const { index, visible, type, displayAs, comparedWith: step } = column
    const isNumber = displayAs === 'number' && (type === 'integer' || type === 'float')
    const time = step === 'row' ? null : timePlace(columns, column.comparedTime)
    const isUnknown = time === undefined || (column.comparedGroup !== null && placeOf(column.comparedGroup) === null)
    if (!visible || !isNumber || step === 'none' || isUnknown) return []
    return [{ column, asked: { column: index, step, time, group: placeOf(column.comparedGroup) } }]
  })
}

/** The index of a column of dates or times; undefined if there is none of that name. */
const timePlace = (columns: readonly TableColumn[], wanted: string | null): number | undefined =>
  columns.find(({ name, type }) => name === wanted && (type === 'date' || type === 'datetime'))?.index

/** At most this many columns of a table are compared. */
const MAX_COMPARED = 20

/** The values of earlier rows that a table needs. */
export const earlierValues = (columns: readonly TableColumn[]): EarlierValue[] =>
  comparedColumns(columns)
    .slice(0, MAX_COMPARED)
    .map(({ asked }) => asked)

/** The earlier rows with which columns are compared in words, such as `vs. one year earlier`, by the index of the column. */
export const comparisonNames = (columns: readonly TableColumn[]): ReadonlyMap<number, string> =>
  new Map(
    comparedColumns(columns)
      .slice(0, MAX_COMPARED)
      .map(({ column, asked: { step } }) => [column.index, i18n._('vs. {step}', { step: stepNames[step]() })]),
  )

/** Returns the change of a cell in a row; null for none. */
export type ChangeIn = (row: readonly Cell[], index: number) => Change | null

/**
 * Returns a function that finds the change of a cell in rows with the values of `earlierValues` after their cells.
 * @param width number of columns of the result
 */
export function changesIn(columns: readonly TableColumn[], width: number, marks: NumberMarks): ChangeIn {
  const places = new Map(
    comparedColumns(columns)
      .slice(0, MAX_COMPARED)
      .map(({ column, asked: { step } }, place) => [column.index, { column, step, place: width + place }]),
  )
  return (row, index) => {
    const compared = places.get(index)
    if (compared === undefined) return null
    return changeOf(row[index] ?? null, row[compared.place] ?? null, { ...compared, marks })
  }
}

interface ComparedCell {
  column: TableColumn
  step: EarlierValue['step']
  marks: NumberMarks
}

function changeOf(cell: Cell, before: Cell, { column, step, marks }: ComparedCell): Change | null {
  const difference = differenceOf(cell, before)
  if (difference === null) return null
  const size = sizeText(difference, before, column, marks)
  const direction = isZero(difference) ? 'same' : String(difference).startsWith('-') ? 'down' : 'up'
  const word = changeWords[direction]()
  const moved = direction === 'same' || size === null ? word : `${word} ${size}`
  const from = typeof before === 'boolean' ? null : formatNumber(before ?? '', column.numberFormat, marks)
  return {
    direction,
    isGood: direction === 'same' ? null : (direction === 'up') !== column.lowerIsBetter,
    text: size,
    words: i18n._('{moved} from {before}, {step}', { moved, before: from ?? String(before), step: stepNames[step]() }),
    signed: size === null ? null : `${{ up: '+', down: '-', same: '' }[direction]}${size}`,
  }
}

/** Exact for whole numbers of any size; null if one of the cells is not a finite number. */
function differenceOf(cell: Cell, before: Cell): number | bigint | null {
  if (isWhole(cell) && isWhole(before)) return BigInt(cell) - BigInt(before)
  const [a, b] = [numberOf(cell), numberOf(before)]
  return a === null || b === null ? null : a - b
}

const isWhole = (cell: Cell): cell is string | number =>
  typeof cell === 'number' ? Number.isSafeInteger(cell) : typeof cell === 'string' && /^-?\d+$/.test(cell)

function numberOf(cell: Cell): number | null {
  const number = cell === null || cell === '' || typeof cell === 'boolean' ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : null
}

const isZero = (difference: number | bigint) => Number(difference) === 0

/** The difference has the format of the column; that of percentages is in points. */
function sizeText(difference: number | bigint, before: Cell, column: TableColumn, marks: NumberMarks): string | null {
  const size = difference < 0 ? -difference : difference
  if (column.comparison === 'difference') {
    const text = formatNumber(typeof size === 'bigint' ? String(size) : size, column.numberFormat, marks) ?? String(size)
    return text.replace('+', '').replace(/\s*%/, ' pt')
  }
  const base = Math.abs(Number(before))
  return base === 0 ? null : formatNumber(Number(size) / base, '0,0.0%', marks)
}
