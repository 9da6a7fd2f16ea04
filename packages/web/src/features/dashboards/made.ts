import { api } from '@sightline/contract/api.ts'
import { call } from '../../api/call.ts'

/** Records that were made on the way to a new dashboard. */
export interface MadeRecords {
  queries: number[]
  /** The slug of the new dashboard; null if there is none yet. */
  dashboard: string | null
}

/**
 * Makes several records that belong together. If a step fails, those that were made before are archived; archiving a query removes its
 * widgets as well.
 * @param make records in its argument what it makes
 */
export async function makeTogether<Result>(make: (made: MadeRecords) => Promise<Result>): Promise<Result> {
  const made: MadeRecords = { queries: [], dashboard: null }
  try {
    return await make(made)
  } catch (error) {
    const { queries, dashboard } = made
    await Promise.allSettled([
      ...queries.map((id) => call(api.queries.remove, { params: { id } })),
      ...(dashboard === null ? [] : [call(api.dashboards.remove, { params: { slug: dashboard } })]),
    ])
    throw error
  }
}
