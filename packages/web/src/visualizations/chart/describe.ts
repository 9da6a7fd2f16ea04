import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
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
      return ofBoxes(chart, labelsOf(options, formats, { type: chart.x.type, scale: chart.data.scale }, chart.data.xs))
    case 'custom':
      return `Custom chart of ${listed(Object.keys(chart.data.ys))} by ${chart.x.name}.`
    case 'cartesian':
      return (
        ofAxes(chart, options, labelsOf(options, formats, { type: chart.x.type, scale: chart.data.scale }, chart.data.xs)) +
        annotationText(chart, options, formats)
      )
  }
}

function ofPies({ data }: PieChart, labels: Labels): string {
  const pies = data.pies.map(
    (pie) => `${pie.name}: ${listed(pie.slices.map(({ key, share }) => `${labels.x(key)} ${labels.percent(share * 100)}`))}`,
  )
  return `Pie chart. ${listed(pies, '; ')}.`
}

function ofHeatmap({ data, x, y, z }: HeatmapChart, labels: Labels): string {
  const text = (value: number) => labels.number(value, null)
  const range = data.min <= data.max ? ` Values from ${text(data.min)} to ${text(data.max)}.` : ''
  const size = `${data.xs.length} by ${data.ys.length} cells`
  return `Heatmap chart of ${z} by ${x.name} and ${y}, ${size}.${range}`
}

function ofBoxes({ data, x }: BoxChart, labels: Labels): string {
  const boxes = data.series.flatMap((series) => series.boxes.map((box) => ({ series, box })))
  const medians = boxes.map(({ series, box }) => {
    const place = labels.x(data.xs[box.x] ?? '')
    return `${data.series.length > 1 ? `${series.name} at ${place}` : place} ${labels.ofSeries(series, box.median, null)}`
  })
  return `Box chart of ${listed(data.series.map((one) => one.name))} by ${x.name}. Medians: ${listed(medians)}.`
}

function ofAxes(chart: CartesianChart, options: ChartOptions, labels: Labels): string {
  const { data, x, type, panels } = chart
  const first = data.xs[0]
  const last = data.xs.at(-1)
  const range = first === undefined || last === undefined ? '' : ` from ${labels.x(first)} to ${labels.x(last)}`
  const series = listed(data.series.map((one) => one.name))
  const parts = partsOf(chart)
  const lines = parts.flatMap((part) =>
    referencesOf(options, part.chart.data.series, labels, chart.columns).map(({ label }) => label + inPanel(part.name)),
  )
  const references = lines.length === 0 ? '' : ` Reference lines: ${listed(lines)}.`
  const linesOf = (kind: Trend['kind'], title: string) => {
    const texts = parts.flatMap((part) => trendTexts(part.chart, kind, labels).map((text) => text + inPanel(part.name)))
    return texts.length === 0 ? '' : ` ${title}: ${listed(texts)}.`
  }
  const trendLines = linesOf('trend', 'Trend lines') + linesOf('previous', 'Earlier values')
  const split =
    panels === null
      ? ''
      : ` ${panels.length === 1 ? 'One panel' : `${panels.length} panels`}: ${listed(panels.map(({ name }) => name))}.`
  return `${kindName(type)} chart of ${series} by ${x.name}${range}.${split}${valueRanges(data.series, options, labels)}${references}${trendLines}`
}

const inPanel = (name: string | null) => (name === null ? '' : ` in ${name}`)

function annotationText(chart: CartesianChart, options: ChartOptions, formats: Formats): string {
  if (chart.annotations.length === 0) return ''
  const placeOf = placeWriter(chart, options, formats)
  const texts = chart.annotations.map((annotation) => `${annotation.label} ${placeOf(annotation)}`.trim())
  return ` Annotations: ${listed(texts)}.`
}

/** The trends with their ends. */
function trendTexts({ trends, data: { scale, xs } }: CartesianChart, wanted: Trend['kind'], labels: Labels): string[] {
  return trends.flatMap(({ kind, line }) => {
    if (kind !== wanted) return []
    const known = line.points.filter(({ y }) => y !== null)
    const [first, last] = [known[0], known.at(-1)]
    if (!first || !last) return []
    const at = (point: CartesianPoint) =>
      `${trendText(line, point, labels)} at ${labels.x(scale === 'category' ? (xs[point.x] ?? '') : point.x)}`
    return `${line.name} from ${at(first)} to ${at(last)}`
  })
}

/** The lowest and the highest value, of all series together unless they have different formats. */
function valueRanges(all: readonly CartesianSeries[], options: ChartOptions, labels: Labels): string {
  const groups = [...Map.groupBy(all, (series) => seriesFormat(options, series)).values()]
  const ranges = groups.flatMap((group) => {
    const [low, high] = endsOf(group)
    const text = (value: number) => labels.ofSeries(group[0] ?? { key: '' }, value, null)
    const names = groups.length === 1 ? '' : ` of ${listed(group.map(({ name }) => name))}`
    return low <= high ? `${names} from ${text(low)} to ${text(high)}` : []
  })
  return ranges.length === 0 ? '' : ` Values${ranges.join(', values')}.`
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
  return items.slice(0, MAX_NAMED).join(separator) + (rest > 0 ? ` and ${rest} more` : '')
}
