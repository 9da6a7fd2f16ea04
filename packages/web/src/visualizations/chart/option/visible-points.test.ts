import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { draw, textColumn } from '../testing.ts'

const DAY_MS = 86_400_000
const start = Date.UTC(2026, 0, 1)
const day = (number: number) => start + number * DAY_MS
const columns = [textColumn('day', 'date'), textColumn('sold', 'integer')]
const values = [10, 20, 30, 500, 600]
const rows = values.map((value, at): Cell[] => [new Date(day(at)).toISOString().slice(0, 10), value])
const zoomed = (stored: Record<string, unknown>, from: number, to: number) =>
  draw(
    { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' }, ...stored },
    { columns, rows, zoom: { from: day(from), to: day(to) } },
  ).plain.series[0].data.map((datum: { value?: number[] } | number[]) => {
    const [x = 0, y] = Array.isArray(datum) ? datum : (datum.value ?? [])
    return [(x - start) / DAY_MS, y]
  })

group('a zoomed chart', () => {
  it('has only its visible points, so that y fits them and lines end where they are named (CHART-51)', () => {
    expect(zoomed({}, 1, 2)).toEqual([
      [1, 10 + 10],
      [1, 20],
      [2, 30],
      [2, 30],
      [4, null],
    ])
  })

  it('cuts lines at its edges (CHART-51)', () => {
    expect(zoomed({}, 0.5, 2.5)).toEqual([
      [0.5, 15],
      [1, 20],
      [2, 30],
      [2.5, 265],
      [4, null],
    ])
    expect(zoomed({ lineShape: 'hv' }, 0.5, 2.5).map(([, y]: number[]) => y)).toEqual([10, 20, 30, 30, null])
    expect(zoomed({ lineShape: 'vh' }, 0.5, 2.5).map(([, y]: number[]) => y)).toEqual([20, 20, 30, 500, null])
  })

  it('shows a line that crosses it without a point', () => {
    expect(zoomed({}, 2.25, 2.75)).toEqual([
      [0, null],
      [1, null],
      [2.25, 147.5],
      [2.75, 382.5],
      [4, null],
    ])
  })

  it('keeps the bars beside it, and no points of a scatter chart', () => {
    const ys = (kind: string) => zoomed({ globalSeriesType: kind }, 1, 2).map(([, y]: number[]) => y)
    expect(ys('column')).toEqual([10, 20, 30, 500, null])
    expect(ys('scatter')).toEqual([null, 20, 30, null, null])
  })
})
