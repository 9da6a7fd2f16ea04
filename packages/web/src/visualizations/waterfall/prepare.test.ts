import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { renderTooltip } from '../echarts/render-tooltip.ts'
import { paper as theme } from '../echarts/theme.ts'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { Formats } from '../visualization.ts'
import { colorOf, stepRows, waterfallOption } from './option.ts'
import { WaterfallOptions } from './options.ts'
import { describe as inWords, isTrue, needs, prepare, problem, suggest, tableOf, valueText } from './prepare.ts'

const formats: Formats = { ...sampleFormats, numberMarks: { thousands: '.', decimal: ',' } }
const columns = [column('step', 'string'), column('amount', 'float'), column('total', 'boolean')]
const optionsOf = (stored: object) => WaterfallOptions.parse({ stepColumn: 'step', valueColumn: 'amount', ...stored })

function draw(rows: Cell[][], stored: object = {}) {
  const options = optionsOf(stored)
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs(options))
  if (data.kind !== 'columns') throw new Error('A waterfall chart is made of columns.')
  return prepare(data, options, formats)
}
function drawn(...given: Parameters<typeof draw>) {
  const prepared = draw(...given)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}
const account: Cell[][] = [
  ['Sales', 1500, false],
  ['Rent', -500.5, false],
]

describe('a waterfall chart', () => {
  it('starts each bar where the one before ends, and ends with the total (OPEN-214)', () => {
    expect(drawn(account, { finalTotalName: 'Profit' })).toMatchObject({
      kind: 'waterfall',
      steps: [
        { kind: 'increase', name: 'Sales', value: 1500, from: 0, to: 1500 },
        { kind: 'decrease', name: 'Rent', value: -500.5, from: 1500, to: 999.5 },
        { kind: 'total', name: 'Profit', value: 999.5, from: 0, to: 999.5 },
      ],
      note: null,
    })
    expect(drawn(account, { finalTotal: false }).steps).toHaveLength(2)
  })

  it('draws rows that a column marks as totals from zero: the sum so far, or their own number (OPEN-214)', () => {
    const rows: Cell[][] = [
      ['Start', 100, true],
      ['In', 50, false],
      ['Middle', null, true],
      ['Out', -30, false],
      ['End', 110, true],
    ]
    const { steps, note } = drawn(rows, { totalColumn: 'total' })
    expect(steps.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['total', 0, 100],
      ['increase', 100, 150],
      ['total', 0, 150],
      ['decrease', 150, 120],
      ['total', 0, 110],
    ])
    expect(note).toBe('1 total differs from the sum of the steps before')
    expect([true, 1, 'Yes', ' total ', false, 0, 'no', '', null].map(isTrue)).toEqual([
      ...[true, true, true, true],
      ...[false, false, false, false, false],
    ])
  })

  it('finds no difference in totals of decimals (OPEN-214)', () => {
    const rows: Cell[][] = [
      ['a', 0.1, false],
      ['b', 0.2, false],
      ['c', 0.3, true],
    ]
    expect(drawn(rows, { totalColumn: 'total' }).note).toBeNull()
  })

  it('leaves out rows without a number and says so (OPEN-214)', () => {
    const { steps, note } = drawn([...account, ['Lost', null, false], ['Words', 'many', false]])
    expect(steps).toHaveLength(3)
    expect(note).toBe('2 rows without a number are left out')
  })

  it('says in one sentence why there is nothing to see (OPEN-214)', () => {
    expect(draw([])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(draw([['Sales', 'many', false]])).toEqual({ kind: 'nothing', reason: 'There are no numbers in “amount”.' })
    const long = Array.from({ length: 1201 }, (): Cell[] => ['a', 1, false])
    expect(draw(long)).toEqual({
      kind: 'nothing',
      reason: 'A waterfall chart of 1.201 steps is too long to be read; 200 is the most.',
    })
    expect(
      draw([
        ['a', 1e308, false],
        ['b', 1e308, false],
      ]),
    ).toMatchObject({ reason: 'The sum of the steps is too large a number.' })
    expect(problem(optionsOf({ valueColumn: null }), columns)).toBe('Choose a step column and a value column.')
    expect(problem(optionsOf({ totalColumn: 'gone' }), columns)).toBe('The result has no column “gone”.')
    expect(problem(optionsOf({}), columns)).toBeNull()
  })

  it('is described in words and as a table, changes with their signs (OPEN-214)', () => {
    const options = optionsOf({})
    const waterfall = drawn(account)
    expect(inWords('Year', waterfall, options, formats)).toBe(
      'Year. Waterfall chart of amount by step: Sales +1.500, Rent -500,50, Total 999,50.',
    )
    expect(tableOf(waterfall, options, formats).rows).toEqual([
      ['Sales', '+1.500', '1.500'],
      ['Rent', '-500,50', '999,50'],
      ['Total', '', '999,50'],
    ])
  })

  it('names dates in the format of the installation (OPEN-214)', () => {
    const days = [column('step', 'date'), column('amount', 'float')]
    const data = sampleData(
      { title: '', options: {}, columns: days, rows: [['2024-05-01', 1]], total: null },
      needs(optionsOf({})),
    )
    if (data.kind !== 'columns') throw new Error('A waterfall chart is made of columns.')
    expect(prepare(data, optionsOf({}), { ...formats, dateFormat: 'DD/MM/YYYY' })).toMatchObject({
      steps: [{ name: '01/05/2024' }, {}],
    })
  })

  it('has colours for increases, decreases and totals, and tooltips with the sum (OPEN-214)', () => {
    const options = optionsOf({ decreaseColor: '#E37611' })
    expect((['increase', 'decrease', 'total'] as const).map((kind) => colorOf(kind, options, 'light'))).toEqual([
      ...['#238F66', '#E37611', '#3E5EDB'],
    ])
    expect(colorOf('decrease', options, 'dark')).toBe('#FA9C2B')
    const texts = drawn(account).steps.map((step) =>
      stepRows(step, options, formats, '').map(({ name, value }) => `${name} ${value}`),
    )
    expect(texts).toEqual([['Increase +1.500', 'Sum 1.500'], ['Decrease -500,50', 'Sum 999,50'], ['Total 999,50']])
    expect(valueText({ kind: 'increase', name: '', value: 0, from: 0, to: 0 }, options, formats)).toBe('0')
  })

  it('draws each step as a bar between two sums on an axis of names (OPEN-214)', () => {
    const option = waterfallOption(drawn(account), optionsOf({}), formats, { theme, width: 600, height: 300, renderTooltip })
    expect(JSON.parse(JSON.stringify(option))).toMatchObject({
      xAxis: { type: 'category', data: ['Sales', 'Rent', 'Total'] },
      title: { text: 'amount' },
      series: [
        {
          type: 'custom',
          data: [
            [0, 0, 1500],
            [1, 1500, 999.5],
            [2, 0, 999.5],
          ],
        },
      ],
    })
  })

  it('starts with the first names, numbers and a column of totals (OPEN-214)', () => {
    const given = [column('n', 'integer'), ...columns.slice(0, 2), column('is_total', 'boolean')]
    expect(suggest(given)).toEqual({ stepColumn: 'step', valueColumn: 'n', totalColumn: 'is_total' })
    expect(suggest([column('n', 'integer')])).toEqual({})
  })
})
