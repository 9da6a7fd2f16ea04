import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Labels } from './labels.ts'
import { rounded } from './number-formats.ts'
import type { ChartOptions } from './options.ts'

/** A line or band across the plot at values of a y axis. */
export interface Reference {
  axis: 0 | 1
  from: number
  /** The other end of a band; null for a line. */
  to: number | null
  /** The line itself if its values differ from one x value to another; null for a straight one. */
  along: { name: string; points: { x: number; y: number }[] } | null
  label: string
  /** The stored colour; null for the automatic one. */
  color: string | null
}

export type StoredReference = ChartOptions['referenceLines'][number]

/** The kinds of reference lines, in the words of the editor. */
export const referenceKinds = [
  { value: 'value', label: () => i18n._('Value') },
  { value: 'band', label: () => i18n._('Band') },
  { value: 'average', label: () => i18n._('Average') },
  { value: 'median', label: () => i18n._('Median') },
  { value: 'column', label: () => i18n._('Column') },
  { value: 'parameter', label: () => i18n._('Parameter') },
] as const

/**
 * The reference lines that can be drawn: with a number, on an axis that has series, and above zero on a logarithmic axis.
 * @param shown the series that are not hidden, from which averages and medians are computed
 * @param columns of the result, whose values a line may have
 */
export function referencesOf(
  options: ChartOptions,
  shown: readonly CartesianSeries[],
  labels: Labels,
  columns: readonly ChartColumn[],
): Reference[] {
  return options.referenceLines.flatMap((stored): Reference[] => {
    // With a value it is another kind: see `withParameters`.
    if (stored.kind === 'parameter') return []
    const axis = stored.yAxis === 1 ? 1 : 0
    const series = shown.filter((one) => one.axis === axis)
    if (stored.kind === 'column')
      return series.length === 0 ? [] : columnReference(stored, axis, shown, { options, labels, columns })
    const from = startOf(stored, series, options)
    const to = stored.kind === 'band' ? stored.to : null
    if (series.length === 0 || from === null || (stored.kind === 'band' && to === null)) return []
    if (options.yAxis[axis]?.type === 'logarithmic' && Math.min(from, to ?? from) <= 0) return []
    return [{ axis, from, to, along: null, label: labelOf(stored, axis, [from, to], labels), color: stored.color ?? null }]
  })
}

interface Given {
  options: ChartOptions
  labels: Labels
  columns: readonly ChartColumn[]
}

/** A line at the value of a column, or along its values where they differ; none without a number. */
function columnReference(
  stored: StoredReference,
  axis: 0 | 1,
  shown: readonly CartesianSeries[],
  { options, labels, columns }: Given,
): Reference[] {
  const column = columns.find(({ name }) => name === stored.column)
  if (!column) return []
  const isLog = options.yAxis[axis]?.type === 'logarithmic'
  const points = valuesAlong(column, shown).filter(({ y }) => y > 0 || !isLog)
  if (points.length === 0) return []
  const low = points.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY)
  const high = points.reduce((greatest, { y }) => Math.max(greatest, y), Number.NEGATIVE_INFINITY)
  const name = stored.label.trim() || column.name
  const text = (value: number) => labels.onAxis(axis, value, null)
  const common = { axis, from: low, color: stored.color ?? null }
  return low === high
    ? [{ ...common, to: null, along: null, label: `${name} ${text(low)}` }]
    : [
        {
          ...common,
          to: high,
          along: { name, points },
          label: i18n._('{name} between {low} and {high}', { name, low: text(low), high: text(high) }),
        },
      ]
}

/** The number of the column in the first row of each x value, in the order of the axis. */
function valuesAlong({ values }: ChartColumn, shown: readonly CartesianSeries[]): { x: number; y: number }[] {
  const found = new Map<number, { row: number; y: number }>()
  for (const { points } of shown) {
    for (const { x, row } of points) {
      const y = row === null ? null : toNumber(values[row] ?? null)
      const first = found.get(x)
      if (row !== null && y !== null && (first === undefined || row < first.row)) found.set(x, { row, y })
    }
  }
  return [...found].map(([x, { y }]) => ({ x, y })).sort((a, b) => a.x - b.x)
}

function startOf({ kind, value }: StoredReference, series: readonly CartesianSeries[], options: ChartOptions): number | null {
  if (kind !== 'average' && kind !== 'median') return value
  const values = options.series.stacking === null ? singleValues(series) : totals(series)
  if (values.length === 0) return null
  return kind === 'average' ? values.reduce((sum, one) => sum + one, 0) / values.length : middle(values)
}

const singleValues = (series: readonly CartesianSeries[]): number[] =>
  series.flatMap(({ points }) => points.flatMap(({ y }) => y ?? []))

/** The heights of the stacks. */
function totals(series: readonly CartesianSeries[]): number[] {
  const sums = new Map<number, number>()
  for (const { points } of series) for (const { x, y } of points) if (y !== null) sums.set(x, (sums.get(x) ?? 0) + y)
  return [...sums.values()]
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? upper)) / 2
}

function labelOf({ kind, label }: StoredReference, axis: 0 | 1, [from, to]: [number, number | null], labels: Labels): string {
  const isComputed = kind === 'average' || kind === 'median'
  const start = labels.onAxis(axis, isComputed ? rounded(from) : from, null)
  const value = to === null ? start : `${start}–${labels.onAxis(axis, to, null)}`
  const name = label.trim() === '' && isComputed ? kindName(kind) : label.trim()
  return name === '' ? value : `${name} ${value}`
}

const kindName = (kind: string) => referenceKinds.find(({ value }) => value === kind)?.label() ?? ''
