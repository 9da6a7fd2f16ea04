import { colorAlong, inkOn, sequentialRamp } from '../palette.ts'
import type { PivotRenderer } from './options.ts'

export interface CellColors {
  background: string
  ink: string
}

/** The colour of each cell, scaled by the minimum and maximum of the table, its row or its column; null for none. */
export function heatOf(
  numbers: readonly (readonly (number | null)[])[],
  renderer: PivotRenderer,
  scheme: 'light' | 'dark',
): (CellColors | null)[][] | null {
  const ramp = sequentialRamp(scheme)
  const shade = (number: number | null, range: Range | undefined): CellColors | null => {
    if (number === null || range === undefined) return null
    const background = colorAlong(ramp, range.most === range.least ? 0.5 : (number - range.least) / (range.most - range.least))
    return { background, ink: inkOn(background) }
  }
  switch (renderer) {
    case 'Table Heatmap': {
      const range = rangeOf(numbers.flat())
      return numbers.map((row) => row.map((number) => shade(number, range)))
    }
    case 'Table Row Heatmap':
      return numbers.map((row) => {
        const range = rangeOf(row)
        return row.map((number) => shade(number, range))
      })
    case 'Table Col Heatmap': {
      const ranges = (numbers[0] ?? []).map((_, column) => rangeOf(numbers.map((row) => row[column] ?? null)))
      return numbers.map((row) => row.map((number, column) => shade(number, ranges[column])))
    }
    default:
      return null
  }
}

interface Range {
  least: number
  most: number
}

function rangeOf(numbers: readonly (number | null)[]): Range {
  const range = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
  for (const number of numbers) {
    if (number === null) continue
    range.least = Math.min(range.least, number)
    range.most = Math.max(range.most, number)
  }
  return range
}
