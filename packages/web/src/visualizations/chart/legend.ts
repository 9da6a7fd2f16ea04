import type { BoxSeries } from '@sightline/domain/chart-data/boxes.ts'
import { type CartesianSeries, isPointwise } from '@sightline/domain/chart-data/cartesian.ts'
import type { Legend, LegendEntry } from '../echarts/legend.ts'
import type { Formats } from '../visualization.ts'
import { type Mark, seriesMarks, sliceColors } from './colors.ts'
import { pieLabels } from './labels.ts'
import { hasEndLabels, NARROW } from './option/end-labels.ts'
import { opacityOf, pointShape } from './option/marks.ts'
import type { ChartOptions } from './options.ts'
import type { RenderableChart } from './prepared.ts'
import { isNamedByAxis } from './readable.ts'

/**
 * Returns the legend; null if it is switched off, if lines or an axis carry the names, or for a heatmap, which has a colour scale. It is a
 * list on the right if there is room, else a horizontal one below.
 * @param width pixels of the whole chart
 */
export function legendOf(
  chart: RenderableChart,
  options: ChartOptions,
  formats: Formats,
  scheme: 'light' | 'dark',
  width: number,
): Legend | null {
  if (!options.legend.enabled || chart.kind === 'heatmap') return null
  const placement = width > NARROW && options.legend.placement === 'auto' ? 'right' : 'below'
  const ordered = (entries: LegendEntry[]) => (options.legend.traceorder === 'reversed' ? entries.toReversed() : entries)
  if (chart.kind === 'pies') {
    const colors = sliceColors(chart.data, options, scheme, formats.chartColors)
    const single = chart.data.pies.length === 1 && options.showDataLabels !== false ? chart.data.pies[0] : undefined
    const keys = single ? single.slices.map(({ key }) => key) : chart.data.keys
    const shares = new Map(single?.slices.map(({ key, share }) => [key, share]))
    const labels = pieLabels(chart, options, formats)
    const entries = keys.map((key): LegendEntry => {
      const share = shares.get(key)
      const detail = share === undefined ? null : labels.percent(share * 100)
      return { key, name: labels.x(key), color: colors.get(key) ?? '', shape: 'square', opacity: 1, detail }
    })
    return { placement, entries: ordered(entries) }
  }
  if (isNamedByAxis(options, chart.data.series)) return null
  if (chart.kind === 'cartesian' && hasEndLabels(chart, options, width)) return null
  const marks = seriesMarks(chart.data.series, options, scheme, formats.chartColors)
  const entries = chart.data.series.map((series, index): LegendEntry => {
    const { key, name } = series
    const mark = marks[index] ?? { color: '', isDashed: false }
    return { key, name, color: mark.color, ...swatchOf(series, mark), detail: null }
  })
  return { placement, entries: ordered(entries) }
}

function swatchOf(series: CartesianSeries | BoxSeries, mark: Mark): Pick<LegendEntry, 'shape' | 'opacity'> {
  if (!('type' in series)) return { shape: 'square', opacity: 1 }
  if (isPointwise(series.type)) return { shape: pointShape(mark), opacity: opacityOf(series) }
  return { shape: mark.isDashed ? 'hatched' : 'square', opacity: 1 }
}

/**
 * Returns the hidden keys after a click on an entry: it toggles that entry, or all others with shift. A second click shows all.
 */
export function toggled(hidden: ReadonlySet<string>, keys: readonly string[], key: string, isolates: boolean): Set<string> {
  const next = new Set(hidden)
  if (!isolates) {
    if (!next.delete(key)) next.add(key)
    return next
  }
  const isAlone = keys.every((other) => hidden.has(other) === (other !== key))
  return isAlone ? new Set() : new Set(keys.filter((other) => other !== key))
}
