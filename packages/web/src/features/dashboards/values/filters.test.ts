import { describe, expect, it } from 'vitest'
import { type CrossFilter, crossFiltersOf, toggleCrossFilter } from './filters.ts'

const delta: CrossFilter = { widgetId: 1, column: 'carrier', type: 'string', value: 'Delta' }

describe('cross filters', () => {
  it('are removed by a second click, and replaced by another value of their column', () => {
    const once = toggleCrossFilter([], delta)
    expect(once).toEqual([delta])
    expect(toggleCrossFilter(once, delta)).toEqual([])
    const united = { ...delta, value: 'United' }
    expect(toggleCrossFilter(once, united)).toEqual([united])
    const elsewhere = { ...delta, widgetId: 2 }
    expect(toggleCrossFilter(once, elsewhere)).toEqual([delta, elsewhere])
  })

  it('apply to other widgets whose result has a column of that name and type', () => {
    const columns = [
      { name: 'n', type: 'integer' },
      { name: 'Carrier::multi-filter', type: 'string' },
    ] as const
    expect(crossFiltersOf([delta], 2, columns)).toMatchObject([
      { name: 'Carrier::multi-filter', current: ['Delta'], values: [] },
    ])
    expect(crossFiltersOf([delta], 1, columns)).toEqual([])
    expect(crossFiltersOf([{ ...delta, type: 'integer' }], 2, columns)).toEqual([])
    expect(crossFiltersOf([{ ...delta, column: 'hub' }], 2, columns)).toEqual([])
  })
})
