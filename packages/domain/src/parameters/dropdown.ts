import type { Definition, Values } from './definition.ts'

/** Rows of a query that are options of a dropdown, from the first on; no value beyond them is accepted. */
export const MAX_DROPDOWN_ROWS = 50_000

/**
 * The columns of a result whose cells are the shown names and the sent values of a dropdown: `name` and `value` in any case, or
 * else the first column.
 * @returns null for a result without columns
 */
export function dropdownColumns(columns: readonly { name: string }[]): { name: number; value: number } | null {
  if (columns.length === 0) return null
  const indexOf = (wanted: string) =>
    Math.max(
      0,
      columns.findIndex(({ name }) => name.toLowerCase() === wanted),
    )
  return { name: indexOf('name'), value: indexOf('value') }
}

/** Whether the options of a dropdown depend on other parameters. */
export const isDependent = ({ dependsOn }: Definition): boolean => Object.keys(dependsOn ?? {}).length > 0

/**
 * The values with which the dropdown query of a parameter runs.
 * @param values of the query, as they are sent
 * @returns by parameter of the dropdown query; nothing when the options depend on nothing; null while a value is not given
 */
export function dropdownValues({ dependsOn }: Definition, values: Values): Values | null {
  const given = Object.entries(dependsOn ?? {}).map(([inner, outer]) => [inner, values[outer]] as const)
  return given.some(([, value]) => value === undefined) ? null : Object.fromEntries(given)
}
