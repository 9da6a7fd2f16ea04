import type { Cell } from '@sightline/contract/results.ts'
import { type BoxData, prepareBoxes } from '@sightline/domain/chart-data/boxes.ts'
import {
  type CartesianData,
  type CartesianSettings,
  type CartesianType,
  prepareCartesian,
} from '@sightline/domain/chart-data/cartesian.ts'
import { type HeatmapData, prepareHeatmap } from '@sightline/domain/chart-data/heatmap.ts'
import { endOfLastPeriod } from '@sightline/domain/chart-data/missing-dates.ts'
import { preparePanels } from '@sightline/domain/chart-data/panels.ts'
import { type PieData, preparePies } from '@sightline/domain/chart-data/pies.ts'
import { type Roles, rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { type Scale, toNumber } from '@sightline/domain/chart-data/scale.ts'
import { type ChartColumn, seriesOf } from '@sightline/domain/chart-data/series.ts'
import { localText } from '@sightline/domain/format/date.ts'
import type { TimeFormats } from '@sightline/domain/format/days.ts'
import { namesIn } from '@sightline/domain/format/template.ts'
import { wallTime } from '@sightline/domain/format/time-zone.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import type { ColumnData, GroupData, Needs } from '../visualization.ts'
import { aggregationOf, type GroupedRows, groupedRows, groupNeeds, ungrouped } from './grouped.ts'
import { type ChartKind, canHavePanels, canStack, kindName, kindOf } from './kinds.ts'
import { nameWriter } from './labels.ts'
import type { ChartOptions } from './options.ts'
import { type AxisTitles, axisTitles, heatmapTitles, namedSeries } from './readable.ts'
import { smallValuesNote } from './small-values.ts'
import { type Trend, trendsOf } from './trends.ts'

/** More series cannot be distinguished and would take seconds to draw. */
const MAX_SERIES = 200
const MAX_PIES = 20
const MAX_SLICES = 100
/** Columns that only the tooltips of points show. */
const MAX_FURTHER_COLUMNS = 8
/** Above this number of rows or columns, heatmap cells are smaller than a pixel. */
const MAX_HEAT_SIDE = 1000

interface Nothing {
  kind: 'nothing'
  reason: string
}
/** The fields of every prepared chart. */
interface PreparedBase {
  columns: ChartColumn[]
  x: ChartColumn
  titles: AxisTitles
  /** A note about data that is left out or cannot be seen; null if everything is shown. */
  note: string | null
}
export interface CartesianChart extends PreparedBase {
  kind: 'cartesian'
  type: CartesianType
  data: CartesianData
  /** The start of the last period if it is not over; null if it is, or if it is not to be set apart. */
  incompleteFrom: number | null
  /** The trends of series, in their order. */
  trends: Trend[]
  /** The small charts of which it consists; null if it is one. */
  panels: Panel[] | null
}
/** A small chart of the rows with one value in a column. */
export interface Panel {
  name: string
  data: CartesianData
  trends: Trend[]
}
export interface PieChart extends PreparedBase {
  kind: 'pies'
  data: PieData
}
export interface BoxChart extends PreparedBase {
  kind: 'boxes'
  data: BoxData
}
export interface HeatmapChart extends PreparedBase {
  kind: 'heatmap'
  y: string
  z: string
  data: HeatmapData
}
/** Input of a custom chart's code: the x values of all series one after another, and the y values by series name. */
export interface CustomChart extends PreparedBase {
  kind: 'custom'
  data: { x: Cell[]; ys: Record<string, (number | null)[]> }
}
export type RenderableChart = CartesianChart | PieChart | BoxChart | HeatmapChart
export type PreparedChart = Nothing | RenderableChart | CustomChart

const CHOOSE = 'Choose an X column and at least one Y column.'
const CHOOSE_COLOR = 'Choose a Color column.'
const CHOOSE_SIZE = 'Choose a Bubble Size column.'

/** The columns that the chart draws or names in its labels. */
export function needs(options: ChartOptions, columns: readonly SourceColumn[]): Needs {
  const names = columns.map(({ name }) => name)
  const roles = rolesOf(options.columnMapping, names)
  const kind = kindOf(options.globalSeriesType)
  if (missing(options, roles) !== null || kind === null) return { kind: 'columns', columns: [], extreme: null }
  const drawn = [roles.x, ...roles.y, roles.series, ...extraRoles(options, roles)].filter((name) => name !== null)
  const inLabels = namesIn(options.textFormat)
  const others = names.filter((name) => !drawn.includes(name))
  const further = isPointwiseKind(kind) ? others.slice(0, MAX_FURTHER_COLUMNS) : []
  const labelled = others.filter((name) => inLabels.includes(name) || further.includes(name))
  const instead = groupNeeds(kind, roles, options, labelled, columns)
  const rows = { kind: 'columns' as const, columns: [...drawn, ...labelled], extreme: roles.y[0] ?? null }
  return instead === null ? rows : { ...rows, instead }
}

const isPointwiseKind = (kind: ChartKind) => kind === 'scatter' || kind === 'bubble'

/** Columns that only some kinds of chart use. */
function extraRoles({ globalSeriesType: kind }: ChartOptions, roles: Roles): (string | null)[] {
  if (kind === 'heatmap') return [roles.zVal]
  const panel = canHavePanels(kind) ? roles.panel : null
  return kind === 'bubble' ? [roles.size, panel] : [roles.yError, panel]
}

/** Names the columns that must still be chosen and those that the result no longer has; null if there is no problem. */
export function problem(options: ChartOptions, columns: readonly SourceColumn[]): string | null {
  const names = columns.map(({ name }) => name)
  const unchosen = missing(options, rolesOf(options.columnMapping, names))
  return unchosen === null ? null : joined([goneSentence(options, names), unchosen])
}

function missing({ globalSeriesType: kind }: ChartOptions, roles: Roles): string | null {
  if (roles.x === null || roles.y.length === 0) return CHOOSE
  if (kind === 'heatmap' && roles.zVal === null) return CHOOSE_COLOR
  return kind === 'bubble' && roles.size === null ? CHOOSE_SIZE : null
}

const nothing = (reason: string): Nothing => ({ kind: 'nothing', reason })

/**
 * Prepares a chart from rows or groups; returns the reason as a sentence if nothing can be drawn.
 * @param formats of times, in which series that are times are named
 * @param now milliseconds; null if it does not matter which periods are over
 */
export function prepare(
  data: ColumnData | GroupData,
  options: ChartOptions,
  formats: TimeFormats,
  now: number | null = null,
): PreparedChart {
  const result: GroupedRows = data.kind === 'groups' ? groupedRows(data) : ungrouped(data)
  const kind = kindOf(options.globalSeriesType)
  if (kind === null) return nothing(`Charts of type ${kindName(options.globalSeriesType)} are not supported.`)

  const columns = result.columns.map(
    ({ name, type }, index): ChartColumn => ({ name, type, values: result.values[index] ?? [] }),
  )
  const roles = rolesOf(
    options.columnMapping,
    columns.map(({ name }) => name),
  )
  const unchosen = missing(options, roles)
  const x = columns.find(({ name }) => name === roles.x)
  if (unchosen !== null || !x) return nothing(unchosen ?? CHOOSE)
  if (result.shown === 0) return nothing('No data')
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
      return cartesian(kind, drawn, now === null ? null : wallTime(formats.timeZone, now))
  }
}

