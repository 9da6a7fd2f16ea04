import type { StoredColumn } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'

/** Returns the columns to store after one was changed or all were reordered; other stored options are kept. */
export function storedColumns(
  columns: readonly TableColumn[],
  stored: readonly StoredColumn[],
  change: { name: string; patch: Partial<StoredColumn> } | null,
): StoredColumn[] {
  const before = new Map(stored.map((column) => [column.name, column]))
  return columns.map(({ name, type }, order) => ({
    ...before.get(name),
    ...(change?.name === name ? change.patch : {}),
    name,
    type,
    order,
  }))
}
