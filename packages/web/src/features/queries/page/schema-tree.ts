import type { SchemaRow } from '@sightline/domain/schema-search.ts'
import { tableParts } from '../../../editor/quoted-name.ts'

/** What a key or a click does in the schema browser. */
export type TreeAction =
  | { kind: 'go'; index: number }
  | { kind: 'toggle'; table: string; isOpen: boolean }
  | { kind: 'insert'; parts: string[] }

/** A click opens or closes a table and inserts a column. */
export const clicked = (row: SchemaRow): TreeAction =>
  row.kind === 'table' ? { kind: 'toggle', table: row.entry.name, isOpen: row.entry.collapsed } : insert(row)

const insert = (row: SchemaRow): TreeAction => ({
  kind: 'insert',
  parts: row.kind === 'table' ? tableParts(row.entry.name) : [row.column.name],
})

/**
 * What a key does, as in any tree: up and down, right opens, left closes or goes to the table, Enter inserts.
 * @returns null for a key that does nothing
 */
export function pressed(key: string, rows: readonly SchemaRow[], focused: number): TreeAction | null {
  const row = rows[focused]
  if (row === undefined) return null
  const go = (index: number): TreeAction => ({ kind: 'go', index: Math.min(Math.max(index, 0), rows.length - 1) })
  switch (key) {
    case 'ArrowDown':
      return go(focused + 1)
    case 'ArrowUp':
      return go(focused - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      return row.kind === 'table' && row.entry.collapsed ? clicked(row) : go(focused + 1)
    case 'ArrowLeft':
      if (row.kind === 'column') return go(rows.findIndex((each) => each.kind === 'table' && each.entry === row.entry))
      return { kind: 'toggle', table: row.entry.name, isOpen: false }
    case 'Enter':
      return insert(row)
    case ' ':
      return clicked(row)
    default:
      return null
  }
}
