import { describe, expect, it } from 'vitest'
import { firstRowOf, pageOf, totalText } from './RowPager.tsx'

describe('the pages of a table', () => {
  it('hold the page size each, and the last one the remaining rows (TABLE-31)', () => {
    expect(pageOf(0, 25, 60)).toEqual({ page: 1, lastPage: 3, from: 1, to: 25 })
    expect(pageOf(24, 25, 60)?.page).toBe(1)
    expect(pageOf(25, 25, 60)).toEqual({ page: 2, lastPage: 3, from: 26, to: 50 })
    expect(pageOf(59, 25, 60)).toEqual({ page: 3, lastPage: 3, from: 51, to: 60 })
    expect([1, 2, 3].map((page) => firstRowOf(page, 25))).toEqual([0, 25, 50])
  })

  it('are null if all rows fit on one (TABLE-31)', () => {
    expect(pageOf(0, 25, 25)).toBeNull()
    expect(pageOf(0, 25, 0)).toBeNull()
    expect(pageOf(0, 25, 26)).toMatchObject({ lastPage: 2 })
  })

  it('end at the last row after rows have been removed', () => {
    expect(pageOf(900, 25, 60)?.page).toBe(3)
  })

  it('count lines where some of these are subtotals (OPEN-790)', () => {
    expect(totalText(123, true)).toBe('123 lines')
    expect(totalText(120, false)).toBe('120')
  })
})
