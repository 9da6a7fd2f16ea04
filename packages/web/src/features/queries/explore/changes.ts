import {
  type Condition,
  conditionsFor,
  type Exploration,
  type ExploredColumn,
  type ExploredMeasure,
  type Group,
  isTime,
  keptSort,
  type SortKey,
} from '@sightline/domain/explore/exploration.ts'

const countOfRows: ExploredMeasure = { kind: 'count', column: null }

/** Begins with the month of dates and times, and with the count of rows in each group. */
export function withGroup(exploration: Exploration, column: ExploredColumn): Exploration {
  const { groups, measures } = exploration
  const isFirst = groups.length === 0 && measures.length === 0
  return kept({ ...exploration, groups: [...groups, groupBy(column)], measures: isFirst ? [countOfRows] : measures })
}

/** The exploration without sort keys that it no longer has. */
const kept = (exploration: Exploration): Exploration => ({ ...exploration, sort: keptSort(exploration.sort, exploration) })

/** The first grouping by a column. */
export const groupBy = (column: ExploredColumn): Group => ({ column: column.name, unit: isTime(column) ? 'month' : null })

/** Removing the last group also removes the count of rows that came with the first one. */
export function withoutGroup(exploration: Exploration, index: number): Exploration {
  const { groups, measures } = exploration
  const left = groups.toSpliced(index, 1)
  const isOnlyCount = measures.length === 1 && measures[0]?.kind === 'count'
  const across = groups[index]?.column === exploration.across ? null : exploration.across
  return kept({ ...exploration, groups: left, measures: left.length === 0 && isOnlyCount ? [] : measures, across })
}

/** Puts the values of a group in columns, or none. */
export const withAcross = (exploration: Exploration, across: string | null): Exploration => ({
  ...exploration,
  across,
  sort: sortOfLines(exploration.sort),
})

/** The sort without the columns of a pivot table, after its columns became others. */
const sortOfLines = (sort: readonly SortKey[]) => sort.filter(({ value }) => value === undefined)

/** Another column takes the place of a group, in columns too if that group is there. */
export function withGroupAt(exploration: Exploration, index: number, group: Group): Exploration {
  const { groups, across, sort } = exploration
  const before = groups[index]?.column
  const isInColumns = before === across
  return {
    ...exploration,
    groups: groups.with(index, group),
    across: isInColumns ? group.column : across,
    sort: (isInColumns ? sortOfLines(sort) : sort).map((key) =>
      key.kind === null && key.column === before ? { ...key, column: group.column } : key,
    ),
  }
}

/** Another measure takes the place of one, in the order too. */
export function withMeasureAt(exploration: Exploration, index: number, measure: ExploredMeasure): Exploration {
  const { measures, sort } = exploration
  const before = measures[index]
  return {
    ...exploration,
    measures: measures.with(index, measure),
    sort: sort.map((key) => (before?.kind === key.kind && before.column === key.column ? { ...key, ...measure } : key)),
  }
}

/** Adds the count of rows, or the sum of the first column of numbers that has none. */
export function withMeasure(exploration: Exploration, columns: readonly ExploredColumn[]): Exploration {
  const { measures } = exploration
  const withAdded = (added: ExploredMeasure) => kept({ ...exploration, measures: [...measures, added] })
  if (!measures.some(({ kind }) => kind === 'count')) return withAdded(countOfRows)
  const isSummed = (name: string) => measures.some(({ kind, column }) => kind === 'sum' && column === name)
  const numbers = columns.filter(({ type }) => type === 'integer' || type === 'float')
  const number = numbers.find(({ name }) => !isSummed(name)) ?? numbers[0]
  const first = columns[0]
  const added = number
    ? { kind: 'sum' as const, column: number.name }
    : first && { kind: 'unique' as const, column: first.name }
  return added ? withAdded(added) : exploration
}

export const withoutMeasure = (exploration: Exploration, index: number): Exploration =>
  kept({ ...exploration, measures: exploration.measures.toSpliced(index, 1) })

/** Begins with the condition that is most common for the type: a range for numbers and times, single values for others. */
export function withCondition(exploration: Exploration, column: ExploredColumn): Exploration {
  const kinds = conditionsFor(column)
  const condition: Condition = { column: column.name, kind: kinds.includes('min') ? 'min' : 'is', values: [] }
  return { ...exploration, conditions: [...exploration.conditions, condition] }
}

export const withoutCondition = (exploration: Exploration, index: number): Exploration => ({
  ...exploration,
  conditions: exploration.conditions.toSpliced(index, 1),
})
