import { distinctNames } from '../distinct-names.ts'

/**
 * The columns of a result as SQL names them when it is read as a table: colons, points, quotes and white space become
 * underscores, and each name is another one whatever its case, for the engine reads `Id` and `id` as one.
 */
export function tableColumns(names: readonly string[]): string[] {
  return distinctNames(names.map((name) => name.replace(/[:."\s\0]/g, '_') || '_'))
}
