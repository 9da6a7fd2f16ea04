import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { distinctNames } from '../names.ts'

export const MAX_GROUPS = 5
export const MAX_MEASURES = 10
export const MAX_CONDITIONS = 10
export const MAX_SORT_KEYS = 10

/** Choices of the maximum number of groups. */
export const groupLimits = [10, 100, 1000, 10_000] as const
export const DEFAULT_GROUP_LIMIT = 1000

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

/** Rows or groups can be sorted by a measure, or by the values of a column, which groups them unless there are no groups. */
export interface SortTerm {
  /** null for the values of the column. */
  kind: ExploredMeasure['kind'] | null
  /** null for the count of rows. */
  column: string | null
  /** For the lines of a pivot table, which are sorted by the measure below this value of the group in columns; else absent. */
  value?: Cell
}

export interface SortKey extends SortTerm {
  descending: boolean
}

/** The questions to a result: which rows, in which groups, with which measures. Columns are named. */
export interface Exploration {
  groups: Group[]
  /** The column of the group whose values stand in columns, as in a pivot table; null if all groups are rows. */
  across: string | null
  measures: ExploredMeasure[]
  conditions: Condition[]
  /** The most significant key first; none for the order that suits the groups, or that of the rows. */
  sort: SortKey[]
  /** Maximum number of groups. */
  limit: number
}

export const nothingExplored: Exploration = {
  groups: [],
  across: null,
  measures: [],
  conditions: [],
  sort: [],
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
/** Whether a column holds texts; one without a type may. */
export const isText = ({ type }: ExploredColumn) => type === 'string' || type === null
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
  return conditionKinds.filter((kind) => {
    if (kind === 'min' || kind === 'max') return isOrdered
    return kind === 'below' ? isNumeric(column) : kind !== 'contains' || isText(column)
  })
}

/** Whether the answer consists of groups or of a single row of measures; otherwise of the rows of the result. */
export const isGrouped = ({ groups, measures }: Pick<Exploration, 'groups' | 'measures'>): boolean =>
  groups.length > 0 || measures.length > 0

/** The chosen order, or the order that suits the groups: by the first time, by the first measure, the largest first, or by the first key. */
export function sortOf({ sort, groups, measures }: Pick<Exploration, 'sort' | 'groups' | 'measures'>): SortKey[] {
  if (sort.length > 0) return sort
  const [measure] = measures
  const time = groups.find(({ unit }) => unit !== null)
  if (time !== undefined || measure === undefined)
    return [time ?? groups[0]].flatMap((group) => group ?? []).map(({ column }) => ({ kind: null, column, descending: false }))
  return groups.length === 0 ? [] : [{ kind: measure.kind, column: measure.column, descending: true }]
}

export const isSameTerm = (one: SortTerm, other: SortTerm): boolean =>
  one.kind === other.kind && one.column === other.column && one.value === other.value

export const isSameSort = (one: readonly SortKey[], other: readonly SortKey[]): boolean =>
  one.length === other.length &&
  one.every((key, at) => {
    const same = other[at]
    return same !== undefined && isSameTerm(key, same) && key.descending === same.descending
  })

/** The possible sort terms of groups, in the order of the columns of the answer. */
export const groupTerms = ({ groups, measures }: Pick<Exploration, 'groups' | 'measures'>): SortTerm[] => [
  ...groups.map(({ column }) => ({ kind: null, column })),
  ...measures.map(({ kind, column }) => ({ kind, column })),
]

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
  const now = { ...known, across: known.groups.some(({ column }) => column === across) ? across : null }
  const inColumns = byName.get(now.across ?? '')
  const canSortBy = ({ column, value = null }: SortKey) =>
    (column === null || byName.has(column)) && (inColumns === undefined || canHold(inColumns, value))
  return {
    exploration: { ...exploration, ...now, sort: keptSort(sort, now).filter(canSortBy) },
    missing: [...new Set(all.filter((name) => !byName.has(name)))],
  }
}

/** The sort without what the groups or rows cannot be sorted by, after groups and measures were removed or added. */
export function keptSort(sort: readonly SortKey[], now: Pick<Exploration, 'groups' | 'across' | 'measures'>): SortKey[] {
  const isFirst = (key: SortKey, at: number) => sort.findIndex((other) => isSameTerm(other, key)) === at
  const hasColumns = now.groups.some(({ column }) => column === now.across)
  const isPossible = ({ kind, column, value }: SortKey) => {
    if (!isGrouped(now)) return kind === null
    if (value !== undefined) return hasColumns && now.measures.some((measure) => isSameTerm(measure, { kind, column }))
    return groupTerms(now).some((term) => isSameTerm(term, { kind, column }))
  }
  return sort.filter((key, at) => isFirst(key, at) && isPossible(key))
}

/** The exploration in another order. The order that it has anyway is not stored, so that it follows the groups. */
export function withSort(exploration: Exploration, sort: readonly SortKey[]): Exploration {
  const chosen = sort.slice(0, MAX_SORT_KEYS)
  return { ...exploration, sort: isSameSort(chosen, sortOf({ ...exploration, sort: [] })) ? [] : chosen }
}
