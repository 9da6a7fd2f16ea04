import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { BoundStrings } from './bound-strings.ts'
import type { Engine } from './engine.ts'
import { matchingRows } from './matching-rows.ts'
import type { Profiled, Totals } from './profiled-column.ts'
import type { ProfilesRequest, StoredResult } from './results.ts'

/** The frequent values of texts with very many, each counted exactly; none for other columns. */
export async function readFrequent(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
  totals: readonly Totals[],
): Promise<BriefProfile['frequent'][]> {
  const all = columns.map((): BriefProfile['frequent'] => [])
  const counted = columns.flatMap(({ column }, at) => {
    const { candidates = [] } = totals[at] ?? {}
    return candidates.length === 0 ? [] : [{ column, at, candidates }]
  })
  if (counted.length === 0) return all
  const texts = new BoundStrings()
  const { before, name } = matchingRows(result, ask, counted, texts)
  const parts = counted.map(
    ({ column: { ref }, at, candidates }) =>
      `SELECT ${at} AS place, count(*)::INTEGER AS n, ${ref} AS value
       FROM ${name} WHERE hash(${ref}) IN (${candidates.join(', ')}) GROUP BY ${ref}`,
  )
  const [places = [], counts = [], values = []] = await engine.all(`${before} ${parts.join(' UNION ALL ')}`, [
    path,
    ...texts.values,
  ])
  for (const [row, place] of places.entries())
    all[Number(place)]?.push({ value: values[row] as string, count: Number(counts[row]) })
  for (const frequent of all) frequent.sort((one, other) => other.count - one.count)
  return all
}
