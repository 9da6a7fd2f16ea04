import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { ColumnData } from '../visualization.ts'
import { FunnelOptions, needs, percentText, prepare, problem, suggest } from './prepare.ts'

const columns = [column('step', 'string'), column('n', 'integer'), column('place', 'integer')]
const chosen = { stepCol: { colName: 'step' }, valueCol: { colName: 'n' } }
const byPlace = { ...chosen, autoSort: false, sortKeyCol: { colName: 'place' } }
const rows: Cell[][] = [
  ['Paid', 1, 2],
  ['Came', 4, 1],
  ['Left', 2, 3],
]

function dataOf(of: Cell[][], total: number | null = null): ColumnData {
  const all = { kind: 'columns', columns: columns.map(({ name }) => name), extreme: null } as const
  const data = sampleData({ title: '', options: {}, columns, rows: of, total }, all)
  if (data.kind !== 'columns') throw new Error('A funnel is made of columns.')
  return data
}
const funnel = (stored: object, of = rows, total: number | null = null) =>
  prepare(dataOf(of, total), FunnelOptions.parse(stored), sampleFormats)
const names = (stored: object) => {
  const prepared = funnel(stored)
  return prepared.kind === 'funnel' ? prepared.steps.map(({ name }) => name) : prepared
}

describe('the columns of a funnel', () => {
  const nothing = { kind: 'columns', columns: [], extreme: null }

  it('are not requested until both are chosen', () => {
    expect(needs(FunnelOptions.parse({}))).toEqual(nothing)
    expect(needs(FunnelOptions.parse({ stepCol: { colName: 'step' } }))).toEqual(nothing)
    expect(needs(FunnelOptions.parse({ valueCol: { colName: 'n' } }))).toEqual(nothing)
  })

  it('include the sort key only if it is used, and each column once', () => {
    const requested = (stored: object) => needs(FunnelOptions.parse(stored))
    expect(requested(chosen)).toEqual({ kind: 'columns', columns: ['step', 'n'], extreme: 'n' })
    expect(requested({ ...chosen, autoSort: false })).toEqual({ kind: 'columns', columns: ['step', 'n'], extreme: 'n' })
    expect(requested(byPlace)).toEqual({ kind: 'columns', columns: ['step', 'n', 'place'], extreme: 'n' })
    expect(requested({ ...byPlace, autoSort: true })).toMatchObject({ columns: ['step', 'n'] })
    expect(requested({ ...byPlace, sortKeyCol: { colName: 'n' } })).toMatchObject({ columns: ['step', 'n'] })
  })

  it('must both be in the result', () => {
    const choose = 'Choose a step column and a value column.'
    expect(problem(FunnelOptions.parse(chosen), columns.slice(0, 1))).toBe(choose)
    expect(problem(FunnelOptions.parse(chosen), columns.slice(1))).toBe(choose)
    expect(problem(FunnelOptions.parse(chosen), columns)).toBeNull()
  })

  it('are suggested as the first column that is not numeric and the first numeric one, with the default titles', () => {
    const mixed = [column('share', 'float'), column('day', 'date'), column('word', 'string'), column('n', 'integer')]
    expect(suggest(mixed)).toEqual({
      stepCol: { colName: 'day', displayAs: 'Steps' },
      valueCol: { colName: 'share', displayAs: 'Value' },
    })
    expect(suggest([column('n', 'integer'), column('share', 'float')])).toEqual({})
    expect(suggest([column('word', 'string')])).toEqual({})
  })
})

describe('the error message of a funnel', () => {
  const because = (reason: string) => ({ kind: 'nothing', reason })

  it('asks for the columns until both are chosen', () => {
    const choose = because('Choose a step column and a value column.')
    expect(funnel({ stepCol: { colName: 'step' } })).toEqual(choose)
    expect(funnel({ valueCol: { colName: 'n' } })).toEqual(choose)
  })

  it('names the column that no longer exists, and the sort key only if it is used', () => {
    expect(funnel({ ...chosen, stepCol: { colName: 'was' } })).toEqual(because('The result has no column "was".'))
    const sortedByGone = { ...byPlace, sortKeyCol: { colName: 'gone' } }
    expect(funnel(sortedByGone)).toEqual(because('The result has no column "gone".'))
    expect(funnel({ ...sortedByGone, autoSort: true })).toMatchObject({ kind: 'funnel' })
  })

  it('says that there is no data, no number or no first step', () => {
    expect(funnel(chosen, [])).toEqual(because('No data'))
    expect(funnel(chosen, [['a', 'x', 1]])).toEqual(because('A funnel needs a number in every row; "n" holds "x".'))
    expect(funnel(chosen, [['a', 0, 1]])).toEqual(because('The first step of a funnel has to be above zero.'))
  })
})

describe('the order of a funnel', () => {
  it('is by value, by the sort key in either direction, or the order of the rows', () => {
    expect(names(chosen)).toEqual(['Came', 'Left', 'Paid'])
    expect(names(byPlace)).toEqual(['Came', 'Paid', 'Left'])
    expect(names({ ...byPlace, sortKeyCol: { colName: 'place', reverse: true } })).toEqual(['Left', 'Paid', 'Came'])
    expect(names({ ...chosen, autoSort: false })).toEqual(['Paid', 'Came', 'Left'])
  })

  it('is not reversed if no sort key is chosen', () => {
    expect(names({ ...chosen, autoSort: false, sortKeyCol: { reverse: true } })).toEqual(['Paid', 'Came', 'Left'])
  })
})

describe('the steps of a funnel', () => {
  it('show the text for null after a step of zero, and no width below zero', () => {
    const steps: Cell[][] = [
      ['a', 4, 1],
      ['b', 0, 2],
      [null, -2, 3],
    ]
    expect(funnel({ ...byPlace, percentValuesRange: { min: -1000 } }, steps)).toMatchObject({
      kind: 'funnel',
      stepTitle: 'Steps',
      valueTitle: 'Value',
      steps: [
        { name: 'a', value: '4', width: 1, ofMaximum: '100%', ofPrevious: '100%' },
        { name: 'b', value: '0', width: 0, ofMaximum: '0%', ofPrevious: '0%' },
        { name: '—', value: '-2', width: 0, ofMaximum: '-50%', ofPrevious: '—' },
      ],
      note: null,
    })
  })

  it('are limited, with a note', () => {
    expect(funnel({ ...chosen, itemsLimit: 2 })).toMatchObject({ note: '2 of 3 steps' })
    expect(funnel({ ...chosen, itemsLimit: 3 })).toMatchObject({ note: null })
  })

  it('have a note that counts the rows if only a part of the result is shown', () => {
    expect(funnel({ ...chosen, itemsLimit: 2 }, rows, 12_000)).toMatchObject({ note: 'Of 3 of 12,000 rows' })
  })

  it('have formatted percentages, also at both ends of the range', () => {
    const options = FunnelOptions.parse({ percentValuesRange: { min: 1, max: 200 }, percentFormat: '0.0%' })
    const written = [0.5, 1, 50, 200, 201].map((percent) => percentText(percent, options, sampleFormats.numberMarks))
    expect(written).toEqual(['<1.0%', '1.0%', '50.0%', '200.0%', '>200.0%'])
  })
})
