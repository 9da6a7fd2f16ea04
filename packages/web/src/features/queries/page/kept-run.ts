import type { Query } from '@sightline/contract/queries.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import * as z from 'zod/mini'

/**
 * The run of a saved query that goes on, as the tab keeps it: whoever loads the page again, or comes back to it, finds the run there
 * and not a query that was never run. Of what is run only that is kept by which it is known again.
 */
const KeptRun = z.object({
  jobId: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  version: z.int(),
  values: z.string(),
})
export type KeptRun = z.infer<typeof KeptRun>

type Saved = Pick<Query, 'id' | 'version'>

const keyOf = ({ id }: Saved) => `sightline-run-${id}`
const valuesOf = (parameters: readonly Definition[]) => JSON.stringify(parameters.map(({ name, value }) => [name, value]))

/** @param parameters those of the text, with the values that it is run with */
export function keepRun(query: Saved, parameters: readonly Definition[], jobId: string, startedAt: number): void {
  const kept: KeptRun = { jobId, startedAt, version: query.version, values: valuesOf(parameters) }
  try {
    sessionStorage.setItem(keyOf(query), JSON.stringify(kept))
  } catch {
    // A tab that keeps nothing begins anew.
  }
}

/** The run of the query as it is saved now, with these values; null for none. */
export function keptRun(query: Saved, parameters: readonly Definition[]): KeptRun | null {
  try {
    const read = KeptRun.safeParse(JSON.parse(sessionStorage.getItem(keyOf(query)) ?? 'null'))
    const isSame = read.success && read.data.version === query.version && read.data.values === valuesOf(parameters)
    return isSame ? read.data : null
  } catch {
    return null
  }
}

export function forgetRun(query: Saved): void {
  try {
    sessionStorage.removeItem(keyOf(query))
  } catch {
    // As above.
  }
}
