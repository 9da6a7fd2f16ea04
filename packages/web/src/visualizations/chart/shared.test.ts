import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { makeSharedColors, type SharedColors } from '../shared-colors.ts'
import { seriesMarks, sliceColors } from './colors.ts'
import { openValues, placesAlone, withSharedColors } from './shared.ts'
import { draw, renderable, textColumn } from './testing.ts'

const columns = [textColumn('month'), textColumn('city'), textColumn('n', 'integer'), textColumn('m', 'integer')]
const rowsOf = (...cities: string[]) => cities.map((city, at): Cell[] => ['Jan', city, 9 - at, 1])

/** The colour of each series or slice. */
function colors(shared: SharedColors | null, stored: Record<string, unknown>, ...cities: string[]): Record<string, string> {
  const drawn = draw(stored, { columns, rows: rowsOf(...cities) })
  const own = { chart: renderable(drawn.chart), options: drawn.options }
  const shown = { palette: 'Redash', size: 14, values: openValues(own.chart, own.options) }
  shared?.show({ ...shown, id: cities.join(), element: { isConnected: true, compareDocumentPosition: () => 2 } })
  const { chart, options } = withSharedColors(own, shared?.placesOf(shown) ?? new Map())
  if (chart.kind === 'pies') return Object.fromEntries(sliceColors(chart.data, options, 'light'))
  if (chart.kind !== 'cartesian') throw new Error('This chart has no series.')
  const marks = seriesMarks(chart.data.series, options, 'light')
  return Object.fromEntries(chart.data.series.map(({ key }, at) => [key, marks[at]?.color ?? '']))
}
const lines = { globalSeriesType: 'line', columnMapping: { month: 'x', city: 'series', n: 'y' } }
const pie = { globalSeriesType: 'pie', columnMapping: { city: 'x', n: 'y' } }

group('the colors of a chart on a dashboard', () => {
  it('are those of the same values in other charts of any kind (CHART-52)', () => {
    const shared = makeSharedColors()
    const inLines = colors(shared, lines, 'Atlanta', 'Chicago', 'Dallas')
    const inPie = colors(shared, pie, 'Dallas', 'Atlanta', 'Boston')
    expect(inPie).toMatchObject({ Dallas: inLines.Dallas, Atlanta: inLines.Atlanta })
    expect(new Set([...Object.values(inLines), ...Object.values(inPie)]).size).toBe(4)
  })

  it('are the stored ones where the chart has some (CHART-52)', () => {
    const stored = { ...lines, seriesOptions: { Dallas: { color: '#123456' } } }
    expect(colors(makeSharedColors(), stored, 'Dallas')).toEqual({ Dallas: '#123456' })
    expect(colors(makeSharedColors(), { ...pie, valuesOptions: { Dallas: { color: '#123456' } } }, 'Dallas')).toEqual({
      Dallas: '#123456',
    })
  })

  it('follow the palette in order if series are columns, or nothing is shared (CHART-32)', () => {
    const stored = { globalSeriesType: 'line', columnMapping: { month: 'x', n: 'y', m: 'y' } }
    const inOrder = ['#3E5EDB', '#D74E3D']
    expect(Object.values(colors(makeSharedColors(), stored, 'Dallas'))).toEqual(inOrder)
    expect(Object.values(colors(null, lines, 'Dallas', 'Atlanta'))).toEqual(inOrder)
  })

  it('are the same where the chart stands alone, in any order of its rows (OPEN-659)', () => {
    const alone = (...cities: string[]) => {
      const drawn = draw(lines, { columns, rows: rowsOf(...cities) })
      return Object.fromEntries(placesAlone({ chart: renderable(drawn.chart), options: drawn.options }, []))
    }
    const shared = makeSharedColors()
    const values = ['Atlanta', 'Chicago', 'Dallas']
    colors(shared, lines, ...values)
    expect(alone(...values)).toEqual(Object.fromEntries(shared.placesOf({ palette: 'Redash', size: 14, values })))
    expect(alone('Dallas', 'Atlanta', 'Chicago')).toEqual(alone(...values))
  })
})
