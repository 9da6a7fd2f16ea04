import type { Cell } from '@sightline/contract/results.ts'
import type { Exploration } from '@sightline/domain/explore/exploration.ts'
import { isPivoted, rowGroups } from '@sightline/domain/explore/pivot.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { areAlike, isNumber, type SampledColumn } from '../../../visualizations/chart/sampled-columns.ts'
import { visualizationOf } from '../../../visualizations/registry.ts'

/** The options of a chart; `columnMapping` is absent if nothing can be drawn. */
export type ChartOfGroups = Record<string, unknown> & { columnMapping?: Record<string, string> }

/**
 * The options of a chart of groups: the suggested ones with the measures of a single group on up to two axes, or for a pivot table
 * with one group in rows a series for each value in columns.
 * @param columns of the groups, in the order of `cellsOf`
 */
export function chartOptions(exploration: Exploration, columns: SourceColumn[], rows: readonly Cell[][]): ChartOfGroups {
  const suggested: ChartOfGroups = visualizationOf('CHART')?.suggest(columns, rows) ?? {}
  const [x, series, y] = columns
  if (isPivoted(exploration) && rowGroups(exploration).length === 1 && x && series && y) {
    const isTime = x.type === 'date' || x.type === 'datetime'
    return {
      ...suggested,
      globalSeriesType: isTime ? 'line' : 'column',
      columnMapping: { [x.name]: 'x', [series.name]: 'series', [y.name]: 'y' },
    }
  }
  const isOfGroup = exploration.groups.length === 1 && x !== undefined && suggested.columnMapping?.[x.name] === 'x'
  if (!isOfGroup) return suggested
  const measures = columns.slice(1).filter(isNumber)
  const [left, right] = measuresByAxis(measures, columns, rows)
  const drawn = measures.map(({ name }) => name).filter((name) => left.includes(name) || right.includes(name))
  const columnMapping = { [x.name]: 'x', ...Object.fromEntries(drawn.map((name) => [name, 'y'])) }
  const seriesOptions = Object.fromEntries(right.map((name) => [name, { yAxis: 1 }]))
  return { ...suggested, columnMapping, ...(right.length > 0 && { seriesOptions }) }
}

/**
 * The names of the measures that share the left axis with the first one, and of those that share the right axis with the first of the
 * others. What would be flat on both axes is not drawn.
 */
function measuresByAxis(measures: readonly SourceColumn[], columns: readonly SourceColumn[], rows: readonly Cell[][]) {
  const sampled = measures.map((column) => ({ ...column, values: rows.map((row) => row[columns.indexOf(column)] ?? null) }))
  const [left, others] = withFirst(sampled)
  const [right] = withFirst(others)
  const namesOf = (axis: readonly SampledColumn[]) => axis.map(({ name }) => name)
  return [namesOf(left), namesOf(right)] as const
}

/** The measures that can share an axis with the first one, in their order, and the others. */
function withFirst(measures: readonly SampledColumn[]): [alike: SampledColumn[], others: SampledColumn[]] {
  const isAlike = (measure: SampledColumn) => measures[0] === undefined || areAlike(measures[0], measure)
  return [measures.filter(isAlike), measures.filter((measure) => !isAlike(measure))]
}

/**
 * The measures that a chart of groups draws, by their places among all measures; null if it draws all of them.
 * @param columns of the groups, the measures last
 */
export function drawnMeasures(
  { measures }: Exploration,
  columns: readonly SourceColumn[],
  { columnMapping = {} }: ChartOfGroups,
): number[] | null {
  const names = columns.slice(columns.length - measures.length).map(({ name }) => name)
  const drawn = names.flatMap((name, place) => (columnMapping[name] === 'y' ? [place] : []))
  return drawn.length === measures.length || drawn.length === 0 ? null : drawn
}
