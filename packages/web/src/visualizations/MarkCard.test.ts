import { describe, expect, it } from 'vitest'
import { filtersOfMark } from './MarkCard.tsx'

const passedBy = (mark: Parameters<typeof filtersOfMark>[0]) => filtersOfMark(mark).map(({ name, current }) => [name, current])

describe('the filters of the rows behind a mark', () => {
  it('take the values on both axes and of the series, and a missing value as one (OPEN-208)', () => {
    const x = { column: 'day', value: '2026-05-01' }
    expect(passedBy({ x, series: { column: 'shop', value: null }, y: null, panel: null })).toEqual([
      ['day', ['2026-05-01']],
      ['shop', [null]],
    ])
    expect(passedBy({ x, series: null, y: { column: 'hour', value: 7 }, panel: null })).toEqual([
      ['day', ['2026-05-01']],
      ['hour', [7]],
    ])
  })

  it('name a column once that is both axis and series (OPEN-208)', () => {
    const x = { column: 'shop', value: 'Chur' }
    expect(passedBy({ x, series: x, y: null, panel: null })).toEqual([['shop', ['Chur']]])
  })
})
