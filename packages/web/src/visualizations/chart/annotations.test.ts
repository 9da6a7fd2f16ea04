import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { describe as inWords } from './describe.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, renderable, textColumn } from './testing.ts'

const columns = [textColumn('day', 'date'), textColumn('sold', 'integer')]
const rows = [
  ['2026-03-01', 10],
  ['2026-03-02', 30],
  ['2026-03-03', 20],
]
const mapped = { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }
const day = (number: number, hour = 0) => Date.UTC(2026, 2, number, hour)
const prices = { x: '2026-03-02', label: 'New prices' }

/** The chart with these annotations, and what it says about them. */
function annotated(annotations: unknown, stored: Record<string, unknown> = {}, given: Parameters<typeof draw>[1] = {}) {
  const drawn = draw({ ...mapped, ...stored, annotations }, { columns, rows, ...given })
  const chart = renderable(drawn.chart)
  const words = inWords('Sales', chart, drawn.options, given.formats ?? sampleFormats)
  const marks = [drawn.option?.series ?? []].flat().find(({ id }) => id === 'annotations')
  return {
    ...drawn,
    note: chart.note,
    words: words.includes('Annotations') ? words.slice(words.indexOf('Annotations')) : '',
    ends: marks && 'data' in marks && Array.isArray(marks.data) ? marks.data : [],
    table: tableOf(chart, drawn.options, given.formats ?? sampleFormats).rows,
  }
}

describe('annotations of a chart', () => {
  it('are events and periods on the x axis, in its order, and are named for screen readers (CHART-68)', () => {
    const sale = { x: '2026-03-01', to: '2026-03-02', label: 'Sale' }
    const { ends, words, note } = annotated([prices, sale])
    expect(ends).toEqual([
      [day(1), day(2), 10],
      [day(2), day(2), 10],
    ])
    expect(words).toBe('Annotations: Sale 2026-03-01 to 2026-03-02, New prices 2026-03-02.')
    expect(note).toBeNull()
  })

  it('are in the tooltip of the x value that they belong to, and in the table below the rows (CHART-68)', () => {
    const { option, tooltip, table } = annotated([{ ...prices, x: '2026-03-02 14:30' }])
    hover(option, 1)
    expect(tooltip()?.rows).toMatchObject([
      { name: 'sold', value: '30' },
      { name: 'New prices', value: '2026-03-02 14:30' },
    ])
    hover(option, 2)
    expect(tooltip()?.rows).toMatchObject([{ name: 'sold' }])
    expect(table.slice(-2)).toEqual([
      ['sold', '2026-03-03', '20'],
      ['Annotation', '2026-03-02 14:30', 'New prices'],
    ])
  })

  it('name periods in the tooltips of all their x values (CHART-68)', () => {
    const { option, tooltip } = annotated([{ x: '2026-03-02', to: '2026-03-09', label: 'Sale' }])
    const named = [0, 1, 2].map((index) => {
      hover(option, index)
      return tooltip()?.rows.map(({ name }) => name)
    })
    expect(named).toEqual([['sold'], ['sold', 'Sale'], ['sold', 'Sale']])
  })

  it('are drawn within the axis, also those in its last day, and a note counts the others (CHART-68)', () => {
    const during = { x: '2026-03-03 12:00', label: 'Last day' }
    const { ends, note } = annotated([
      during,
      { x: '2026-02-20', to: '2026-04-20', label: 'Spring' },
      { x: '2026-03-04', label: 'Tomorrow' },
      { x: '2026-02-28', label: 'Before' },
      { x: 'Monday', label: 'Unknown' },
    ])
    expect(ends).toEqual([
      [day(1), day(3), 10],
      [day(3, 12), day(3, 12), 10],
    ])
    expect(note).toBe('2 annotations are outside of the x axis, 1 annotation is without a place on the x axis')
  })

  it('place instants on the clock of the reader (CHART-68)', () => {
    const formats = { ...sampleFormats, timeZone: 'Asia/Tokyo' }
    const instants = [textColumn('day', 'datetime'), textColumn('sold', 'integer')]
    const times = [
      ['2026-03-01T15:00:00Z', 10],
      ['2026-03-02T15:00:00Z', 30],
    ]
    const { ends, words } = annotated(
      [{ x: '2026-03-02T03:00:00Z', label: 'Noon' }],
      {},
      { formats, columns: instants, rows: times },
    )
    expect(ends).toEqual([[day(2, 12), day(2, 12), 10]])
    expect(words).toBe('Annotations: Noon 2026-03-02 12:00.')
  })

  it('belong to categories by their names, and to the nearest number (CHART-68)', () => {
    const category = annotated(
      [{ x: 'Feb', label: 'Snow' }],
      { columnMapping: { month: 'x', sold: 'y' } },
      {
        columns: [textColumn('month'), textColumn('sold', 'integer')],
        rows: [
          ['Jan', 10],
          ['Feb', 30],
        ],
      },
    )
    expect(category.words).toBe('Annotations: Snow Feb.')
    expect(category.ends).toEqual([[1, 1, 10]])
    const numbers = annotated(
      [{ x: 7, label: 'Seven' }],
      {},
      {
        columns: [textColumn('day', 'integer'), textColumn('sold', 'integer')],
        rows: [
          [0, 10],
          [10, 30],
        ],
      },
    )
    hover(numbers.option, 1)
    expect(numbers.tooltip()?.rows).toMatchObject([{ name: 'sold' }, { name: 'Seven', value: '7' }])
  })

  it('run across a horizontal chart (CHART-68)', () => {
    const { option } = annotated([prices], { swappedAxes: true, globalSeriesType: 'column' })
    const marks = [option?.series ?? []].flat().find(({ id }) => id === 'annotations')
    expect(marks).toMatchObject({ encode: { x: 2, y: [0, 1] } })
  })

  it('stand in each panel, and once in the table (CHART-68)', () => {
    const { plain, table } = annotated(
      [prices],
      { columnMapping: { day: 'x', sold: 'y', shop: 'panel' } },
      {
        columns: [...columns, textColumn('shop')],
        rows: rows.map((row, index) => [...row, index === 1 ? 'a' : 'b']),
      },
    )
    expect(plain.series.filter(({ id }: { id: string }) => id.endsWith('annotations'))).toHaveLength(2)
    expect(table.filter((row) => row.includes('Annotation'))).toEqual([['', 'Annotation', '2026-03-02', 'New prices']])
  })

  it('are none if nothing is typed, or if the stored value cannot be read (CHART-68)', () => {
    expect(annotated([{ x: ' ', label: 'Empty' }])).toMatchObject({ ends: [], note: null, words: '' })
    expect(annotated('none').ends).toEqual([])
    expect(annotated([{ x: {}, to: 5 }, prices]).ends).toEqual([[day(2), day(2), 10]])
  })
})
