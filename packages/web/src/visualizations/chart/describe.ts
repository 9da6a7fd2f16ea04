import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Formats } from '../visualization.ts'
import { placeWriter } from './annotations.ts'
import { kindName } from './kinds.ts'
import { type Labels, labelsOf, pieLabels } from './labels.ts'
import { seriesFormat } from './number-formats.ts'
import type { ChartOptions } from './options.ts'
import { partsOf } from './panels.ts'
import type { BoxChart, CartesianChart, CustomChart, HeatmapChart, PieChart, RenderableChart } from './prepared.ts'
import { referencesOf } from './reference-lines.ts'
import { type Trend, trendText } from './trends.ts'

/** Names beyond this are only counted in the description. */
const MAX_NAMED = 8

/** Describes the chart as text for screen readers. */
export function describe(name: string, chart: RenderableChart | CustomChart, options: ChartOptions, formats: Formats): string {
  return `${name}. ${sentences(chart, options, formats)}`
}

function sentences(chart: RenderableChart | CustomChart, options: ChartOptions, formats: Formats): string {
  switch (chart.kind) {
    case 'pies':
      return ofPies(chart, pieLabels(chart, options, formats))
    case 'heatmap':
      return ofHeatmap(chart, labelsOf(options, formats, { type: null, scale: 'category' }, []))
    case 'boxes':
      return ofBoxes(chart, labelsOf(options, formats, { ...chart.x, scale: chart.data.scale }, chart.data.xs))
    case 'custom':
      return i18n._('Custom chart of {columns} by {x}.', { columns: listed(Object.keys(chart.data.ys)), x: chart.x.name })
    case 'cartesian':
      return (
        ofAxes(chart, options, labelsOf(options, formats, { ...chart.x, scale: chart.data.scale }, chart.data.xs)) +
        annotationText(chart, options, formats)
      )
  }
}

function ofPies({ data }: PieChart, labels: Labels): string {
  const pies = data.pies.map(
    (pie) => `${pie.name}: ${listed(pie.slices.map(({ key, share }) => `${labels.x(key)} ${labels.percent(share * 100)}`))}`,
  )
  return i18n._('Pie chart. {pies}.', { pies: listed(pies, '; ') })
}

function ofHeatmap({ data, x, y, z }: HeatmapChart, labels: Labels): string {
  const text = (value: number) => labels.number(value, null)
  return sentencesOf([
    i18n._('Heatmap chart of {z} by {x} and {y}, {columns} by {rows} cells.', {
      z,
      x: x.name,
      y,
      columns: data.xs.length,
      rows: data.ys.length,
    }),
    data.min <= data.max && i18n._('Values from {low} to {high}.', { low: text(data.min), high: text(data.max) }),
  ])
}

function ofBoxes({ data, x }: BoxChart, labels: Labels): string {
  const boxes = data.series.flatMap((series) => series.boxes.map((box) => ({ series, box })))
  const medians = boxes.map(({ series, box }) => {
    const place = labels.x(data.xs[box.x] ?? '')
    return `${data.series.length > 1 ? i18n._('{series} at {place}', { series: series.name, place }) : place} ${labels.ofSeries(series, box.median, null)}`
  })
  return i18n._('Box chart of {series} by {x}. Medians: {medians}.', {
    series: listed(data.series.map((one) => one.name)),
    x: x.name,
    medians: listed(medians),
  })
}

