import type { Field } from 'vertica-nodejs'
import type { ValueKind } from '../values/plans.ts'
import type { DeclaredColumn } from '../values/rows.ts'

const NUMERIC = 16
/** Types by their numbers in the catalogue (v_catalog.types), with how their texts are kept. */
const types: Record<number, { name: string; as: ValueKind }> = {
  5: { name: 'boolean', as: 'boolean' },
  6: { name: 'int', as: 'integer' },
  7: { name: 'float', as: 'float' },
  8: { name: 'char', as: 'text' },
  9: { name: 'varchar', as: 'text' },
  10: { name: 'date', as: 'date' },
  11: { name: 'time', as: 'text' },
  12: { name: 'timestamp', as: 'datetime' },
  13: { name: 'timestamptz', as: 'instant' },
  14: { name: 'interval day to second', as: 'text' },
  15: { name: 'timetz', as: 'text' },
  17: { name: 'varbinary', as: 'text' },
  20: { name: 'uuid', as: 'text' },
  114: { name: 'interval year to month', as: 'text' },
  115: { name: 'long varchar', as: 'text' },
  116: { name: 'long varbinary', as: 'text' },
  117: { name: 'binary', as: 'text' },
}

/** How a column of an answer is described. What is not listed is shown in the server's own words. */
export function columnOf({ name, dataTypeID, dataTypeModifier }: Field): DeclaredColumn {
  if (dataTypeID === NUMERIC) {
    const [precision, scale] = [((dataTypeModifier - 4) >> 16) & 0xffff, (dataTypeModifier - 4) & 0xffff]
    return dataTypeModifier < 4
      ? { name, as: 'decimal', sourceType: 'numeric' }
      : { name, as: 'decimal', digits: { precision, scale }, sourceType: `numeric(${precision},${scale})` }
  }
  const { as, name: sourceType } = types[dataTypeID] ?? { name: `type ${dataTypeID}`, as: 'text' }
  return { name, as, sourceType }
}
