import { type CrossFilter, crossFiltersOf, type ResultColumn } from '@sightline/domain/filters/cross-filters.ts'
import { describe, expect, it } from 'vitest'
import { reachOf, toggleCrossFilter } from './cross-filters.ts'
import { createResultColumns } from './result-columns.ts'

const delta: CrossFilter = { widgetId: 1, column: 'carrier', type: 'string', value: 'Delta' }
const withCarrier = [
  { name: 'n', type: 'integer' },
  { name: 'Carrier::multi-filter', type: 'string' },
] as const
const withoutCarrier = [{ name: 'n', type: 'integer' }] as const

describe('cross-filters', () => {
  it('are removed by a second click, and replaced by another value of their column', () => {
    const once = toggleCrossFilter([], delta)
    expect(once).toEqual([delta])
    expect(toggleCrossFilter(once, delta)).toEqual([])
    const united = { ...delta, value: 'United' }
    expect(toggleCrossFilter(once, united)).toEqual([united])
    expect(toggleCrossFilter(once, { ...united, widgetId: 2 })).toEqual([delta, { ...united, widgetId: 2 }])
    expect(toggleCrossFilter(once, { ...delta, column: 'hub' })).toHaveLength(2)
  })

  it('are removed by a click on the same mark in another widget, where no other mark is left', () => {
    expect(toggleCrossFilter([delta], { ...delta, widgetId: 2, column: 'Carrier::filter' })).toEqual([])
    expect(toggleCrossFilter([delta], { ...delta, widgetId: 2, type: 'integer' })).toHaveLength(2)
  })

  it('apply to other widgets whose result has a column of that name and type', () => {
    expect(crossFiltersOf([delta], 2, withCarrier)).toMatchObject({
      filters: [{ name: 'Carrier::multi-filter', current: ['Delta'], values: [] }],
      missing: [],
    })
    expect(crossFiltersOf([delta], 1, withCarrier)).toEqual({ filters: [], missing: [] })
  })

  it('are missing in a widget whose result has no such column (FILTER-15)', () => {
    const none = { filters: [], missing: ['carrier'] }
    expect(crossFiltersOf([delta], 2, withoutCarrier)).toEqual(none)
    expect(crossFiltersOf([{ ...delta, type: 'integer' }], 2, withCarrier)).toEqual(none)
    expect(crossFiltersOf([delta], 1, withoutCarrier)).toEqual({ filters: [], missing: [] })
  })

  it('reach the other widgets that have the column, as far as their results are known (FILTER-16)', () => {
    const columns = new Map<number, readonly ResultColumn[]>([
      [1, withCarrier],
      [2, withCarrier],
      [3, withoutCarrier],
    ])
    expect(reachOf(delta, [1, 2, 3, 4], columns)).toEqual({ filtered: 1, total: 3, unknown: 1 })
    expect(reachOf(delta, [1], columns)).toEqual({ filtered: 0, total: 0, unknown: 0 })
  })
})

describe('the columns of results', () => {
  it('notify their readers only of changes, and forget removed widgets', () => {
    const columns = createResultColumns()
    let changes = 0
    const leave = columns.subscribe(() => changes++)
    columns.report(1, withCarrier)
    columns.report(1, withCarrier)
    columns.report(2, undefined)
    expect(changes).toBe(1)
    expect(columns.current().get(1)).toBe(withCarrier)
    columns.report(1, undefined)
    expect([changes, columns.current().size]).toEqual([2, 0])
    leave()
    columns.report(3, withCarrier)
    expect(changes).toBe(2)
  })
})