const NO_TITLES: AxisTitles = { x: '', y: ['', ''] }

/** Input of a prepared chart. Columns keep the values of the result, by which options are stored and clicked marks filter. */
interface Parts extends Omit<PreparedBase, 'note' | 'titles'> {
  roles: Roles
  options: ChartOptions
  result: GroupedRows
  formats: TimeFormats
}

/** The clock on which the x values are placed. Texts of columns that are no times are shown as they are. */
const zoneOf = ({ x, formats }: Parts) => (x.type === 'datetime' ? formats.timeZone : 'UTC')

function cartesian(type: CartesianType, drawn: Parts, now: number | null): PreparedChart {
  const { x, roles, options, result } = drawn
  const { counts } = result
  // Groups have been counted by the server, so that their counts are added up.
  const columns = counts === null ? drawn.columns : drawn.columns.map((column) => withCounts(column, roles, counts))
  const isStacked = options.series.stacking !== null && canStack(type)
  const isPercent = options.series.percentValues && canStack(type)
  const settings: CartesianSettings = {
    type,
    series: namedSeries(drawn),
    xScale: scaleOf(options.xAxis.type),
    isStacked,
    isPercent,
    missingAsZero: options.missingValuesAsZero,
    fillMissingDates: options.fillMissingDates,
    aggregation: counts === null ? aggregationOf(options) : 'sum',
    sortX: options.sortX,
    reverseX: options.reverseX,
    isThinned: result.shown < result.total,
    maxSeries: MAX_SERIES,
    timeZone: zoneOf(drawn),
  }
  const panelColumn = canHavePanels(type) ? columns.find(({ name }) => name === roles.panel) : undefined
  const split = panelColumn
    ? preparePanels(columns, panelColumn, (rows, common) =>
        prepareCartesian(rows, roles, common === null ? settings : { ...settings, xScale: common.scale }, common?.xs),
      )
    : null
  const data = split?.data ?? prepareCartesian(columns, roles, settings)
  if (data.series.every(({ points }) => points.length === 0)) {
    return nothing(`No value of “${x.name}” has a place on ${scaleName(data.scale)} axis.`)
  }
  const isBelow = ({ axis, points }: CartesianData['series'][number]) =>
    options.yAxis[axis]?.type === 'logarithmic' ? points.filter(({ y }) => y !== null && y <= 0).length : 0
  const below = data.series.reduce((sum, series) => sum + isBelow(series), 0)
  const incompleteFrom = options.marksIncomplete ? incompletePeriod(data, now, zoneOf(drawn)) : null
  const drawnTrends = (one: CartesianData) => trendsOf(one, options, { incompleteFrom, isThinned: result.shown < result.total })
  const writeName = panelColumn ? nameWriter(panelColumn.type, panelColumn.values, options, drawn.formats) : String
  const panels =
    split?.panels.map((panel) => ({ ...panel, name: writeName(String(panel.value)), ...drawnTrends(panel.data) })) ?? null
  const { trends, notes } = panels === null ? drawnTrends(data) : { trends: [], notes: panels.flatMap((panel) => panel.notes) }
  const note = notesOf(result, [
    omittedNote(data.series.length, data.omitted, 'series'),
    belowZeroNote(below, 'place on a logarithmic axis'),
    sharingNote(data),
    repeatedNote(data),
    isStacked ? overlapNote(data.series) : null,
    smallValuesNote(data.series, { axes: options.yAxis, isStacked, isPercent }),
    incompleteFrom === null ? null : 'the last period is not over yet',
    ...new Set(notes),
    split === null || split.omitted === 0 ? null : omittedPanels(split.omitted),
  ])
  return {
    kind: 'cartesian',
    type,
    columns: drawn.columns,
    x,
    titles: axisTitles(options, roles, data.scale, data.series),
    data,
    incompleteFrom,
    trends,
    panels,
    note,
  }
}

