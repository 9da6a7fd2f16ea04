import { i18n } from '@sightline/domain/language/i18n.ts'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from 'echarts/types/dist/shared'
import { plotGrid, plotTitle, type Stage, tickText, valueAxis, xFrame } from '../echarts/axes.ts'
import { categoryLabels } from '../echarts/category-labels.ts'
import type { ChartOption } from '../echarts/chart-option.ts'
import { pointedIndex, rectBetween } from '../echarts/custom.ts'
import type { ChartTheme } from '../echarts/theme.ts'
import { tooltipContent, tooltipFrame } from '../echarts/tooltip.ts'
import { shownColor } from '../palette.ts'
import { widthOf } from '../text-width.ts'
import type { Formats } from '../visualization.ts'
import type { WaterfallOptions } from './options.ts'
import { type Step, valueText, type Waterfall } from './prepare.ts'

/** Stored values of the automatic colours: green, red and blue, which are distinct with every common colour vision deficiency. */
export const automaticColors = { increase: '#238F66', decrease: '#D74E3D', total: '#3E5EDB' } as const

const BAR_SHARE = 0.62
const LABEL_SIZE = 11
/** Share of the axis. */
const LABEL_ROOM = 0.06
/** Pixels between a bar and its label. */
const LABEL_GAP = 5
const stepNames = {
  increase: () => i18n._('Increase'),
  decrease: () => i18n._('Decrease'),
  total: () => i18n._('Total'),
}

/** The colour of a step as shown in the colour scheme. */
export function colorOf(kind: Step['kind'], options: WaterfallOptions, scheme: 'light' | 'dark'): string {
  const stored = { increase: options.increaseColor, decrease: options.decreaseColor, total: options.totalColor }[kind]
  return shownColor(stored ?? automaticColors[kind], scheme)
}

/** The rows of the tooltip of a step. */
export function stepRows(step: Step, options: WaterfallOptions, formats: Formats, color: string) {
  const own = { color, name: stepNames[step.kind](), value: valueText(step, options, formats) }
  if (step.kind === 'total') return [own]
  return [
    own,
    { color: '', name: i18n._('Sum'), value: valueText({ ...step, kind: 'total', value: step.to }, options, formats) },
  ]
}

/** Builds the ECharts option of a waterfall chart. */
export function waterfallOption({ steps }: Waterfall, options: WaterfallOptions, formats: Formats, stage: Stage): ChartOption {
  const { theme, width } = stage
  const names = steps.map(({ name }) => name)
  const room = (width - 80) / Math.max(1, steps.length)
  const texts = steps.map((step) => valueText(step, options, formats))
  const hasLabels = options.labels && Math.max(...texts.map((text) => widthOf(text, 500))) * LABEL_SIZE <= room
  const title = options.valueColumn ?? ''
  const sums = steps.flatMap(({ from, to }) => [from, to])
  const colors = steps.map(({ kind }) => colorOf(kind, options, theme.scheme))
  return {
    textStyle: { fontFamily: theme.font },
    title: plotTitle(title, theme),
    grid: plotGrid(title),
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (params) => {
        const index = pointedIndex(params)
        const step = steps[index]
        return step ? stage.renderTooltip(tooltipContent(step.name, stepRows(step, options, formats, colors[index] ?? ''))) : ''
      },
    },
    xAxis: {
      ...xFrame('', theme),
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLabel: { ...tickText(theme), margin: 12, hideOverlap: true, ...categoryLabels(names, room) },
    },
    yAxis: valueAxis(
      {
        largest: Math.max(...sums.map(Math.abs)),
        startsAtZero: true,
        // Room for the labels beyond the bars.
        room: hasLabels ? [Math.min(...sums) < 0 ? LABEL_ROOM : 0, LABEL_ROOM] : [0, 0],
      },
      stage,
      formats.numberMarks,
    ),
    series: [
      {
        type: 'custom',
        encode: { x: 0, y: [1, 2] },
        data: steps.map(({ from, to }, index) => [index, from, to]),
        renderItem: ({ dataIndex }, api) => {
          const step = steps[dataIndex]
          if (!step) return null
          const dress = { color: colors[dataIndex] ?? '', label: hasLabels ? (texts[dataIndex] ?? '') : '', theme }
          return drawStep(step, dataIndex, api, {
            ...dress,
            connects: options.connectors && dataIndex < steps.length - 1,
          })
        },
      },
    ],
  }
}

interface Dress {
  color: string
  /** '' for none. */
  label: string
  /** Whether a line leads to the next step. */
  connects: boolean
  theme: ChartTheme
}

function drawStep(step: Step, index: number, api: CustomSeriesRenderItemAPI, dress: Dress): CustomSeriesRenderItemReturn {
  const { color, label, connects, theme } = dress
  const band = rectBetween(api, [index, step.from], [index, step.to])
  const [bandWidth = 0] = [api.size?.([1, 0])].flat()
  const width = bandWidth * BAR_SHARE
  const [, end = 0] = api.coord([index, step.to])
  const isDown = step.value < 0
  return {
    type: 'group',
    children: [
      {
        type: 'rect',
        // A step of nothing is a line.
        shape: { x: band.x - width / 2, y: band.y, width, height: Math.max(1, band.height), r: 2 },
        style: { fill: color },
      },
      ...(connects
        ? [
            {
              type: 'line' as const,
              shape: { x1: band.x + width / 2, y1: end, x2: band.x + bandWidth - width / 2, y2: end },
              style: { stroke: theme.label, lineWidth: 1, lineDash: [3, 3] },
              silent: true,
            },
          ]
        : []),
      ...(label === ''
        ? []
        : [
            {
              type: 'text' as const,
              silent: true,
              style: {
                text: label,
                x: band.x,
                y: isDown ? band.y + band.height + LABEL_GAP : band.y - LABEL_GAP,
                align: 'center' as const,
                verticalAlign: isDown ? ('top' as const) : ('bottom' as const),
                fill: theme.text2,
                fontSize: LABEL_SIZE,
                fontWeight: 500,
                fontFamily: theme.font,
              },
            },
          ]),
    ],
  }
}
