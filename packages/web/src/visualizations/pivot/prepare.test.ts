import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { heatOf } from './heat.ts'
import { PivotOptions } from './options.ts'
import { needs, prepare, problem, suggest, tsvOf } from './prepare.ts'

const columns = [column('carrier', 'string'), column('day', 'date'), column('flights', 'integer'), column('delay', 'float')]
const rows: Cell[][] = [
  ['Delta', '2025-05-01', 1000, 1.5],
  ['Delta', '2025-05-02', 2000, 2.5],
  ['United', '2025-05-01', 10, null],
]

function pivot(stored: Record<string, unknown>, of = rows) {
  const options = PivotOptions.parse(stored)
  const data = sampleData({ title: '', options: stored, columns, rows: of, total: null }, needs(options, columns))
  if (data.kind !== 'groups') throw new Error('A pivot table is made of groups.')
  return prepare(data, options, { ...sampleFormats, dateFormat: 'D MMM' })
}
function table(stored: Record<string, unknown>, of = rows) {
  const prepared = pivot(stored, of)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}
const headings = (lines: { headings: { text: string }[] }[]) =>
  lines.map((line) => line.headings.map(({ text }) => text).join(' '))

describe('the options of a pivot table', () => {
  it('hide the controls and show both totals by default (PIVOT-01, PIVOT-02, OPEN-59)', () => {
    expect(PivotOptions.parse({})).toMatchObject({
      controls: { enabled: false },
      rendererOptions: { table: { rowTotals: true, colTotals: true } },
      rows: [],
      cols: [],
      vals: [],
      aggregatorName: 'Count',
      rendererName: 'Table',
      rowOrder: 'key_a_to_z',
      colOrder: 'key_a_to_z',
    })
    expect(PivotOptions.parse({ controls: { enabled: true } }).controls.enabled).toBe(true)
  })

  it('are read from records of other clients', () => {
    const old = {
      rows: 'carrier',
      rendererName: 'Hologram',
      rendererOptions: { table: { colTotals: false, extra: 1 } },
      sorters: { a: 1 },
      valueFilter: { carrier: { Delta: true } },
    }
    expect(PivotOptions.parse(old)).toMatchObject({
      rows: [],
      rendererName: 'Table',
      rendererOptions: { table: { rowTotals: true, colTotals: false, extra: 1 } },
      sorters: { a: 1 },
      valueFilter: { carrier: { Delta: true } },
    })
  })

  it('suggest the first column of texts for the rows, else the first column', () => {
    const suggested = (...types: Parameters<typeof column>[1][]) => suggest(types.map((type, n) => column(`c${n}`, type)))
    expect(suggested('integer', 'string', 'boolean')).toEqual({ rows: ['c1'] })
    expect(suggested('date', 'boolean', 'string')).toEqual({ rows: ['c1'] })
    expect(suggested('float', null)).toEqual({ rows: ['c1'] })
    expect(suggested('integer', 'float')).toEqual({ rows: ['c0'] })
    expect(suggested()).toEqual({})
  })
})

describe('the order of the result', () => {
  const sold = ['b 1', 'a 1', 'b 2', 'c 1', 'a 3'].map((text, at): Cell[] => [...text.split(' '), '2025-05-01', at])
  const of = [column('shop', 'string'), column('size', 'string'), column('day', 'date'), column('n', 'integer')]
  const orders = (stored: Record<string, unknown>) => {
    const options = PivotOptions.parse({ aggregatorName: 'Sum', vals: ['n'], ...stored })
    const data = sampleData({ title: '', options: stored, columns: of, rows: sold, total: null }, needs(options, of))
    const prepared = data.kind === 'groups' ? prepare(data, options, sampleFormats) : null
    if (prepared?.kind !== 'pivot') throw new Error('There is no pivot table.')
    const keysOf = (lines: { keys: Cell[] }[]) => lines.map(({ keys }) => keys.join(' '))
    return [keysOf(prepared.rows), keysOf(prepared.columns), prepared.total]
  }

  it('can be that of the rows and columns of a pivot table, whose values stay the same (OPEN-454)', () => {
    const sides = { rows: ['shop'], cols: ['size'] }
    expect(orders({ ...sides, rowOrder: 'result' })).toEqual([['b', 'a', 'c'], ['1', '2', '3'], '10'])
    expect(orders({ rows: ['size'], cols: ['shop'], colOrder: 'result' })).toEqual([['1', '2', '3'], ['b', 'a', 'c'], '10'])
    expect(orders(sides)).toEqual([['a', 'b', 'c'], ['1', '2', '3'], '10'])
  })

  it('keeps groups with a subtotal together (OPEN-454)', () => {
    const grouped = { rows: ['shop', 'size'], rowOrder: 'result', subtotals: { rows: true } }
    const [lines] = orders(grouped)
    expect(lines).toEqual(['b 1', 'b 2', 'b', 'a 1', 'a 3', 'a', 'c 1', 'c'])
  })
})

