import { schemaRows, searchSchema } from '@sightline/domain/schema-search.ts'
import { describe, expect, it } from 'vitest'
import { clicked, keyText, pressed } from './SchemaTree.tsx'

const column = (name: string) => ({ name, type: 'text' })
const tables = [
  { name: 'public.flights', columns: [column('origin'), column('delay')] },
  { name: 'carriers', columns: [column('code')] },
]
const rows = schemaRows(searchSchema(tables, '', new Set(['public.flights'])))
const [flights, , delay, carriers] = rows

describe('the schema tree', () => {
  it('expands and collapses a table with the arrow keys, and goes from a column to its table', () => {
    expect(pressed('ArrowRight', rows, 3)).toEqual({ kind: 'toggle', table: 'carriers', isOpen: true })
    expect(pressed('ArrowLeft', rows, 0)).toEqual({ kind: 'toggle', table: 'public.flights', isOpen: false })
    expect(pressed('ArrowLeft', rows, 2)).toEqual({ kind: 'go', index: 0 })
  })

  it('shows the first rows of a table, from each of its rows (EDIT-43)', () => {
    for (const row of [0, 1]) expect(pressed('p', rows, row)).toEqual({ kind: 'preview', table: 'public.flights' })
  })

  it('says which columns are keys (EDIT-42)', () => {
    const own = { columns: ['x'], table: 'carriers', references: ['code'] }
    const composite = { columns: ['day', 'x'], table: 'routes', references: ['day', 'carrier'] }
    expect(keyText(column('x'))).toBeNull()
    expect(keyText({ ...column('x'), primary: true })).toBe('Primary key')
    expect(keyText(column('x'), [own])).toBe('Foreign key to carriers.code')
    expect(keyText(column('y'), [own])).toBeNull()
    expect(keyText({ ...column('x'), primary: true }, [own, composite])).toBe(
      'Primary key and foreign key to carriers.code and routes.carrier',
    )
  })

  it('stops at the first and last row', () => {
    expect(pressed('ArrowUp', rows, 0)).toEqual({ kind: 'go', index: 0 })
    expect(pressed('End', rows, 0)).toEqual({ kind: 'go', index: 3 })
    expect(pressed('x', rows, 0)).toBeNull()
  })

  it('inserts the parts of a table and the name of a column', () => {
    expect(pressed('Enter', rows, 0)).toEqual({ kind: 'insert', parts: ['public', 'flights'] })
    expect(delay && clicked(delay)).toEqual({ kind: 'insert', parts: ['delay'] })
    expect(flights && clicked(flights)).toMatchObject({ kind: 'toggle', isOpen: false })
    expect(carriers && clicked(carriers)).toMatchObject({ kind: 'toggle', isOpen: true })
  })
})
