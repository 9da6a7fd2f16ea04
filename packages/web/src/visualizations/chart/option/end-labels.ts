import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { ChartTheme } from '../../echarts/theme.ts'
import { fittedLetters, lettersWide } from '../../fitted-text.ts'
import type { Mark } from '../colors.ts'
import { isLyingDown } from '../kinds.ts'
import type { ChartOptions } from '../options.ts'
import type { CartesianChart } from '../prepared.ts'
import { isNamedByAxis } from '../readable.ts'
import type { EndLabel } from './marks.ts'

/** Up to this many lines are named at their ends instead of in a legend. */
const MAX_END_LABELS = 6
/** As many Latin letters have room. */
const MAX_END_LABEL_LETTERS = 20
/** Up to this width the legend is below, and lines have no names at their ends. */
export const NARROW = 600

/** Whether lines are named at their ends instead of in a legend. */
export function hasEndLabels({ data, panels }: CartesianChart, options: ChartOptions, width: number): boolean {
  return (
    panels === null &&
    options.legend.enabled &&
    options.legend.placement === 'auto' &&
    width > NARROW &&
    !isNamedByAxis(options, data.series) &&
    data.series.length <= MAX_END_LABELS &&
    !data.isReversed &&
    data.xs.length > 1 &&
    !isLyingDown(options) &&
    data.series.every(({ type, axis }) => type === 'line' && axis === 0)
  )
}

const shortName = (name: string) => fittedLetters(name, MAX_END_LABEL_LETTERS)

/** Approximate width of a name at 12 px, in pixels. */
const textWidth = (text: string) => lettersWide(text) * 7

/** Pixels that the longest name at the end of a line takes. */
export const widthOfEndLabels = (series: readonly CartesianSeries[]): number =>
  Math.max(...series.map(({ name }) => textWidth(shortName(name))))

/** The name at the end of a line, beside a swatch of its colour. */
export const endLabel = ({ name }: CartesianSeries, { color }: Mark, theme: ChartTheme): EndLabel => ({
  show: true,
  distance: 10,
  // ECharts would parse braces as rich text markup.
  formatter: `{swatch|}{name|${shortName(name).replace(/[{}|]/g, ' ')}}`,
  // ECharts spaces close names by their backgrounds; without one they would almost overlap.
  backgroundColor: 'transparent',
  rich: {
    swatch: { width: 8, height: 8, borderRadius: 2, backgroundColor: color },
    name: {
      color: theme.text,
      fontSize: 12,
      fontWeight: 500,
      fontFamily: theme.font,
      lineHeight: 16,
      padding: [0, 0, 0, 6],
      align: 'left',
    },
  },
})
