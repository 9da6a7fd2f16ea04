import type { ChartKind } from './kinds.ts'
import {
  areAlike,
  distinct,
  isDate,
  isText,
  MAX_SUGGESTED_GROUPS,
  MAX_SUGGESTED_SERIES,
  type SampledColumn,
} from './sampled-columns.ts'

/** A heatmap of more rows or columns than this has no legible cells. */
const MAX_HEATMAP_SIDE = 100

type Mapping = Record<string, string>

/**
 * The roles of the columns in a kind of chart that needs others than a line or bars.
 * @param measures the numbers that are worth drawing, in the order of the result
 * @returns null if the result has no such columns, or the kind takes those of any chart
 */
export function columnsForKind(
  kind: ChartKind,
  columns: readonly SampledColumn[],
  measures: readonly SampledColumn[],
): Mapping | null {
  const groups = columns.filter((column) => isText(column) && repeats(column) && distinct(column) <= MAX_SUGGESTED_GROUPS)
  switch (kind) {
    case 'scatter':
      return withRoles(measures, ['x', 'y'], groups[0])
    case 'bubble':
      return withRoles(measures, ['x', 'y', 'size'], groups[0])
    case 'heatmap':
      return heatmap(columns, measures)
    case 'box':
      return boxes(measures, groups[0])
    case 'pie':
      return withRoles([...columns.filter(isText).slice(0, 1), ...measures], ['x', 'y'], undefined)
    default:
      return null
  }
}

const repeats = (column: SampledColumn) => distinct(column) < column.values.length

/** Gives the first columns these roles in their order; null if there are fewer columns. */
function withRoles(
  columns: readonly SampledColumn[],
  roles: readonly string[],
  group: SampledColumn | undefined,
): Mapping | null {
  if (columns.length < roles.length) return null
  const mapping = Object.fromEntries(roles.map((role, at) => [columns[at]?.name ?? '', role]))
  return group ? { ...mapping, [group.name]: 'series' } : mapping
}

/** The last number as colour over two columns whose values repeat; that with more values lies on x. */
function heatmap(columns: readonly SampledColumn[], measures: readonly SampledColumn[]): Mapping | null {
  const color = measures.at(-1)
  const isSide = (column: SampledColumn) =>
    repeats(column) && distinct(column) <= MAX_HEATMAP_SIDE && (isText(column) || isDate(column) || column.type === 'integer')
  const sides = columns.filter((column) => column !== color && isSide(column)).slice(0, 2)
  const [x, y] = sides.toSorted((one, other) => distinct(other) - distinct(one))
  return color && x && y ? { [x.name]: 'x', [y.name]: 'y', [color.name]: 'zVal' } : null
}

/** The distribution of like numbers in each group. */
function boxes([first, ...others]: readonly SampledColumn[], group: SampledColumn | undefined): Mapping | null {
  if (!first || !group) return null
  const like = [first, ...others.filter((other) => areAlike(first, other))].slice(0, MAX_SUGGESTED_SERIES)
  return { [group.name]: 'x', ...Object.fromEntries(like.map(({ name }) => [name, 'y'])) }
}