/** The start of the last period if it contains `now`, in milliseconds on the clock of the axis; null otherwise. */
function incompletePeriod({ scale, xs }: CartesianData, now: number | null, timeZone: string): number | null {
  const times = xs.filter((x) => typeof x === 'number')
  const last = times.at(-1)
  if (now === null || scale !== 'datetime' || last === undefined) return null
  const isAscending = times.every((time, index) => index === 0 || time > (times[index - 1] ?? time))
  const end = isAscending ? endOfLastPeriod(times, timeZone) : null
  return end !== null && last <= now && now < end ? last : null
}

const omittedPanels = (count: number) => `${counted(count)} more ${count === 1 ? 'panel is' : 'panels are'} not shown`

const withCounts = (column: ChartColumn, { y }: Roles, counts: number[]): ChartColumn =>
  y.includes(column.name) ? { ...column, values: counts } : column

/** A note on rows that are drawn at the same x, where bars hide one another; null if there are none. */
function sharingNote({ sharingX, series }: CartesianData): string | null {
  if (sharingX === 0) return null
  const hasBars = series.some(({ type }) => type === 'column')
  return `${counted(sharingX)} rows share an x value${hasBars ? '; only the longest bar of each can be seen' : ''}`
}

/** A note on times that stand for two hours, because the clock is set back; null if there are none. */
function repeatedNote({ repeatedTimes }: CartesianData): string | null {
  if (repeatedTimes === 0) return null
  return `${counted(repeatedTimes)} ${repeatedTimes === 1 ? 'time occurs' : 'times occur'} twice, because the clock is set back`
}

/**
 * A note on stacked lines and areas with negative values, whose layers run back into those below; null if there are none. Bars of
 * both signs are stacked apart.
 */
function overlapNote(series: CartesianData['series']): string | null {
  const isOverlapping = series.some(
    ({ type, points }) => (type === 'line' || type === 'area') && points.some(({ y }) => (y ?? 0) < 0),
  )
  return isOverlapping ? 'negative values make layers overlap: each line is the running total' : null
}

