import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import {
  answerColumns,
  type Condition,
  type Exploration,
  type ExploredColumn,
  type Group,
  isGrouped,
  type SortTerm,
} from '@sightline/domain/explore/exploration.ts'
import { cellsOf, isPivoted } from '@sightline/domain/explore/pivot.ts'
import { isDay, isMoment } from '@sightline/domain/explore/request.ts'
import { conditionsOfMark, hasValue, isFromTo, markOf } from '../../../visualizations/picked-mark.ts'
import type { PickedMark } from '../../../visualizations/visualization.ts'

/**
 * The rows of the result behind a mark of the chart of an exploration, as a mark on the columns of the result.
 * @param columns of the result
 * @returns null if they cannot be found: the mark has the value of a measure but not of each group, or more than single values of times
 */
export function resultMark(mark: PickedMark, exploration: Exploration, columns: readonly ExploredColumn[]): PickedMark | null {
  if (!isGrouped(exploration)) return mark
  const cells = cellsOf(exploration)
  const names = answerColumns(cells, columns).map(({ name }) => name)
  const conditions = conditionsOfMark(mark)
  const groupOf = ({ column }: Condition) => cells.groups[names.indexOf(column)]
  const groups = new Set(conditions.flatMap((condition) => groupOf(condition) ?? []))
  // One value of each group stands for a single answer: its measures select no other rows.
  const isSingle = groups.size === cells.groups.length
  const found = conditions.flatMap((condition) => {
    const group = groupOf(condition)
    if (group === undefined) return isSingle ? [] : [null]
    return [conditionsOfGroup(group, condition)]
  })
  return found.includes(null)
    ? null
    : markOf(
        null,
        found.flatMap((conditions) => conditions ?? []),
      )
}

/**
 * The mark of a cell of the table of an exploration, on the columns of its groups.
 * @param term of the column of the cell
 * @param row of the table
 */
export function markOfCell(
  exploration: Exploration,
  columns: readonly ExploredColumn[],
  row: readonly Cell[],
  { value }: SortTerm,
): PickedMark {
  const cells = cellsOf(exploration)
  const names = answerColumns(cells, columns).map(({ name }) => name)
  // The lines of a pivot table begin with all groups but the last one, which is in columns.
  const keys = cells.groups.map((_, at) => (isPivoted(exploration) && at === cells.groups.length - 1 ? value : row[at]) ?? null)
  return markOf(
    null,
    keys.map((key, at) => hasValue(names[at] ?? '', key)),
  )
}

function conditionsOfGroup({ column, unit }: Group, condition: Condition): Condition[] | null {
  if (unit === null) return [{ ...condition, column }]
  const [value = null, ...others] = condition.values
  if (condition.kind !== 'is' || others.length > 0) return null
  if (value === null) return [hasValue(column, null)]
  const ends = endsOf(unit, value)
  return ends && isFromTo(column, ...ends)
}

/** The first and last day of a time that was cut to a unit, or the first and last millisecond of an hour; null for no such time. */
function endsOf(unit: TimeUnit, value: Exclude<Cell, null>): [first: string, last: string] | null {
  const text = String(value)
  if (!isDay(text) && !isMoment(text)) return null
  const start = new Date(unit === 'hour' && !text.endsWith('Z') ? `${text}Z` : text)
  const end = new Date(start)
  if (unit === 'hour') {
    end.setUTCMilliseconds(HOUR_MS - 1)
    const zone = text.endsWith('Z') ? 'Z' : ''
    return [text, end.toISOString().replace('Z', zone)]
  }
  if (unit === 'week') end.setUTCDate(start.getUTCDate() + 6)
  else if (unit !== 'day') {
    // Day 0 is the last one of the month before.
    end.setUTCMonth(start.getUTCMonth() + MONTHS[unit], 0)
  }
  return [dayOf(start), dayOf(end)]
}

const HOUR_MS = 3_600_000
const MONTHS = { month: 1, quarter: 3, year: 12 } as const

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
