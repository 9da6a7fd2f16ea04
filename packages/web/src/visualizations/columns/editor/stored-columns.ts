import type { TableColumn } from '../column-view.ts'
import type { StoredColumn } from '../stored-column.ts'

/** What is stored of all columns after one was changed or they were put in another order; what was stored of them before stays. */
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
