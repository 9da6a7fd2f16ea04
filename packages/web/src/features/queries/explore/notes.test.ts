import { nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { describe, expect, it } from 'vitest'
import { drawnText, notesOf } from './notes.ts'

const groups = { shown: 36, total: 36 }

describe('the facts below an answer', () => {
  it('count groups, rows and filtered rows (OPEN-207)', () => {
    expect(notesOf({ groups: null, pivot: null }, null, 60, null)).toBe('60 rows')
    expect(notesOf({ groups: { shown: 10, total: 14 }, pivot: null }, 40, 60, null)).toBe(
      'The first 10 of 14 groups of 40 rows · filtered: 40 of 60 rows',
    )
  })

  it('say how many lines and values a pivot table shows, and how many it leaves out (OPEN-241)', () => {
    const pivot = { values: { shown: 3, total: 3 }, rowCount: 12, rows: Array(12).fill([]) }
    expect(notesOf({ groups, pivot }, null, 406, 'origin')).toBe(
      '12 lines, 3 values of origin in columns · 36 groups of 406 rows',
    )
    const cut = { values: { shown: 50, total: 10_000 }, rowCount: 12, rows: Array(10).fill([]) }
    expect(notesOf({ groups: { shown: 10_000, total: 12_000 }, pivot: cut }, null, 20_000, 'shop')).toBe(
      'The first 10 of 12 lines, the first 50 of 10,000 values of shop in columns · The first 10,000 of 12,000 groups of 20,000 rows',
    )
  })

  it('name the measures of a chart that does not draw all of them (OPEN-788)', () => {
    const exploration = {
      ...nothingExplored,
      measures: [
        { kind: 'count' as const, column: null },
        { kind: 'sum' as const, column: 'amount' },
      ],
    }
    expect(drawnText(exploration, [1])).toBe('The chart shows Sum of amount only; the table has all measures.')
    expect(drawnText(exploration, null)).toBeNull()
  })
})
