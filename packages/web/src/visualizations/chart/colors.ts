import type { PieData } from '@sightline/domain/chart-data/pies.ts'
import { shownColor } from '../palette.ts'
import type { ChartOptions } from './options.ts'
import { automaticShown } from './palettes.ts'

export interface Mark {
  color: string
  /** Drawn with dashes, since its colour is taken already. */
  isDashed: boolean
}

/** The marks of the series in their order: the colour each has of its own, else the next of the chart's palette. */
export function seriesMarks(
  series: readonly { color: string | null }[],
  { color_scheme }: Pick<ChartOptions, 'color_scheme'>,
  scheme: 'light' | 'dark',
): Mark[] {
  return series.map(({ color }, index) => mark(color, color_scheme, index, scheme))
}

/** The colour of each x value of a pie, the same in all pies of the chart. */
export function sliceColors({ keys }: PieData, options: ChartOptions, scheme: 'light' | 'dark'): Map<string, string> {
  return new Map(
    keys.map((key, index) => [key, mark(options.valuesOptions[key]?.color ?? null, options.color_scheme, index, scheme).color]),
  )
}

function mark(own: string | null, palette: string, index: number, scheme: 'light' | 'dark'): Mark {
  if (own !== null && own !== '') return { color: shownColor(own, scheme), isDashed: false }
  const { color, isRepeated } = automaticShown(palette, index, scheme)
  return { color, isDashed: isRepeated }
}
