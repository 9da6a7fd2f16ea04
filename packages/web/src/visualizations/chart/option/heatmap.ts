import { fittedLabels } from '../../echarts/category-labels.ts'
import type { ChartOption } from '../../echarts/chart-option.ts'
import { tooltipContent, tooltipFrame } from '../../echarts/tooltip.ts'
import { colorAlong, inkOn } from '../../palette.ts'
import { heatColors, labelColor } from '../colors.ts'
import { dataLabel, heatmapNames, labelsOf } from '../labels.ts'
import type { HeatmapChart } from '../prepared.ts'
import { xAxis } from './axes.ts'
import type { Stage } from './option.ts'

/** Above this number of cells, labels, gaps and rounded corners would hide the cells. */
const MAX_DRESSED_CELLS = 3000
const SCALE_WIDTH = 12
/** Pixels beside the numbers of the colour scale, and the least for these. */
const SCALE_MARGINS = 40
const LEAST_SCALE_TEXT = 44
/** Pixels per digit. */
const DIGIT_WIDTH = 6.5

/** Builds the ECharts option of a heatmap. */
export function heatmapOption(chart: HeatmapChart, stage: Stage): ChartOption {
  const { data } = chart
  const { options, theme } = stage
  const labels = labelsOf(options, stage.formats, { type: null, scale: 'category' }, [])
  const colors = heatColors(options, theme.scheme)
  const isDressed = data.cells.length <= MAX_DRESSED_CELLS
  const { x: xName, y: yName } = heatmapNames(chart, options, stage.formats)
  const left = chart.titles.y[0]
  const hasScale = options.legend.enabled
  const ends = [labels.number(data.max, null), labels.number(data.min, null)]
  const scaleText = Math.max(LEAST_SCALE_TEXT, ...ends.map((end) => end.length * DIGIT_WIDTH))
  const xs = data.xs.map(xName)
  const x = xAxis({ scale: 'category', xs, isReversed: false, title: chart.titles.x }, stage, { hasBars: true })
  const colorAt = (value: number) => colorAlong(colors, (value - data.min) / (data.max - data.min || 1))
  return {
    textStyle: { fontFamily: theme.font },
    title: { text: left, top: 16, left: 20, padding: 0, textStyle: { color: theme.text3, fontSize: 12, fontWeight: 400 } },
    grid: {
      left: 20,
      right: hasScale ? Math.ceil(SCALE_MARGINS + scaleText) : 24,
      top: left === '' ? 20 : 48,
      bottom: 14,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    xAxis: x,
    yAxis: {
      type: 'category',
      data: data.ys.map(yName),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: theme.label, fontSize: 11, margin: 10, ...fittedLabels(160), hideOverlap: true },
    },
    visualMap: {
      type: 'continuous',
      show: hasScale,
      min: data.min,
      // A scale needs two different ends even if all values are equal.
      max: data.max > data.min ? data.max : data.min + 1,
      calculable: false,
      inRange: { color: [...colors] },
      orient: 'vertical',
      right: 16,
      top: 'middle',
      itemWidth: SCALE_WIDTH,
      itemHeight: Math.max(40, Math.min(180, stage.height - 120)),
      text: ends,
      textStyle: { color: theme.label, fontSize: 11 },
      hoverLink: false,
    },
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (params) => {
        const { dataIndex } = Array.isArray(params) ? (params[0] ?? { dataIndex: -1 }) : params
        const cell = data.cells[dataIndex]
        if (!cell) return ''
        const row = { color: colorAt(cell.value), name: chart.z, value: labels.number(cell.value, null) }
        return stage.renderTooltip(tooltipContent(`${xName(data.xs[cell.x] ?? '')}, ${yName(data.ys[cell.y] ?? '')}`, [row]))
      },
    },
    series: [
      {
        type: 'heatmap',
        data: data.cells.map((cell) => ({
          value: [cell.x, cell.y, cell.value],
          ...(options.showDataLabels && isDressed
            ? { label: cellLabel(labelColor(cell.value, data.max), colorAt(cell.value)) }
            : {}),
        })),
        label: {
          show: options.showDataLabels === true && isDressed,
          fontSize: 11,
          formatter: ({ dataIndex }) => {
            const cell = data.cells[dataIndex]
            if (!cell) return ''
            const labelled = { name: chart.z, x: xName(data.xs[cell.x] ?? ''), y: labels.number(cell.value, null) }
            return dataLabel(
              options.textFormat,
              { ...labelled, percent: null, error: null, size: null, row: cell.row },
              chart.columns,
              labels.cell,
            )
          },
        },
        labelLayout: { hideOverlap: true },
        itemStyle: isDressed ? { borderColor: theme.surface, borderWidth: 1.5, borderRadius: 2.5 } : {},
        emphasis: { itemStyle: { borderColor: theme.text, borderWidth: 1 } },
        progressive: 0,
      },
    ],
  }
}

/** The label colour depends on the value; if the contrast with the cell is too low, an outline makes it legible. */
function cellLabel(color: string, cell: string) {
  const readable = inkOn(cell)
  return readable === color ? { color } : { color, textBorderColor: readable, textBorderWidth: 2.5 }
}
