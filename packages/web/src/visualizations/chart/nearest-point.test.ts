import { expect, describe as group, it } from 'vitest'
import { nearestPoint, type Pixel } from './nearest-point.ts'
import { draw, renderable, textColumn } from './testing.ts'

const columns = [textColumn('day', 'integer'), textColumn('sold', 'integer'), textColumn('left', 'integer')]
const rows = [
  [0, 10, 90],
  [100, 20, null],
  [200, 30, 70],
]

/** Returns what a click means where each unit of both axes is a pixel, and y grows upwards from 100. */
function clickAt(clicked: Pixel, stored: Record<string, unknown> = {}, hidden: string[] = []) {
  const columnMapping = { day: 'x', sold: 'y', left: 'y' }
  const { chart, options } = draw({ globalSeriesType: 'line', columnMapping, ...stored }, { columns, rows })
  return nearestPoint(renderable(chart), options, new Set(hidden), clicked, (_, [x, y]) =>
    Number(x) > 150 ? null : { x: Number(x), y: 100 - Number(y) },
  )
}

group('a click beside all marks', () => {
  it('means the nearest point of a line that is drawn within reach (CHART-72)', () => {
    expect(clickAt({ x: 8, y: 80 })).toEqual({ seriesId: 'sold', dataIndex: 0 })
    expect(clickAt({ x: 90, y: 70 })).toEqual({ seriesId: 'sold', dataIndex: 1 })
    expect(clickAt({ x: 3, y: 20 })).toEqual({ seriesId: 'left', dataIndex: 0 })
    expect(clickAt({ x: 3, y: 20 }, {}, ['left'])).toBeNull()
    expect(clickAt({ x: 50, y: 50 })).toBeNull()
    expect(clickAt({ x: 200, y: 70 })).toBeNull()
  })

  it('means nothing among bars and stacked lines (CHART-72)', () => {
    expect(clickAt({ x: 8, y: 80 }, { globalSeriesType: 'column' })).toBeNull()
    expect(clickAt({ x: 8, y: 80 }, { series: { stacking: 'stack' } })).toBeNull()
    expect(clickAt({ x: 8, y: 80 }, { globalSeriesType: 'area' })).toEqual({ seriesId: 'sold', dataIndex: 0 })
  })
})