describe('a pivot table', () => {
  it('has formatted rows, columns and totals', () => {
    const prepared = table({ rows: ['carrier'], cols: ['day'], vals: ['flights'], aggregatorName: 'Integer Sum' })
    expect([headings(prepared.rows), headings(prepared.columns)]).toEqual([
      ['Delta', 'United'],
      ['1 May', '2 May'],
    ])
    expect(prepared).toMatchObject({
      measure: 'Integer Sum of flights',
      cells: [
        ['1,000', '2,000'],
        ['10', ''],
      ],
      total: '3,010',
    })
    expect(prepared.rows.map(({ total }) => total)).toEqual(['3,000', '10'])
    expect(prepared.columns.map(({ total }) => total)).toEqual(['1,010', '2,000'])
  })

  it('has headings that span the lines below them', () => {
    const prepared = table({ rows: ['carrier', 'day'] })
    const spans = (lines: typeof prepared.rows) => lines.map((line) => line.headings.map(({ span }) => span))
    expect(headings(prepared.rows)).toEqual(['Delta 1 May', 'Delta 2 May', 'United 1 May'])
    expect(spans(prepared.rows)).toEqual([
      [2, 1],
      [0, 1],
      [1, 1],
    ])
  })

  it('has the numbers behind its cells for the colors of a heatmap', () => {
    const sums = { rows: ['carrier'], cols: ['day'], vals: ['flights'], aggregatorName: 'Sum' }
    expect(table(sums).numbers).toEqual([
      [1000, 2000],
      [10, null],
    ])
    expect(table({ ...sums, vals: ['day'], aggregatorName: 'First' }).numbers[0]).toEqual([null, null])
  })

  it('formats values like their column, and shares as percentages', () => {
    const whole = { rows: ['carrier'], vals: ['flights'] }
    expect(table({ ...whole, aggregatorName: 'Maximum' }).cells).toEqual([['2,000'], ['10']])
    expect(table({ ...whole, vals: ['day'], aggregatorName: 'Last' }).cells).toEqual([['2 May'], ['1 May']])
    expect(table({ ...whole, aggregatorName: 'Sum as Fraction of Total' }).cells).toEqual([['99.7%'], ['0.3%']])
  })

  it('names only the value columns that its aggregator uses', () => {
    expect(table({ rows: ['carrier'], vals: ['delay', 'flights'], aggregatorName: 'Sum' }).measure).toBe('Sum of delay')
    const both = ['flights', 'delay']
    const hidden = { aggregatorName: 'Sum', hiddenFromAggregators: ['carrier', 'day', 'delay'] }
    expect(problem(PivotOptions.parse(hidden), columns)).toBeNull()
    expect(problem(PivotOptions.parse({ ...hidden, aggregatorName: 'Sum over Sum', vals: both }), columns)).not.toBeNull()
  })

  it('is a single number if neither side has columns', () => {
    expect(table({})).toMatchObject({ cells: [['3']], total: '3', measure: 'Count', rowNames: [], columnNames: [] })
  })

  it('uses a numeric column if the aggregator needs one and none is stored', () => {
    expect(table({ rows: ['carrier'], aggregatorName: 'Average' })).toMatchObject({ measure: 'Average of flights' })
    expect(table({ rows: ['carrier'], vals: ['delay', 'flights'], aggregatorName: 'Sum over Sum' }).measure).toBe(
      'Sum over Sum of delay and flights',
    )
  })

  it('excludes the rows of filtered values', () => {
    const filtered = table({ rows: ['carrier'], valueFilter: { carrier: { United: true }, flights: { 1000: true } } })
    expect([headings(filtered.rows), filtered.total]).toEqual([['Delta'], '1'])
    expect(table({ rows: ['carrier'], valueFilter: { delay: { null: true } } }).total).toBe('2')
  })

  it('has dates for times that are all at midnight in the zone of the reader (TABLE-41)', () => {
    const months: Cell[][] = [['2026-06-30T22:00:00Z'], ['2026-07-31T22:00:00Z']]
    const headingsOf = (times: Cell[][]) => {
      const data = sampleData({ title: '', options: byTime, columns: timed, rows: times, total: null }, needs(byTime, timed))
      const prepared = data.kind === 'groups' ? prepare(data, byTime, { ...sampleFormats, timeZone: 'Europe/Berlin' }) : null
      return prepared?.kind === 'pivot' ? headings(prepared.rows) : []
    }
    expect(headingsOf(months)).toEqual(['2026-07-01', '2026-08-01'])
    expect(headingsOf([...months, ['2026-08-01T08:00:00Z']])[0]).toBe('2026-07-01 00:00')
  })
  const timed = [column('at', 'datetime')]
  const byTime = PivotOptions.parse({ rows: ['at'] })

  it('ignores columns that the result no longer has', () => {
    expect(table({ rows: ['gone', 'carrier'], cols: ['carrier', 'old'] })).toMatchObject({
      rowNames: ['carrier'],
      columnNames: [],
    })
  })

  it('shows an error message if the result has lost all columns of both sides', () => {
    expect(pivot({ rows: ['gone'], cols: ['lost'] })).toEqual({ kind: 'nothing', reason: 'The result has no column "gone".' })
  })

  it('explains why it cannot be shown', () => {
    expect(pivot({}, [])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(problem(PivotOptions.parse({ aggregatorName: 'Guess' }), columns)).toBe('The aggregator "Guess" is not supported.')
    const hidden = { aggregatorName: 'Sum', hiddenFromAggregators: ['carrier', 'day', 'flights', 'delay'] }
    expect(problem(PivotOptions.parse(hidden), columns)).toBe('The result has too few value columns.')
  })

  it('is truncated with a note if it is too large', () => {
    const many = Array.from({ length: 1500 }, (_, n): Cell[] => [`c${n}`, null, 1, 1])
    const prepared = table({ rows: ['carrier'] }, many)
    expect([prepared.rows.length, prepared.note]).toEqual([1000, 'Shows 1,000 of 1,500 rows. Totals are of all.'])
    const wide = table({ cols: ['carrier'] }, many.slice(0, 300))
    expect([wide.columns.length, wide.note]).toEqual([200, 'Shows 200 of 300 columns. Totals are of all.'])
    const large = Array.from({ length: 300 }, (_, n): Cell[] => [`c${n}`, '2025-05-01', n, 1])
    const both = table({ rows: ['carrier'], cols: ['flights'] }, large)
    expect([both.rows.length, both.columns.length, both.note]).toEqual([
      100,
      200,
      'Shows 100 of 300 rows and 200 of 300 columns. Totals are of all.',
    ])
    expect(table({ rows: ['carrier'] }).note).toBeNull()
  })

  it('can be copied as text, with no more decimals than its numbers need (PIVOT-05)', () => {
    const text = tsvOf(table({ rows: ['carrier'], cols: ['day'], vals: ['delay'], aggregatorName: 'Sum' }))
    expect(text).toBe('carrier\t1 May\t2 May\nDelta\t1.5\t2.5\nUnited\t\t')
    const broken: Cell[][] = [['two\r\nlines\tand a tab', '2025-05-01', 1, 1]]
    expect(tsvOf(table({ rows: ['carrier'] }, broken))).toBe('carrier\tCount\ntwo lines and a tab\t1')
    expect(tsvOf(table({ cols: ['day', 'carrier'] }, broken))).toBe('1 May-two lines and a tab\n1')
  })

  it('has the decimals of its cells, not those of the averages of them, unless the cells are whole (PIVOT-05)', () => {
    const average = { rows: ['carrier'], cols: ['day'], vals: ['delay'], aggregatorName: 'Average' }
    const delays = (...numbers: number[]) => numbers.map((delay, day): Cell[] => ['Delta', `2025-05-0${day + 1}`, 1, delay])
    const { cells, rows: lines, total } = table(average, delays(58.5, 107.5, 3.1))
    expect([cells, lines[0]?.total, total]).toEqual([[['58.5', '107.5', '3.1']], '56.4', '56.4'])
    expect(table(average, delays(1, 2, 4))).toMatchObject({ cells: [['1.00', '2.00', '4.00']], total: '2.33' })
  })
})

describe('a heatmap', () => {
  const numbers = [
    [0, 10],
    [5, null],
  ]
  const backgrounds = (...[renderer]: [Parameters<typeof heatOf>[1]]) =>
    heatOf(numbers, renderer, 'light')?.map((row) => row.map((cell) => cell?.background ?? null))

  it('scales its colours by the table, by each row or by each column', () => {
    const [least, middle, most] = ['#F1F5FE', '#92B3F3', '#234399']
    expect(backgrounds('Table Heatmap')).toEqual([
      [least, most],
      [middle, null],
    ])
    expect(backgrounds('Table Row Heatmap')).toEqual([
      [least, most],
      [middle, null],
    ])
    expect(backgrounds('Table Col Heatmap')).toEqual([
      [least, middle],
      [most, null],
    ])
    expect(backgrounds('Table')).toBeUndefined()
    const far = [[100, 110, 105]]
    expect(heatOf(far, 'Table Heatmap', 'light')?.[0]?.map((cell) => cell?.background)).toEqual([least, most, middle])
    expect(heatOf([[7, 7]], 'Table Heatmap', 'light')?.[0]?.map((cell) => cell?.background)).toEqual([middle, middle])
  })
})
