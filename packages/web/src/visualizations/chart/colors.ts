import type { CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import type { PieData } from '@sightline/domain/chart-data/pies.ts'
import { automaticColor, shownColor } from '../palette.ts'
import type { ChartOptions } from './options.ts'

export interface Mark {
  color: string
  /** Drawn with dashes, since its colour is taken already. */
  isDashed: boolean
}

/** The marks of the series in their order: the colour each has of its own, else the next of the palette. */
export function seriesMarks(series: readonly CartesianSeries[], scheme: 'light' | 'dark'): Mark[] {
  return series.map(({ color }, index) => mark(color, index, scheme))
}

/** The colour of each x value of a pie, the same in all pies of the chart. */
export function sliceColors({ keys }: PieData, options: ChartOptions, scheme: 'light' | 'dark'): Map<string, string> {
  return new Map(keys.map((key, index) => [key, mark(options.valuesOptions[key]?.color ?? null, index, scheme).color]))
}

function mark(own: string | null, index: number, scheme: 'light' | 'dark'): Mark {
  if (own !== null && own !== '') return { color: shownColor(own, scheme), isDashed: false }
  const { stored, isRepeated } = automaticColor(index)
  return { color: shownColor(stored, scheme), isDashed: isRepeated }
}
