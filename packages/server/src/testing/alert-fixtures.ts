import type { Alert, AlertEvent } from '@sightline/contract/alerts.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { vi } from 'vitest'
import { checkResult } from '../features/alerts/checks.ts'
import type { Analyst } from './analyst.ts'
import { buildQuery } from './builders.ts'
import type { TestClient } from './client.ts'

/** A query whose value the test sets. */
export interface WatchedQuery {
  query: Query
  /** Changes the value, runs the query and checks its alerts. @returns the result's id */
  setValue(value: string): Promise<number>
}

let queryCount = 0
/** Milliseconds; the first mail may take a while on a busy machine. */
const TIMEOUT_MS = 20_000

/** Helpers for tests of alerts. */
export function alertFixtures(analyst: Pick<Analyst, 'ada' | 'run' | 'server' | 'source'>) {
  const condition = { column: 'n', op: 'greater than', value: 5 }
  return {
    condition,
    /** Creates a query with its own SQL. @param shape further columns, and SQL to append */
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
          // The worker checks the result as well; the second one waits for the first.
          await checkResult(analyst.server.services, id)
          return id
        },
      }
    },
    /** Creates an alert, by default of Ada. */
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
    /** The newest event, once each of its deliveries has been attempted. */
    async settledEvent({ id }: { id: number }): Promise<AlertEvent> {
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
