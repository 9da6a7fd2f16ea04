import type { Cell } from '@sightline/contract/results.ts'
import { type Aggregation, aggregations } from '@sightline/domain/chart-data/aggregation.ts'
import { type CountedBox, readBox } from '@sightline/domain/chart-data/quartiles.ts'
import type { Roles } from '@sightline/domain/chart-data/roles.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { ColumnData, GroupData, GroupNeeds } from '../visualization.ts'
import { type ChartKind, canHavePanels, canStack, hasErrors } from './kinds.ts'
import type { ChartOptions } from './options.ts'

/** Maximum number of groups; more cannot be distinguished. */
const MAX_GROUPS = 20_000
/** Maximum number of heatmap cells, which are small. */
const MAX_CELLS = 50_000

/** Groups in the shape of rows: one row per group, in order of first appearance. */
export interface GroupedRows extends ColumnData {
  /** If set, the cells of y columns are indexes into these boxes; null if they are values. */
  boxes: CountedBox[] | null
  /** Number of rows in each group; null if they were not counted. */
  counts: number[] | null
}

/** Rows as they are, one group each. */
export const ungrouped = (data: ColumnData): GroupedRows => ({ ...data, boxes: null, counts: null })

type Measure = GroupNeeds['measures'][number]

/**
 * Returns the grouping that draws exactly what all rows would draw: sums, quartiles, or the first row of a cell.
 * @param labelled columns that labels name
 * @returns null for a chart that is drawn from single rows
 */
export function groupNeeds(
  kind: ChartKind,
  roles: Roles,
  options: ChartOptions,
  labelled: readonly string[],
  columns: readonly SourceColumn[],
): GroupNeeds | null {
  const { x, y, series, zVal, yError } = roles
  const panel = canHavePanels(kind) ? roles.panel : null
  if (x === null) return null
  const ask = (keys: readonly (string | null)[], measures: Measure[], limit: number): GroupNeeds => ({
    kind: 'groups',
    sets: [keys.filter((name) => name !== null)],
    measures: [...measures, ...labelled.map((column): Measure => ({ kind: 'first', column })), { kind: 'row', column: null }],
    limit,
    without: [],
  })
  const ofEachY = (kindOfMeasure: Measure['kind']) => y.map((column): Measure => ({ kind: kindOfMeasure, column }))
  switch (kind) {
    case 'pie':
      return ask([x, series], ofEachY('sum'), MAX_GROUPS)
    case 'heatmap':
      return ask(
        [x, y[0] ?? null],
        [
          { kind: 'first', column: zVal },
          { kind: 'count', column: null },
        ],
        MAX_CELLS,
      )
    case 'box':
      // These charts show single values; and numbers in text columns may be written in several ways ("1", "1.0").
      return options.showpoints || isReadFromTexts(options, x, columns) ? null : ask([x, series], ofEachY('box'), MAX_GROUPS)
    default: {
      if (hasPoints(options)) return null
      const aggregation = aggregationOf(options)
      const how = aggregation ?? (options.series.stacking === null ? null : 'sum')
      if (how === null || !canStack(kind)) return null
      const errors =
        aggregation === null && yError !== null && hasErrors(kind) ? [{ kind: 'first' as const, column: yError }] : []
      const values = how === 'count' ? [{ kind: how, column: null }, ...ofEachY('first')] : ofEachY(how)
      return ask([x, series, panel], [...values, ...errors], MAX_GROUPS)
    }
  }
}

/** How rows with the same x are combined; null if each is drawn. */
export const aggregationOf = ({ aggregation, globalSeriesType }: ChartOptions): Aggregation | null =>
  canStack(globalSeriesType) ? (aggregations.find((known) => known === aggregation) ?? null) : null

const hasPoints = ({ seriesOptions }: ChartOptions) =>
  Object.values(seriesOptions).some(({ type }) => type === 'scatter' || type === 'bubble')

function isReadFromTexts({ xAxis }: ChartOptions, x: string, columns: readonly SourceColumn[]): boolean {
  const isText = columns.some(({ name, type }) => name === x && type !== 'integer' && type !== 'float' && type !== 'date')
  return isText && xAxis.type !== '-' && xAxis.type !== 'category' && xAxis.type !== 'datetime'
}

/** Converts the groups that `groupNeeds` requested to rows; no rows if a column is missing. */
export function groupedRows(data: GroupData): GroupedRows {
  const { asked } = data
  const [set] = data.sets
  const rowsOf = set?.measures.at(-1) ?? []
  const order = rowsOf.map((_, place) => place).toSorted((a, b) => Number(rowsOf[a]) - Number(rowsOf[b]))
  const inOrder = (cells: readonly Cell[] | undefined) => order.map((place) => cells?.[place] ?? null)
  const boxes: CountedBox[] | null = asked.some(({ kind }) => kind === 'box') ? [] : null
  const cellOf = (kind: Measure['kind'], cell: Cell): Cell => {
    const box = kind === 'box' ? readBox(cell) : null
    return kind !== 'box' ? cell : box === null || boxes === null ? null : boxes.push(box) - 1
  }
  const names = [...(set?.by ?? []), ...asked.map(({ column }) => column)]
  const cells = [
    ...(set?.keys ?? []).map(inOrder),
    ...(set?.measures ?? []).map((measure, place) =>
      inOrder(measure).map((cell) => cellOf(asked[place]?.kind ?? 'first', cell)),
    ),
  ]
  const counts = set?.measures[asked.findIndex(({ kind }) => kind === 'count')]
  const found = names.flatMap((name, place): (ChartColumn & SourceColumn)[] => {
    const column = data.columns.find((candidate) => candidate.name === name)
    return column ? [{ ...column, values: cells[place] ?? [] }] : []
  })
  return {
    kind: 'columns',
    columns: found.map(({ values: _, ...column }) => column),
    values: found.map(({ values }) => [...values]),
    total: order.length,
    shown: order.length,
    boxes,
    counts: counts ? inOrder(counts).map(Number) : null,
  }
}
