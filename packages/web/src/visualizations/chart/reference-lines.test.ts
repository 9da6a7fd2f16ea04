import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { describe as inWords } from './describe.ts'
import { needs } from './needs.ts'
import { ChartOptions } from './options.ts'
import { tableOf } from './table-rows.ts'
import { draw, hover, mapping, renderable, textColumn } from './testing.ts'

const rows = [
  ['Jan', 10, 1],
  ['Feb', 30, 2],
  ['Mar', 20, 6],
]
const columns = [textColumn('month'), textColumn('sold', 'integer'), textColumn('left', 'integer')]
const line = { kind: 'value', value: 25, label: 'Target' }

/** The ends and labels of the lines that are drawn. */
function lines(stored: Record<string, unknown>, given: Parameters<typeof draw>[1] = {}) {
  const { option, chart, options } = draw({ globalSeriesType: 'line', ...stored }, { columns, rows, ...given })
  const drawn = [option?.series ?? []].flat().filter(({ id }) => /^reference \d/.test(String(id)))
  const words = inWords('Sales', renderable(chart), options, sampleFormats)
  return {
    ends: drawn.map((series) => ('data' in series && Array.isArray(series.data) ? series.data[0] : null)),
    words: words.includes('Reference') ? words.slice(words.indexOf('Reference')) : '',
  }
}

describe('reference lines of a chart', () => {
  it('stand at a value or between two, and are named for screen readers (CHART-64)', () => {
    const band = { kind: 'band', value: 12, to: 18, label: '' }
    const { ends, words } = lines({ referenceLines: [line, band] })
    expect(ends).toEqual([
      [0, 25, 25],
      [0, 12, 18],
    ])
    expect(words).toBe('Reference lines: Target 25, 12–18.')
  })

  it('stand at the average or the median of the values that are shown (CHART-64)', () => {
    const referenceLines = [{ kind: 'average' }, { kind: 'median', label: 'Usual' }]
    expect(lines({ referenceLines }).words).toBe('Reference lines: Average 20, Usual 20.')
    const both = { referenceLines, columnMapping: { ...mapping, left: 'y' } }
    expect(lines({ ...both }, { hidden: ['left'] }).ends).toEqual([
      [0, 20, 20],
      [0, 20, 20],
    ])
    expect(lines({ ...both }).ends).toEqual([
      [0, 11.5, 11.5],
      [0, 8, 8],
    ])
  })

  it('use the height of stacks for averages and medians (CHART-64)', () => {
    const stacked = { globalSeriesType: 'column', columnMapping: { ...mapping, left: 'y' }, series: { stacking: 'stack' } }
    expect(lines({ ...stacked, referenceLines: [{ kind: 'average' }, { kind: 'median' }] }).words).toBe(
      'Reference lines: Average 23, Median 26.',
    )
  })

  it('are left out without a number, without a series on their axis, and at zero of a logarithmic axis (CHART-64)', () => {
    const referenceLines = [
      { kind: 'value', value: null },
      { kind: 'band', value: 3, to: null },
      { kind: 'value', value: 3, yAxis: 1 },
      { kind: 'else' },
    ]
    expect(lines({ referenceLines }).ends).toEqual([])
    const yAxis = [{ type: 'logarithmic' }]
    expect(lines({ referenceLines: [{ ...line, value: 0 }, line], yAxis }).ends).toEqual([[0, 25, 25]])
    expect(lines({ referenceLines: [{ kind: 'average' }] }, { hidden: ['sold'] }).ends).toEqual([])
  })

  it('ignore stored values that cannot be read (CHART-64)', () => {
    expect(
      lines({
        referenceLines: [
          { ...line, value: '25' },
          { kind: 7, value: {} },
        ],
      }).ends,
    ).toEqual([[0, 25, 25]])
    expect(lines({ referenceLines: 'none' }).ends).toEqual([])
  })
})

describe('a reference line from a column', () => {
  const goals = [textColumn('month'), textColumn('sold', 'integer'), textColumn('goal', 'integer')]
  const of = (stored: Record<string, unknown>, goal: readonly (number | null)[]) =>
    draw(
      {
        globalSeriesType: 'line',
        columnMapping: { month: 'x', sold: 'y' },
        referenceLines: [{ kind: 'column', column: 'goal', ...stored }],
      },
      { columns: goals, rows: rows.map(([month = '', sold = 0], index) => [month, sold, goal[index] ?? null]) },
    )
  const words = ({ chart, options }: ReturnType<typeof draw>) => inWords('Sales', renderable(chart), options, sampleFormats)
  const ids = ({ plain }: ReturnType<typeof draw>) => plain.series.map(({ id }: { id: string }) => id)

  it('is straight if all rows have one value (CHART-69)', () => {
    const drawn = of({}, [25, 25, null])
    expect(words(drawn)).toMatch(/Reference lines: goal 25\.$/)
    expect(ids(drawn)).toEqual(['sold', 'reference 0'])
  })

  it('follows values that differ, in the chart, the tooltip, the table and the description (CHART-69)', () => {
    const drawn = of({ label: 'Target' }, [15, 20, 25])
    expect(words(drawn)).toMatch(/Reference lines: Target between 15 and 25\.$/)
    expect(drawn.plain.series.find(({ id }: { id: string }) => id === 'reference line 0').data).toEqual([
      [0, 15],
      [1, 20],
      [2, 25],
    ])
    hover(drawn.option, 1)
    expect(drawn.tooltip()?.rows).toMatchObject([{ name: 'sold' }, { name: 'Target', value: '20' }])
    expect(tableOf(renderable(drawn.chart), drawn.options, sampleFormats).rows.slice(-1)).toEqual([['Target', 'Mar', '25']])
  })

  it('is left out without the column or without a number in it (CHART-69)', () => {
    expect(ids(of({ column: null }, [1, 2, 3]))).toEqual(['sold'])
    expect(ids(of({ column: 'gone' }, [1, 2, 3]))).toEqual(['sold'])
    expect(ids(of({}, [null, null, null]))).toEqual(['sold'])
  })

  it('asks for its column (CHART-69)', () => {
    const options = ChartOptions.parse({
      columnMapping: { month: 'x', sold: 'y' },
      referenceLines: [{ kind: 'column', column: 'goal' }],
    })
    expect(needs(options, goals)).toMatchObject({ columns: ['month', 'sold', 'goal'] })
    expect(needs({ ...options, referenceLines: [] }, goals)).toMatchObject({ columns: ['month', 'sold'] })
  })
})
