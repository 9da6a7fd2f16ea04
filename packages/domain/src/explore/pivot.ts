import type { Cell } from '@sightline/contract/results.ts'
import { cellName } from '../format/cell-name.ts'
import { isInstant } from '../format/date.ts'
import { wallTime } from '../format/time-zone.ts'
import { compareForReader } from '../grouping/compare.ts'
import { distinctNames } from '../names.ts'
import {
  answerColumns,
  DEFAULT_GROUP_LIMIT,
  type Exploration,
  type ExploredColumn,
  type Group,
  isSameTerm,
  type SortKey,
  type SortTerm,
  sortOf,
} from './exploration.ts'
import { measureName } from './measure-name.ts'

/** Columns of values that a pivot table has at most. */
const MAX_PIVOT_COLUMNS = 50
/** Groups of which a pivot table is made at most. */
const MAX_CELLS = 10_000

/** Whether a group stands in columns, with a measure below each of its values. */
export const isPivoted = ({ groups, across, measures }: Exploration): boolean =>
  across !== null && measures.length > 0 && groups.some(({ column }) => column === across)

const acrossOf = ({ groups, across }: Exploration): Group | undefined => groups.find(({ column }) => column === across)

/** The groups that stand in rows. */
export const rowGroups = ({ groups, across }: Exploration): Group[] => groups.filter(({ column }) => column !== across)

/**
 * The exploration whose groups are the cells of a pivot table, those of a row one after the other: the rows are sorted, and a limit
 * cuts only the last ones. Other explorations stay as they are.
 */
export function cellsOf(exploration: Exploration): Exploration {
  const across = acrossOf(exploration)
  if (across === undefined || !isPivoted(exploration)) return exploration
  const rows = rowGroups(exploration)
  const sort = rowSort(exploration)
  // A single line has its cells in the order of their columns.
  const ofLine = { kind: null, column: across.column, descending: false }
  return { ...exploration, groups: [...rows, across], sort: sort.length > 0 ? sort : [ofLine], limit: MAX_CELLS }
}

/** How many lines of a pivot table are shown; null for all of its cells. A single line has none to choose from. */
export function lineLimit(exploration: Exploration): number | null {
  const { limit } = exploration
  const isLimited = isPivoted(exploration) && limit < DEFAULT_GROUP_LIMIT && rowGroups(exploration).length > 0
  return isLimited ? limit : null
}

/**
 * The order of the lines of a pivot table: as chosen by groups that are in rows and by columns of values, or by the first time, or by
 * the first group.
 */
function rowSort({ sort, groups, across }: Exploration): SortKey[] {
  const rows = groups.filter(({ column }) => column !== across)
  const isOfLines = ({ kind, column, value }: SortKey) =>
    value !== undefined || (kind === null && rows.some((group) => group.column === column))
  const chosen = sort.filter(isOfLines)
  return chosen.length > 0 ? chosen : sortOf({ sort: [], groups: rows, measures: [] })
}

/** The cells of the first lines of a pivot table, or all groups of another answer. @param groups the answer to `cellsOf(exploration)` */
export function cellsOfFirstLines(exploration: Exploration, groups: Cell[][]): Cell[][] {
  const limit = lineLimit(exploration)
  if (limit === null) return groups
  const lineOf = (row: readonly Cell[]) => JSON.stringify(row.slice(0, exploration.groups.length - 1))
  const lines = new Set<string>()
  const end = groups.findIndex((row) => lines.add(lineOf(row)).size > limit)
  return end === -1 ? groups : groups.slice(0, end)
}

/** The order of the answer: of the lines of a pivot table, or of groups or rows. */
export const answerSort = (exploration: Exploration): SortKey[] =>
  isPivoted(exploration) ? rowSort(exploration) : sortOf(exploration)

/** The groups that stand in rows, as sort terms of the lines of a pivot table. */
export const rowTerms = (exploration: Exploration): SortTerm[] =>
  rowGroups(exploration).map(({ column }) => ({ kind: null, column }))

