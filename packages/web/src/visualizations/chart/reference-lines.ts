import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { Labels } from './labels.ts'
import { rounded } from './number-formats.ts'
import type { ChartOptions } from './options.ts'

/** A line or band across the plot at values of a y axis. */
export interface Reference {
  axis: 0 | 1
  from: number
  /** The other end of a band; null for a line. */
  to: number | null
  label: string
  /** The stored colour; null for the automatic one. */
  color: string | null
}

export type StoredReference = ChartOptions['referenceLines'][number]

/** The kinds of reference lines, in the words of the editor. */
export const referenceKinds = [
  { value: 'value', label: 'Value' },
  { value: 'band', label: 'Band' },
  { value: 'average', label: 'Average' },
  { value: 'median', label: 'Median' },
] as const

/**
 * The reference lines that can be drawn: with a number, on an axis that has series, and above zero on a logarithmic axis.
 * @param shown the series that are not hidden, from which averages and medians are computed
 */
export function referencesOf(options: ChartOptions, shown: readonly CartesianSeries[], labels: Labels): Reference[] {
  return options.referenceLines.flatMap((stored): Reference[] => {
    const axis = stored.yAxis === 1 ? 1 : 0
    const series = shown.filter((one) => one.axis === axis)
    const from = startOf(stored, series, options)
    const to = stored.kind === 'band' ? stored.to : null
    if (series.length === 0 || from === null || (stored.kind === 'band' && to === null)) return []
    if (options.yAxis[axis]?.type === 'logarithmic' && Math.min(from, to ?? from) <= 0) return []
    return [{ axis, from, to, label: labelOf(stored, axis, [from, to], labels), color: stored.color ?? null }]
  })
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

const kindName = (kind: string) => referenceKinds.find(({ value }) => value === kind)?.label ?? ''
