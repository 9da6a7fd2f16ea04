import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { conditionsOfMark } from '../picked-mark.ts'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { directionOf, sortedByNext, toggledGroup } from './changes.ts'
import { markOfCell } from './mark.ts'
import { PivotOptions } from './options.ts'
import { needs, prepare, tsvOf } from './prepare.ts'

const columns = [column('carrier', 'string'), column('hub', 'string'), column('quarter', 'string'), column('delay', 'float')]
const rows: Cell[][] = [
  ['Delta', 'EWR', 'Q1', 10],
  ['Delta', 'SFO', 'Q2', 20.5],
  [null, 'SFO', 'Q2', 4],
]
const sums = { rows: ['carrier', 'hub'], cols: ['quarter'], vals: ['delay'], aggregatorName: 'Sum', subtotals: { rows: true } }

function table(stored: Record<string, unknown>) {
  const options = PivotOptions.parse(stored)
  const data = sampleData({ title: '', options: stored, columns, rows, total: null }, needs(options, columns))
  const prepared = data.kind === 'groups' ? prepare(data, options, sampleFormats) : null
  if (prepared?.kind !== 'pivot') throw new Error('There is no table.')
  return prepared
}
const textsOf = (stored: Record<string, unknown>) =>
  table(stored).rows.map(({ headings }) => headings.flatMap(({ text, span }) => (span === 0 ? [] : [text])).join(' / '))

describe('the subtotals of a pivot table', () => {
  it('are off in records without them, and then ask for no more groups (PIVOT-06)', () => {
    const options = PivotOptions.parse({ rows: ['carrier', 'hub'], cols: ['quarter'] })
    expect(options).toMatchObject({ subtotals: { rows: false, cols: false }, sortBy: null, numberFormats: {} })
    expect(needs(options, columns).sets).toHaveLength(4)
  })

  it('have lines of their own, whose groups can be collapsed (PIVOT-06)', () => {
    expect(textsOf(sums)).toEqual(['Delta / EWR', 'SFO', 'Delta Total', '— / SFO', '— Total'])
    expect(table(sums).rows.map(({ total }) => total)).toEqual(['10.0', '20.5', '30.5', '4.0', '4.0'])
    const collapsed = { ...sums, collapsed: { rows: [['Delta']] } }
    expect(textsOf(collapsed)).toEqual(['Delta', '— / SFO', '— Total'])
    expect(table(collapsed).rows[0]?.headings[0]).toMatchObject({ levels: 2, isCollapsed: true })
    expect(table(sums).rows[0]?.headings.map(({ isCollapsed }) => isCollapsed)).toEqual([false, null])
  })

  it('never ask for more groupings than a request may have (PIVOT-06)', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => column(name, 'string'))
    const all = PivotOptions.parse({
      rows: ['a', 'b', 'c', 'd'],
      cols: ['e', 'f'],
      subtotals: { rows: true, cols: true },
    })
    expect(needs(all, names).sets).toHaveLength(12)
  })

  it('have no color in a heatmap, and no place in the text for other programs (PIVOT-06)', () => {
    expect(table(sums).numbers[2]).toEqual([null, null])
    expect(tsvOf(table({ ...sums, rendererName: 'Exportable TSV' }))).not.toContain('Total')
  })
})

describe('the rows behind a cell of a pivot table (PIVOT-08)', () => {
  const conditionsAt = (stored: object, row: number | null, column_: number | null) =>
    conditionsOfMark(markOfCell(table({ ...sums, ...stored }), row, column_))
      .map(({ column: name, kind, values }) => `${name} ${kind} ${values.join()}`)
      .sort()

  it('have its keys on both sides in common', () => {
    expect(conditionsAt({}, 0, 1)).toEqual(['carrier is Delta', 'hub is EWR', 'quarter is Q2'])
    expect(conditionsAt({}, 2, 0)).toEqual(['carrier is Delta', 'quarter is Q1'])
    expect(conditionsAt({}, 3, null)).toEqual(['carrier is ', 'hub is SFO'])
    expect(conditionsAt({}, null, 1)).toEqual(['quarter is Q2'])
    expect(conditionsAt({}, null, null)).toEqual([])
  })

  it('have none of the values that the table leaves out', () => {
    expect(conditionsAt({ valueFilter: { delay: { 4: true } } }, null, 1)).toEqual(['delay is_not 4', 'quarter is Q2'])
  })
})

describe('the numbers of a pivot table', () => {
  it('have the stored format of their aggregator (PIVOT-07)', () => {
    const formats = { numberFormats: { Sum: '$0,0.00', Average: '' } }
    expect(table({ ...sums, ...formats }).total).toBe('$34.50')
    expect(table({ ...sums, ...formats, aggregatorName: 'Average' }).total).toBe('11.5')
  })
})

describe('a change in a pivot table', () => {
  const options = PivotOptions.parse({ ...sums, rowOrder: 'value_z_to_a' })

  it('sorts by a column: the largest first, then the smallest, then as before (PIVOT-07)', () => {
    expect(sortedByNext('none', ['Q1'])).toEqual({ sortBy: { column: ['Q1'], descending: true } })
    expect(sortedByNext('descending', ['Q1'])).toEqual({ sortBy: { column: ['Q1'], descending: false } })
    expect(sortedByNext('ascending', ['Q1'])).toEqual({ sortBy: null })
    expect(sortedByNext('descending', [])).toEqual({ rowOrder: 'value_a_to_z', sortBy: null })
    const sortedBy = { column: ['Q1'], descending: true }
    expect([directionOf(options, sortedBy, ['Q1']), directionOf(options, sortedBy, [])]).toEqual(['descending', 'none'])
    expect([directionOf(options, null, []), directionOf(options, null, ['Q1'])]).toEqual(['descending', 'none'])
  })

  it('collapses a group and expands it again (PIVOT-06)', () => {
    const collapsed = toggledGroup(options, 'rows', ['Delta'])
    expect(collapsed).toEqual({ collapsed: { rows: [['Delta']], cols: [] } })
    expect(toggledGroup(collapsed, 'rows', ['Delta'])).toEqual({ collapsed: { rows: [], cols: [] } })
  })
})
