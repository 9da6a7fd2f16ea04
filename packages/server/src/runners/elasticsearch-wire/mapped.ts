import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { RunnerResult } from '../runner.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'
import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn } from '../values/rows.ts'

const kinds: Record<string, ValueKind> = {
  integer: 'integer',
  long: 'integer',
  float: 'float',
  double: 'float',
  boolean: 'boolean',
  string: 'text',
  text: 'text',
  keyword: 'text',
}

/**
 * Rows whose columns have the types that indexes declare of their fields; others are told by their values.
 * @param indexes with their fields; the first that has a field tells its type
 * @param columns that are wanted; all when null
 */
export function mappedResult(
  rows: ObjectRow[],
  indexes: readonly SchemaTable[],
  columns: readonly string[] | null,
): Promise<RunnerResult> {
  const types = new Map<string, string>()
  for (const { name, type } of indexes.flatMap((index) => index.columns)) if (!types.has(name)) types.set(name, type)
  const columnOf = (name: string): DeclaredColumn => {
    const sourceType = types.get(name)
    if (sourceType === undefined) return { name }
    // Dates stay as they are written: an index may have any format of them.
    if (sourceType === 'date') return { name, sourceType, as: 'text', type: 'datetime' }
    const as = kinds[sourceType]
    return { name, sourceType, ...(as ? { as } : {}) }
  }
  return objectsResult([rows], { columnOf, ...(columns ? { columns } : {}) })
}
