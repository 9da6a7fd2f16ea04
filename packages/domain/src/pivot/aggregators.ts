import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '../chart-data/scale.ts'
import type { Measure } from '../grouping/measures.ts'

/** The measures of a cell of a pivot table: those of its own group and of the groups that contain it. */
export interface CellMeasures {
  own: readonly Cell[]
  row: readonly Cell[]
  column: readonly Cell[]
  all: readonly Cell[]
}

export interface Aggregator {
  /** The stored name. */
  name: string
  /** One measure for each column of values that is needed; `count` needs no column. */
  measures: readonly Measure['kind'][]
  /** The kind of its results, which decides how they are formatted. */
  result: 'whole number' | 'number' | 'share' | 'value'
  finish(measures: CellMeasures): Cell
}

const first = ({ own }: CellMeasures): Cell => own[0] ?? null
const number = (cells: readonly Cell[], index = 0) => toNumber(cells[index] ?? null)

function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b
}

function deviation({ own }: CellMeasures): Cell {
  const variance = number(own)
  return variance === null ? null : Math.sqrt(variance)
}

/** The standard normal quantile that leaves a tenth on either side, for an 80% interval. */
const Z = 1.2815515655446004

/**
 * A bound of the Wilson score interval of a share.
 * @param side -1 for the lower, 1 for the upper bound
 */
function bound({ own }: CellMeasures, side: -1 | 1): number | null {
  const [part, whole] = [number(own, 0), number(own, 1)]
  const share = ratio(part, whole)
  if (share === null || whole === null) return null
  const spread = Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2))
  return (share + Z ** 2 / (2 * whole) + side * Z * spread) / (1 + Z ** 2 / whole)
}

const simple = (name: string, kind: Measure['kind'], result: Aggregator['result']): Aggregator => ({
  name,
  measures: [kind],
  result,
  finish: first,
})
const share = (name: string, kind: 'sum' | 'count', of: 'row' | 'column' | 'all'): Aggregator => ({
  name,
  measures: [kind],
  result: 'share',
  finish: (measures) => ratio(number(measures.own), number(measures[of])),
})

/** All aggregators with their stored names, in the order of the menu. */
export const aggregators: readonly Aggregator[] = [
  simple('Count', 'count', 'whole number'),
  simple('Count Unique Values', 'unique', 'whole number'),
  simple('List Unique Values', 'list', 'value'),
  simple('Sum', 'sum', 'number'),
  simple('Integer Sum', 'sum', 'whole number'),
  simple('Average', 'avg', 'number'),
  simple('Median', 'median', 'number'),
  simple('Sample Variance', 'variance', 'number'),
  { ...simple('Sample Standard Deviation', 'variance', 'number'), finish: deviation },
  simple('Minimum', 'min', 'value'),
  simple('Maximum', 'max', 'value'),
  simple('First', 'first', 'value'),
  simple('Last', 'last', 'value'),
  {
    name: 'Sum over Sum',
    measures: ['sum', 'sum'],
    result: 'number',
    finish: ({ own }) => ratio(number(own, 0), number(own, 1)),
  },
  { name: '80% Upper Bound', measures: ['sum', 'sum'], result: 'number', finish: (measures) => bound(measures, 1) },
  { name: '80% Lower Bound', measures: ['sum', 'sum'], result: 'number', finish: (measures) => bound(measures, -1) },
  share('Sum as Fraction of Total', 'sum', 'all'),
  share('Sum as Fraction of Rows', 'sum', 'row'),
  share('Sum as Fraction of Columns', 'sum', 'column'),
  share('Count as Fraction of Total', 'count', 'all'),
  share('Count as Fraction of Rows', 'count', 'row'),
  share('Count as Fraction of Columns', 'count', 'column'),
]

const byName = new Map(aggregators.map((aggregator) => [aggregator.name, aggregator]))

/** The aggregator of a stored name; null if it is unknown. */
export const aggregatorOf = (name: string): Aggregator | null => byName.get(name) ?? null

/** Number of value columns that an aggregator needs. */
export const valuesNeeded = ({ measures }: Aggregator) => measures.filter((kind) => kind !== 'count').length
