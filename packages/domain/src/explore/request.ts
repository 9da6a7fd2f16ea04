import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { instantAt } from '../format/time-zone.ts'
import {
  type Condition,
  type Exploration,
  type ExploredColumn,
  groupTerms,
  isNumber,
  isSameTerm,
  sortOf,
} from './exploration.ts'

const DAY_MS = 86_400_000

/**
 * The request for the groups of an exploration.
 * @param columns of the result; all columns of the exploration are among them
 * @param timeZone in which instants are cut
 */
export function groupsRequest(exploration: Exploration, columns: readonly ExploredColumn[], timeZone: string): GroupsRequest {
  const { groups, across, measures, limit } = exploration
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name)
  const units = groups.flatMap(({ column, unit }) => (unit === null ? [] : [{ column: placeOf(column), unit }]))
  const terms = groupTerms(exploration)
  const inColumns = groups.findIndex(({ column }) => column === across)
  const order = sortOf(exploration).map(({ kind, column, value, descending }) => {
    const place = terms.findIndex((term) => isSameTerm(term, { kind, column }))
    if (place < groups.length) return { by: 'key' as const, index: place, descending }
    const byMeasure = { by: 'measure' as const, index: place - groups.length, descending }
    return value === undefined ? byMeasure : { ...byMeasure, across: { index: inColumns, value } }
  })
  return {
    sets: [groups.map(({ column }) => placeOf(column))],
    // Groups without a measure are requested with one that is not shown.
    measures:
      measures.length === 0
        ? [{ kind: 'count', column: null }]
        : measures.map(({ kind, column }) => ({ kind, column: column === null ? null : placeOf(column) })),
    limit,
    ...(units.length > 0 && { units, time_zone: timeZone }),
    ...(groups.length > 0 && { order }),
  }
}

/** The filters of an exploration as the server takes them. Conditions without their value have no effect. */
export function rowFilters(
  { conditions }: Pick<Exploration, 'conditions'>,
  columns: readonly ExploredColumn[],
  timeZone: string,
): RowFilter[] {
  return conditions.flatMap((condition) => {
    const place = columns.findIndex(({ name }) => name === condition.column)
    const column = columns[place]
    const filter = column && filterOf(condition, column, timeZone)
    return filter ? [{ column: place, ...filter }] : []
  })
}

function filterOf({ kind, values }: Condition, column: ExploredColumn, timeZone: string): Omit<RowFilter, 'column'> | null {
  const [value = null] = values
  switch (kind) {
    case 'is':
      return values.length > 0 ? { one_of: values } : null
    case 'is_not':
      return values.length > 0 ? { none_of: values } : null
    case 'contains':
      return value === null || value === '' ? null : { contains: String(value).slice(0, 500) }
    case 'min':
    case 'max': {
      const bound = boundOf(kind, value, column, timeZone)
      return bound === null ? null : { [kind]: bound }
    }
    case 'below':
      return value !== null && isNumber(String(value)) ? { below: String(value) } : null
    case 'empty':
      return { is_null: true }
    case 'not_empty':
      return { is_null: false }
  }
}

/** A number, a time, or a day: of times with a zone, its first or last millisecond on the reader's clock. null if it is none of them. */
function boundOf(end: 'min' | 'max', value: Cell, column: ExploredColumn, timeZone: string): string | null {
  if (value === null) return null
  const text = String(value)
  if (column.type === 'integer' || column.type === 'float') return isNumber(text) ? text : null
  if (column.type === 'datetime' && isMoment(text)) return text
  if (!isDay(text)) return null
  if (!column.isInstant) return text
  const day = Date.parse(text)
  const time = end === 'min' ? instantAt(timeZone, day) : instantAt(timeZone, day + DAY_MS) - 1
  return new Date(time).toISOString()
}

/** Whether a condition has the value that it needs. */
export const isComplete = (condition: Condition, column: ExploredColumn): boolean => filterOf(condition, column, 'UTC') !== null

/** Whether a text is an existing day, such as `2024-05-01`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text is an existing time of at most milliseconds as cells have it, such as `2024-05-01T10:00:00Z`. */
export const isMoment = (text: string): boolean => isDay(text.slice(0, 10)) && MOMENT.test(text.slice(10))

const MOMENT = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z?$/
