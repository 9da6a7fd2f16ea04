import { i18n } from '@sightline/domain/language/i18n.ts'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from 'echarts/types/dist/shared'
import { figureText } from '../cell-label.ts'
import { plotGrid, type Stage, tickText, valueAxis, xFrame } from '../echarts/axes.ts'
import { categoryLabels } from '../echarts/category-labels.ts'
import type { ChartOption } from '../echarts/chart-option.ts'
import { pointedIndex, rectBetween } from '../echarts/custom.ts'
import { tooltipContent, tooltipFrame } from '../echarts/tooltip.ts'
import { shownColor } from '../palette.ts'
import type { Formats } from '../visualization.ts'
import type { CandlestickOptions } from './options.ts'
import { type Candle, type Candles, priceText } from './prepare.ts'

/** Stored values of the automatic colours. */
export const automaticColors = { up: '#238F66', down: '#D74E3D' } as const

const BODY_SHARE = 0.62
/** Pixels. */
const MAX_BODY = 24
const VOLUME_SHARE = 0.2
const BOTTOM = 36
const GAP = 16
/** Pixels; bodies that are narrower than this have no room for an outline around an empty inside. */
const LEAST_HOLLOW = 4
/** Opacity. */
const PALE = 0.4

/** The rows of the tooltip of a candle. */
export function candleRows(candle: Candle, hasVolumes: boolean, options: CandlestickOptions, formats: Formats, color: string) {
  const row = (name: string, value: number) => ({ color: '', name, value: priceText(value, options, formats) })
  const { open, high, low, close, volume, isUp } = candle
  return [
    row(i18n._('Open'), open),
    row(i18n._('High'), high),
    row(i18n._('Low'), low),
    { ...row(isUp ? i18n._('Close, up') : i18n._('Close, down'), close), color },
    ...(hasVolumes && volume !== null
      ? [{ color: '', name: i18n._('Volume'), value: figureText(volume, formats.numberMarks) }]
      : []),
  ]
}

/** Builds the ECharts option of a candlestick chart, with volumes in a plot of their own below. */
export function candlestickOption(
  { candles, hasVolumes }: Candles,
  options: CandlestickOptions,
  formats: Formats,
  stage: Stage,
): ChartOption {
  const { theme, width, height } = stage
  const shown = (candle: Candle) =>
    shownColor(
      (candle.isUp ? options.upColor : options.downColor) ?? automaticColors[candle.isUp ? 'up' : 'down'],
      theme.scheme,
    )
  const colors = candles.map(shown)
  const names = candles.map(({ name }) => name)
  const volumes = hasVolumes ? Math.round(height * VOLUME_SHARE) : 0
  const grid = plotGrid('')
  const x = {
    ...xFrame('', theme),
    type: 'category' as const,
    data: names,
    axisTick: { show: false },
    axisLabel: {
      ...tickText(theme),
      margin: 12,
      hideOverlap: true,
      ...categoryLabels(names, (width - 80) / Math.max(1, names.length)),
      rotate: 0,
      interval: 'auto' as const,
    },
  }
  const largest = candles.reduce((most, { high, low }) => Math.max(most, Math.abs(high), Math.abs(low)), 0)
  const mostVolume = candles.reduce((most, { volume }) => Math.max(most, volume ?? 0), 0)
  return {
    textStyle: { fontFamily: theme.font },
    grid: hasVolumes
      ? [
          { ...grid, bottom: volumes + BOTTOM + GAP, outerBoundsMode: 'none', left: 72, right: 40 },
          { ...grid, top: height - volumes - BOTTOM, bottom: BOTTOM, outerBoundsMode: 'none', left: 72, right: 40 },
        ]
      : [{ ...grid }],
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (params) => {
        const index = pointedIndex(params)
        const candle = candles[index]
        if (!candle) return ''
        return stage.renderTooltip(
          tooltipContent(candle.name, candleRows(candle, hasVolumes, options, formats, colors[index] ?? '')),
        )
      },
    },
    xAxis: hasVolumes
      ? [
          { ...x, axisLabel: { show: false } },
          { ...x, gridIndex: 1 },
        ]
      : [x],
    yAxis: [
      valueAxis({ largest, startsAtZero: false }, stage, formats.numberMarks),
      ...(hasVolumes
        ? [
            {
              ...valueAxis({ largest: mostVolume, startsAtZero: true }, { theme, height: volumes }, formats.numberMarks),
              gridIndex: 1,
              splitNumber: 2,
            },
          ]
        : []),
    ],
    series: [
      {
        type: 'custom',
        encode: { x: 0, y: [1, 2] },
        data: candles.map(({ low, high }, index) => [index, low, high]),
        renderItem: ({ dataIndex }, api) => {
          const candle = candles[dataIndex]
          return candle ? drawCandle(candle, dataIndex, api, colors[dataIndex] ?? '', theme.surface) : null
        },
      },
      ...(hasVolumes
        ? [
            {
              type: 'custom' as const,
              xAxisIndex: 1,
              yAxisIndex: 1,
              encode: { x: 0, y: 1 },
              data: candles.map(({ volume }, index) => [index, volume ?? 0]),
              renderItem: ({ dataIndex }: { dataIndex: number }, api: CustomSeriesRenderItemAPI) => {
                const volume = candles[dataIndex]?.volume ?? 0
                const bar = rectBetween(api, [dataIndex, 0], [dataIndex, volume])
                const bodyWidth = widthOfBody(api)
                return {
                  type: 'rect' as const,
                  shape: { ...bar, x: bar.x - bodyWidth / 2, width: bodyWidth },
                  style: { fill: colors[dataIndex] ?? '', opacity: 0.45 },
                }
              },
            },
          ]
        : []),
    ],
  }
}

function widthOfBody(api: CustomSeriesRenderItemAPI): number {
  const [band = 0] = [api.size?.([1, 0])].flat()
  return Math.max(1, Math.min(band * BODY_SHARE, MAX_BODY))
}

/** A candle is hollow if the price rose and filled if it fell, so that both differ without their colours; a narrow one is paler. */
function drawCandle(
  { open, high, low, close, isUp }: Candle,
  index: number,
  api: CustomSeriesRenderItemAPI,
  color: string,
  surface: string,
): CustomSeriesRenderItemReturn {
  const width = widthOfBody(api)
  const body = rectBetween(api, [index, open], [index, close])
  const wick = rectBetween(api, [index, low], [index, high])
  const isNarrow = width < LEAST_HOLLOW
  return {
    type: 'group',
    children: [
      {
        type: 'line',
        shape: { x1: wick.x, y1: wick.y, x2: wick.x, y2: wick.y + wick.height },
        style: { stroke: color, lineWidth: 1.25 },
      },
      {
        type: 'rect',
        shape: { x: body.x - width / 2, y: body.y, width, height: Math.max(1, body.height) },
        style: {
          fill: isUp && !isNarrow ? surface : color,
          opacity: isUp && isNarrow ? PALE : 1,
          stroke: color,
          lineWidth: isNarrow ? 0 : 1.25,
        },
      },
    ],
  }
}
