import { describe, expect, it } from 'vitest'
import { editedOf } from './use-visualization-editing.ts'
import type { VisualizationTab } from './visualization-tabs.ts'

const tab = (id: number | null): VisualizationTab => ({
  id,
  hash: id === null ? '' : String(id),
  visualization: { type: 'TABLE', name: 'Table', options: {} },
  isRemovable: false,
})

describe('the visualization that the hash of a query opens for editing', () => {
  it('is the one of the tab, or a new one (OPEN-248)', () => {
    expect(editedOf(tab(12), '12/edit', true)).toBe('12')
    expect(editedOf(tab(12), 'add', true)).toBe('add')
    expect(editedOf(tab(12), '12', true)).toBeNull()
    expect(editedOf(tab(12), '13/edit', true)).toBeNull()
  })

  it('is none for the plain table, which is not stored, and for users who may not edit (OPEN-248)', () => {
    expect(editedOf(tab(null), '/edit', true)).toBeNull()
    expect(editedOf(tab(12), '12/edit', false)).toBeNull()
    expect(editedOf(tab(12), 'add', false)).toBeNull()
  })
})
