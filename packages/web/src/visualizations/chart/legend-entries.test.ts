import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { clickedRow } from './clicked.ts'
import { seriesMarks, sliceColors } from './colors.ts'
import { legendOf, toggled } from './legend.ts'
import { draw, renderable, textColumn } from './testing.ts'

const columnMapping = { month: 'x', sold: 'y', left: 'y' }
const legend = (stored: Record<string, unknown>, width = 900, scheme: 'light' | 'dark' = 'light') => {
  const { chart, options } = draw(stored)
  return legendOf(renderable(chart), options, sampleFormats, scheme, width)
}

group('the entries of a legend', () => {
  const sold = { key: 'sold', name: 'sold', color: '#3E5EDB', shape: 'square', opacity: 1, detail: null }
  const left = { key: 'left', name: 'left', color: '#D74E3D', shape: 'square', opacity: 1, detail: null }

  it('are the series in order with their colours, or reversed', () => {
    expect(legend({ columnMapping })).toEqual({ placement: 'right', entries: [sold, left] })
    expect(legend({ columnMapping, legend: { traceorder: 'reversed' } })?.entries).toEqual([left, sold])
    expect(legend({ columnMapping }, 900, 'dark')?.entries.map(({ color }) => color)).toEqual(['#5493FC', '#EF6968'])
  })

  it('are the slices of a single pie with their shares, which are omitted if data labels are off', () => {
    const feb = { key: 'Feb', name: 'Feb', color: '#3E5EDB', shape: 'square', opacity: 1, detail: '75%' }
    const jan = { key: 'Jan', name: 'Jan', color: '#D74E3D', shape: 'square', opacity: 1, detail: '25%' }
    const pie = { globalSeriesType: 'pie' }
    const shares = legend(pie)?.entries.map(({ name, detail }) => [name, detail])
    expect(shares).toEqual([
      ['Feb', '75%'],
      ['Jan', '25%'],
    ])
    expect(legend({ ...pie, valuesOptions: { Feb: { color: '#3E5EDB' }, Jan: { color: '#D74E3D' } } })?.entries).toEqual([
      feb,
      jan,
    ])
    expect(legend({ ...pie, legend: { traceorder: 'reversed' } })?.entries.map(({ key }) => key)).toEqual(['Jan', 'Feb'])
    expect(legend({ ...pie, showDataLabels: true })?.entries.map(({ detail }) => detail)).toEqual(['75%', '25%'])
    expect(legend({ ...pie, showDataLabels: false })?.entries.map(({ detail }) => detail)).toEqual([null, null])
  })

  it('look like the marks of the series (OPEN-195)', () => {
    const shapes = (globalSeriesType: string) => {
      const rows = Array.from({ length: 15 }, (_, at): Cell[] => ['Jan', `city ${at}`, at, at])
      const columns = [textColumn('month'), textColumn('city'), textColumn('n', 'integer'), textColumn('size', 'integer')]
      const columnMapping = { month: 'x', city: 'series', n: 'y', size: 'size' }
      const { chart, options } = draw({ columnMapping, globalSeriesType }, { columns, rows })
      const { entries = [] } = legendOf(renderable(chart), options, sampleFormats, 'light', 900) ?? {}
      return [entries[0], entries[14]].map((entry) => [entry?.shape, entry?.opacity])
    }
    expect(shapes('bubble')).toEqual([
      ['circle', 0.65],
      ['diamond', 0.65],
    ])
    expect(shapes('scatter')[1]).toEqual(['diamond', 0.8])
    expect(shapes('column')).toEqual([
      ['square', 1],
      ['hatched', 1],
    ])
  })

  it('have no shares if there are several pies', () => {
    const entries = legend({ globalSeriesType: 'pie', columnMapping })?.entries ?? []
    expect(entries.map(({ key }) => key).toSorted()).toEqual(['Feb', 'Jan'])
    expect(entries.map(({ detail }) => detail)).toEqual([null, null])
  })

  it('do not exist for a heatmap or if the legend is off', () => {
    const heatmap = { globalSeriesType: 'heatmap', columnMapping: { month: 'x', note: 'y', sold: 'zVal' } }
    expect(legend(heatmap)).toBeNull()
    expect(legend({ globalSeriesType: 'pie', legend: { enabled: false } })).toBeNull()
  })

  it('are on the right only above a width of 600 and without a stored placement', () => {
    expect([legend({ columnMapping }, 601)?.placement, legend({ columnMapping }, 600)?.placement]).toEqual(['right', 'below'])
    expect(legend({ columnMapping, legend: { placement: 'below' } })?.placement).toBe('below')
  })
})

