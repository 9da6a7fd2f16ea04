import { describe, expect, it } from 'vitest'
import { type Pick, pickedFilters, toggledPick } from './picks.ts'

const delta: Pick = { widgetId: 1, column: 'carrier', type: 'string', value: 'Delta' }

describe('marks that were clicked', () => {
  it('go when they are clicked again, and give way to another value of their column', () => {
    const once = toggledPick([], delta)
    expect(once).toEqual([delta])
    expect(toggledPick(once, delta)).toEqual([])
    const united = { ...delta, value: 'United' }
    expect(toggledPick(once, united)).toEqual([united])
    const elsewhere = { ...delta, widgetId: 2 }
    expect(toggledPick(once, elsewhere)).toEqual([delta, elsewhere])
  })

  it('keep the rows of other widgets that have the value in a column of that name and type', () => {
    const columns = [
      { name: 'n', type: 'integer' },
      { name: 'Carrier::multi-filter', type: 'string' },
    ] as const
    expect(pickedFilters([delta], 2, columns)).toMatchObject([
      { name: 'Carrier::multi-filter', current: ['Delta'], values: [] },
    ])
    expect(pickedFilters([delta], 1, columns)).toEqual([])
    expect(pickedFilters([{ ...delta, type: 'integer' }], 2, columns)).toEqual([])
    expect(pickedFilters([{ ...delta, column: 'hub' }], 2, columns)).toEqual([])
  })
})
