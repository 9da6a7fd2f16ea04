import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { distinctNames } from '../names.ts'

export const MAX_GROUPS = 5
export const MAX_MEASURES = 10
export const MAX_CONDITIONS = 10

/** Choices of the maximum number of groups. */
export const groupLimits = [10, 100, 1000, 10_000] as const
const DEFAULT_GROUP_LIMIT = 1000

/** The measures on offer, in the order of the menu. */
export const exploredMeasures = ['count', 'unique', 'sum', 'avg', 'median', 'min', 'max'] as const
export const conditionKinds = ['is', 'is_not', 'contains', 'min', 'max', 'below', 'empty', 'not_empty'] as const
export type ConditionKind = (typeof conditionKinds)[number]

/** A column whose values form the groups. */
export interface Group {
  column: string
  /** Dates and times are cut to its start; null for each value. */
  unit: TimeUnit | null
}

export interface ExploredMeasure {
  kind: (typeof exploredMeasures)[number]
  /** null for `count`, which counts rows. */
  column: string | null
}

/** A filter of rows. */
export interface Condition {
  column: string
  kind: ConditionKind
  /** Any number for `is` and `is_not`, one for `contains`, `min`, `max` and `below`, none for the others. Without its value it has no effect. */
  values: Cell[]
}

export interface GroupSort {
  by: 'group' | 'measure'
  index: number
  descending: boolean
}

/** The questions to a result: which rows, in which groups, with which measures. Columns are named. */
export interface Exploration {
  groups: Group[]
  /** The column of the group whose values stand in columns, as in a pivot table; null if all groups are rows. */
  across: string | null
  measures: ExploredMeasure[]
  conditions: Condition[]
  /** null for the order that suits the groups. */
  sort: GroupSort | null
  /** Maximum number of groups. */
  limit: number
}

export const nothingExplored: Exploration = {
  groups: [],
  across: null,
  measures: [],
  conditions: [],
  sort: null,
  limit: DEFAULT_GROUP_LIMIT,
}

/** A column of the result. */
export interface ExploredColumn {
  name: string
  type: ColumnType | null
  /** Whether its times have a zone. */
  isInstant?: boolean
}

export const isTime = ({ type }: Pick<ExploredColumn, 'type'>) => type === 'date' || type === 'datetime'
const isNumeric = ({ type }: ExploredColumn) => type === 'integer' || type === 'float'

/** The units to which the values of a column can be cut. */
export const unitsFor = (column: ExploredColumn): TimeUnit[] =>
  isTime(column) ? ['year', 'quarter', 'month', 'week', 'day', ...(column.type === 'datetime' ? ['hour' as const] : [])] : []

/** Whether a measure can be computed of a column. A column without a type may have numbers. */
export const canMeasure = (kind: ExploredMeasure['kind'], column: ExploredColumn): boolean =>
  kind === 'sum' || kind === 'avg' || kind === 'median' ? isNumeric(column) || column.type === null : kind !== 'count'

/** The conditions that a column can meet. */
export function conditionsFor(column: ExploredColumn): ConditionKind[] {
  const isOrdered = isNumeric(column) || isTime(column)
  const hasText = column.type === 'string' || column.type === null
  return conditionKinds.filter((kind) => {
    if (kind === 'min' || kind === 'max') return isOrdered
    return kind === 'below' ? isNumeric(column) : kind !== 'contains' || hasText
  })
}

/** Whether the answer consists of groups or of a single row of measures; otherwise of the rows of the result. */
export const isGrouped = ({ groups, measures }: Exploration): boolean => groups.length > 0 || measures.length > 0

/** The chosen order, or the order that suits the groups: by the first time, by the first measure, the largest first, or by the first key. */
export function sortOf({ sort, groups, measures }: Exploration): GroupSort {
  if (sort !== null) return sort
  const time = groups.findIndex(({ unit }) => unit !== null)
  if (time !== -1) return { by: 'group', index: time, descending: false }
  if (measures.length > 0) return { by: 'measure', index: 0, descending: true }
  return { by: 'group', index: 0, descending: false }
}

