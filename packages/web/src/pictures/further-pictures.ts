import type { PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { calendarOption } from '../visualizations/calendar/option.ts'
import { CalendarOptions } from '../visualizations/calendar/options.ts'
import * as calendar from '../visualizations/calendar/prepare.ts'
import { candlestickOption } from '../visualizations/candlestick/option.ts'
import { CandlestickOptions } from '../visualizations/candlestick/options.ts'
import * as candlestick from '../visualizations/candlestick/prepare.ts'
import type { Stage } from '../visualizations/echarts/axes.ts'
import type { ChartOption } from '../visualizations/echarts/chart-option.ts'
import { plainTable } from '../visualizations/echarts/table-rows.ts'
import { paperOf } from '../visualizations/echarts/theme.ts'
import { GaugeOptions } from '../visualizations/gauge/options.ts'
import * as gauge from '../visualizations/gauge/prepare.ts'
import { histogramOption } from '../visualizations/histogram/option.ts'
import { HistogramOptions } from '../visualizations/histogram/options.ts'
import * as histogram from '../visualizations/histogram/prepare.ts'
import { noData, type Size } from '../visualizations/picture.ts'
import { TreemapOptions } from '../visualizations/treemap/options.ts'
import * as treemap from '../visualizations/treemap/prepare.ts'
import { waterfallOption } from '../visualizations/waterfall/option.ts'
import { WaterfallOptions } from '../visualizations/waterfall/options.ts'
import * as waterfall from '../visualizations/waterfall/prepare.ts'
import { gaugeSvg } from './gauge-svg.ts'
import { svgOf } from './svg.ts'
import { treemapSvg } from './treemap-svg.ts'
import { typedPicture } from './typed-picture.ts'

/** An image has no tooltips. */
const renderTooltip = (): never => {
  throw new Error('A picture shows no tooltip.')
}

/** Draws an ECharts option on paper. */
const onPaper =
  (option: (stage: Stage) => ChartOption) =>
  (size: Size, scheme: 'light' | 'dark'): string => {
    const theme = paperOf(scheme)
    return svgOf(option({ ...size, theme, renderTooltip }), size.width, size.height, theme.surface)
  }

/** How types are drawn, by their ids. */
export type DrawnTypes = Readonly<Record<string, (request: PictureRequest) => PictureAnswer>>

/** The types besides charts and counters that are drawn as images. */
export const furtherPictures: DrawnTypes = {
  HISTOGRAM: typedPicture<HistogramOptions>({
    ...histogram,
    options: HistogramOptions,
    draw(data, options, formats, name) {
      const drawn = data.kind === 'groups' ? histogram.prepare(data, options, formats) : noData()
      if (drawn.kind === 'nothing') return drawn
      const svg = onPaper((stage) => histogramOption(drawn, options, formats, stage))
      return {
        kind: 'drawing',
        svg,
        table: () => histogram.tableOf(drawn, formats),
        description: histogram.describe(name, drawn, formats),
        note: drawn.note,
      }
    },
  }),
  WATERFALL: typedPicture<WaterfallOptions>({
    ...waterfall,
    options: WaterfallOptions,
    draw(data, options, formats, name) {
      const drawn = data.kind === 'columns' ? waterfall.prepare(data, options, formats) : noData()
      if (drawn.kind === 'nothing') return drawn
      const svg = onPaper((stage) => waterfallOption(drawn, options, formats, stage))
      return {
        kind: 'drawing',
        svg,
        table: () => waterfall.tableOf(drawn, options, formats),
        description: waterfall.describe(name, drawn, options, formats),
        note: drawn.note,
      }
    },
  }),
  CALENDAR: typedPicture<CalendarOptions>({
    ...calendar,
    options: CalendarOptions,
    draw(data, options, formats, name) {
      const drawn = data.kind === 'groups' ? calendar.prepare(data, options, formats) : noData()
      if (drawn.kind === 'nothing') return drawn
      const svg = onPaper((stage) => calendarOption(drawn, options, formats, stage))
      return {
        kind: 'drawing',
        svg,
        table: () => calendar.tableOf(drawn, options, formats),
        description: calendar.describe(name, drawn, options, formats),
        note: drawn.note,
      }
    },
  }),
  CANDLESTICK: typedPicture<CandlestickOptions>({
    ...candlestick,
    options: CandlestickOptions,
    draw(data, options, formats, name) {
      const drawn = data.kind === 'columns' ? candlestick.prepare(data, options, formats) : noData()
      if (drawn.kind === 'nothing') return drawn
      const svg = onPaper((stage) => candlestickOption(drawn, options, formats, stage))
      return {
        kind: 'drawing',
        svg,
        table: () => candlestick.tableOf(drawn, options, formats),
        description: candlestick.describe(name, drawn, options, formats),
        note: drawn.note,
      }
    },
  }),
  TREEMAP: typedPicture<TreemapOptions>({
    ...treemap,
    options: TreemapOptions,
    draw(data, options, formats, name) {
      const drawn = data.kind === 'groups' ? treemap.prepare(data, options, formats, []) : noData()
      if (drawn.kind === 'nothing') return drawn
      const svg = (size: Size, scheme: 'light' | 'dark') => treemapSvg(drawn, options, formats, { ...size, scheme })
      const rows = drawn.tiles.map(({ name: tile, value }) => [tile, treemap.valueText(value, options, formats)])
      const table = () => plainTable([i18n._('Tile'), options.sizeColumn ?? i18n._('Rows')], 1, rows)
      return { kind: 'drawing', svg, table, description: treemap.describe(name, drawn, options), note: drawn.note }
    },
  }),
  GAUGE: typedPicture<GaugeOptions>({
    ...gauge,
    options: GaugeOptions,
    draw(data, options, formats, name) {
      const drawn = data.kind === 'cells' ? gauge.prepare(data, options, name, formats) : noData()
      if (drawn.kind === 'nothing') return drawn
      const svg = (size: Size, scheme: 'light' | 'dark') => gaugeSvg(drawn, { ...size, scheme })
      return { kind: 'drawing', svg, table: () => null, description: gauge.describe(drawn), note: null, replacesRows: true }
    },
  }),
}
