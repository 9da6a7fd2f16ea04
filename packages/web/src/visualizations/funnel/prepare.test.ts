import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { FunnelOptions, needs, percentText, prepare, problem, suggest } from './prepare.ts'

const formats = { ...sampleFormats, dateFormat: 'DD.MM.YYYY' }
const columns = [column('step', 'string'), column('n', 'integer'), column('place', 'integer')]
const rows: Cell[][] = [
  ['Paid', 1, 2],
  ['Came', 12_000, 1],
  ['Left', 0, 3],
]
const chosen = { stepCol: { colName: 'step' }, valueCol: { colName: 'n' } }

function funnel(stored: Record<string, unknown>, of = rows, named = columns) {
  const options = FunnelOptions.parse(stored)
  const data = sampleData({ title: '', options: stored, columns: named, rows: of, total: null }, needs(options))
  if (data.kind !== 'columns') throw new Error('A funnel is made of columns.')
  return prepare(data, options, formats)
}
const stepsOf = (stored: Record<string, unknown>, of = rows, named = columns) => {
  const prepared = funnel(stored, of, named)
  return prepared.kind === 'funnel' ? prepared.steps : prepared.reason
}

describe('the options of a funnel', () => {
  it('have defaults (FUNNEL-01, FUNNEL-02)', () => {
    expect(FunnelOptions.parse({})).toEqual({
      stepCol: { colName: null, displayAs: 'Steps' },
      valueCol: { colName: null, displayAs: 'Value' },
      autoSort: true,
      sortKeyCol: { colName: null, reverse: false },
      itemsLimit: 100,
      percentValuesRange: { min: 0.01, max: 1000 },
      numberFormat: '0,0[.]00',
      percentFormat: '0[.]00%',
    })
  })

  it('accept records of other clients', () => {
    const old = { stepCol: null, valueCol: { colName: 'n', extra: 1 }, itemsLimit: '20', autoSort: 'yes', mine: {} }
    expect(FunnelOptions.parse(old)).toMatchObject({
      stepCol: { colName: null, displayAs: 'Steps' },
      valueCol: { colName: 'n', displayAs: 'Value', extra: 1 },
      itemsLimit: 20,
      autoSort: true,
      mine: {},
    })
  })

  it('of a new funnel name existing columns', () => {
    expect(suggest(columns)).toMatchObject({ stepCol: { colName: 'step' }, valueCol: { colName: 'n' } })
    expect(problem(FunnelOptions.parse(chosen), columns)).toBeNull()
    expect(problem(FunnelOptions.parse({}), columns)).toBe('Choose a step column and a value column.')
  })
})

describe('the steps of a funnel', () => {
  it('are compared with the largest and the previous one (FUNNEL-02, FUNNEL-06, FUNNEL-07)', () => {
    expect(stepsOf(chosen)).toMatchObject([
      { name: 'Came', value: '12,000', width: 1, ofMaximum: '100%', ofPrevious: '100%' },
      { name: 'Paid', value: '1', width: 1 / 12_000, ofMaximum: '<0.01%', ofPrevious: '<0.01%' },
      { name: 'Left', value: '0', width: 0, ofMaximum: '<0.01%', ofPrevious: '<0.01%' },
    ])
  })

  it('are sorted by another column (FUNNEL-03, FUNNEL-06)', () => {
    const reversed = stepsOf({ ...chosen, autoSort: false, sortKeyCol: { colName: 'place', reverse: true } }, rows.slice(0, 2))
    expect(reversed).toMatchObject([{ name: 'Paid' }, { name: 'Came', ofPrevious: '>1000%' }])
    // In the order of the result.
    expect(stepsOf({ ...chosen, autoSort: false })).toMatchObject([{ name: 'Paid' }, { name: 'Came' }, { name: 'Left' }])
  })

  it('have percentages that are exact within a range (FUNNEL-06)', () => {
    const options = FunnelOptions.parse({})
    expect([0.009, 0.01, 12.345, 1000, 1000.5].map((percent) => percentText(percent, options, formats.numberMarks))).toEqual([
      '<0.01%',
      '0.01%',
      '12.35%',
      '1000%',
      '>1000%',
    ])
    expect(percentText(4, FunnelOptions.parse({ percentValuesRange: { min: 5 } }), formats.numberMarks)).toBe('<5%')
  })

  it('need their columns, numbers and a first value above zero (FUNNEL-04)', () => {
    expect(stepsOf({})).toBe('Choose a step column and a value column.')
    expect(stepsOf({ ...chosen, valueCol: { colName: 'gone' } })).toBe('The result has no column "gone".')
    expect(stepsOf(chosen, [['a', 'many', 1]])).toBe('A funnel needs a number in every row; "n" holds "many".')
    expect(stepsOf(chosen, [['a', null, 1]])).toBe('A funnel needs a number in every row; "n" holds nothing.')
    expect(stepsOf(chosen, [['a', 0, 1]])).toBe('The first step of a funnel has to be above zero.')
    expect(stepsOf(chosen, [])).toBe('No data')
  })

  it('have the chosen titles, and dates in the format of the installation (FUNNEL-01)', () => {
    const prepared = funnel(
      { stepCol: { colName: 'step', displayAs: 'Day' }, valueCol: { colName: 'n', displayAs: 'People' } },
      [['2025-05-01', 3, 1]],
      [column('step', 'date'), ...columns.slice(1)],
    )
    expect(prepared).toMatchObject({ stepTitle: 'Day', valueTitle: 'People', steps: [{ name: '01.05.2025' }] })
  })

  it('are at most 100, with a note that counts all (FUNNEL-05)', () => {
    const many = Array.from({ length: 250 }, (_, n): Cell[] => [`s${n}`, n + 1, n])
    expect(funnel(chosen, many)).toMatchObject({ note: '100 of 250 steps' })
    expect(stepsOf(chosen, many)).toHaveLength(100)
  })
})
