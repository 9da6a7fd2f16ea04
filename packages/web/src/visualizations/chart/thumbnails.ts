import type { Cell } from '@sightline/contract/results.ts'
import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { namesThing } from '@sightline/domain/format/column-format.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { type ChartKind, kindOf } from './kinds.ts'
import type { ChartOptions } from './options.ts'
import { distinct, isDate, isNumber, isText, type SampledColumn } from './sampled-columns.ts'
import { suggest } from './suggest.ts'

/** The kinds that are tried after the one that fits best. */
const OTHER_KINDS: readonly ChartKind[] = ['column', 'line', 'heatmap', 'pie', 'scatter', 'area']
/** More bars or slices than this cannot be told apart. */
const MAX_BARS = 40
const MAX_SLICES = 12
const DAY_MS = 86_400_000

/**
 * Options of charts that show a result well, the best one first.
 * @param rows the first rows of the result
 */
export function thumbnails(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<ChartOptions>[] {
  if (rows.length < 2) return []
  const sampled = columns.map((column, at): SampledColumn => ({ ...column, values: rows.map((row) => row[at] ?? null) }))
  const best = suggest(columns, rows)
  const others = OTHER_KINDS.filter((kind) => kind !== best.globalSeriesType).map((kind) =>
    suggest(columns, rows, { globalSeriesType: kind }),
  )
  return [best, ...others].filter((options) => isClear(options, sampled))
}

/** Whether a chart of this kind says something about these columns, and can be read. */
function isClear(
  { globalSeriesType = '', columnMapping = {} }: Partial<ChartOptions>,
  columns: readonly SampledColumn[],
): boolean {
  const kind = kindOf(globalSeriesType)
  const roles = rolesOf(columnMapping, Object.keys(columnMapping))
  const find = (name: string | null) => columns.find((column) => column.name === name)
  const x = find(roles.x)
  const ys = roles.y.flatMap((name) => find(name) ?? [])
  if (x === undefined || ys.length === 0) return false
  // The sum of years or the course of ids says nothing.
  const color = find(roles.zVal)
  if ((color ? [color] : ys).every(({ name, values }) => namesThing(name, values))) return false
  switch (kind) {
    case 'line':
      return isNumber(x) || (isDate(x) && isSteady(x))
    case 'area':
      return isDate(x) && roles.series !== null
    case 'column':
      return distinct(x) <= MAX_BARS
    case 'pie':
      return isText(x) && roles.series === null && distinct(x) <= MAX_SLICES && !repeats([x]) && ys.every(hasShares)
    case 'heatmap':
      // A cell has one color: that of the first of its rows.
      return roles.zVal !== null && !repeats([x, ...ys])
    case 'scatter':
      return isNumber(x) && ys.every(isNumber)
    default:
      return false
  }
}

/** Whether several rows have the same values in these columns. */
function repeats(columns: readonly SampledColumn[]): boolean {
  const rows = columns[0]?.values.map((_, row) => JSON.stringify(columns.map(({ values }) => values[row]))) ?? []
  return new Set(rows).size < rows.length
}

/** The part of the steps between times that must be about as long as the usual one. */
const STEADY_PART = 0.6

/** Whether times follow each other at most once a day or in about equal steps. Single events within a day make no line. */
function isSteady({ type, values }: SampledColumn): boolean {
  if (type === 'date') return true
  const times = [...new Set(values)].flatMap((value) => (typeof value === 'string' ? [Date.parse(value)] : []))
  const sorted = times.filter((time) => !Number.isNaN(time)).toSorted((a, b) => a - b)
  const steps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? time))
  if (steps.every((step) => step >= DAY_MS)) return true
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  return steps.filter((step) => Math.abs(step - usual) <= usual / 2).length >= STEADY_PART * steps.length
}

/** Whether values can be parts of a whole. */
const hasShares = ({ values }: SampledColumn) =>
  values.every((value) => value === null || (typeof value === 'number' && value >= 0))
