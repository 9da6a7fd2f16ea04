import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { plainMarks } from '../format/number.ts'
import { tableColumns } from './column-view.ts'
import { type Change, changesIn, earlierValues } from './compared-cell.ts'
import { plainCell } from './plain-cell.ts'
import { StoredColumns } from './stored-columns.ts'
import { sampleFormats } from './testing.ts'

const result = [
  { name: 'day', type: 'date' as const, source_type: '' },
  { name: 'town', type: 'string' as const, source_type: '' },
  { name: 'sales', type: 'integer' as const, source_type: '' },
]
const columnsOf = (change: object) =>
  tableColumns(result, { columns: StoredColumns.parse([{ name: 'sales', comparedWith: 'row', ...change }]) }, sampleFormats)
const SALES = 2

/** The change from one number to the next. */
function changeOf(before: Cell, cell: Cell, change: object = {}): Change | null {
  return changesIn(columnsOf(change), result.length, plainMarks)(['2026-02-01', 'Bern', cell, before], SALES)
}

describe('the change of a number since an earlier row', () => {
  it('is in percent of the earlier number, with a direction and words (OPEN-251)', () => {
    expect(changeOf(1000, 1125)).toEqual({
      direction: 'up',
      isGood: true,
      text: '12.5%',
      words: 'up 12.5% from 1,000, the row above',
      signed: '+12.5%',
    })
    expect(changeOf(-10, -20)).toMatchObject({ direction: 'down', isGood: false, text: '100.0%', signed: '-100.0%' })
    expect(changeOf(5, 5)).toMatchObject({
      direction: 'same',
      isGood: null,
      signed: '0.0%',
      words: 'unchanged from 5, the row above',
    })
  })

  it('is a difference in the format of the column, and in points for percentages (OPEN-251)', () => {
    const comparison = 'difference'
    expect(changeOf(1000, 3500, { comparison })?.signed).toBe('+2,500')
    expect(changeOf(0.2, 0.15, { comparison, numberFormat: '0.0%' })?.signed).toBe('-5.0 pt')
    expect(changeOf(1, 3, { comparison, numberFormat: '+0' })?.signed).toBe('+2')
    expect(changeOf('9007199254740993', '9007199254740992', { comparison })).toMatchObject({ direction: 'down', text: '1' })
  })

  it('is good when the number falls, if lower is better (OPEN-251)', () => {
    expect([changeOf(10, 8, { lowerIsBetter: true })?.isGood, changeOf(8, 10, { lowerIsBetter: true })?.isGood]).toEqual([
      true,
      false,
    ])
  })

  it('is none without both numbers, and has no percentage of zero (OPEN-251)', () => {
    for (const [before, cell] of [
      [null, 1],
      [1, null],
      ['NaN', 1],
      [1, 'Infinity'],
    ] as const)
      expect(changeOf(before, cell)).toBeNull()
    expect(changeOf(0, 7)).toMatchObject({ direction: 'up', text: null, signed: null, words: 'up from 0, the row above' })
    expect(changeOf(0, 7, { comparison: 'difference' })?.signed).toBe('+7')
  })

  it('stands in brackets behind the number in mails and files (OPEN-251)', () => {
    const [column] = columnsOf({ comparedWith: 'none' }).filter(({ name }) => name === 'sales')
    if (!column) throw new Error('The column is missing.')
    const text = (change: Change | null) => plainCell(1125, column, () => undefined, sampleFormats, change)
    expect([text(changeOf(1000, 1125)), text(changeOf(0, 1125)), text(null)]).toEqual(['1,125 (+12.5%)', '1,125', '1,125'])
  })
})

describe('the values of earlier rows that a table needs', () => {
  const asked = (change: object) => earlierValues(columnsOf(change))

  it('are those of its visible compared columns (OPEN-251)', () => {
    expect(asked({})).toEqual([{ column: SALES, step: 'row', time: null, group: null }])
    expect(asked({ comparedWith: 'month', comparedTime: 'day', comparedGroup: 'town' })).toEqual([
      { column: SALES, step: 'month', time: 0, group: 1 },
    ])
    expect([asked({ visible: false }), asked({ comparedWith: 'none' }), asked({ displayAs: 'string' })]).toEqual([[], [], []])
  })

  it('are none if the times or groups of a comparison are gone, or no times are chosen (OPEN-251)', () => {
    for (const comparedTime of [null, 'gone', 'town']) expect(asked({ comparedWith: 'year', comparedTime })).toEqual([])
    expect(asked({ comparedGroup: 'gone' })).toEqual([])
  })
})
