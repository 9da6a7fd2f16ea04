import { i18n } from '@sightline/domain/language/i18n.ts'
import { figureText, tickLabel } from '../cell-label.ts'
import { plotGrid, plotTitle, type Stage, tickText, valueAxis, xFrame } from '../echarts/axes.ts'
import type { ChartOption } from '../echarts/chart-option.ts'
import { pointedIndex, rectBetween } from '../echarts/custom.ts'
import { tooltipContent, tooltipFrame } from '../echarts/tooltip.ts'
import { automaticColor, shownColor } from '../palette.ts'
import type { Formats } from '../visualization.ts'
import type { HistogramOptions } from './options.ts'
import { type Bar, type Histogram, shareText } from './prepare.ts'

/** Pixels between two bars; narrower ones touch. */
const GAP = 1
const LEAST_GAPPED = 4

/** The title of the y axis. */
const yTitle = ({ share, cumulative }: HistogramOptions): string =>
  share
    ? cumulative
      ? i18n._('Share of Rows, up to Each Range')
      : i18n._('Share of Rows')
    : cumulative
      ? i18n._('Number of Rows, up to Each Range')
      : i18n._('Number of Rows')

/** The rows of the tooltip of a bar. */
export function barRows(
  { count, share, upTo, shareUpTo }: Bar,
  { cumulative }: HistogramOptions,
  color: string,
  formats: Formats,
) {
  const number = (value: number) => figureText(value, formats.numberMarks)
  const own = [
    { color, name: i18n._('Rows'), value: number(count) },
    { color, name: i18n._('Share', {}, { context: 'a part of a whole' }), value: shareText(share, formats) },
  ]
  if (!cumulative) return own
  return [
    { color, name: i18n._('Rows so far'), value: number(upTo) },
    { color, name: i18n._('Share so far'), value: shareText(shareUpTo, formats) },
    ...own.map((row) => ({ ...row, color: '' })),
  ]
}

/** Builds the ECharts option of a histogram. */
export function histogramOption(
  { bars, shift, column }: Histogram,
  options: HistogramOptions,
  formats: Formats,
  stage: Stage,
): ChartOption {
  const { theme } = stage
  const color = shownColor(options.color ?? automaticColor(0, formats.chartColors).stored, theme.scheme)
  const highest = Math.max(...bars.map(({ height }) => height))
  const title = yTitle(options)
  return {
    textStyle: { fontFamily: theme.font },
    title: plotTitle(title, theme),
    grid: plotGrid(title),
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (params) => {
        const bar = bars[pointedIndex(params)]
        return bar ? stage.renderTooltip(tooltipContent(bar.name, barRows(bar, options, color, formats))) : ''
      },
    },
    xAxis: {
      ...xFrame(options.xTitle || column, theme),
      type: 'value',
      scale: true,
      min: (bars[0]?.from ?? 0) - shift,
      max: (bars.at(-1)?.to ?? 1) - shift,
      axisLabel: {
        ...tickText(theme),
        margin: 12,
        hideOverlap: true,
        // With bars around single whole numbers, the ends of the axis lie between two of them.
        showMinLabel: shift === 0,
        showMaxLabel: shift === 0,
        formatter: (value: number) => tickLabel(value, 0, formats.numberMarks),
      },
      ...(shift > 0 && { minInterval: 1 }),
    },
    yAxis: valueAxis(
      { largest: highest, startsAtZero: true, isShare: options.share, isCount: !options.share },
      stage,
      formats.numberMarks,
    ),
    series: [
      {
        type: 'custom',
        color,
        encode: { x: 0, y: 1 },
        data: bars.map(({ from, to, height }) => [from / 2 + to / 2 - shift, height]),
        renderItem: ({ dataIndex }, api) => {
          const bar = bars[dataIndex]
          if (!bar) return null
          const whole = rectBetween(api, [bar.from - shift, 0], [bar.to - shift, bar.height])
          const band = rectBetween(api, [bar.from - shift, 0], [bar.to - shift, highest])
          const gap = whole.width >= LEAST_GAPPED ? GAP : 0
          return {
            type: 'group',
            children: [
              // Low bars are pointed at anywhere above them.
              {
                type: 'rect',
                shape: band,
                style: { fill: 'transparent' },
                emphasis: { style: { fill: theme.text, opacity: 0.06 } },
              },
              {
                type: 'rect',
                shape: { ...whole, x: whole.x + gap / 2, width: whole.width - gap, r: gap > 0 ? [2, 2, 0, 0] : 0 },
                style: { fill: color },
              },
            ],
          }
        },
      },
    ],
  }
}
