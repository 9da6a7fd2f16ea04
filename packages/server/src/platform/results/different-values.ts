import type { SqlColumn } from './column-sql.ts'
import { shownAlike } from './distinct.ts'
import type { Profiled, Totals } from './profiled-column.ts'

// The numbers of different values in columns, of which those of very many are estimated.

/** The values with one hash of so many are counted first of many rows; they are sampled alike, however often each occurs. */
const SAMPLED = 16
/** If there are more values than this among those, their number is an estimate, which is off by less than 2 % as a rule. */
const MAX_COUNTED = 4000
/** Doubles from here on may stand for several numbers. */
const COARSE = '1e15'

/** The share of all hashes that are below the returned one. Comparing is quicker than dividing. */
export const hashesBelow = (share: number): bigint => BigInt(Math.floor(Math.min(1, share) * 2 ** 32)) * 2n ** 32n
const SAMPLED_HASHES = hashesBelow(1 / SAMPLED)

/** An estimate of the number of different values, from those with some hashes; null if they are few, and are counted. */
export const estimateOf = ({ rows, nulls }: Totals, sampled: number): number | null =>
  sampled <= MAX_COUNTED ? null : Math.min(rows - nulls, sampled * SAMPLED)

/** An SQL aggregate of the number of different values. @param areFinite whether no value has to be left out */
export function differentSql(column: SqlColumn, areFinite: boolean): string {
  const { ref, storage } = column
  if (storage.kind === 'number_text') return differentNumbersSql(column, '')
  const filter = storage.kind === 'double' && !areFinite ? ` FILTER (WHERE isfinite(${ref}))` : ''
  return `count(DISTINCT ${comparedSql(column, areFinite)})${filter}::INTEGER`
}

/** As `differentSql`, of the values with some hashes. The numbers in texts are in the column `number` too, hashes of texts in `hash`. */
export function sampledSql({ column, kind }: Profiled, areFinite: boolean): string {
  const { ref, storage } = column
  if (kind === 'value') return `count(DISTINCT hash) FILTER (WHERE hash < ${SAMPLED_HASHES})::INTEGER`
  const value = storage.kind === 'number_text' ? 'number' : comparedSql(column, areFinite)
  const isSampled = `hash(${value}) < ${SAMPLED_HASHES}`
  switch (storage.kind) {
    case 'number_text':
      return differentNumbersSql(
        column,
        `FILTER (WHERE CASE WHEN abs(number) < ${COARSE} THEN ${isSampled} ELSE hash(${ref}) < ${SAMPLED_HASHES} END)`,
      )
    case 'double':
      return `count(DISTINCT ${value}) FILTER (WHERE ${areFinite ? '' : `isfinite(${ref}) AND `}${isSampled})::INTEGER`
    default:
      return `count(DISTINCT ${value}) FILTER (WHERE ${isSampled})::INTEGER`
  }
}

/** A value that is the same for cells that look alike. */
function comparedSql(column: SqlColumn, areFinite: boolean): string {
  const { ref, storage } = column
  if (storage.kind === 'double') return ref
  if (storage.kind !== 'timestamp' && storage.kind !== 'instant') return shownAlike(column)
  // Quicker than the text of a value, and infinities have no milliseconds.
  if (areFinite) return `epoch_ms(${ref})`
  const far = `CASE WHEN ${ref} IS NOT NULL THEN CASE WHEN ${ref}::VARCHAR = 'infinity' THEN 9e18 ELSE -9e18 END::BIGINT END`
  return `coalesce(epoch_ms(${ref}), ${far})`
}

/** The number of different numbers in texts, of which each is only once written as cells show it, because that takes long. */
function differentNumbersSql({ ref, storage }: SqlColumn, filter: string): string {
  const value = shownAlike({ ref: 'written', storage })
  return `list_unique(list_transform(list(DISTINCT ${ref}) ${filter}, lambda written: ${value}))::INTEGER`
}
