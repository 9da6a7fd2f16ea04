import { lettersWide } from '../fitted-text.ts'
import type { ChartOption } from './chart-option.ts'
import type { Legend, LegendEntry } from './legend.ts'
import type { ChartTheme } from './theme.ts'

const TITLE_HEIGHT = 36
const LEGEND_HEIGHT = 32

/** Pixels of a further line of a legend. */
const LEGEND_LINE = 22
/** Pixels of an entry around its text: swatch and gaps. */
const ENTRY_FRAME = 28
/** Pixels at both sides of a legend. */
const LEGEND_SIDES = 40
/** Average pixels of a Latin letter. */
const CHARACTER = 6.6

/** The height of a legend, whose entries wrap in a narrow image. */
function heightOfLegend(legend: Legend | null, width: number): number {
  if (!legend) return 0
  let lines = 1
  let used = 0
  for (const { name } of legend.entries) {
    const entry = lettersWide(name) * CHARACTER + ENTRY_FRAME
    if (used > 0 && used + entry > width - LEGEND_SIDES) {
      lines++
      used = 0
    }
    used += entry
  }
  return LEGEND_HEIGHT + (lines - 1) * LEGEND_LINE
}

/** Pixels that title and legend add to the height of an image. @param width of the image */
export const heightOfFrame = (name: string | null, legend: Legend | null, width: number): number =>
  (name === null ? 0 : TITLE_HEIGHT) + heightOfLegend(legend, width)

/**
 * Adds what the page renders around the chart to an exported image: the title above, and the legend below in the colours of the
 * page.
 * @param name null if the title is not part of the image
 * @param width of the image, pixels
 */
export function framed(
  option: ChartOption,
  name: string | null,
  legend: Legend | null,
  theme: ChartTheme,
  width: number,
): ChartOption {
  const titles = Array.isArray(option.title) ? option.title : option.title ? [option.title] : []
  const names = new Map(legend?.entries.map((entry) => [entry.key, entry.name]))
  const grids = Array.isArray(option.grid) ? option.grid : option.grid ? [option.grid] : []
  const above = name === null ? 0 : TITLE_HEIGHT
  const text = { color: theme.text2, fontSize: 12, fontFamily: theme.font }
  const titleText = { ...text, color: theme.text, fontSize: 14, fontWeight: 600 } as const
  return {
    title: [
      ...(name === null ? [] : [{ text: name, left: 20, top: 14, padding: 0, textStyle: titleText }]),
      ...titles.map((title) => ({ ...title, top: Number(title.top ?? 0) + above })),
    ],
    ...(grids.length > 0
      ? {
          grid: grids.map((grid) => ({
            ...grid,
            top: Number(grid.top ?? 0) + above,
            bottom: Number(grid.bottom ?? 0) + heightOfLegend(legend, width),
          })),
        }
      : {}),
    ...(Array.isArray(option.series) ? { series: option.series.map((series) => lowered(series, above)) } : {}),
    ...(legend
      ? {
          legend: {
            ...(Array.isArray(option.legend) ? option.legend[0] : option.legend),
            show: true,
            type: 'plain' as const,
            bottom: 8,
            data: legend.entries.map(({ key, shape }) => ({ name: key, icon: icons[shape] })),
            itemWidth: 10,
            itemHeight: 10,
            textStyle: text,
            formatter: (key: string) => names.get(key) ?? key,
          },
        }
      : {}),
  }
}

const icons: Record<LegendEntry['shape'], string> = {
  circle: 'circle',
  diamond: 'diamond',
  square: 'roundRect',
  hatched: 'roundRect',
}

type Series = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

/** Pies are positioned explicitly and must be moved below the title. */
function lowered(series: Series, pixels: number): Series {
  if (series.type !== 'pie' || !Array.isArray(series.center)) return series
  const [x = 0, y = 0] = series.center
  return { ...series, center: [x, Number(y) + pixels] }
}
