import type { CustomSeriesOption } from 'echarts/charts'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts/types/dist/shared'
import type { ChartTheme } from '../../echarts/theme.ts'
import { shownColor } from '../../palette.ts'
import type { Annotation } from '../annotations.ts'
import { flagPlaces, type Interval, labelWidth, shortLabel } from './flag-places.ts'
import { bandAt, FONT_SIZE, lineAt, type Plot, plotOf, type Shape } from './plot-shapes.ts'

interface Dress {
  isLying: boolean
  theme: ChartTheme
  /** A value of the first y axis: ECharts needs one for each mark. Null if it has none. */
  y: number | null
}

/** Pixels. */
const FLAG = { width: 8, height: 8 }
const ROW_HEIGHT = 15
const MARGIN = 3

/**
 * Draws events as lines across the plot, each with a flag and its label as far as there is room, and periods as bands.
 * @returns a series for the areas of periods, below the marks, and one for lines, flags and labels, above them; none without events
 */
export function annotationMarks(annotations: readonly Annotation[], dress: Dress): CustomSeriesOption[] {
  const { isLying, theme } = dress
  const colorOf = ({ color }: Annotation) => (color === null ? theme.text2 : shownColor(color, theme.scheme))
  const placeIn = (api: CustomSeriesRenderItemAPI, x: number) =>
    api.coord(isLying ? [dress.y ?? 0, x] : [x, dress.y ?? 0])[isLying ? 1 : 0] ?? 0
  const endsIn = (api: CustomSeriesRenderItemAPI, { drawn: [from, to] }: Annotation): Interval => {
    const [one, other] = [placeIn(api, from), placeIn(api, to)]
    return [Math.min(one, other), Math.max(one, other)]
  }
  if (annotations.length === 0) return []
  const above = seriesOf(annotations, 'annotations', dress, (params, api) => {
    const annotation = annotations[params.dataIndex]
    if (!annotation) return null
    const plot = plotOf(params)
    const [start] = endsIn(api, annotation)
    if (!isInside(start, plot, isLying) && annotation.to === null) return null
    const places = placesOf(params, () =>
      flagPlaces(
        annotations.map((one) => ({ at: inside(endsIn(api, one)[0], plot, isLying), width: labelWidth(one.label) })),
        isLying ? null : [plot.x, plot.x + plot.width],
      ),
    )
    const color = colorOf(annotation)
    const at = inside(start, plot, isLying)
    return {
      type: 'group',
      children: [
        ...(annotation.to === null ? [lineAt(at, plot, !isLying, color)] : []),
        ...flagAt(at, plot, annotation.label, places[params.dataIndex] ?? null, { isLying, color, theme }),
      ],
    }
  })
  const areas = seriesOf(annotations, 'annotation areas', dress, (params, api) => {
    const annotation = annotations[params.dataIndex]
    if (!annotation || annotation.to === null) return null
    const [start, end] = endsIn(api, annotation)
    return bandAt(start, Math.max(end, start + 1), plotOf(params), !isLying, colorOf(annotation))
  })
  return [
    { ...areas, z: 1 },
    { ...above, z: 5 },
  ]
}

const seriesOf = (
  annotations: readonly Annotation[],
  id: string,
  { isLying, y }: Dress,
  renderItem: CustomSeriesOption['renderItem'],
): CustomSeriesOption => ({
  type: 'custom',
  id,
  name: id,
  silent: true,
  clip: true,
  tooltip: { show: false },
  encode: isLying ? { x: 2, y: [0, 1] } : { x: [0, 1], y: 2 },
  data: annotations.map(({ drawn }) => [...drawn, y ?? '-']),
  renderItem,
})

type Places = ReturnType<typeof flagPlaces>

/** The places of all labels, which are found once for each drawing. */
function placesOf({ context }: CustomSeriesRenderItemParams, find: () => Places): Places {
  const kept = context as { places?: Places }
  kept.places ??= find()
  return kept.places
}

const endOf = ({ x, y, width, height }: Plot, isLying: boolean) => (isLying ? [y, y + height] : [x, x + width])

function isInside(at: number, plot: Plot, isLying: boolean): boolean {
  const [low = 0, high = 0] = endOf(plot, isLying)
  return low <= at && at <= high
}

/** The place itself, or the edge of the plot if it lies beyond. */
function inside(at: number, plot: Plot, isLying: boolean): number {
  const [low = 0, high = 0] = endOf(plot, isLying)
  return Math.min(high, Math.max(low, at))
}

/** A flag at the top of its line, or at the right end of a horizontal one, with its label if there is room for it. */
function flagAt(
  at: number,
  plot: Plot,
  label: string,
  place: Places[number],
  { isLying, color, theme }: { isLying: boolean; color: string; theme: ChartTheme },
): Shape[] {
  const sign = place?.isBefore ? -1 : 1
  const top = plot.y + MARGIN + (place?.row ?? 0) * ROW_HEIGHT
  const right = plot.x + plot.width
  const points = isLying
    ? [
        [right - FLAG.width, at],
        [right, at],
        [right - FLAG.width / 2, at - FLAG.height],
      ]
    : [
        [at, top],
        [at + sign * FLAG.width, top + FLAG.height / 2],
        [at, top + FLAG.height],
      ]
  const flag: Shape = { type: 'polygon', shape: { points }, style: { fill: color } }
  if (place === null || label === '') return [flag]
  return [
    flag,
    {
      type: 'text',
      style: {
        text: shortLabel(label),
        fill: color,
        stroke: theme.surface,
        lineWidth: 3,
        font: `500 ${FONT_SIZE}px ${theme.font}`,
        ...(isLying
          ? { x: right - FLAG.width - MARGIN, y: at - MARGIN, align: 'right', verticalAlign: 'bottom' }
          : {
              x: at + sign * (FLAG.width + MARGIN),
              y: top + FLAG.height / 2,
              align: place.isBefore ? 'right' : 'left',
              verticalAlign: 'middle',
            }),
      },
    },
  ]
}
