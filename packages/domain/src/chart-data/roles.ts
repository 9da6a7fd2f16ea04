import { splitColumnName } from '../filters/column-name.ts'

/** What each column of the result is to a chart; columns that are not in the result are left out. */
export interface Roles {
  x: string | null
  /** In the order of the result. */
  y: string[]
  /** The column whose values group the rows into series. */
  series: string | null
  yError: string | null
  size: string | null
  zVal: string | null
}

/**
 * Reads the roles from the stored mapping; a column that the mapping does not name has the role its own name says (`day::x`).
 * @param mapping column name → role
 * @param names the columns of the result
 */
export function rolesOf(mapping: Readonly<Record<string, string>>, names: readonly string[]): Roles {
  const withRole = (role: string) => names.filter((name) => (mapping[name] ?? splitColumnName(name).role) === role)
  const first = (role: string) => withRole(role)[0] ?? null
  return {
    x: first('x'),
    y: withRole('y'),
    series: first('series'),
    yError: first('yError'),
    size: first('size'),
    zVal: first('zVal'),
  }
}

/**
 * The mapping with `columns` in `role`, and whatever had it before without one. A column has one role at a time. A column whose own
 * name says a role is stored as unused, since leaving it out would give it that role back.
 */
export function withRole(
  mapping: Readonly<Record<string, string>>,
  role: string,
  columns: readonly string[],
  names: readonly string[],
): Record<string, string> {
  const next = { ...mapping }
  for (const name of new Set([...names, ...Object.keys(mapping)])) {
    if ((mapping[name] ?? splitColumnName(name).role) !== role || columns.includes(name)) continue
    if (splitColumnName(name).role === null) delete next[name]
    else next[name] = 'unused'
  }
  for (const name of columns) next[name] = role
  return next
}