const MEASURE_NAMES: Record<ExploredMeasure['kind'], string> = {
  count: 'rows',
  unique: 'different',
  sum: 'sum',
  avg: 'average',
  median: 'median',
  min: 'min',
  max: 'max',
}

/** The columns of the answer: the groups, then the measures. Names are unique ignoring case. */
export function answerColumns({ groups, measures }: Exploration, columns: readonly ExploredColumn[]): ExploredColumn[] {
  const typeOf = (name: string | null) => columns.find((column) => column.name === name)?.type ?? null
  const named = [
    ...groups.map(({ column, unit }) =>
      unit === null
        ? { name: column, type: typeOf(column) }
        : { name: `${column}_${unit}`, type: unit === 'hour' ? ('datetime' as const) : ('date' as const) },
    ),
    ...measures.map(({ kind, column }) => ({
      name: column === null ? MEASURE_NAMES[kind] : `${MEASURE_NAMES[kind]}_${column}`,
      type: measureType(kind, typeOf(column)),
    })),
  ]
  const names = distinctNames(named.map(({ name }) => name))
  return named.map(({ type }, index) => ({ name: names[index] ?? '', type }))
}

function measureType(kind: ExploredMeasure['kind'], type: ColumnType | null): ColumnType | null {
  if (kind === 'count' || kind === 'unique') return 'integer'
  if (kind === 'avg' || kind === 'median') return 'float'
  return kind === 'sum' && type === null ? 'float' : type
}

/** Whether a cell of the column may have this value. */
function canHold(column: ExploredColumn, value: Cell): boolean {
  if (value === null || column.type === null) return true
  if (column.type === 'boolean') return typeof value === 'boolean'
  return isNumeric(column) ? isNumber(String(value)) : typeof value === 'string'
}

/** Whether a text is a number as people and cells write it. */
export const isNumber = (text: string) => /^-?\d{1,40}(\.\d{1,40})?([eE][-+]?\d{1,3})?$/.test(text)

/** Leaves out everything that these columns cannot answer. @returns also the names of the columns that do not exist */
export function fitted(
  exploration: Exploration,
  columns: readonly ExploredColumn[],
): { exploration: Exploration; missing: string[] } {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const { groups, across, measures, conditions, sort } = exploration
  const known = {
    groups: groups.flatMap(({ column: name, unit }) => {
      const column = byName.get(name)
      return column ? [{ column: name, unit: unit !== null && unitsFor(column).includes(unit) ? unit : null }] : []
    }),
    measures: measures.filter(({ kind, column }) => {
      const of = byName.get(column ?? '')
      return column === null ? kind === 'count' : of !== undefined && canMeasure(kind, of)
    }),
    conditions: conditions.flatMap((condition) => {
      const of = byName.get(condition.column)
      const isPossible = of !== undefined && conditionsFor(of).includes(condition.kind)
      return isPossible ? [{ ...condition, values: condition.values.filter((value) => canHold(of, value)) }] : []
    }),
  }
  const all = [...groups, ...measures, ...conditions].flatMap(({ column }) => column ?? [])
  return {
    exploration: {
      ...exploration,
      ...known,
      across: known.groups.some(({ column }) => column === across) ? across : null,
      sort: keptSort(sort, exploration, known),
    },
    missing: [...new Set(all.filter((name) => !byName.has(name)))],
  }
}

type Sorted = Pick<Exploration, 'groups' | 'measures'>

/** The sort after groups and measures were removed or added; null if what it sorts by is gone. */
export function keptSort(sort: GroupSort | null, before: Sorted, now: Sorted): GroupSort | null {
  if (sort === null) return null
  const key = (part: Group | ExploredMeasure | undefined) =>
    part === undefined ? '' : JSON.stringify([part.column, 'kind' in part && part.kind])
  const place = (of: Sorted) => (sort.by === 'group' ? of.groups : of.measures)
  const wanted = key(place(before)[sort.index])
  const index = place(now).findIndex((part) => key(part) === wanted)
  return index === -1 ? null : { ...sort, index }
}
