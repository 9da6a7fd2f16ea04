/** Roles in column names: `country::filter`, `day__x`. */
const columnRoles = ['filter', 'multi-filter', 'multiFilter', 'x', 'y', 'series', 'size', 'yError', 'zVal', 'unused'] as const
export type ColumnRole = (typeof columnRoles)[number]

const filterRoles: readonly string[] = ['filter', 'multi-filter', 'multiFilter']

/** The part of a column's name before `::role` or `__role`, and the role; null if there is no role. */
export function splitColumnName(name: string): { base: string; role: ColumnRole | null } {
  const separator = name.includes('::') ? '::' : '__'
  const at = name.lastIndexOf(separator)
  if (at <= 0) return { base: name, role: null }
  const suffix = name.slice(at + separator.length)
  const role = columnRoles.find((known) => known === suffix) ?? null
  return { base: role ? name.slice(0, at) : name, role }
}

/** The name without a filter suffix, for table headers. */
export function columnTitle(name: string): string {
  const { base, role } = splitColumnName(name)
  return role !== null && filterRoles.includes(role) ? base : name
}

/** The name for display: without filter suffix, underscores as spaces, words capitalised. */
export function friendlyName(name: string): string {
  return columnTitle(name)
    .replace(/_+/g, ' ')
    .trim()
    .replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())
}

/** Whether the column is a filter of the result, and whether several values can be chosen. */
export function filterKind(name: string): 'single' | 'multiple' | null {
  const { role } = splitColumnName(name)
  if (role === null || !filterRoles.includes(role)) return null
  return role === 'filter' ? 'single' : 'multiple'
}
