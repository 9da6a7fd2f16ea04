import { splitColumnName } from '../filters/column-name.ts'

/** The columns of a chart by their role; columns that are missing in the result are left out. */
export interface Roles {
  x: string | null
  /** In the order of the result. */
  y: string[]
  /** The column whose values group the rows into series. */
  series: string | null
  yError: string | null
  size: string | null
  zVal: string | null
  /** The column whose values have a small chart each. */
  panel: string | null
}

/**
 * Reads the roles from the stored mapping. A column that is not in the mapping has the role of its name suffix (`day::x`).
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
    panel: first('panel'),
  }
}

/**
 * The mapping with `columns` in `role`; other columns lose this role. A column has one role at a time. A column with a role in
 * its name is stored as unused when it loses the role, since its name would otherwise restore it.
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
