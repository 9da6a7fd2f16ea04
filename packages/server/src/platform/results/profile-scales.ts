import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { BoundStrings } from './bound-strings.ts'
import { differentSql, estimateOf, sampledSql } from './different-values.ts'
import type { Engine } from './engine.ts'
import { matchingRows } from './matching-rows.ts'
import { type Bars, barsOf, barsSql } from './profile-bars.ts'
import { FEW_ROWS } from './profile-totals.ts'
import type { Profiled, Totals } from './profiled-column.ts'
import type { ProfilesRequest, StoredResult } from './results.ts'

/** The bars of a column, and what is counted together with them of its different values. */
export interface Scale extends Pick<BriefProfile, 'min' | 'max' | 'bars'> {
  distinct: number | null
  sampled: number | null
}

export const noScale: Scale = { min: null, max: null, bars: [], distinct: null, sampled: null }

/** The bars of numbers and times with their ends, with the numbers of different values that are few or not sampled yet. */
export async function readScales(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
  totals: readonly Totals[],
): Promise<Scale[]> {
  const texts = new BoundStrings()
  const all: (Bars | null)[] = []
  for (const [at, profiled] of columns.entries())
    all.push(totals[at] ? await barsOf(result.columns, profiled, totals[at], ask.timeZone, texts) : null)
  const { before, name } = matchingRows(result, ask, columns, texts)
  const parts = columns.flatMap((profiled, at) => {
    const [bars, total] = [all[at] ?? null, totals[at]]
    if (total === undefined) return []
    const { sampled, areFinite } = total
    const counts = bars === null ? 'NULL' : barsSql(bars, profiled.column, areFinite)
    const isCounted = result.rowCount <= FEW_ROWS || (sampled !== null && estimateOf(total, sampled) === null)
    const different = isCounted ? differentSql(profiled.column, areFinite) : 'NULL'
    const some = sampled === null && !isCounted ? sampledSql(profiled, areFinite) : 'NULL'
    if (counts === 'NULL' && different === 'NULL' && some === 'NULL') return []
    return [`SELECT ${at} AS place, ${counts}, ${different}, ${some} FROM ${name}`]
  })
  const scales = all.map(
    (bars): Scale => ({
      ...{ distinct: null, sampled: null, min: bars?.ends[0] ?? null, max: bars?.ends[1] ?? null },
      bars: (bars?.bars ?? []).map((bar) => ({ ...bar, count: 0 })),
    }),
  )
  if (parts.length === 0) return scales
  const [places = [], json = [], different = [], sampled = []] = await engine.all(`${before} ${parts.join(' UNION ALL ')}`, [
    path,
    ...texts.values,
  ])
  for (const [row, place] of places.entries()) {
    const scale = scales[Number(place)]
    const [counts, distinct, some] = [json[row], different[row], sampled[row]]
    if (scale === undefined) continue
    if (typeof distinct === 'number') scale.distinct = distinct
    if (typeof some === 'number') scale.sampled = some
    const filled: number[] = typeof counts === 'string' ? JSON.parse(counts) : []
    for (const [bar, count] of filled.entries()) if (scale.bars[bar] !== undefined) scale.bars[bar].count = count
  }
  return scales
}
