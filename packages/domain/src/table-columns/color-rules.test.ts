import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { ColorRule, matchingRule, type RuleCondition } from './color-rules.ts'

const rule = (condition: RuleCondition, change: Partial<ColorRule> = {}): ColorRule => ({
  ...ColorRule.parse({ condition, color: 'red' }),
  ...change,
})

const meets = (
  of: ColorRule,
  cell: Cell,
  type: ColumnType | null = 'integer',
  row: Record<string, Cell> = {},
  timeZone = 'UTC',
) => matchingRule([of], cell, { type, cellOf: (name) => row[name], timeZone }) !== null

const met = (condition: RuleCondition, value: string, cells: readonly Cell[], type: ColumnType | null = 'integer') =>
  cells.filter((cell) => meets(rule(condition, { value }), cell, type))

describe('the condition of a color rule', () => {
  it('compares numbers by value, and those beyond a double digit by digit (TABLE-45)', () => {
    const numbers = [-3, 9, 10, 11, '9007199254740993']
    expect(met('is', '10.0', numbers)).toEqual([10])
    expect(met('is not', '10', numbers)).toEqual([-3, 9, 11, '9007199254740993'])
    expect(met('above', '10', numbers)).toEqual([11, '9007199254740993'])
    expect(met('at least', '10', numbers)).toEqual([10, 11, '9007199254740993'])
    expect(met('below', '10', numbers)).toEqual([-3, 9])
    expect(met('at most', '10', numbers)).toEqual([-3, 9, 10])
    expect(met('above', '9007199254740992', ['9007199254740993'])).toEqual(['9007199254740993'])
  })

  it('includes both ends of a range (TABLE-45)', () => {
    const range = rule('between', { value: '1', to: '3' })
    expect([0, 1, 2, 3, 4].filter((cell) => meets(range, cell))).toEqual([1, 2, 3])
    expect(meets(rule('between', { value: '1', to: '' }), 2)).toBe(false)
  })

  it('compares texts ignoring case for equality and parts, and numbers in texts by value (TABLE-45)', () => {
    expect(met('is', 'Late', ['late', 'LATE', 'later'], 'string')).toEqual(['late', 'LATE'])
    expect(met('contains', 'AT', ['late', 'on time'], 'string')).toEqual(['late'])
    expect(met('above', '9', ['10', 'x'], 'string')).toEqual(['10', 'x'])
    expect(met('is', 'true', [true, false], 'boolean')).toEqual([true])
  })

  it('takes a day for all of its times, in the time zone of the reader (TABLE-45)', () => {
    const times = ['2026-03-01T23:30:00Z', '2026-03-02T09:00:00Z', '2026-03-03T01:00:00Z']
    const on = (timeZone: string) =>
      times.filter((time) => meets(rule('is', { value: '2026-03-02' }), time, 'datetime', {}, timeZone))
    expect(on('UTC')).toEqual(['2026-03-02T09:00:00Z'])
    expect(on('Europe/Berlin')).toEqual(['2026-03-01T23:30:00Z', '2026-03-02T09:00:00Z'])
    expect(met('above', '2026-03-02', times, 'datetime')).toEqual(['2026-03-03T01:00:00Z'])
    expect(met('above', '2026-03-02T08:00', times, 'datetime')).toEqual(times.slice(1))
  })

  it('compares with another column of the row, and never with one that is gone or empty (TABLE-45)', () => {
    const above = rule('above', { value: '0', column: 'target' })
    expect(meets(above, 5, 'integer', { target: 4 })).toBe(true)
    expect(meets(above, 5, 'integer', { target: 6 })).toBe(false)
    expect(meets(above, 5, 'integer', { target: null })).toBe(false)
    expect(meets(above, 5, 'integer', {})).toBe(false)
  })

  it('is met by an empty cell only if it is "is empty" (TABLE-45)', () => {
    expect([null, '', 0, false].filter((cell) => meets(rule('empty'), cell))).toEqual([null, ''])
    for (const condition of ['is', 'is not', 'below', 'contains'] as const)
      expect(meets(rule(condition, { value: '1' }), null), condition).toBe(false)
  })

  it('is never met by a missing constant or by values that cannot be ordered (TABLE-45)', () => {
    for (const condition of ['is', 'is not', 'above', 'contains'] as const)
      expect(meets(rule(condition), 1), condition).toBe(false)
    expect(met('above', 'ten', [1, 'NaN'])).toEqual([])
    expect(met('below', 'soon', ['2026-03-01'], 'date')).toEqual([])
  })
})
