import type { OtherResult } from '@sightline/contract/pictures.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { prepareBoxes } from '@sightline/domain/chart-data/boxes.ts'
import { prepareHeatmap } from '@sightline/domain/chart-data/heatmap.ts'
import { preparePies } from '@sightline/domain/chart-data/pies.ts'
import { rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { type ChartColumn, seriesOf } from '@sightline/domain/chart-data/series.ts'
import { localText } from '@sightline/domain/format/date.ts'
import type { TimeFormats } from '@sightline/domain/format/days.ts'
import { wallTime } from '@sightline/domain/format/time-zone.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { ColumnData, GroupData } from '../visualization.ts'
import { cartesian, MAX_SERIES, scaleOf } from './cartesian-chart.ts'
import { type GroupedRows, groupedRows, ungrouped } from './grouped.ts'
import { kindName, kindOf } from './kinds.ts'
import { chooseText, missing } from './needs.ts'
import { belowZeroNote, isThinned, notesOf, omittedNote } from './notes.ts'
import type { ChartOptions } from './options.ts'
import { type CustomChart, nothing, type Parts, type PreparedChart, zoneOf } from './prepared.ts'
import { type AxisTitles, axisTitles, heatmapTitles, namedSeries } from './readable.ts'

const MAX_PIES = 20
const MAX_SLICES = 100
/** Above this number of rows or columns, heatmap cells are smaller than a pixel. */
const MAX_HEAT_SIDE = 1000

/**
 * Prepares a chart from rows or groups; returns the reason as a sentence if nothing can be drawn.
 * @param formats of times, in which series that are times are named
 * @param now milliseconds; null if it does not matter which periods are over
 * @param other the result of the query for annotations; null while it loads, or if there is none
 */
export function prepare(
  data: ColumnData | GroupData,
  options: ChartOptions,
  formats: TimeFormats,
  now: number | null = null,
  other: OtherResult | null = null,
): PreparedChart {
  const result: GroupedRows = data.kind === 'groups' ? groupedRows(data) : ungrouped(data)
  const kind = kindOf(options.globalSeriesType)
  if (kind === null)
    return nothing(i18n._('Charts of type {kind} are not supported.', { kind: kindName(options.globalSeriesType) }))

  const columns = result.columns.map(
    ({ name, type }, index): ChartColumn => ({ name, type, values: result.values[index] ?? [] }),
  )
  const roles = rolesOf(
    options.columnMapping,
    columns.map(({ name }) => name),
  )
  const unchosen = missing(options, roles)
  const x = columns.find(({ name }) => name === roles.x)
  if (unchosen !== null || !x) return nothing(unchosen ?? chooseText())
  if (result.shown === 0) return nothing(i18n._('No data'))
  const wordy = withoutNumbers(columns, kind === 'heatmap' ? [roles.zVal ?? ''] : roles.y)
  if (wordy !== null) return nothing(wordy)

  const drawn = { columns, x, roles, options, result, formats }
  switch (kind) {
    case 'pie':
      return pies(drawn)
    case 'box':
      return boxes(drawn)
    case 'heatmap':
      return heatmap(drawn)
    case 'custom':
      return { kind, columns, x, titles: NO_TITLES, data: codeInput(drawn), note: notesOf(result, []) }
    default:
      return cartesian(kind, drawn, now === null ? null : wallTime(formats.timeZone, now), other)
  }
}

const NO_TITLES: AxisTitles = { x: '', y: ['', ''] }

function pies(drawn: Parts): PreparedChart {
  const { columns, x, roles, options, result } = drawn
  const data = preparePies(columns, roles, {
    series: namedSeries(drawn),
    isSorted: options.piesort,
    maxPies: MAX_PIES,
    maxSlices: Math.max(1, Math.min(MAX_SLICES, Math.round(options.maxSlices ?? MAX_SLICES))),
  })
  if (data.pies.every(({ slices }) => slices.length === 0)) return nothing(i18n._('A pie chart needs values above zero.'))
  const notes = [omittedNote(data.pies.length, data.omitted, 'pies', result), belowZeroNote(data.unshown, 'slice')]
  const note = notesOf(result, notes, true)
  return { kind: 'pies', columns, x, titles: NO_TITLES, data, isThinned: isThinned(result), note }
}

function boxes(drawn: Parts): PreparedChart {
  const { columns, x, roles, options, result } = drawn
  const data = prepareBoxes(columns, roles, {
    series: namedSeries(drawn),
    xScale: scaleOf(options.xAxis.type),
    sortX: options.sortX,
    reverseX: options.reverseX,
    maxSeries: MAX_SERIES,
    timeZone: zoneOf(drawn),
    made: result.boxes,
  })
  if (data.xs.length === 0) return nothing(i18n._('No data'))
  const note = notesOf(result, [omittedNote(data.series.length, data.omitted, 'series', result)], true)
  return { kind: 'boxes', columns, x, titles: axisTitles(options, roles, data.scale, data.series), data, note }
}

function heatmap({ columns, x, roles, options, result }: Parts): PreparedChart {
  const data = prepareHeatmap(columns, roles, options)
  if (Math.max(data.xs.length, data.ys.length) > MAX_HEAT_SIDE) {
    return nothing(
      i18n._('A heatmap of {columns} by {rows} cells is too fine to be read; {most} either way is the most.', {
        columns: localNumber(data.xs.length),
        rows: localNumber(data.ys.length),
        most: localNumber(MAX_HEAT_SIDE),
      }),
    )
  }
  const further = (result.counts ?? []).reduce((sum, count) => sum + count - 1, 0)
  const repeated = data.repeated + further
  const note = notesOf(result, [
    repeated === 0 ? null : i18n._('the first row of each cell, {count} more are not drawn', { count: localNumber(repeated) }),
  ])
  return {
    kind: 'heatmap',
    columns,
    x,
    titles: heatmapTitles(options, roles),
    y: roles.y[0] ?? '',
    z: roles.zVal ?? '',
    data,
    note,
  }
}

/** The code of a custom chart gets times without their zone, on the clock of the reader. */
function codeInput({ columns, roles, options, formats: { timeZone } }: Parts): CustomChart['data'] {
  const onClock = (cell: Cell) => (typeof cell === 'string' && timeZone !== 'UTC' ? localText(cell, timeZone) : cell)
  const local = columns.map((column) =>
    column.type === 'datetime' ? { ...column, values: column.values.map(onClock) } : column,
  )
  const series = seriesOf(local, roles, options.seriesOptions)
  return {
    x: series.flatMap(({ points }) => points.map(({ x }) => x)),
    ys: Object.fromEntries(series.map(({ key, points }) => [key, points.map(({ y }) => y)])),
  }
}

/** Names columns that should be numeric but contain only text; null if any of them has a number or all are empty. */
function withoutNumbers(columns: readonly ChartColumn[], names: readonly string[]): string | null {
  const chosen = columns.filter(({ name }) => names.includes(name))
  const isWordy = ({ values }: ChartColumn) => values.some((value) => value !== null)
  if (chosen.some(({ values }) => values.some((value) => toNumber(value) !== null))) return null
  const wordy = chosen.filter(isWordy)
  if (wordy.length === 0)
    return i18n._('There are no values in {columns}.', { columns: chosen.map(({ name }) => `“${name}”`).join(', ') })
  return i18n._('There are no numbers in {columns}.', { columns: wordy.map(({ name }) => `“${name}”`).join(', ') })
}
