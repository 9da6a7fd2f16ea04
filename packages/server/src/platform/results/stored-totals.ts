import type { StorageKind } from './batch.ts'
import { numberCell } from './cells.ts'
import type { Engine } from './engine.ts'
import type { Profiled, Totals } from './profiled-column.ts'
import type { StoredResult } from './results.ts'

/** The ends in the footer, by the kinds of columns that have any: as texts with all digits, and times in microseconds. */
const endsOf: Partial<Record<StorageKind, 'whole' | 'real' | 'time'>> = {
  int32: 'whole',
  int64: 'whole',
  double: 'real',
  date: 'time',
  timestamp: 'time',
  instant: 'time',
}
const casts: Record<'whole' | 'real' | 'time', (text: string) => string> = {
  whole: (text) => `try_cast(${text} AS BIGINT)`,
  real: (text) => `try_cast(${text} AS DOUBLE)`,
  time: (text) =>
    `CASE WHEN isfinite(try_cast(${text} AS TIMESTAMP)) THEN epoch_us(try_cast(${text} AS TIMESTAMP))::DOUBLE END`,
}

/**
 * The nulls and the ends of whole columns that the footer of the file states, which takes less time than reading their values.
 * @returns an item per column; null if its values have to be read: files of earlier versions state nothing, and numbers and times
 * that are not all finite have no ends there
 */
export async function storedTotals(
  engine: Engine,
  path: string,
  result: StoredResult,
  columns: readonly Profiled[],
): Promise<(Totals | null)[]> {
  const kinds = [...new Set(columns.flatMap(({ column }) => endsOf[column.storage.kind] ?? []))]
  if (kinds.length === 0) return columns.map(() => null)
  const ends = kinds.flatMap((kind) =>
    [
      { aggregate: 'min', text: 'stats_min_value' },
      { aggregate: 'max', text: 'stats_max_value' },
    ].map(({ aggregate, text }) => {
      const value = casts[kind](text)
      // A group of rows whose end cannot be read has no end, unless it has only nulls.
      const isKnown = `bool_and(stats_null_count = num_values OR (${value}) IS NOT NULL)`
      return `CASE WHEN ${isKnown} THEN ${aggregate}(${value}) END::VARCHAR`
    }),
  )
  const [places = [], nulls = [], ...found] = await engine.all(
    `SELECT column_id::INTEGER, CASE WHEN count(*) = count(stats_null_count) THEN sum(stats_null_count)::INTEGER END, ${ends.join(', ')}
     FROM parquet_metadata($1) WHERE column_id IN (${columns.map(({ index }) => index).join(', ')}) GROUP BY column_id`,
    [path],
  )
  const rowOf = new Map(places.map((place, row) => [Number(place), row]))
  return columns.map(({ index, column }) => {
    const [kind, row] = [endsOf[column.storage.kind], rowOf.get(index)]
    const count = row === undefined ? null : (nulls[row] ?? null)
    if (kind === undefined || row === undefined || count === null) return null
    const at = 2 * kinds.indexOf(kind)
    const [low, high] = [found[at]?.[row], found[at + 1]?.[row]]
    if (typeof low !== 'string' || typeof high !== 'string') return null
    return {
      ...{ rows: result.rowCount, nulls: Number(count), ends: [numberCell(low), numberCell(high)], areFinite: true },
      ...{ sampled: null, candidates: [] },
    }
  })
}