function ofAxes(chart: CartesianChart, options: ChartOptions, labels: Labels): string {
  const { data, x, type, panels } = chart
  const first = data.xs[0]
  const last = data.xs.at(-1)
  const texts = { kind: kindName(type), series: listed(data.series.map((one) => one.name)), x: x.name }
  const parts = partsOf(chart)
  const references = parts.flatMap((part) =>
    referencesOf(options, part.chart.data.series, labels, chart.columns).map(({ label }) => inPanel(label, part.name)),
  )
  const linesOf = (kind: Trend['kind']) =>
    listed(parts.flatMap((part) => trendTexts(part.chart, kind, labels).map((text) => inPanel(text, part.name))))
  const [trendLines, earlier] = [linesOf('trend'), linesOf('previous')]
  return sentencesOf([
    first === undefined || last === undefined
      ? i18n._('{kind} chart of {series} by {x}.', texts)
      : i18n._('{kind} chart of {series} by {x} from {first} to {last}.', {
          ...texts,
          first: labels.x(first),
          last: labels.x(last),
        }),
    panels !== null &&
      i18n._('{count, plural, one {One panel: {names}.} other {# panels: {names}.}}', {
        count: panels.length,
        names: listed(panels.map(({ name }) => name)),
      }),
    valueRanges(data.series, options, labels),
    references.length > 0 && i18n._('Reference lines: {lines}.', { lines: listed(references) }),
    trendLines !== '' && i18n._('Trend lines: {lines}.', { lines: trendLines }),
    earlier !== '' && i18n._('Earlier values: {lines}.', { lines: earlier }),
  ])
}

const inPanel = (text: string, panel: string | null) => (panel === null ? text : i18n._('{text} in {panel}', { text, panel }))

function annotationText(chart: CartesianChart, options: ChartOptions, formats: Formats): string {
  if (chart.annotations.length === 0) return ''
  const placeOf = placeWriter(chart, options, formats)
  const texts = chart.annotations.map((annotation) => `${annotation.label} ${placeOf(annotation)}`.trim())
  return ` ${i18n._('Annotations: {texts}.', { texts: listed(texts) })}`
}

/** The trends with their ends. */
function trendTexts({ trends, data: { scale, xs } }: CartesianChart, wanted: Trend['kind'], labels: Labels): string[] {
  return trends.flatMap(({ kind, line }) => {
    if (kind !== wanted) return []
    const known = line.points.filter(({ y }) => y !== null)
    const [first, last] = [known[0], known.at(-1)]
    if (!first || !last) return []
    const at = (point: CartesianPoint) =>
      i18n._('{value} at {place}', {
        value: trendText({ kind, line }, point, labels),
        place: labels.x(scale === 'category' ? (xs[point.x] ?? '') : point.x),
      })
    return i18n._('{line} from {first} to {last}', { line: line.name, first: at(first), last: at(last) })
  })
}

/** The lowest and the highest value, of all series together unless they have different formats. */
function valueRanges(all: readonly CartesianSeries[], options: ChartOptions, labels: Labels): string | null {
  const groups = [...Map.groupBy(all, (series) => seriesFormat(options, series)).values()]
  const ranges = groups.flatMap((group) => {
    const [low, high] = endsOf(group)
    const text = (value: number) => labels.ofSeries(group[0] ?? { key: '' }, value, null)
    if (low > high) return []
    const ends = { low: text(low), high: text(high) }
    return groups.length === 1
      ? i18n._('from {low} to {high}', ends)
      : i18n._('of {names} from {low} to {high}', { ...ends, names: listed(group.map(({ name }) => name)) })
  })
  const [first, ...others] = ranges
  if (first === undefined) return null
  return i18n._('Values {ranges}.', {
    ranges: [first, ...others.map((range) => i18n._('values {range}', { range }))].join(', '),
  })
}

function endsOf(group: readonly CartesianSeries[]): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { points } of group) {
    for (const { value } of points) {
      if (value === null) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  return [low, high]
}

function listed(items: readonly string[], separator = ', '): string {
  const rest = items.length - MAX_NAMED
  const names = items.slice(0, MAX_NAMED).join(separator)
  return rest > 0 ? i18n._('{names} and {rest} more', { names, rest }) : names
}

const sentencesOf = (all: readonly (string | false | null)[]): string =>
  all.filter((sentence) => typeof sentence === 'string').join(' ')
