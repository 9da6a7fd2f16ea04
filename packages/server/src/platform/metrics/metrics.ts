import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { gaugeLines, type Metric } from './gauge-lines.ts'

/** Upper bounds in seconds: a stored result takes milliseconds, an export minutes. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
/** Upper bounds in seconds, up to the default time limit. */
const EXECUTION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 1800]
const WAIT_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900]
/** Milliseconds between two measurements of the delay of the event loop. */
const DELAY_RESOLUTION_MS = 20

/** How an execution left its worker. `shutdown` and `lost` ones run again, or are ended by another worker. */
export type RunOutcome = 'done' | 'failed' | 'cancelled' | 'shutdown' | 'lost'

/** A request that has been answered. */
export interface AnsweredRequest {
  method: string
  /** Pattern of its route: values of paths would be labels without end. */
  route: string
  status: number
  seconds: number
}

/** The metrics of this process. */
export interface Metrics {
  countRequest(request: AnsweredRequest): void
  /** @param queue that the execution waited in, @param seconds from its creation until a worker claimed it */
  countWait(queue: string, seconds: number): void
  /** @param type of the data source, one of the registry */
  countExecution(type: string, outcome: RunOutcome, seconds: number): void
  /** Adds the gauges of the installation, which are read when the metrics are. */
  addFigures(read: () => Promise<Metric[]>): void
  /** A request to the object storage. @param operation such as `put`, @param isDone whether it succeeded */
  countStorage(operation: string, isDone: boolean, seconds: number): void
  /** In the text format of Prometheus. */
  text(): Promise<string>
  /** The same numbers, for other formats; without those of the installation while these cannot be read. */
  read(): Promise<{ families: MetricFamily[]; figures: Metric[] }>
}

/** All series of one metric. Those of a histogram have the bound of their bucket as the label `le`. */
export type MetricFamily = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/** @param pool connections to the metadata database; null for the embedded one */
export function createMetrics(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | null): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: DELAY_RESOLUTION_MS })

  const requests = new Counter({
    name: 'sightline_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'status'] as const,
    registers,
  })
  const requestSeconds = new Counter({
    name: 'sightline_http_request_seconds_total',
    help: 'Seconds that answering requests took, of all together.',
    labelNames: ['method', 'status'] as const,
    registers,
  })
  const requestDuration = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'Seconds from the arrival of a request until its response was sent.',
    labelNames: ['route', 'method', 'status_class'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const waits = new Histogram({
    name: 'sightline_execution_wait_seconds',
    help: 'Seconds that executions waited for a worker.',
    labelNames: ['queue'] as const,
    buckets: WAIT_BUCKETS,
    registers,
  })
  const executions = new Histogram({
    name: 'sightline_execution_duration_seconds',
    help: 'Seconds that executions took in a worker, by type of data source.',
    labelNames: ['type', 'outcome'] as const,
    buckets: EXECUTION_BUCKETS,
    registers,
  })
  const storage = new Histogram({
    name: 'sightline_storage_request_duration_seconds',
    help: 'Seconds that storing, reading and removing files in the object storage took.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  addEventLoopDelay(registry)
  addPool(registry, pool)
  let readFigures: () => Promise<Metric[]> = async () => []

  return {
    countRequest({ method, route, status, seconds }) {
      const labels = { method, status: String(status) }
      requests.inc(labels)
      requestSeconds.inc(labels, seconds)
      requestDuration.observe({ route, method, status_class: `${Math.floor(status / 100)}xx` }, seconds)
    },
    // The clocks of two transactions may differ by microseconds.
    countWait: (queue, seconds) => waits.observe({ queue }, Math.max(0, seconds)),
    countExecution: (type, outcome, seconds) => executions.observe({ type, outcome }, seconds),
    addFigures(read) {
      readFigures = read
    },
    text: async () => (await registry.metrics()) + gaugeLines(await readFigures()),
    read: async () => ({ families: await registry.getMetricsAsJSON(), figures: await readFigures().catch(() => []) }),
    countStorage: (operation, isDone, seconds) => storage.observe({ operation, outcome: isDone ? 'done' : 'failed' }, seconds),
  }
}

/** Since the start of the process, unlike the metrics of `nodejs_eventloop_lag`, which begin again with each scrape. */
function addEventLoopDelay(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  new Gauge({
    name: 'sightline_event_loop_delay_p99_seconds',
    help: 'Delay of the event loop that 99 of 100 measurements since the start do not exceed.',
    registers: [registry],
    collect() {
      this.set(delay.percentile(99) / 1e9)
    },
  })
}

function addPool(registry: Registry, pool: Parameters<typeof createMetrics>[0]): void {
  new Gauge({
    name: 'sightline_database_pool_connections',
    help: 'Open connections to the metadata database for API calls and jobs; none with the embedded database.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      if (pool === null) return
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'sightline_database_pool_waiting',
    help: 'Callers that wait for a connection to the metadata database.',
    registers: [registry],
    collect() {
      this.set(pool?.waitingCount ?? 0)
    },
  })
}
