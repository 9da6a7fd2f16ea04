import { describe, expect, it } from 'vitest'
import { sumsOf, sumsText } from './selection-sums.ts'

const text = (...columns: Parameters<typeof sumsOf>[0]) => sumsText(sumsOf(columns), (value) => String(value))
const numeric = true

describe('the totals of selected cells', () => {
  it('add up numbers without rounding errors, and leave out missing values (OPEN-211)', () => {
    const cells = [0.1, 0.1, 0.1, null, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]
    expect(text({ cells, isNumeric: numeric })).toBe('Count 10 · Sum 1 · Average 0.1 · Min 0.1 · Max 0.1')
    expect(text({ cells: [1e16, 1, -1e16], isNumeric: numeric })).toContain('Sum 1 ·')
  })

  it('count texts, dates and digits in texts without adding them (OPEN-211)', () => {
    expect(text({ cells: ['7', 'x', null], isNumeric: false })).toBe('Count 2')
    expect(text({ cells: ['a', 'b'], isNumeric: false }, { cells: [3, 5], isNumeric: numeric })).toBe(
      'Count 4 · Numbers 2 · Sum 8 · Average 4 · Min 3 · Max 5',
    )
  })

  it('read numbers that are sent as texts, and leave out those that are not finite (OPEN-211)', () => {
    expect(text({ cells: ['9007199254740993', 7], isNumeric: numeric })).toContain('Count 2 · Sum 9007199254741000 ·')
    expect(text({ cells: ['NaN', 'Infinity', 2], isNumeric: numeric })).toBe(
      'Count 3 · Numbers 1 · Sum 2 · Average 2 · Min 2 · Max 2',
    )
    expect(text({ cells: [null, null], isNumeric: numeric })).toBe('Count 0')
  })
})
