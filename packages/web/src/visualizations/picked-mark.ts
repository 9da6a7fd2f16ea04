import type { Cell } from '@sightline/contract/results.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { isDay } from '@sightline/domain/explore/request.ts'
import { MAX_VALUES } from '@sightline/domain/explore/search-params.ts'
import { cellName } from '@sightline/domain/format/cell-name.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { cellLabel, figureText } from './cell-label.ts'
import type { Formats, MarkValue, PickedMark } from './visualization.ts'

// A mark says which rows it was drawn from by conditions on their columns. They are those of Explore, so that the server finds the
// rows, and Explore opens with them.

/**
 * A mark with one value of its own.
 * @param x null if it has none, as a range of numbers
 * @param where further conditions that its rows meet
 */
export const markOf = (x: MarkValue | null, where: readonly Condition[] = []): PickedMark => ({
  x,
  series: null,
  y: null,
  panel: null,
  ...(where.length > 0 && { where }),
})

/** The mark of rows that have a value in each of some columns; the last column is its own. */
export function markOfPath(columns: readonly string[], values: readonly Cell[]): PickedMark {
  const all = values.map((value, at) => ({ column: columns[at] ?? '', value }))
  return markOf(
    all.at(-1) ?? null,
    all.slice(0, -1).map(({ column, value }) => hasValue(column, value)),
  )
}

/**
 * The mark of values that are drawn as one, such as all that are too small: of the values, or of all but the others of its column,
 * whichever list is shorter.
 * @param where further conditions that its rows meet
 * @returns null if both lists are too long for Explore and its links
 */
export function markOfSeveral(
  column: string,
  values: readonly Cell[],
  others: readonly Cell[],
  where: readonly Condition[],
): PickedMark | null {
  const condition: Condition =
    values.length <= others.length
      ? { column, kind: 'is', values: [...values] }
      : { column, kind: 'is_not', values: [...others] }
  return condition.values.length > MAX_VALUES ? null : markOf(null, [...where, condition])
}

export const hasValue = (column: string, value: Cell): Condition => ({ column, kind: 'is', values: [value] })

/** Numbers from one on and below another. */
export const isFromBelow = (column: string, from: number, below: number): Condition[] => [
  { column, kind: 'min', values: [from] },
  isBelow(column, below),
]

export const isBelow = (column: string, below: number): Condition => ({ column, kind: 'below', values: [below] })

/** Numbers, or days such as `2024-05-01` on the clock of the reader, from the first to the last one. */
export const isFromTo = (column: string, first: number | string, last: number | string): Condition[] => [
  { column, kind: 'min', values: [first] },
  { column, kind: 'max', values: [last] },
]

/** The day of milliseconds that were read from a clock, as `isFromTo` takes it. */
export const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The values that the rows behind a mark have in common, its own first. */
export function valuesOfMark({ x, series, y, panel, where = [] }: PickedMark): MarkValue[] {
  const further = where.flatMap(({ column, kind, values }) =>
    kind === 'is' && values.length === 1 ? [{ column, value: values[0] ?? null }] : [],
  )
  const values = [x, series, y, panel, ...further].filter((value) => value !== null)
  return values.filter(({ column }, at) => values.findIndex((other) => other.column === column) === at)
}

/** The conditions that the rows behind a mark meet, and no others. */
export function conditionsOfMark({ where = [], ...mark }: PickedMark): Condition[] {
  return [...where, ...valuesOfMark(mark).map(({ column, value }) => hasValue(column, value))]
}

/** The title of the rows behind a mark. */
export function sentenceOfMark(mark: PickedMark, columns: readonly SourceColumn[], formats: Formats): string {
  const conditions = conditionsOfMark(mark)
  if (conditions.length === 0) return i18n._('Rows behind this number')
  // Both ends of a range are said together.
  const names = [...new Set(conditions.map(({ column }) => column))]
  const parts = names.map((name) => {
    const own = conditions.filter(({ column }) => column === name)
    const column = columns.find((known) => known.name === name)
    return `${name} ${wordsOf(own, column, formats)}`
  })
  return i18n._('Rows where {parts}', { parts: parts.join(i18n._(' and ')) })
}

function wordsOf(conditions: readonly Condition[], column: SourceColumn | undefined, formats: Formats): string {
  const valueAs = (kind: Condition['kind']) => conditions.find((condition) => condition.kind === kind)?.values[0]
  const [min, max] = [valueAs('min'), valueAs('max')]
  const label = (value: Cell) => cellName(value, (end) => endLabel(end, column, formats))
  const rest = conditions.filter(({ kind }) => kind !== 'min' && (kind !== 'max' || min === undefined))
  const range =
    min === undefined
      ? []
      : max === undefined
        ? [i18n._('is at least {list}', { list: label(min) })]
        : [
            min === max
              ? i18n._('is {list}', { list: label(min) })
              : i18n._('is from {min} to {max}', { min: label(min), max: label(max) }),
          ]
  return [...range, ...rest.map(({ kind, values }) => words(kind, values.map(label)))].join(i18n._(' and '))
}

/** More values of a condition are only counted in the title. */
const MAX_NAMED = 8

function listed(values: readonly string[]): string {
  const shown = values.length > MAX_NAMED + 1 ? values.slice(0, MAX_NAMED) : values
  const list = shown.join(i18n._(' or '))
  const rest = values.length - shown.length
  return rest === 0 ? list : i18n._('{list} or {rest} others', { list, rest: localNumber(rest) })
}

function words(kind: Condition['kind'], values: readonly string[]): string {
  const list = listed(values)
  switch (kind) {
    case 'is':
      return i18n._('is {list}', { list })
    case 'is_not':
      return i18n._('is not {list}', { list })
    case 'contains':
      return i18n._('contains “{list}”', { list })
    case 'min':
      return i18n._('is at least {list}', { list })
    case 'max':
      return i18n._('is at most {list}', { list })
    case 'below':
      return i18n._('is less than {list}', { list })
    case 'empty':
      return i18n._('is empty')
    case 'not_empty':
      return i18n._('is not empty')
  }
}

/** Days are written without a time, and fractions with the separators of the installation. */
function endLabel(value: Exclude<Cell, null>, column: SourceColumn | undefined, formats: Formats): string {
  if (typeof value === 'string' && column?.type === 'datetime' && isDay(value))
    return formatDate(value, formats.dateFormat) ?? value
  if (typeof value === 'number' && !Number.isInteger(value)) return figureText(value, formats.numberMarks, 10)
  return cellLabel(value, column, formats)
}
