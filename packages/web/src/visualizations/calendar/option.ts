import { localMonth, localWeekday } from '@sightline/domain/language/local.ts'
import type { CustomSeriesOption } from 'echarts/charts'
import type { Stage } from '../echarts/axes.ts'
import type { ChartOption } from '../echarts/chart-option.ts'
import { pointedIndex } from '../echarts/custom.ts'
import type { ChartTheme } from '../echarts/theme.ts'
import { tooltipContent, tooltipFrame } from '../echarts/tooltip.ts'
import { colorAlong, sequentialRamp } from '../palette.ts'
import { widthOf } from '../text-width.ts'
import type { Formats } from '../visualization.ts'
import { daysOf, type Layout, layoutOf, NAMED_CELL, SCALE_HEIGHT } from './layout.ts'
import type { CalendarOptions } from './options.ts'
import { type Calendar, type Day, valueName, valueText } from './prepare.ts'

const LABEL_SIZE = 11
const SCALE_STEPS = 5
/** Pixels of a swatch of the scale. */
const SWATCH = 12
/** The lowest color of the ramp is close to the surface: days with a value start above it. */
const LOWEST = 0.15

/** The colour of a value, from the least to the greatest one. */
export function colorOf(value: number, { low, high }: Pick<Calendar, 'low' | 'high'>, scheme: 'light' | 'dark'): string {
  const span = high / 2 - low / 2
  const share = span === 0 ? 1 : (value / 2 - low / 2) / span
  return colorAlong(sequentialRamp(scheme), LOWEST + share * (1 - LOWEST))
}

/** Builds the ECharts option of a calendar; it has no axes, so everything is placed in pixels. */
export function calendarOption(calendar: Calendar, options: CalendarOptions, formats: Formats, stage: Stage): ChartOption {
  const { theme } = stage
  const { days, years } = calendar
  const startsOnSunday = options.weekStart === 'sunday'
  const layout = layoutOf(years, startsOnSunday, stage)
  const colors = days.map(({ value }) => colorOf(value, calendar, theme.scheme))
  return {
    textStyle: { fontFamily: theme.font },
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (params) => {
        const index = pointedIndex(params)
        const day = days[index]
        if (!day) return ''
        const row = { color: colors[index] ?? '', name: valueName(options), value: valueText(day.value, options, formats) }
        return stage.renderTooltip(tooltipContent(day.name, [row]))
      },
    },
    series: [
      daySeries(days, colors, layout),
      frameSeries(years, layout, startsOnSunday, theme),
      scaleSeries(calendar, options, formats, { ...stage, left: layout.left }),
    ],
  }
}

type Child = NonNullable<
  Extract<ReturnType<NonNullable<CustomSeriesOption['renderItem']>>, { type: 'group' }>['children']
>[number]

const inPixels = { type: 'custom', coordinateSystem: 'none' as never, silent: true } as const

/** One shape for all of a series that has no data of its own. */
const decoration = (children: Child[]): CustomSeriesOption => ({
  ...inPixels,
  data: [0],
  z: 1,
  tooltip: { show: false },
  renderItem: () => ({ type: 'group', children }),
})

const square = (x: number, y: number, cell: number) => {
  const gap = cell >= NAMED_CELL ? 2 : cell >= 5 ? 1 : 0
  return { x, y, width: cell - gap, height: cell - gap, r: cell >= NAMED_CELL ? 2 : 0 }
}

const daySeries = (days: readonly Day[], colors: readonly string[], { at, cell }: Layout): CustomSeriesOption => ({
  ...inPixels,
  silent: false,
  z: 2,
  data: days.map(({ value }) => value),
  renderItem: ({ dataIndex }) => {
    const day = days[dataIndex]
    if (!day) return null
    const { x, y } = at(day.time)
    return { type: 'rect', shape: square(x, y, cell), style: { fill: colors[dataIndex] ?? '' } }
  },
})