/** A pivot table: the groups of rows, then the measures of each value in columns. */
export interface PivotedAnswer {
  columns: ExploredColumn[]
  /** The sort term of each column. */
  terms: SortTerm[]
  rows: Cell[][]
  values: { shown: number; total: number }
  /** Number of rows before the limit of the exploration; of the first groups only if `isCut`. */
  rowCount: number
  /** Whether there are more groups than a pivot table is made of. */
  isCut: boolean
}

/**
 * Arranges groups as a pivot table.
 * @param columns of the result
 * @param groups the answer to `cellsOf(exploration)`: rows of keys and measures
 * @param total number of all groups
 * @param timeZone in which hours of instants are named
 */
export function pivoted(
  exploration: Exploration,
  columns: readonly ExploredColumn[],
  groups: readonly (readonly Cell[])[],
  total: number,
  timeZone: string,
): PivotedAnswer {
  const cells = cellsOf(exploration)
  const keyCount = cells.groups.length - 1
  const unit = acrossOf(exploration)?.unit ?? null
  const { measures } = exploration
  const answer = answerColumns(cells, columns)
  const values = distinctOf(groups.map((row) => row[keyCount] ?? null))
  const shown = values.slice(0, Math.max(1, Math.floor(MAX_PIVOT_COLUMNS / measures.length)))
  const places = new Map(shown.map((value, at) => [value, at * measures.length]))
  const isCut = groups.length < total
  const lines: Cell[][] = []
  let last = ''
  for (const row of groups) {
    const keys = row.slice(0, keyCount)
    const key = JSON.stringify(keys)
    if (lines.length === 0 || key !== last) lines.push([...keys, ...Array<Cell>(shown.length * measures.length).fill(null)])
    last = key
    const place = places.get(row[keyCount] ?? null)
    if (place === undefined) continue
    for (let at = 0; at < measures.length; at++) {
      const line = lines.at(-1)
      if (line) line[keyCount + place + at] = row[keyCount + 1 + at] ?? null
    }
  }
  // The last row may miss some of its cells.
  if (isCut && lines.length > 1) lines.pop()
  const headed = shown.flatMap((value) =>
    answer.slice(keyCount + 1).map(({ name, type }) => {
      const label = valueLabel(value, unit, timeZone)
      return { name: measures.length === 1 ? label : `${label} ${name}`, type }
    }),
  )
  const all = [...answer.slice(0, keyCount), ...headed]
  const names = distinctNames(all.map(({ name }) => name))
  return {
    columns: all.map(({ type }, at) => ({ name: names[at] ?? '', type })),
    terms: [
      ...rowTerms(exploration),
      ...shown.flatMap((value) => measures.map(({ kind, column }) => ({ kind, column, value }))),
    ],
    rows: lines.slice(0, lineLimit(exploration) ?? lines.length),
    values: { shown: shown.length, total: values.length },
    rowCount: lines.length,
    isCut,
  }
}

const distinctOf = (cells: readonly Cell[]): Cell[] => [...new Set(cells)].toSorted(compareForReader)

/** The name of a sort term by a column of values, such as `Sum of amount · north`. */
export function columnName({ kind, column, value = null }: SortTerm, exploration: Exploration, timeZone: string): string {
  const measure = exploration.measures.find((one) => isSameTerm(one, { kind, column }))
  const label = valueLabel(value, acrossOf(exploration)?.unit ?? null, timeZone)
  return measure === undefined ? label : `${measureName(measure)} · ${label}`
}

/** The name of a column for a value: times as short as their unit. */
function valueLabel(value: Cell, unit: Group['unit'], timeZone: string): string {
  if (value === null || value === '') return cellName(value)
  const text = String(value)
  if (unit === 'year') return text.slice(0, 4)
  if (unit === 'quarter') return `${text.slice(0, 4)} Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`
  if (unit === 'month') return text.slice(0, 7)
  if (unit !== 'hour') return text
  const clock = isInstant(text) ? new Date(wallTime(timeZone, Date.parse(text))).toISOString() : text
  return clock.slice(0, 16).replace('T', ' ')
}
