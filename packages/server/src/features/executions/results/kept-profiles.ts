import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import type { Context } from '../../../platform/context.ts'
import { perProcess } from '../../../platform/process-memory.ts'
import type { ProfilesRequest, StoredResult } from '../../../platform/results/results.ts'

/** Characters of all kept profiles together. Most have fewer than a thousand. */
const MAX_CHARACTERS = 8_000_000

/** Profiles by the file, the column and the rows that they are of: a table that is scrolled asks for a column in several company. */
const kept = perProcess(() => new RecentlyUsed<string, BriefProfile>(MAX_CHARACTERS))

/** Brief profiles of columns of a result, which are computed once: a result never changes. */
export async function keptProfiles(ctx: Context, result: StoredResult, ask: ProfilesRequest): Promise<BriefProfile[]> {
  const { columns, ...rows } = ask
  const known = kept(ctx)
  const keyOf = (column: number) => JSON.stringify([result.file, column, rows])
  const profiles = new Map(columns.map((column) => [column, known.get(keyOf(column))]))
  const missing = [...profiles.keys()].filter((column) => profiles.get(column) === undefined)
  // Also finds out that the file is gone, whatever is known of it.
  if (missing.length === 0) await ctx.results.check(result)
  const read = missing.length === 0 ? [] : await ctx.results.profiles(result, { ...ask, columns: missing })
  for (const [at, column] of missing.entries()) {
    const profile = read[at]
    if (profile === undefined) continue
    profiles.set(column, profile)
    known.set(keyOf(column), profile, JSON.stringify(profile).length)
  }
  return columns.flatMap((column) => profiles.get(column) ?? [])
}
