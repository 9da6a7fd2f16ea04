import type { ChartOption } from './chart-option.ts'
import type { Legend, LegendEntry } from './legend.ts'
import type { ChartTheme } from './theme.ts'

const TITLE_HEIGHT = 36
const LEGEND_HEIGHT = 32

/** Pixels that title and legend add to the height of an image. */
export const heightOfFrame = (name: string | null, legend: Legend | null): number =>
  (name === null ? 0 : TITLE_HEIGHT) + (legend ? LEGEND_HEIGHT : 0)

/**
 * Adds what the page renders around the chart to an exported image: the title above, and the legend below in the colours of the
 * page.
 * @param name null if the title is not part of the image
 */
export function framed(option: ChartOption, name: string | null, legend: Legend | null, theme: ChartTheme): ChartOption {
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
            bottom: Number(grid.bottom ?? 0) + (legend ? LEGEND_HEIGHT : 0),
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
