import type { Job } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { addDataSource } from './executions.ts'
import { type Row, time } from './measure.ts'
import type { Product } from './product.ts'

const CLIENTS = 200
/** Long enough that all clients have sent their request before it ends. */
const QUERY = 'SELECT pg_sleep(8), 1 AS n'
const WAIT = 30_000

/** Measures the engine when many clients request the same query at once. */
export async function benchEngine(product: Product): Promise<Row[]> {
  const server = await startPostgres()
  try {
    const source = await addDataSource(product, 'pg', {
      host: server.host,
      port: server.port,
      user: server.user,
      password: server.password,
      dbname: server.database,
    })
    const ask = async (): Promise<string> => {
      const { job, window } = await product.post<{ job: Job; window?: ResultWindow }>('/api/query_results', {
        data_source_id: source,
        query: QUERY,
        max_age: 0,
        wait: WAIT,
      })
      if (window?.total !== 1) throw new Error(`A client got no rows: ${job.error}`)
      return job.id
    }
    const alone = await time(ask)
    let jobs: string[] = []
    const together = await time(async () => {
      jobs = await Promise.all(Array.from({ length: CLIENTS }, ask))
    })
    return [
      {
        name: `${CLIENTS} clients ask for the same uncached query: executions`,
        value: new Set(jobs).size,
        unit: 'x',
        against: null,
        goal: 1,
      },
      {
        name: `until the last of them has its rows (${Math.round(together)} ms against ${Math.round(alone)} ms)`,
        value: together / alone,
        unit: 'x',
        against: 'one client alone',
        goal: 1.5,
      },
    ]
  } finally {
    await server.stop()
  }
}
