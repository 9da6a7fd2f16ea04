import type { ChartOption } from './chart-option.ts'

/** How one series differs from the others without its colour. The legend draws the same patterns (LegendList.module.css). */
interface Pattern {
  /** Cut out of bars, areas, slices and boxes; null for none. */
  decal: object | null
  /** Of lines: lengths of dashes and gaps in pixels. */
  line: 'solid' | 'dashed' | 'dotted' | number[]
  /** Of points. */
  symbol: string
}

const stripes = (rotation: number) => ({ symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 5], rotation })
const dots = {
  symbol: 'circle',
  symbolSize: 0.8,
  dashArrayX: [
    [8, 8],
    [0, 8, 8, 0],
  ],
  dashArrayY: [6, 0],
}

const patterns: readonly Pattern[] = [
  { decal: null, line: 'solid', symbol: 'circle' },
  { decal: stripes(-Math.PI / 4), line: 'dashed', symbol: 'rect' },
  { decal: dots, line: 'dotted', symbol: 'triangle' },
  { decal: stripes(0), line: [12, 4, 3, 4], symbol: 'diamond' },
  { decal: stripes(Math.PI / 4), line: [16, 6], symbol: 'roundRect' },
  { decal: stripes(Math.PI / 2), line: [3, 8], symbol: 'pin' },
]

/** The number of the pattern of each series or slice, in their order. A chart with one of them needs none. */
export const patternNumbers = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.length < 2 ? [] : keys.map((key, index) => [key, index % patterns.length]))

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

/**
 * The option with a pattern for each series, or for each slice of pies.
 * @param numbers by the name of the series or slice in the option
 * @param surface the colour that is cut out, that of the background
 */
export function withPatterns(option: ChartOption, numbers: ReadonlyMap<string, number>, surface: string): ChartOption {
  const patternOf = (name: unknown) => patterns[numbers.get(String(name)) ?? -1]
  return { ...option, series: [option.series ?? []].flat().map((series) => patterned(series, patternOf, surface)) }
}

function patterned(series: SeriesOption, patternOf: (name: unknown) => Pattern | undefined, surface: string): SeriesOption {
  const decalOf = ({ decal }: Pattern) => (decal === null ? {} : { decal: { ...decal, color: surface } })
  if (series.type === 'pie') {
    const data = (series.data ?? []).map((slice) => {
      if (typeof slice !== 'object' || slice === null || !('name' in slice)) return slice
      const pattern = patternOf(slice.name)
      return pattern === undefined ? slice : { ...slice, itemStyle: { ...slice.itemStyle, ...decalOf(pattern) } }
    })
    return { ...series, data } as SeriesOption
  }
  const pattern = patternOf(series.name)
  if (pattern === undefined) return series
  const itemStyle = { ...series.itemStyle, ...decalOf(pattern) }
  switch (series.type) {
    case 'line':
      return {
        ...series,
        symbol: pattern.symbol,
        itemStyle,
        lineStyle: { ...series.lineStyle, type: pattern.line },
      } as SeriesOption
    case 'scatter':
      return { ...series, symbol: pattern.symbol }
    case 'bar':
      return { ...series, itemStyle } as SeriesOption
    default:
      return series
  }
}