/** All days, with a value or without one, and the names beside and above them. */
function frameSeries(years: readonly number[], layout: Layout, startsOnSunday: boolean, theme: ChartTheme): CustomSeriesOption {
  const { left, cell, at, topOf } = layout
  const text = (words: string, x: number, y: number, align: 'left' | 'right', isStrong = false): Child => ({
    type: 'text',
    style: {
      text: words,
      x,
      y,
      align,
      verticalAlign: 'middle',
      fill: isStrong ? theme.text2 : theme.label,
      fontSize: LABEL_SIZE,
      fontWeight: isStrong ? 600 : 400,
      fontFamily: theme.font,
    },
  })
  // Monday, Wednesday and Friday.
  const named = cell < NAMED_CELL ? [] : startsOnSunday ? [1, 3, 5] : [0, 2, 4]
  return decoration(
    years.flatMap((year) => {
      const days = daysOf(year)
      return [
        ...days.map((time): Child => {
          const { x, y } = at(time)
          return { type: 'rect', shape: square(x, y, cell), style: { fill: 'transparent', stroke: theme.grid, lineWidth: 1 } }
        }),
        text(String(year), 16, topOf(year) - 9, 'left', true),
        ...monthStarts(days, cell).map(({ month, time }) => {
          const { x, y } = at(time)
          // The first column that belongs to the month as a whole.
          return text(localMonth(month), y > topOf(year) ? x + cell : x, topOf(year) - 9, 'left')
        }),
        ...named.map((weekday) => {
          const name = localWeekday(startsOnSunday ? weekday : (weekday + 1) % 7)
          return text(name, left - 8, topOf(year) + (weekday + 0.5) * cell, 'right')
        }),
      ]
    }),
  )
}

/** Pixels of the name of a month; a month has four to five weeks. */
const MONTH_WIDTH = 30
const WEEKS_OF_MONTH = 4

/** The first days of the months, of which every other is left out where names would overlap. */
function monthStarts(days: readonly number[], cell: number): { month: number; time: number }[] {
  return days.flatMap((time) => {
    const date = new Date(time)
    const isNamed = cell * WEEKS_OF_MONTH >= MONTH_WIDTH || date.getUTCMonth() % 2 === 0
    return date.getUTCDate() === 1 && isNamed ? [{ month: date.getUTCMonth(), time }] : []
  })
}

/** The colours from the least to the greatest value, at the bottom. */
function scaleSeries(
  calendar: Calendar,
  options: CalendarOptions,
  formats: Formats,
  { theme, height, left }: Stage & Pick<Layout, 'left'>,
): CustomSeriesOption {
  const [low, high] = [calendar.low, calendar.high].map((value) => valueText(value, options, formats))
  const y = height - SCALE_HEIGHT / 2
  const label = (words: string, x: number): Child => ({
    type: 'text',
    style: {
      text: words,
      x,
      y,
      verticalAlign: 'middle',
      fill: theme.label,
      fontSize: LABEL_SIZE,
      fontFamily: theme.font,
    },
  })
  const start = `${valueName(options)}: ${low}`
  const swatches = left + widthOf(start, 400) * LABEL_SIZE + 8
  const steps = calendar.low === calendar.high ? 1 : SCALE_STEPS
  return decoration([
    label(start, left),
    ...Array.from({ length: steps }, (_, step): Child => {
      const share = steps === 1 ? 1 : step / (steps - 1)
      return {
        type: 'rect',
        shape: { x: swatches + step * (SWATCH + 2), y: y - SWATCH / 2, width: SWATCH, height: SWATCH, r: 2 },
        style: { fill: colorAlong(sequentialRamp(theme.scheme), LOWEST + share * (1 - LOWEST)) },
      }
    }),
    ...(steps === 1 ? [] : [label(high ?? '', swatches + steps * (SWATCH + 2) + 6)]),
  ])
}
