import type { Services } from '../../platform/context.ts'
import type { Metric } from '../../platform/http/meter.ts'
import { sizes } from './sizes.ts'
import * as store from './store.ts'
import { queueSizes } from './tasks.ts'
import * as workers from './workers.store.ts'

/** What the installation as a whole has to tell to those who watch it by machine. */
export async function figures(services: Services): Promise<Metric[]> {
  const [counted, all, queues, running] = await Promise.all([
    sizes(services),
    workers.all(services.db),
    queueSizes(services),
    store.running(services.db),
  ])
  const look = workers.latestPoll(all)
  const states = all.map(({ is_lost, running: busy }) => (is_lost ? 'lost' : busy > 0 ? 'busy' : 'idle'))
  const one = (name: string, help: string, value: number): Metric => ({ name, help, values: [{ value }] })
  return [
    one('executions_running', 'Queries that run now.', running),
    {
      name: 'queue_waiting',
      help: 'What waits in each queue.',
      values: Object.entries(queues).map(([queue, { size }]) => ({ labels: { queue }, value: size })),
    },
    {
      name: 'workers',
      help: 'Worker processes by state; lost ones were not heard of for half a minute.',
      values: ['busy', 'idle', 'lost'].map((state) => ({
        labels: { state },
        value: states.filter((each) => each === state).length,
      })),
    },
    one('outdated_queries', 'Queries that their schedule wanted to run at the last look.', look?.outdated_count ?? 0),
    ...(look
      ? [one('last_look_timestamp_seconds', 'When schedules were looked at last.', look.looked_at.getTime() / 1000)]
      : []),
    one('queries', 'Queries that are not archived.', counted.queries_count),
    one('query_results', 'Stored results.', counted.query_results_count),
    one('query_results_bytes', 'Bytes of stored results.', counted.query_results_size),
    one('database_bytes', 'Bytes of the database of Sightline itself.', counted.database_size),
  ]
}
