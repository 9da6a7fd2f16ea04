import type { Cell } from '@sightline/contract/results.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { offeredTypes } from '../registry.ts'
import { column, sampleData } from '../samples.ts'
import boxplot from './index.ts'
import { BoxplotOptions, describe as inWords, needs, prepare, ticksBetween } from './prepare.ts'

const columns = [column('a', 'float'), column('word', 'string')]
const boxes = (rows: Cell[][]) => {
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs(BoxplotOptions.parse({}), columns))
  if (data.kind !== 'groups') throw new Error('A box plot is made of groups.')
  return prepare(data, plainMarks)
}

describe('a box plot', () => {
  it('is deprecated and its name says so (BOX-01)', () => {
    expect(boxplot).toMatchObject({ type: 'BOXPLOT', name: 'Boxplot (Deprecated)', isDeprecated: true })
    expect(offeredTypes(null)).not.toContain(boxplot)
    expect(offeredTypes('BOXPLOT').map(({ name }) => name)).toContain('Boxplot (Deprecated)')
  })

  it('has axis labels (BOX-02)', () => {
    expect(BoxplotOptions.parse({})).toEqual({ xAxisLabel: '', yAxisLabel: '' })
    expect(BoxplotOptions.parse({ xAxisLabel: 'Day', yAxisLabel: 3, mine: 1 })).toEqual({
      xAxisLabel: 'Day',
      yAxisLabel: '',
      mine: 1,
    })
  })

  it('draws numeric columns only if there are any, and abbreviates large values (BOX-06)', () => {
    const rows: Cell[][] = [
      [2_000_000, '300'],
      [3_000_000, '1776'],
    ]
    expect(boxes(rows)).toMatchObject({ boxes: [{ name: 'a' }], ticks: [{ text: '2M' }, { text: '2.2M' }, {}, {}, {}, {}] })
    const untyped = [column('a', null), column('b', 'string')]
    expect(needs(BoxplotOptions.parse({}), untyped)).toMatchObject({ measures: [{ column: 'a' }, { column: 'b' }] })
  })

  it('has whiskers within 1.5 times the interquartile range (BOX-04)', () => {
    // The quartiles are 2 and 4, so the whiskers end between -1 and 7.
    const prepared = boxes([1, 2, 3, 4, 7.1].map((n) => [n, 'x']))
    expect(prepared).toMatchObject({ boxes: [{ name: 'a', q1: 2, median: 3, q3: 4, low: 1, high: 4, outliers: [7.1] }] })
    expect(boxes([1, 2, 3, 4, 7].map((n) => [n, 'x']))).toMatchObject({ boxes: [{ high: 7, outliers: [] }] })
    expect(prepared.kind === 'boxes' && inWords('Delays', prepared.boxes, plainMarks)).toBe(
      'Delays. Box plot. a: median 3, half between 2 and 4, whiskers from 1 to 4.',
    )
  })

  it('explains what is missing', () => {
    expect(boxes([])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(boxes([[null, 'x']])).toEqual({ kind: 'nothing', reason: 'A box plot needs numeric columns.' })
  })

  it('has an axis with round numbers', () => {
    expect(ticksBetween(1, 7.1, plainMarks).map(({ text }) => text)).toEqual(['0', '2', '4', '6', '8'])
    expect(ticksBetween(0.11, 0.14, plainMarks).map(({ value }) => value)).toEqual([0.11, 0.12, 0.13, 0.14])
    expect(ticksBetween(5, 5, plainMarks).length).toBeGreaterThan(1)
  })
})