group('hidden entries', () => {
  const keys = ['a', 'b', 'c']
  const after = (hidden: string[], key: string, isolates: boolean) =>
    [...toggled(new Set(hidden), keys, key, isolates)].toSorted()

  it('are all except the isolated entry, and a second click on that one shows all again', () => {
    expect(after(['a'], 'b', true)).toEqual(['a', 'c'])
    expect(after(['b'], 'b', true)).toEqual(['a', 'c'])
    expect(after(['a', 'b', 'c'], 'b', true)).toEqual(['a', 'c'])
    expect(after(['a', 'c'], 'b', true)).toEqual([])
  })

  it('are returned as a new set', () => {
    const hidden = new Set(['a'])
    expect([...toggled(hidden, keys, 'b', false)]).toEqual(['a', 'b'])
    expect([...hidden]).toEqual(['a'])
  })
})

group('the colors of marks', () => {
  it('are the stored ones, else those of the palette by index, in the colour scheme', () => {
    const marks = (scheme: 'light' | 'dark') =>
      seriesMarks([{ color: null }, { color: '' }, { color: '#123456' }], { color_scheme: 'Redash' }, scheme)
    expect(marks('light')).toEqual([
      { color: '#3E5EDB', isDashed: false },
      { color: '#D74E3D', isDashed: false },
      { color: '#123456', isDashed: false },
    ])
    expect(marks('dark').map(({ color }) => color)).toEqual(['#5493FC', '#EF6968', '#123456'])
  })

  it('of slices are the ones stored for their values', () => {
    const { chart, options } = draw({ globalSeriesType: 'pie', valuesOptions: { Feb: { color: '#123456' } } })
    if (chart.kind !== 'pies') throw new Error('These are no pies.')
    expect(sliceColors(chart.data, options, 'light').get('Feb')).toBe('#123456')
    expect([...sliceColors(chart.data, options, 'light').keys()].toSorted()).toEqual(['Feb', 'Jan'])
  })
})

group('the row of a clicked mark', () => {
  const chartOf = (globalSeriesType: string, mapping: object = { month: 'x', sold: 'y' }) =>
    renderable(draw({ globalSeriesType, columnMapping: mapping }).chart)

  it('is the row of the point, slice, cell or box', () => {
    expect(clickedRow(chartOf('column'), { seriesId: 'sold', dataIndex: 1 })).toBe(1)
    expect(clickedRow(chartOf('pie'), { seriesId: 'sold', dataIndex: 0 })).toBe(1)
    expect(clickedRow(chartOf('box'), { seriesId: 'sold', dataIndex: 1 })).toBe(1)
    expect(clickedRow(chartOf('heatmap', { month: 'x', note: 'y', sold: 'zVal' }), { dataIndex: 1 })).toBe(1)
  })

  it('does not exist for another series or an invalid index', () => {
    for (const kind of ['column', 'pie', 'box']) {
      expect(clickedRow(chartOf(kind), { seriesId: 'gone', dataIndex: 0 })).toBeNull()
      expect(clickedRow(chartOf(kind), { seriesId: 'sold', dataIndex: 9 })).toBeNull()
      expect(clickedRow(chartOf(kind), { seriesId: 'sold' })).toBeNull()
    }
    expect(clickedRow(chartOf('heatmap', { month: 'x', note: 'y', sold: 'zVal' }), { dataIndex: 9 })).toBeNull()
  })
})
