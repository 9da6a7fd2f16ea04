import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { CustomSeriesRenderItemAPI } from 'echarts/types/dist/shared'
import type { ChartTheme } from '../../echarts/theme.ts'
import { lettersWide } from '../../fitted-text.ts'
import { shownColor } from '../../palette.ts'
import type { Reference } from '../reference-lines.ts'
import { bandAt, FONT_SIZE, lineAt, type Plot, plotOf, type Shape } from './plot-shapes.ts'

interface Dress {
  /** Index of the axis among those drawn. */
  axisIndex: number
  isLying: boolean
  theme: ChartTheme
  /** A value of the x axis: ECharts needs one for each mark. */
  x: number
}

const MARGIN = 4
/** Approximate width of a letter, in pixels. */
const LETTER_WIDTH = 7

/**
 * Draws a reference line or band over the whole width of the plot, with its label. The value axis reaches at least to it.
 * @returns a series for the area of a band, below the marks, or for a line along values, and one for the straight line and the label, above them
 */
export function referenceMarks(reference: Reference, index: number, dress: Dress): (CustomSeriesOption | LineSeriesOption)[] {
  const { from, to, label } = reference
  const { isLying, theme, x } = dress
  const color = reference.color === null ? theme.text2 : shownColor(reference.color, theme.scheme)
  const { along } = reference
  const placeIn = (api: CustomSeriesRenderItemAPI) => (value: number) =>
    api.coord(isLying ? [value, x] : [x, value])[isLying ? 0 : 1] ?? 0
  const text = { text: along?.name ?? label, isInside: to !== null && along === null, color, theme }
  const above = seriesOf(reference, `reference ${index}`, dress, (params, api) => {
    const [start, end] = [placeIn(api)(from), placeIn(api)(to ?? from)]
    const plot = plotOf(params)
    return {
      type: 'group',
      children: [
        ...(to === null && along === null ? [lineAt(start, plot, isLying, color)] : []),
        labelAt(along === null ? Math.min(start, end) : placeIn(api)(along.points.at(-1)?.y ?? from), plot, isLying, text),
      ],
    }
  })
  if (along !== null) return [lineAlong(along.points, `reference line ${index}`, color, dress), { ...above, z: 5 }]
  if (to === null) return [{ ...above, z: 5 }]
  const area = seriesOf(reference, `reference area ${index}`, dress, (params, api) =>
    bandAt(placeIn(api)(from), placeIn(api)(to), plotOf(params), isLying, color),
  )
  return [
    { ...area, z: 1 },
    { ...above, z: 5 },
  ]
}

const lineAlong = (
  along: NonNullable<Reference['along']>['points'],
  id: string,
  color: string,
  { axisIndex, isLying }: Dress,
): LineSeriesOption => ({
  type: 'line',
  id,
  name: id,
  ...(isLying ? { xAxisIndex: axisIndex } : { yAxisIndex: axisIndex }),
  data: along.map(({ x, y }) => (isLying ? [y, x] : [x, y])),
  silent: true,
  symbol: 'none',
  tooltip: { show: false },
  z: 5,
  lineStyle: { width: 1.25, type: [5, 4], color },
  emphasis: { disabled: true },
})

const seriesOf = (
  { from, to }: Reference,
  id: string,
  { axisIndex, isLying, x }: Dress,
  renderItem: CustomSeriesOption['renderItem'],
): CustomSeriesOption => ({
  type: 'custom',
  id,
  name: id,
  silent: true,
  clip: true,
  tooltip: { show: false },
  ...(isLying ? { xAxisIndex: axisIndex } : { yAxisIndex: axisIndex }),
  encode: isLying ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
  data: [[x, from, to ?? from]],
  renderItem,
})

/** The label above the right end of a line, or beside the top of a vertical one; inside of a band, and below a line at the top. */
function labelAt(
  at: number,
  { x, y, width }: Plot,
  isLying: boolean,
  { text, isInside, color, theme }: { text: string; isInside: boolean; color: string; theme: ChartTheme },
): Shape {
  const isBelow = isInside || at - y < FONT_SIZE + 2 * MARGIN
  const isAtEnd = at + MARGIN + lettersWide(text) * LETTER_WIDTH > x + width
  return {
    type: 'text',
    style: {
      text,
      fill: color,
      stroke: theme.surface,
      lineWidth: 3,
      font: `500 ${FONT_SIZE}px ${theme.font}`,
      ...(isLying
        ? isAtEnd
          ? { x: at - MARGIN, y: y + MARGIN, align: 'right', verticalAlign: 'top' }
          : { x: at + MARGIN, y: y + MARGIN, align: 'left', verticalAlign: 'top' }
        : {
            x: x + width - MARGIN,
            y: isBelow ? at + MARGIN : at - MARGIN,
            align: 'right',
            verticalAlign: isBelow ? 'top' : 'bottom',
          }),
    },
  }
}
