import type { Cell } from '@sightline/contract/results.ts'
import type { CartesianData } from '@sightline/domain/chart-data/cartesian.ts'
import { endOfLastPeriod } from '@sightline/domain/chart-data/missing-dates.ts'
import { positionOf, type Scale } from '@sightline/domain/chart-data/scale.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { Formats } from '../visualization.ts'
import { labelsOf } from './labels.ts'
import type { ChartOptions } from './options.ts'

/** An event or a period at its place on the x axis. */
export interface Annotation {
  /** A position: milliseconds, a number, or the index of a category. */
  from: number
  /** The end of a period, which may lie beyond the axis; null for an event. */
  to: number | null
  /** The part that lies on the axis; twice the place of an event. */
  drawn: [number, number]
  /** The first and the last x value that it belongs to. */
  covers: [number, number]
  label: string
  /** The stored colour; null for the automatic one. */
  color: string | null
}

/** An event before it has a place: its cells, as they are stored or come from a result. */
export interface AnnotationSource {
  x: Cell
  /** Empty or null for an event without an end. */
  to: Cell
  label: string
  color: string | null
}

/** Bounds the work of drawing; more could not be told apart. */
const MAX_ANNOTATIONS = 500

interface PlacedAnnotations {
  /** In the order of the axis. */
  annotations: Annotation[]
  notes: string[]
}

/** The annotations that the author typed. */
export const typedAnnotations = ({ annotations }: ChartOptions): AnnotationSource[] =>
  annotations
    .filter(({ x }) => x.trim() !== '')
    .map(({ x, to, label, color }) => ({ x: x.trim(), to: to.trim(), label, color: color ?? null }))

/**
 * Places events on an x axis, which does not grow for them: events before its first or after its last value are left out, except
 * those in the last of regular periods.
 * @param timeZone on whose clock times with a zone are placed
 */
export function placed(sources: readonly AnnotationSource[], data: CartesianData, timeZone: string): PlacedAnnotations {
  const axis = axisOf(data, timeZone)
  const found = sources.map((source) => placeOf(source, axis))
  const unreadable = found.filter((one) => one === 'unreadable').length
  const outside = found.filter((one) => one === 'outside').length
  const annotations = found.filter((one) => typeof one === 'object').sort((a, b) => a.from - b.from)
  const notes = [
    outside === 0
      ? null
      : i18n._('{count, plural, one {# annotation is outside of the x axis} other {# annotations are outside of the x axis}}', {
          count: outside,
        }),
    unreadable === 0
      ? null
      : i18n._(
          '{count, plural, one {# annotation is without a place on the x axis} other {# annotations are without a place on the x axis}}',
          { count: unreadable },
        ),
    annotations.length > MAX_ANNOTATIONS
      ? i18n._('{shown} of {total} annotations', {
          shown: localNumber(MAX_ANNOTATIONS),
          total: localNumber(annotations.length),
        })
      : null,
  ]
  return { annotations: annotations.slice(0, MAX_ANNOTATIONS), notes: notes.filter((note) => note !== null) }
}

interface Axis {
  scale: Scale
  timeZone: string
  /** Its values in ascending order; the indexes of categories. */
  values: number[]
  /** The index of each category. */
  categories: ReadonlyMap<string, number>
  /** Events before it have a place; values count as well. */
  end: number
}

function axisOf({ scale, xs }: CartesianData, timeZone: string): Axis {
  const categories = new Map(xs.map((x, index) => [String(x), index]))
  if (scale === 'category') return { scale, timeZone, categories, values: [...xs.keys()], end: xs.length - 1 }
  const values = xs.filter((x) => typeof x === 'number').sort((a, b) => a - b)
  const last = values.at(-1) ?? Number.NEGATIVE_INFINITY
  const end = scale === 'datetime' ? (endOfLastPeriod(values, timeZone) ?? last) : last
  return { scale, timeZone, categories, values, end }
}

function placeOf({ x, to, label, color }: AnnotationSource, axis: Axis): Annotation | 'unreadable' | 'outside' {
  const isPeriod = to !== null && to !== ''
  const [one, other] = [positionOn(axis, x), isPeriod ? positionOn(axis, to) : null]
  if (one === null || (isPeriod && other === null)) return 'unreadable'
  const [from, end] = other === null ? [one, one] : [Math.min(one, other), Math.max(one, other)]
  const first = axis.values[0]
  const last = axis.values.at(-1)
  if (first === undefined || last === undefined || end < first) return 'outside'
  if (from > last && from >= axis.end) return 'outside'
  return {
    from,
    to: other === null ? null : end,
    drawn: [Math.max(first, from), Math.min(end, Math.max(from, last), Math.max(axis.end, last))],
    covers: [valueAt(axis, from), valueAt(axis, end)],
    label: label.trim(),
    color,
  }
}

function positionOn({ scale, timeZone, categories }: Axis, cell: Cell): number | null {
  if (cell === null || cell === '') return null
  const position = positionOf(cell, scale, timeZone)
  return typeof position === 'string' ? (categories.get(position) ?? null) : position
}

/** The value that a place belongs to: of times the last one before it, of numbers the nearest. */
function valueAt({ values, scale }: Axis, place: number): number {
  const after = values.findIndex((value) => value > place)
  const before = values[after === -1 ? values.length - 1 : Math.max(0, after - 1)] ?? place
  const next = values[after] ?? before
  return scale === 'datetime' || place - before <= next - place ? before : next
}

/** Whether an annotation belongs to an x value. */
export const isAt = ({ covers: [first, last] }: Annotation, x: number): boolean => first <= x && x <= last

interface AnnotatedChart {
  annotations: readonly Annotation[]
  data: Pick<CartesianData, 'scale' | 'xs'>
  x: Pick<ChartColumn, 'type'>
}

/** How the places of annotations are written: as dates if all of them begin a day, whatever the values of the axis are. */
export function placeWriter(
  { annotations, data: { scale, xs }, x }: AnnotatedChart,
  options: ChartOptions,
  formats: Formats,
): (annotation: Annotation) => string {
  const isCategory = scale === 'category'
  const places = isCategory ? xs : annotations.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))
  const labels = labelsOf(options, formats, { ...(isCategory ? x : { type: null }), scale }, places)
  const text = (position: number) => labels.x(isCategory ? (xs[position] ?? '') : position)
  return ({ from, to }) => (to === null ? text(from) : i18n._('{from} to {to}', { from: text(from), to: text(to) }))
}
