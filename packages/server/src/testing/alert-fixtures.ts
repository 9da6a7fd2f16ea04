import type { Alert, AlertEvent } from '@sightline/contract/alerts.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { vi } from 'vitest'
import { checkResult } from '../features/alerts/checks.ts'
import type { Analyst } from './analyst.ts'
import { buildQuery } from './builders.ts'
import type { TestClient } from './client.ts'

/** A query whose value a test changes: what alerts on it see is up to the test. */
export interface WatchedQuery {
  query: Query
  /** Lets the query find this value from now on, and runs it. Its alerts have looked when this ends. @returns the result's id */
  setValue(value: string): Promise<number>
}

let queryCount = 0
/** A message, and the first mail of all, may take a while on a busy machine, milliseconds. */
const TIMEOUT_MS = 20_000

/** What tests about alerts say again and again. */
export function alertFixtures(analyst: Pick<Analyst, 'ada' | 'run' | 'server' | 'source'>) {
  const condition = { column: 'n', op: 'greater than', value: 5 }
  return {
    condition,
    /** A query that shows what the test says, with a text of its own. @param shape further columns, and what follows the row, in SQL */
    async watched({ columns = '', rest = '' } = {}): Promise<WatchedQuery> {
      const number = ++queryCount
      const textOf = (value: string) => `select ${value} as n${columns} from (values (${number})) as own(number)${rest}`
      const query = await buildQuery(analyst.ada, { data_source_id: analyst.source, query: textOf('1') })
      return {
        query,
        async setValue(value) {
          const saved = await analyst.ada.post(`/api/queries/${query.id}`, { query: textOf(value) })
          if (saved.status !== 200) throw new Error(`The query was not saved: ${saved.status}.`)
          const id = await analyst.run(query)
          // The worker that ran it does this as well; whoever comes second waits for the first one.
          await checkResult(analyst.server.services, id)
          return id
        },
      }
    },
    /** An alert of somebody's: Ada's unless told otherwise. */
    async alertOn(
      query: { id: number },
      fields: Record<string, unknown> = {},
      owner: TestClient = analyst.ada,
    ): Promise<Alert> {
      const body = { name: 'Watch', query_id: query.id, options: condition, ...fields }
      const reply = await owner.post<Alert>('/api/alerts', body)
      if (reply.status !== 200) throw new Error(`The alert was not made: ${reply.status} ${JSON.stringify(reply.body)}`)
      return reply.body
    },
    stateOf: async ({ id }: { id: number }) => (await analyst.ada.get<Alert>(`/api/alerts/${id}`)).body.state,
    historyOf: async ({ id }: { id: number }) => (await analyst.ada.get<AlertEvent[]>(`/api/alerts/${id}/history`)).body,
    /** The newest entry of the history, once none of its messages is tried for the first time any more. */
    async told({ id }: { id: number }): Promise<AlertEvent> {
      return vi.waitFor(
        async () => {
          const [event] = (await analyst.ada.get<AlertEvent[]>(`/api/alerts/${id}/history`)).body
          if (!event) throw new Error('Nothing has happened.')
          if (event.deliveries.some(({ state, last_error }) => state === 'waiting' && last_error === null))
            throw new Error('A message is on its way.')
          return event
        },
        { timeout: TIMEOUT_MS },
      )
    },
  }
}
