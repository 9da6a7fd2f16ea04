import type { OtherResult } from '@sightline/contract/pictures.ts'
import {
  type CartesianData,
  type CartesianSettings,
  type CartesianType,
  prepareCartesian,
} from '@sightline/domain/chart-data/cartesian.ts'
import { endOfLastPeriod } from '@sightline/domain/chart-data/missing-dates.ts'
import { preparePanels } from '@sightline/domain/chart-data/panels.ts'
import type { Roles } from '@sightline/domain/chart-data/roles.ts'
import type { Scale } from '@sightline/domain/chart-data/scale.ts'
import type { ChartColumn } from '@sightline/domain/chart-data/series.ts'
import { i18n, type MessageValues } from '@sightline/domain/language/i18n.ts'
import { queriedAnnotations } from './annotation-query.ts'
import { placed, typedAnnotations } from './annotations.ts'
import { aggregationOf } from './grouped.ts'
import { canHavePanels, canStack } from './kinds.ts'
import { nameWriter } from './labels.ts'
import { belowZeroNote, isThinned, notesOf, omittedNote } from './notes.ts'
import { nothing, type Parts, type PreparedChart, zoneOf } from './prepared.ts'
import { previousOf } from './previous.ts'
import { axisTitles, namedSeries } from './readable.ts'
import { smallValuesNote } from './small-values.ts'
import { trendsOf } from './trends.ts'

/** More series cannot be distinguished and would take seconds to draw. */
export const MAX_SERIES = 200

/**
 * Prepares a line, bar, area, scatter or bubble chart.
 * @param now on the clock of the reader; null if it does not matter
 * @param other the rows of the query for annotations; null while they load
 */
export function cartesian(type: CartesianType, drawn: Parts, now: number | null, other: OtherResult | null): PreparedChart {
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
    isThinned: isThinned(result),
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
    return nothing(placelessTexts[data.scale]({ column: x.name }))
  }
  const isBelow = ({ axis, points }: CartesianData['series'][number]) =>
    options.yAxis[axis]?.type === 'logarithmic' ? points.filter(({ y }) => y !== null && y <= 0).length : 0
  const below = data.series.reduce((sum, series) => sum + isBelow(series), 0)
  const incompleteFrom = options.marksIncomplete ? incompletePeriod(data, now, zoneOf(drawn)) : null
  const drawnTrends = (one: CartesianData) => {
    const computed = trendsOf(one, options, { incompleteFrom, isThinned: settings.isThinned })
    const before = previousOf(one, options, settings.isThinned)
    return { trends: [...computed.trends, ...before.trends], notes: [...computed.notes, ...before.notes] }
  }
  const writeName = panelColumn ? nameWriter(panelColumn, options, drawn.formats) : String
  const panels =
    split?.panels.map((panel) => ({ ...panel, name: writeName(String(panel.value)), ...drawnTrends(panel.data) })) ?? null
  const { trends, notes } = panels === null ? drawnTrends(data) : { trends: [], notes: panels.flatMap((panel) => panel.notes) }
  const queried = queriedAnnotations(options, other)
  const events = placed([...typedAnnotations(options), ...queried.sources], data, zoneOf(drawn))
  const others = [
    omittedNote(data.series.length, data.omitted, 'series', result),
    belowZeroNote(below, 'place'),
    sharingNote(data),
    repeatedNote(data),
    isStacked ? overlapNote(data.series) : null,
    smallValuesNote(data.series, { axes: options.yAxis, isStacked, isPercent }),
    incompleteFrom === null ? null : i18n._('the last period is not over yet'),
    ...new Set(notes),
    split === null ? null : omittedNote(split.panels.length, split.omitted, 'panels', result),
    ...events.notes,
    queried.note,
  ]
  const note = notesOf(result, others, isStacked || settings.aggregation !== null)
  return {
    kind: 'cartesian',
    type,
    columns: drawn.columns,
    x,
    titles: axisTitles(options, roles, data.scale, data.series),
    data,
    incompleteFrom,
    trends,
    annotations: events.annotations,
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

const withCounts = (column: ChartColumn, { y }: Roles, counts: number[]): ChartColumn =>
  y.includes(column.name) ? { ...column, values: counts } : column

/** A note on points that are drawn at the same x, where bars hide one another; null if there are none. */
function sharingNote({ sharingX, series }: CartesianData): string | null {
  if (sharingX === 0) return null
  const hasBars = series.some(({ type }) => type === 'column')
  return hasBars
    ? i18n._('{sharingX, plural, other {# points share an x value; only the longest bar of each can be seen}}', { sharingX })
    : i18n._('{sharingX, plural, other {# points share an x value}}', { sharingX })
}

/** A note on times that stand for two hours, because the clock is set back; null if there are none. */
function repeatedNote({ repeatedTimes }: CartesianData): string | null {
  if (repeatedTimes === 0) return null
  return i18n._(
    '{repeatedTimes, plural, one {# time occurs twice, because the clock is set back} other {# times occur twice, because the clock is set back}}',
    { repeatedTimes },
  )
}

/**
 * A note on stacked lines and areas with negative values, whose layers run back into those below; null if there are none. Bars of
 * both signs are stacked apart.
 */
function overlapNote(series: CartesianData['series']): string | null {
  const isOverlapping = series.some(
    ({ type, points }) => (type === 'line' || type === 'area') && points.some(({ y }) => (y ?? 0) < 0),
  )
  return isOverlapping ? i18n._('negative values make layers overlap: each line is the running total') : null
}

/** The stored scale of an x axis. */
export function scaleOf(stored: string): Scale | 'auto' {
  return stored === 'datetime' || stored === 'linear' || stored === 'logarithmic' || stored === 'category' ? stored : 'auto'
}

const placelessTexts: Record<Scale, (texts: MessageValues) => string> = {
  datetime: (texts) => i18n._('No value of “{column}” has a place on a time axis.', texts),
  linear: (texts) => i18n._('No value of “{column}” has a place on a linear axis.', texts),
  logarithmic: (texts) => i18n._('No value of “{column}” has a place on a logarithmic axis.', texts),
  category: (texts) => i18n._('No value of “{column}” has a place on a category axis.', texts),
}
