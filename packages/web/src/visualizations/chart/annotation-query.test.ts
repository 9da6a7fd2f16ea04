import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { otherQuery, queriedAnnotations } from './annotation-query.ts'
import { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'
import { renderable, textColumn } from './testing.ts'

const annotationQuery = { id: 7, x: 'at', to: 'until', label: 'what' }
const options = ChartOptions.parse({ globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' }, annotationQuery })
const otherColumn = (...given: Parameters<typeof textColumn>) => ({ ...textColumn(...given), friendly_name: given[0] })
const events = {
  kind: 'rows' as const,
  columns: [otherColumn('what'), otherColumn('at', 'date'), otherColumn('until', 'date')],
  rows: [
    ['New prices', '2026-03-02', null],
    ['Sale', '2026-03-01', '2026-03-02'],
    ['Planned', null, null],
  ],
  total: 3,
}

describe('annotations from another query', () => {
  it('are its rows with a value for x, with the columns for the end and the label (CHART-68)', () => {
    const { sources, note } = queriedAnnotations(options, events)
    expect(sources).toEqual([
      { x: '2026-03-02', to: null, label: 'New prices', color: null },
      { x: '2026-03-01', to: '2026-03-02', label: 'Sale', color: null },
    ])
    expect(note).toBeNull()
  })

  it('stand in the chart beside those that are typed (CHART-68)', () => {
    const data = {
      kind: 'columns' as const,
      columns: [textColumn('day', 'date'), textColumn('sold', 'integer')],
      values: [
        ['2026-03-01', '2026-03-02'],
        [10, 30],
      ],
      total: 2,
      shown: 2,
    }
    const typed = { ...options, annotations: [{ x: '2026-03-02', to: '', label: 'Typed' }] }
    const chart = renderable(prepare(data, typed, sampleFormats, null, events))
    expect(chart.kind === 'cartesian' && chart.annotations.map(({ label }) => label)).toEqual(['Sale', 'Typed', 'New prices'])
    const none = renderable(prepare(data, typed, sampleFormats, null, { kind: 'none', reason: 'it has no result' }))
    expect(none.note).toBe('annotations of another query are not shown: it has no result')
    expect(none.kind === 'cartesian' && none.annotations).toHaveLength(1)
  })

  it('are left out with a reason if they cannot be read, and silently while they load (CHART-68)', () => {
    expect(queriedAnnotations(options, null)).toEqual({ sources: [], note: null })
    const gone = { ...options, annotationQuery: { ...options.annotationQuery, x: 'gone' } }
    expect(queriedAnnotations(gone, events).note).toBe('annotations of another query are not shown: it has no column “gone”')
    expect(queriedAnnotations(options, { ...events, total: 1200 }).note).toBe(
      'the first 500 of 1,200 annotations of another query',
    )
  })

  it('are read only for charts with axes, and only with a query and a column (CHART-68)', () => {
    expect(otherQuery(options)).toBe(7)
    expect(otherQuery({ ...options, globalSeriesType: 'pie' })).toBeNull()
    const of = (stored: unknown) => otherQuery(ChartOptions.parse({ annotationQuery: stored, globalSeriesType: 'line' }))
    expect([of({ id: 7 }), of({ x: 'at' }), of({ id: '7', x: 'at' }), of('7')]).toEqual([null, null, null, null])
  })
})