function pies(drawn: Parts): PreparedChart {
  const { columns, x, roles, options, result } = drawn
  const data = preparePies(columns, roles, {
    series: namedSeries(drawn),
    isSorted: options.piesort,
    maxPies: MAX_PIES,
    maxSlices: Math.max(1, Math.min(MAX_SLICES, Math.round(options.maxSlices ?? MAX_SLICES))),
  })
  if (data.pies.every(({ slices }) => slices.length === 0)) return nothing('A pie chart needs values above zero.')
  const note = notesOf(result, [omittedNote(data.pies.length, data.omitted, 'pies'), belowZeroNote(data.unshown, 'slice')])
  return { kind: 'pies', columns, x, titles: NO_TITLES, data, note }
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
  if (data.xs.length === 0) return nothing('No data')
  const note = notesOf(result, [omittedNote(data.series.length, data.omitted, 'series')])
  return { kind: 'boxes', columns, x, titles: axisTitles(options, roles, data.scale, data.series), data, note }
}

function heatmap({ columns, x, roles, options, result }: Parts): PreparedChart {
  const data = prepareHeatmap(columns, roles, options)
  if (Math.max(data.xs.length, data.ys.length) > MAX_HEAT_SIDE) {
    return nothing(
      `A heatmap of ${data.xs.length.toLocaleString('en-US')} by ${data.ys.length.toLocaleString('en-US')} cells is too fine to be read; ${MAX_HEAT_SIDE.toLocaleString('en-US')} either way is the most.`,
    )
  }
  const further = (result.counts ?? []).reduce((sum, count) => sum + count - 1, 0)
  const repeated = data.repeated + further
  const note = notesOf(result, [
    repeated === 0 ? null : `the first row of each cell, ${repeated.toLocaleString('en-US')} more are not drawn`,
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

/** Names mapped columns that the result no longer has; null if it has them all. */
function goneSentence({ columnMapping }: ChartOptions, all: readonly string[]): string | null {
  const gone = Object.keys(columnMapping).filter((name) => columnMapping[name] !== 'unused' && !all.includes(name))
  if (gone.length === 0) return null
  return `The result no longer has the column${gone.length > 1 ? 's' : ''} ${gone.map((name) => `“${name}”`).join(', ')}.`
}

/** Names columns that should be numeric but contain only text; null if any of them has a number or all are empty. */
function withoutNumbers(columns: readonly ChartColumn[], names: readonly string[]): string | null {
  const chosen = columns.filter(({ name }) => names.includes(name))
  const isWordy = ({ values }: ChartColumn) => values.some((value) => value !== null)
  if (chosen.some(({ values }) => values.some((value) => toNumber(value) !== null))) return null
  const wordy = chosen.filter(isWordy)
  if (wordy.length === 0) return `There are no values in ${chosen.map(({ name }) => `“${name}”`).join(', ')}.`
  return `There are no numbers in ${wordy.map(({ name }) => `“${name}”`).join(', ')}.`
}

function scaleOf(stored: string): Scale | 'auto' {
  return stored === 'datetime' || stored === 'linear' || stored === 'logarithmic' || stored === 'category' ? stored : 'auto'
}

const scaleName = (scale: Scale) => (scale === 'datetime' ? 'a time' : `a ${scale}`)

const counted = (count: number) => count.toLocaleString('en-US')

/** Joins the notes about omitted data; null if all of the result is drawn. */
export function notesOf({ shown, total }: ColumnData, others: readonly (string | null)[]): string | null {
  const notes = [shown < total ? `${counted(shown)} of ${counted(total)} points` : null, ...others].filter(
    (note) => note !== null,
  )
  return notes.length > 0 ? notes.join(', ') : null
}

/** A note on how many items were drawn; null if all were. */
export const omittedNote = (drawn: number, omitted: number, things: string): string | null =>
  omitted > 0 ? `${counted(drawn)} of ${counted(drawn + omitted)} ${things}` : null

/** A note on how many values at or below zero are omitted; null for none. @param what the missing mark, such as `slice` */
export function belowZeroNote(count: number, what: string): string | null {
  if (count === 0) return null
  return `${counted(count)} ${count === 1 ? 'value' : 'values'} at or below zero ${count === 1 ? 'has' : 'have'} no ${what}`
}

export const joined = (sentences: readonly (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null).join(' ')
