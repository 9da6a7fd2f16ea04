import { type Pie, pieGrid, type Slice } from '@sightline/domain/chart-data/pies.ts'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import type { TitleComponentOption } from 'echarts/components'
import type { ChartOption } from '../../echarts/chart-option.ts'
import type { ChartTheme } from '../../echarts/theme.ts'
import { tooltipContent, tooltipFrame } from '../../echarts/tooltip.ts'
import { fittedLine } from '../../text-width.ts'
import { sliceColors } from '../colors.ts'
import { dataLabel, type Labels, pieLabels } from '../labels.ts'
import type { PieChart } from '../prepared.ts'
import { type Stage, selection } from './option.ts'

/** Inner radius as a fraction of the outer radius. */
export const HOLE = 0.4
const TITLE_HEIGHT = 28
const MARGIN = 16
/** Pixels; smaller pies have no room for the total in the middle. */
const MIN_RADIUS_FOR_TOTAL = 84
/** Font size in pixels. */
const TOTAL_SIZE = 16
/** Degrees between two slices. */
const GAP = 1.2
/** Degrees of all gaps of a ring together, so that those of many slices take little of it. */
const MAX_GAPS = 12

/** Builds the ECharts option of one or more pies. */
export function piesOption(chart: PieChart, stage: Stage): ChartOption {
  const { pies, keys } = chart.data
  const { options, theme, width, height, hidden } = stage
  const labels = pieLabels(chart, options, stage.formats)
  const colors = sliceColors(chart.data, options, theme.scheme, stage.formats.chartColors)
  const grid = pieGrid(pies.length)
  const cell = { width: width / grid.columns, height: height / grid.rows }
  const titleHeight = pies.length > 1 ? TITLE_HEIGHT : 0
  const isLabelled = hasSliceLabels(options)
  // Labels are placed around the pie and need room at its sides.
  const room = isLabelled ? 0.7 : 1
  const radius = Math.max(8, (Math.min(cell.width, cell.height - titleHeight) / 2 - MARGIN) * room)
  const places = pies.map((_, index) => ({
    x: ((index % grid.columns) + 0.5) * cell.width,
    y: (Math.floor(index / grid.columns) + 0.5) * cell.height + titleHeight / 2,
  }))

  return {
    textStyle: { fontFamily: theme.font },
    legend: selection(keys, hidden),
    title: pies.flatMap((pie, index): TitleComponentOption[] => {
      const place = places[index]
      if (!place) return []
      if (pies.length > 1) {
        return [
          {
            ...centered(theme, place.x, place.y - radius - TITLE_HEIGHT, { color: theme.text, fontSize: 12, fontWeight: 600 }),
            text: pie.name,
          },
        ]
      }
      // The sum of a selection of rows is not the total.
      if (chart.isThinned || radius < MIN_RADIUS_FOR_TOTAL) return []
      const inHole = radius * HOLE * 1.7
      const total = fittingTotal(pie, totalOf(pie, hidden), labels, stage.formats.numberMarks, inHole)
      if (total === null) return []
      const unit = { color: theme.text3, fontSize: 11, fontWeight: 400 }
      return [
        {
          ...centered(theme, place.x, place.y - 17, { color: theme.text, fontSize: TOTAL_SIZE, fontWeight: 600 }),
          text: total,
        },
        { ...centered(theme, place.x, place.y + 4, unit), text: fittedLine(pie.name, inHole, 11, 400) },
      ]
    }),
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (params) => {
        const { seriesIndex = -1, dataIndex } = Array.isArray(params) ? (params[0] ?? { dataIndex: -1 }) : params
        const pie = pies[seriesIndex]
        const slice = pie?.slices[dataIndex]
        if (!pie || !slice) return ''
        const row = {
          color: colors.get(slice.key) ?? theme.text,
          name: pie.name,
          value: dataLabel(
            '',
            { ...labelled(pie, slice, labels), percent: labels.tooltipPercent(slice.share * 100) },
            [],
            labels.cell,
          ),
        }
        return stage.renderTooltip(tooltipContent(labels.x(slice.key), [row]))
      },
    },
    series: pies.map((pie, index) => ({
      type: 'pie',
      id: pie.key,
      name: pie.key,
      center: [places[index]?.x ?? 0, places[index]?.y ?? 0],
      radius: [radius * HOLE, radius],
      padAngle: pie.slices.length > 1 ? Math.min(GAP, MAX_GAPS / pie.slices.length) : 0,
      startAngle: 90,
      clockwise: options.direction.type === 'clockwise',
      itemStyle: { borderRadius: 3 },
      label: {
        show: isLabelled,
        color: theme.text2,
        fontSize: 11,
        fontFamily: theme.font,
        formatter: ({ dataIndex }) => {
          const slice = pie.slices[dataIndex]
          return slice ? dataLabel(options.textFormat, labelled(pie, slice, labels), chart.columns, labels.cell) : ''
        },
      },
      labelLine: { show: isLabelled, length: 8, length2: 8, lineStyle: { color: theme.axis } },
      labelLayout: { hideOverlap: true },
      emphasis: { scale: false },
      data: pie.slices.map(({ key, value }) => ({ name: key, value, itemStyle: { color: colors.get(key) ?? theme.text } })),
    })),
  }
}

/** Shares are shown in the legend; on the slices if there is no legend or a template is set; nowhere if data labels are off. */
const hasSliceLabels = ({ showDataLabels, legend, textFormat }: Stage['options']) =>
  showDataLabels !== false && (!legend.enabled || textFormat.trim() !== '')

const centered = (
  theme: ChartTheme,
  left: number,
  top: number,
  textStyle: TitleComponentOption['textStyle'],
): TitleComponentOption => ({
  left,
  top,
  textAlign: 'center',
  padding: 0,
  textStyle: { fontFamily: theme.font, ...textStyle },
})

const totalOf = ({ slices }: Pie, hidden: ReadonlySet<string>) =>
  slices.reduce((sum, { key, value }) => (hidden.has(key) ? sum : sum + value), 0)

/** The total as a text that is no wider than the hole: in full, else abbreviated as on axes; null if neither fits. */
function fittingTotal(pie: Pie, total: number, labels: Labels, marks: NumberMarks, width: number): string | null {
  const short = (formatNumber(total, '0,0[.]0a', marks) ?? '').toUpperCase()
  return [labels.ofSeries(pie, total, null), short].find((text) => text !== '' && boldWidth(text) * TOTAL_SIZE <= width) ?? null
}

/** Approximate width of a number in bold letters, relative to the font size. */
const boldWidth = (text: string) => [...text].reduce((sum, letter) => sum + (/[.,' ]/.test(letter) ? 0.32 : 0.66), 0)

const labelled = (pie: Pie, slice: Slice, labels: Labels) => ({
  name: pie.name,
  x: labels.x(slice.key),
  y: labels.ofSeries(pie, slice.value, null),
  percent: labels.percent(slice.share * 100),
  error: null,
  size: null,
  row: slice.row,
})
